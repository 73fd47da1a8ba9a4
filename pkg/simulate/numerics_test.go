package simulate

import (
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/numerics"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Every source file of the packages is embedded, whatever its name, and every package of the
// project that a chain is computed with is among them, or keeps and passes on numbers alone.
func TestPackages(t *testing.T) {
	for _, p := range append(packages, "dataset") { // of which package study takes the code
		files, err := filepath.Glob("../" + p + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("package %s: %d files, %v", p, len(files), err)
		}
		for _, f := range files {
			name := p + "/" + filepath.Base(f)
			_, err := fs.Stat(pkg.Source, name)
			if test := strings.HasSuffix(name, "_test.go"); (err == nil) == test {
				t.Errorf("%s: embedded in package pkg: %v", name, err == nil)
			}
		}
	}
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	keep := []string{
		"claim", "data", "dataset", "files", "numerics", "pages", "pkg", "spec", "sweep", "table",
	}
	for _, p := range strings.Fields(string(out)) {
		if base := path.Base(p); strings.HasPrefix(p, numerics.Module+"/") &&
			!slices.Contains(packages, base) &&
			!slices.Contains(keep, base) {
			t.Errorf("package %s is not among those whose code is digested", p)
		}
	}
}

// The digest has no versions of modules: no number comes from one.
func TestImports(t *testing.T) {
	c, err := reach(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Imports {
		first, _, _ := strings.Cut(p, "/")
		// A norm in a check.
		if strings.Contains(first, ".") && p != "gonum.org/v1/gonum/floats" {
			t.Errorf("a simulated number depends on %s, whose version is not in the digest", p)
		}
	}
}

// The code of a chain of the library is the library's, and that of one with a type or a function
// from elsewhere is not known.
func TestCodeFor(t *testing.T) {
	of := func(part sweep.Part) string {
		return map[sweep.Part]string{sweep.Own: "together", sweep.Random: "library"}[part]
	}
	for name, c := range chains() {
		if got := c.Code(of); got != "library" {
			t.Errorf("%s: code %q", name, got)
		}
	}
	if z := gaussianNoise(); z.Code(of) != "library" {
		t.Error("noise: not the library's code")
	}
	for p, want := range map[string]string{
		numerics.Module + "/pkg/model": "library", "math/rand/v2": "library", "main": "together",
		numerics.Module + "/pkg/table": "", numerics.Module + "/experiments/fig05": "",
		"example.com/adl/pkg/model": "", "": "library",
	} {
		w := walk{}
		w.found(p, packages)
		if w.other != (want == "") || w.main != (want == "together") {
			t.Errorf("%s: main: %v, not known: %v, want %q", p, w.main, w.other, want)
		}
	}
	type holder struct{ f any }
	if got := codeFor(holder{table.New}, of); got != "" {
		t.Errorf("a function of package table: code %q", got)
	}
	if got := codeFor(holder{exact.Gaussian{}}, of); got != "" {
		t.Errorf("a type of package exact behind an interface: code %q", got)
	}
	if got := codeFor(holder{model.NewGradient}, of); got != "library" {
		t.Errorf("a function of package model: code %q", got)
	}
	if a, b := Code(nil), Code(nil); a != b || len(a) != 16 {
		t.Errorf("digests %q, %q", a, b)
	}
}
