package experiments

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/long"
)

// edit changes one place of a source file of the module.
type edit struct {
	few                          bool // it is made even where few are
	name, figure, file, old, new string
	to                           string // a file of the same package to which old moves; or none
}

// thinned are arguments that leave out tasks of figures that take long.
var thinned = map[string][]string{
	"fig07": {"-set", "dt=[5e-3]", "-set", "n=[1,15,100]"},
	"fig13": {"-set", "dt=[1e-2]", "-set", "n=[1,25]"},
	"fig14": {"-set", "dt=[5e-3]"},
}

// Who changes the numerics, with a cache of before, gets the table of the new code, or is told that
// results are of other code or that the gradient is wrong. With EDITS=all this makes all the edits,
// which takes a quarter of an hour, and in make test-long a few.
func TestEdits(t *testing.T) {
	makeEdits(t, edits, func(t *testing.T, before, after, fresh outcome) {
		switch {
		case after.refused && fresh.refused:
		case bytes.Equal(before.table, fresh.table) && after.trusted:
			t.Error("the edit has no effect")
		case !bytes.Equal(after.table, fresh.table) && !after.told:
			t.Errorf("silent:\n%s", after.log)
		}
	})
}

// An edit of something else leaves all results trusted.
func TestIdleEdits(t *testing.T) {
	makeEdits(t, idleEdits, func(t *testing.T, before, after, fresh outcome) {
		if !bytes.Equal(before.table, fresh.table) {
			t.Error("the edit changes the numbers")
		}
		if !bytes.Equal(after.table, fresh.table) || !after.trusted {
			t.Errorf("not trusted:\n%s", after.log)
		}
	})
}

// outcome is the result of a run.
type outcome struct {
	table   []byte
	log     string
	told    bool // it says that results are of other code
	trusted bool // it computes nothing, and does not say so
	refused bool // it ends, since the gradient is not that of the posterior
}

// counted is the line that says how many results were there.
var counted = regexp.MustCompile(`(?m)^(\d+) tasks, (\d+) cached;`)

// makeEdits makes the edits and hands to check what comes of their figures: unedited, edited with
// the cache of that run, and edited with -fresh.
func makeEdits(t *testing.T, edits []edit, check func(t *testing.T, before, after, fresh outcome)) {
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits { // whether they are made or not
		text := source(t, module, e.file)
		if n := strings.Count(text, e.old); n != 1 {
			t.Errorf("%s: %s has the text %d times, expected once:\n%s", e.name, e.file, n, e.old)
		}
	}
	all := os.Getenv("EDITS") == "all"
	if !all {
		long.Test(t)
	}
	folder, unedited := t.TempDir(), map[string]outcome{}
	for _, e := range edits {
		t.Run(e.name, func(t *testing.T) {
			if !all && !e.few {
				t.Skip("EDITS=all makes it")
			}
			from := filepath.Join(folder, e.figure)
			before, ok := unedited[e.figure]
			if !ok {
				before = compute(t, e.figure, bin, from)
				unedited[e.figure] = before
			}
			dir := t.TempDir()
			flags := os.Getenv("GOFLAGS") + " -overlay=" + e.overlay(t, module, dir)
			if err := build(dir, []string{e.figure}, []string{"GOFLAGS=" + flags}, ""); err != nil {
				t.Fatal(err)
			}
			cached, fresh := filepath.Join(dir, "cached"), filepath.Join(dir, "fresh")
			err := os.CopyFS(filepath.Join(cached, "cache"), os.DirFS(filepath.Join(from, "cache")))
			if err != nil {
				t.Fatal(err)
			}
			check(t, before, compute(t, e.figure, dir, cached),
				compute(t, e.figure, dir, fresh, "-fresh"))
		})
	}
}

// overlay writes the edited files to a folder, and returns the file that tells go build of them.
func (e edit) overlay(t *testing.T, module, dir string) string {
	t.Helper()
	replace := map[string]string{}
	write := func(name, text string) {
		to := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(to, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(module, name)] = to
	}
	write(e.file, strings.Replace(source(t, module, e.file), e.old, e.new, 1))
	if e.to != "" {
		to := filepath.Join(filepath.Dir(e.file), e.to)
		write(to, source(t, module, to)+"\n"+e.old)
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// source is the text of a file of the module.
func source(t *testing.T, module, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(module, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// compute runs the program of a figure in the folder bin, with its output and cache in dir.
func compute(t *testing.T, figure, bin, dir string, args ...string) (o outcome) {
	t.Helper()
	args = append(append([]string{"-q=false"}, thinned[figure]...), args...)
	var err error
	o.log, err = smokeOutput(figure, bin, dir, nil, args...)
	if o.refused = err != nil && strings.Contains(err.Error(), " log π is "); o.refused {
		return o
	}
	if err != nil {
		t.Fatal(err)
	}
	if o.table, err = os.ReadFile(filepath.Join(dir, figure+".csv")); err != nil {
		t.Fatal(err)
	}
	o.told = strings.Contains(o.log, "computed by other code")
	n := counted.FindStringSubmatch(o.log)
	o.trusted = n != nil && n[1] == n[2] && !o.told
	return o
}
