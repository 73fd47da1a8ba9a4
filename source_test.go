package adl

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Source has every compiled file of the library and of the programs, and the packages apart exist.
func TestSource(t *testing.T) {
	n := 0
	for _, pattern := range []string{"pkg/*/*.go", "experiments/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			n++
			want, err := os.ReadFile(name)
			got, e := fs.ReadFile(Source, filepath.ToSlash(name))
			if err != nil || e != nil || string(got) != string(want) {
				t.Errorf("%s: %v, %v, or another text", name, err, e)
			}
		}
	}
	for _, folder := range slices.Concat(apart, formats) {
		if names, _ := filepath.Glob(folder + "/*.go"); len(names) == 0 {
			t.Errorf("there is no %s", folder)
		}
	}
	if n < 100 {
		t.Errorf("found only %d files", n)
	}
}

// All code that a number depends on counts, however it is imported, and no other code. Where Source
// does not tell it, there is no digest.
func TestCode(t *testing.T) {
	const (
		main  = "experiments/fig99/main.go"
		one   = "pkg/one/one.go"
		same  = "same"
		moved = "moved"
		blind = "blind" // the digest of the executable takes its place
	)
	plain := map[string]string{
		main: `package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/one"
	"adl/pkg/plots"
	"adl/pkg/table"
	"gonum.org/v1/gonum/mat"
)

//go:embed spec.toml
var spec []byte

func main() { fmt.Println(one.Two(1, 2), plots.Three, table.Five, mat.Dot, "adl/pkg/none") }
`,
		one: `package one

import other "adl/pkg/two"

func Two(a, b int) int { return other.Sum(a, b) }
`,
		"pkg/two/two_arm64.go":        "//go:build a\n\npackage two\n\nfunc Sum(a, b int) int { return a + b }\n",
		"pkg/two/t.go":                "//go:build !a\n\npackage two\n\nconst Four = 4\n",
		"pkg/two/two_test.go":         "package two\n",
		"pkg/plots/plots.go":          "package plots\n\nconst Three = 3\n",
		"pkg/table/table.go":          "package table\n\nconst Five = 5\n",
		"pkg/four/four.go":            "package four\n",
		"experiments/fig99/spec.toml": "x = 1\n",
	}
	gonum := debug.Module{Path: "gonum.org/v1/gonum", Version: "v0.17.0", Sum: "h1:a"}
	build := func() *debug.BuildInfo {
		module := gonum
		return &debug.BuildInfo{GoVersion: "go1.26.8-X:simd", Deps: []*debug.Module{
			&module, {Path: "gonum.org/v1/plot", Version: "v0.17.0", Sum: "h1:b"},
		}, Settings: []debug.BuildSetting{
			{Key: "-ldflags", Value: "-w -X=runtime.godebugDefault=asyncpreemptoff=1 " +
				"'-X adl/pkg/experiment.dots=30'"}, {Key: "GOAMD64", Value: "v3"},
		}}
	}
	digest := func(tree fs.FS, info *debug.BuildInfo) string {
		d, ok := code(tree, "experiments/fig99", info, slices.Concat(apart, formats))
		if !ok {
			return blind
		}
		return d
	}
	tree := func() fstest.MapFS {
		tree := fstest.MapFS{}
		for path, text := range plain {
			tree[path] = &fstest.MapFile{Data: []byte(text)}
		}
		return tree
	}
	was := digest(tree(), build())
	if len(was) != 16 {
		t.Fatalf("got %q", was)
	}
	check := func(what, now, want string) {
		if now != blind && now != was {
			now = moved
		} else if now == was {
			now = same
		}
		if now != want {
			t.Errorf("%s: %s, want %s", what, now, want)
		}
	}
	for _, c := range []struct{ name, old, new, want string }{
		{one, "package", "// Package one.\npackage", same},
		{one, "{ return other.Sum(a, b) }", "{\n\treturn other.Sum(\n\ta,\n\tb,\n)\n}", same},
		{"pkg/two/two_test.go", "two", "two_test", same},
		{"pkg/plots/plots.go", "3", "4", same},
		{"pkg/table/table.go", "5", "6", same},
		{"pkg/four/four.go", "four", "five", same},
		{"experiments/fig99/spec.toml", "1", "2", same},
		{main, "1, 2", "2, 1", moved},
		{one, "(a, b) }", "(b, a) }", moved},
		{"pkg/two/two_arm64.go", "a + b", "a - b", moved},
		{"pkg/two/two_arm64.go", "+ b", "+ b + 0", moved},
		{"pkg/two/two_arm64.go", "//go:build a", "//go:build b", moved},
		{"pkg/two/t.go", "4", "5", moved},
		{one, `"adl/pkg/two"`, "`adl/pkg/four`", moved},
		{one, `"adl/pkg/two"`, "`adl/pkg/none`", blind},
		{main, "adl/pkg/one", "adl/internal/one", blind},
		{main, `"fmt"`, `"C"`, blind},
		{main, "embed spec.toml", "embed spec.toml factor.txt", blind},
		{main, "gonum.org/v1/gonum", "example.org/mat", blind},
	} {
		tree := tree()
		if !strings.Contains(plain[c.name], c.old) {
			t.Fatalf("%s has no %q", c.name, c.old)
		}
		tree[c.name].Data = []byte(strings.Replace(plain[c.name], c.old, c.new, 1))
		check(c.name+": "+c.new, digest(tree, build()), c.want)
	}
	for name, want := range map[string]string{
		"pkg/two/fastest.go": moved, "experiments/fig99/t.go": moved, "pkg/two/two_amd64.s": blind,
		"pkg/two/README.md": same, "pkg/two/mine/mine.go": same, "experiments/fig99/draw.go": same,
	} {
		tree := tree()
		tree[name] = &fstest.MapFile{Data: []byte("package two\n")}
		check(name, digest(tree, build()), want)
	}
	{
		tree := tree()
		tree["pkg/study/mine/p.go"] = &fstest.MapFile{Data: []byte("package mine\n")}
		tree[one].Data = []byte(strings.Replace(plain[one], "pkg/two", "pkg/study/mine", 1))
		now := digest(tree, build())
		tree["pkg/study/mine/p.go"].Data = []byte("package mine\nconst x = 2\n")
		if then := digest(tree, build()); now == blind || then == now {
			t.Errorf("a package of two levels: %s and %s", now, then)
		}
	}
	{ // the table depends on package table
		tree := tree()
		was, _ := code(tree, "experiments/fig99", build(), apart)
		tree["pkg/table/table.go"].Data = []byte("package table\n\nconst Five = 6\n")
		if now, ok := code(tree, "experiments/fig99", build(), apart); !ok || now == was {
			t.Errorf("package table is not in the digest of a table: %s", now)
		}
	}
	setting := func(key, value string) func(*debug.BuildInfo) {
		return func(b *debug.BuildInfo) { b.Settings = []debug.BuildSetting{{Key: key, Value: value}} }
	}
	gonumIs := func(m debug.Module) func(*debug.BuildInfo) {
		return func(b *debug.BuildInfo) { *b.Deps[0] = m }
	}
	for what, c := range map[string]struct {
		change func(b *debug.BuildInfo)
		want   string
	}{
		"another patch release":  {func(b *debug.BuildInfo) { b.GoVersion = "go1.26.5" }, same},
		"without the experiment": {func(b *debug.BuildInfo) { b.GoVersion = "go1.26.8" }, same},
		"a later release":        {func(b *debug.BuildInfo) { b.GoVersion = "go1.27.0 X:nodwarf5" }, same},
		"a development version":  {func(b *debug.BuildInfo) { b.GoVersion = "devel go1.28-a1b2c3 Mon" }, same},
		"GOAMD64":                {setting("GOAMD64", "v1"), same},
		"GOARCH":                 {setting("GOARCH", "arm64"), same},
		"no flags":               {setting("-buildmode", "exe"), same},
		"-tags":                  {setting("-tags", "mine"), blind},
		"-X":                     {setting("-ldflags", "-X main.factor=2"), blind},
		"-X of a package":        {setting("-ldflags", "'-X=adl/pkg/one.Factor=2'"), blind},
		"plots": {
			func(b *debug.BuildInfo) { b.Deps[1].Version = "v0.18.0" }, same,
		},
		"version": {
			gonumIs(debug.Module{Path: gonum.Path, Version: "v0.18.0", Sum: "h1:c"}), moved,
		},
		"sum": {gonumIs(debug.Module{Path: gonum.Path, Version: "v0.17.0", Sum: "h1:c"}), moved},
		"replaced": {gonumIs(debug.Module{Path: gonum.Path, Version: "v0.17.0", Sum: "h1:a",
			Replace: &debug.Module{Path: "example.org/gonum", Version: "v0.17.1", Sum: "h1:d"}}), moved},
		"a folder": {gonumIs(debug.Module{Path: gonum.Path, Version: "v0.17.0", Sum: "h1:a",
			Replace: &debug.Module{Path: "../gonum"}}), blind},
		"vendored": {gonumIs(debug.Module{Path: gonum.Path, Version: "v0.17.0"}), blind},
	} {
		b := build()
		c.change(b)
		check(what, digest(tree(), b), c.want)
	}
	if now := digest(fstest.MapFS{}, build()); now != blind {
		t.Errorf("a program without files has the digest %s", now)
	}
}
