package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"adl/pkg/table"
)

// keep puts the folder of the results that the project keeps in order. It removes from the
// folder's tasks what no manifest in it lists any more, and fails if a result that a manifest lists
// is not there.
func keep(args []string, stdout, stderr io.Writer) int {
	f := newFlags("keep", stderr)
	dir := f.String("dir", filepath.Join("results", "paper"), "`folder` of the tables")
	if f.Parse(args) != nil {
		return 2
	}
	if f.NArg() > 0 {
		fmt.Fprintf(stderr, "keep: unexpected argument %q\n", f.Arg(0))
		return 2
	}
	kept, removed, size, err := order(*dir)
	if err != nil {
		return exit("keep", err, stderr)
	}
	fmt.Fprintf(stdout, "%s: %d results, %.1f MB; %d removed\n", filepath.Join(*dir, "tasks"),
		kept, float64(size)/1e6, removed)
	return 0
}

// order removes the results in dir/tasks that no manifest in dir lists, and returns the number and
// the size of the others.
func order(dir string) (kept, removed int, size int64, err error) {
	manifests, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return 0, 0, 0, err
	}
	missing := map[string]string{} // the figure of a key
	for _, path := range manifests {
		m, err := table.ReadManifest(path)
		if err != nil {
			return 0, 0, 0, err
		}
		for _, t := range m.Tasks {
			missing[t.Key] = m.Figure
		}
	}
	tasks := filepath.Join(dir, "tasks")
	err = filepath.WalkDir(tasks, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		key := strings.TrimSuffix(e.Name(), ".npz")
		if _, ok := missing[key]; !ok {
			removed++
			return os.Remove(path)
		}
		delete(missing, key)
		info, err := e.Info()
		if err != nil {
			return err
		}
		kept, size = kept+1, size+info.Size()
		return nil
	})
	if os.IsNotExist(err) {
		err = nil
	}
	for key, figure := range missing {
		if err == nil {
			err = fmt.Errorf("%s: %d results are missing, such as %s of %s; make paper adds them",
				tasks, len(missing), key[:8], figure)
		}
	}
	return kept, removed, size, err
}
