package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/figure"
	"adl/pkg/files"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// maxPicture bounds the size of a file.
const maxPicture = 1 << 28

// checkVerb says which figure a picture is, a PNG, PDF or SVG file of any name, and whether the
// table and the spec that it was drawn from are those of the project. It fails if they are not, or
// if a file is not a picture of ours.
var checkVerb = tool.Verb{
	Name: "check",
	Args: "FILE...",
	Text: "tells which figure a picture is, and whether its table and spec are the present ones",
	Start: func(c *tool.Call) func() error {
		root := c.Flags.String("root", ".", "`folder` of the project")
		return func() error {
			if len(c.Args()) == 0 || c.Args()[0] == "" {
				return tool.Usage("expected a picture, as in make check FILE=figures/fig07.pdf")
			}
			failed := error(nil)
			for _, path := range c.Args() {
				b, err := files.Read(path, maxPicture)
				var o figure.Origin
				if err == nil {
					o, err = figure.ReadOrigin(b)
				}
				if err == nil && !table.IsName(o.Figure) {
					err = fmt.Errorf("it says that it is the figure %.20q, which there is not", o.Figure)
				}
				if err != nil {
					fmt.Fprintf(c.Stderr, "check: %s: %v\n", path, files.Cause(err))
					failed = tool.ErrFailed
				} else if !(project{*root}).report(c.Stdout, path, o) {
					failed = tool.ErrFailed
				}
			}
			return failed
		}
	},
}

// project is the folder of a project.
type project struct{ root string }

// thing is a table or a spec that a manifest names.
type thing struct {
	what, digest string
	file         string // relative to the project
	commit       string // with its date; empty: it is the present one
}

// report prints where a picture comes from. It returns whether table and spec are the present ones.
func (p project) report(w io.Writer, path string, o figure.Origin) bool {
	fmt.Fprintf(w, "%s: %s at profile %s: %s\n", path, table.Label(o.Figure), o.Profile, o.Title)
	fmt.Fprintf(w, "  made by  %s\n", o.Command)
	known, all := p.present(o.Figure), true
	for _, x := range []thing{{what: "table", digest: o.Table}, {what: "spec", digest: o.Spec}} {
		is := func(y thing) bool { return y.what == x.what && y.digest == x.digest }
		i := slices.IndexFunc(known, is)
		if i < 0 {
			known = append(known, p.history(o.Figure)...)
			i = slices.IndexFunc(known, is)
		}
		switch {
		case i < 0:
			fmt.Fprintf(w, "  %-8s unknown: nothing in results, now or earlier, has the SHA-256 %s\n",
				x.what, x.digest)
		case known[i].commit != "":
			fmt.Fprintf(w, "  %-8s an earlier %s, that of commit %s\n", x.what, known[i].file,
				known[i].commit)
		case x.what == "table" && !p.intact(known[i]):
			fmt.Fprintf(w, "  table    that of the manifest, but %s is another now\n", known[i].file)
		default:
			fmt.Fprintf(w, "  %-8s %s, as it is now\n", x.what, known[i].file)
			continue
		}
		all = false
	}
	return all
}

// intact reports whether a table is the one that its manifest names.
func (p project) intact(x thing) bool {
	t, err := table.ReadFile(filepath.Join(p.root, x.file))
	return err == nil && t.Digest() == x.digest
}

// present returns the tables and specs of a figure that are there, those of altered runs last.
func (p project) present(name string) (list []thing) {
	for _, pattern := range []string{"*", filepath.Join("altered", "*")} {
		found, err := filepath.Glob(filepath.Join(p.root, "results", pattern, name+".json"))
		if err != nil {
			continue // the folder's name is a pattern
		}
		for _, path := range found {
			b, err := files.Read(path, maxPicture)
			if err != nil {
				continue
			}
			if r, err := filepath.Rel(p.root, path); err == nil {
				path = r
			}
			list = append(list, named(path, b, "")...)
		}
	}
	return list
}

// named returns the table and the spec of a manifest, nothing if it is none.
func named(path string, b []byte, commit string) []thing {
	spec, csv, err := table.ManifestDigests(b)
	if err != nil || csv == "" {
		return nil
	}
	return []thing{
		{"table", csv, strings.TrimSuffix(path, ".json") + ".csv", commit},
		{"spec", spec, path, commit},
	}
}

// history returns the tables and specs of a figure in all commits, the latest first; none where
// there is no git.
func (p project) history(name string) (list []thing) {
	out, err := p.git("log", "--all", "--format=commit %h %cs", "--name-only",
		"--diff-filter=AM", "--", "results/*/"+name+".json")
	if err != nil {
		return nil
	}
	commit, date := "", ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "commit "); ok {
			commit, date, _ = strings.Cut(rest, " ")
		} else if line != "" {
			if b, err := p.git("show", commit+":./"+line); err == nil {
				list = append(list, named(filepath.FromSlash(line), b, commit+" of "+date)...)
			}
		}
	}
	return list
}

func (p project) git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-c", "safe.directory=*", "-c",
		"core.fsmonitor=false", "-C", p.root}, args...)...)
	return cmd.Output()
}

// keepVerb puts the folder of the results that the project keeps in order. It removes from the
// folder's tasks what no manifest in it lists any more, and fails if a result that a manifest lists
// is not there.
var keepVerb = tool.Verb{
	Name: "keep",
	Text: "removes results of profile paper that no manifest lists",
	Start: func(c *tool.Call) func() error {
		dir := c.Flags.String("dir", filepath.Join("results", "paper"), "`folder` of the tables")
		return func() error {
			kept, removed, size, err := order(*dir)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "%s: %d results, %.1f MB; %d removed\n", filepath.Join(*dir, "tasks"),
				kept, float64(size)/1e6, removed)
			return nil
		}
	},
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
