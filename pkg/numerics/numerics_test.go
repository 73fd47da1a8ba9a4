package numerics

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const source = `//go:build linux

package walk

import (
	"math"

	v "adl/pkg/arith"
)

// Step is a type.
type Step struct{ Size, n float64 }

type Taker interface{ Take(x float64) float64 }

const (
	left = iota
	right
)

const length = 2.5

var start = 1.0

// Run is the root.
func Run(t Taker, k int) float64 {
	x, side := start, left
	for i := 0; i < k; i++ {
		if side == right {
			x = t.Take(x) // a comment
		}
		x += v.Double(
			length,
			math.Sqrt(x),
		)
	}
	y := Step{Size: x}
	return y.Size
}

func (s Step) Take(x float64) float64 { return x + s.Size }
func (s Step) String() string         { return "a step" }

type unused struct{}

func (unused) Take(x float64) float64 { return 0 }
func helper() float64                 { return 1 }
`

func reach(t *testing.T, walk, main string) Code {
	t.Helper()
	files := fstest.MapFS{
		"walk/walk.go":      {Data: []byte(walk)},
		"walk/walk_test.go": {Data: []byte("not even Go")},
		"arith/arith.go": {Data: []byte("package arith\n\ntype Function struct{ Of func() }\n\n" +
			"func Double(x, y float64) float64 { return 2 * x * y }\n\nfunc Half() {}\n")},
		"else/else.go": {Data: []byte("package else_\n\nfunc (t T) Take() {}\n\ntype T int\n")},
	}
	tree := Tree{
		Files: files, Packages: []string{"walk", "arith"}, Handed: []string{"arith"},
		Carriers: []string{"arith.Function"},
	}
	if main != "" {
		tree.Main = fstest.MapFS{"main.go": {Data: []byte(main)}}
	}
	c, err := tree.Reach("walk.Run")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReach(t *testing.T) {
	c := reach(t, source, "")
	want := "arith.Double arith.Function walk.Run walk.Step walk.Step.Take walk.Taker walk.left " +
		"walk.length walk.right walk.start"
	if got := strings.Join(c.Names, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !slices.Equal(c.Imports, []string{"math"}) {
		t.Errorf("imports %v", c.Imports)
	}
	own := reach(t, source, `package main

import "adl/pkg/arith"

type model struct{}

func (model) Take(x float64) float64 { return twice(x) }
func (model) Draw() float64          { return 0 }

func twice(x float64) float64 { return 2 * x }

var given = arith.Function{Of: hidden}

func hidden() {}
func main()   { model{}.Draw() }
`)
	want += " main.given main.hidden main.model main.model.Take main.twice"
	if got := strings.Join(own.Names, " "); got != sorted(want) {
		t.Errorf("with main: got  %s\nwant %s", got, sorted(want))
	}
	if own.Digest == c.Digest {
		t.Error("the same digest with package main")
	}
	_, err := Tree{Files: fstest.MapFS{}}.Reach("walk.Run")
	if err == nil || err.Error() != "numerics: no declaration walk.Run" {
		t.Errorf("got %v", err)
	}
}

func sorted(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Every edit of reached code but those of its text is another digest.
func TestDigest(t *testing.T) {
	before := reach(t, source, "").Digest
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"a comment", "// a comment", "/* another */", true},
		{"a doc comment", "// Run is the root.", "// Run runs.", true},
		{"layout", "v.Double(\n\t\t\tlength,\n\t\t\tmath.Sqrt(x),\n\t\t)",
			"v.Double(length, math.Sqrt(x))", true},
		{"layout of a block", "{ return x + s.Size }", "{\n\treturn x + s.Size\n}", true},
		{"a local", "side", "at", true},
		{"a parameter", "k int) float64 {\n\tx, side := start, left\n\tfor i := 0; i < k;",
			"many int) float64 {\n\tx, side := start, left\n\tfor i := 0; i < many;", true},
		{"a receiver", "(s Step) Take(x float64) float64 { return x + s.Size }",
			"(st Step) Take(x float64) float64 { return x + st.Size }", true},
		{"the name of an import", "v ", "w ", true},
		{"what is not reached", "return 1 }", "return 2 }", true},
		{"a method that nobody calls", `"a step"`, `"one"`, true},
		{"a type that nobody has", "return 0 }", "return 3 }", true},
		{"order", "const length = 2.5\n\nvar start = 1.0", "var start = 1.0\n\nconst length = 2.5", true},

		{"a constant", "2.5", "2.6", false},
		{"a variable", "start = 1.0", "start = 1.5", false},
		{"an operator", "x += v", "x -= v", false},
		{"another local", "side == right", "k == right", false},
		{"locals swapped", "x, side := start, left", "side, x := start, left", false},
		{"order of constants", "left = iota\n\tright", "right = iota\n\tleft", false},
		{"a comparison", "i < k", "i <= k", false},
		{"a call", "v.Double(", "v.Half(", false},
		{"an imported function", "math.Sqrt", "math.Cbrt", false},
		{"another package", `"math"`, `math "other/math"`, false},
		{"a field", "Size, n", "n, Size", false},
		{"a method", "return x + s.Size", "return x + s.Size + s.n", false},
		{"a build constraint", "//go:build linux", "//go:build !linux", false},
		{"a function", "x := start", "x := helper()", false},
	} {
		after := strings.ReplaceAll(source, c.old, c.new)
		if c.name == "the name of an import" {
			after = strings.Replace(strings.ReplaceAll(source, "v.Double", "w.Double"), "\tv ", "\tw ", 1)
		}
		if c.name == "a function" {
			after = strings.Replace(source, "x, side := start, left", "x, side := helper(), left", 1)
		}
		if after == source {
			t.Fatalf("%s: no edit", c.name)
		}
		if got := reach(t, after, "").Digest; (got == before) != c.same {
			t.Errorf("%s: the digest is the same: %v", c.name, got == before)
		}
	}
}
