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

// paper is the folder of the results that the project keeps.
var paper = filepath.Join("results", "paper")

// keep removes results from the tasks of results/paper that no manifest there lists, and fails if a
// result that a manifest lists is missing.
func keep(stdout io.Writer) error {
	manifests, _ := filepath.Glob(filepath.Join(paper, "*.json"))
	missing := map[string]string{} // the figure of a key
	for _, path := range manifests {
		m, err := table.ReadManifest(path)
		if err != nil {
			return err
		}
		for _, t := range m.Tasks {
			missing[t.Key] = m.Figure
		}
	}
	kept, removed := 0, 0
	tasks := filepath.Join(paper, "tasks")
	err := filepath.WalkDir(tasks, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		key := strings.TrimSuffix(e.Name(), ".npz")
		if missing[key] == "" {
			removed++
			return os.Remove(path)
		}
		kept++
		delete(missing, key)
		return nil
	})
	if err != nil {
		return err
	}
	for key, figure := range missing {
		return fmt.Errorf("%s: %d results are missing, such as %s of %s; make paper adds them", tasks,
			len(missing), key[:8], figure)
	}
	fmt.Fprintf(stdout, "%s: %d results; %d removed\n", tasks, kept, removed)
	return nil
}
