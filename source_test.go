package adl

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// Source has every compiled file of the library and of the programs.
func TestSource(t *testing.T) {
	n := 0
	for _, pattern := range []string{"pkg/*/*.go", "experiments/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			n++
			want, err := os.ReadFile(name)
			got, e := fs.ReadFile(Source, filepath.ToSlash(name))
			if err != nil || e != nil || string(got) != string(want) {
				t.Errorf("%s: %v, %v, or another text: add a pattern to Source", name, err, e)
			}
		}
	}
	for _, folder := range apart {
		if names, _ := fs.Glob(Source, folder+"/*.go"); len(names) == 0 {
			t.Errorf("there is no %s", folder)
		}
	}
	if n < 100 {
		t.Errorf("found only %d files", n)
	}
}

// All code that a number depends on counts, however it is imported, and no other code.
func TestCode(t *testing.T) {
	plain := map[string]string{
		"experiments/fig99/main.go": `package main

import (
	"fmt"

	"adl/pkg/one"
	"adl/pkg/plots"
)

func main() { fmt.Println(one.Two(1, 2), plots.Three) }
`,
		"pkg/one/one.go": `package one

import other "adl/pkg/two"

func Two(a, b int) int { return other.Sum(a, b) }
`,
		"pkg/two/two_arm64.go": "package two\n\nfunc Sum(a, b int) int { return a + b }\n",
		"pkg/two/two_test.go":  "package two\n",
		"pkg/plots/plots.go":   "package plots\n\nconst Three = 3\n",
		"pkg/four/four.go":     "package four\n",
	}
	digest := func(name, old, new string) string {
		tree := fstest.MapFS{}
		for path, text := range plain {
			if path == name {
				if !strings.Contains(text, old) {
					t.Fatalf("%s has no %q", name, old)
				}
				text = strings.Replace(text, old, new, 1)
			}
			tree[path] = &fstest.MapFile{Data: []byte(text)}
		}
		d, ok := code(tree, "experiments/fig99")
		if !ok || len(d) != 16 {
			t.Fatalf("got %q, %t", d, ok)
		}
		return d
	}
	was := digest("", "", "")
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"pkg/one/one.go", "package", "// Package one.\npackage", true},
		{
			"pkg/one/one.go", "{ return other.Sum(a, b) }",
			"{\n\treturn other.Sum(\n\ta,\n\tb,\n)\n}", true,
		},
		{"pkg/two/two_test.go", "two", "two_test", true},
		{"pkg/plots/plots.go", "3", "4", true},
		{"pkg/four/four.go", "four", "five", true},
		{"experiments/fig99/main.go", "1, 2", "2, 1", false},
		{"pkg/one/one.go", "(a, b) }", "(b, a) }", false},
		{"pkg/two/two_arm64.go", "a + b", "a - b", false},
		{"pkg/two/two_arm64.go", "+ b", "+ b + 0", false},
	} {
		if now := digest(c.name, c.old, c.new); (now == was) != c.same {
			t.Errorf("%s: %q instead of %q: the same: %t", c.name, c.new, c.old, now == was)
		}
	}
	if _, ok := code(fstest.MapFS{}, "experiments/fig99"); ok {
		t.Error("a program without files has a digest")
	}
}

func BenchmarkCode(b *testing.B) {
	for b.Loop() {
		if _, ok := Code("fig07"); !ok {
			b.Fatal("there is no fig07")
		}
	}
}
