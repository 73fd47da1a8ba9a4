package dataset

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/vec"
)

func TestLabelledDigest(t *testing.T) {
	l := Labelled{Z: []float32{1, -2, 0.5, 3}, D: 2, Y: []float64{0, 1}}
	// N, D, 1, −2, 0.5, 3, 0, 1: echo 0200000000000000 0200000000000000 0000803f 000000c0 0000003f
	// 00004040 0000000000000000 000000000000f03f | xxd -r -p | sha256sum
	got, want := l.Digest(), "b08af8706258418276a124253ce01ef8a2a6df8d52eb3e91dbb8dfa34485cdb2"
	if got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	for name, other := range map[string]Labelled{
		"dimension": {Z: l.Z, D: 4, Y: []float64{0}},
		"shape":     {Z: l.Z, D: 1, Y: l.Y},
		"labels":    {Z: l.Z, D: 2, Y: []float64{1, 0}},
		"order":     {Z: []float32{0.5, 3, 1, -2}, D: 2, Y: l.Y},
		"sign of 0": {Z: l.Z, D: 2, Y: []float64{math.Copysign(0, -1), 1}},
		"scale":     {Z: l.Z, D: 2, Y: l.Y, Mean: []float64{1, 2}, SD: []float64{1, 2}},
	} {
		if other.Digest() == l.Digest() {
			t.Errorf("another %s has the same digest", name)
		}
	}
	other := l
	other.Origin, other.Names = "x", []string{"a", "b"}
	if other.Digest() != l.Digest() {
		t.Error("the digest depends on where the data are from, or on names")
	}
	if r := l.Row(1); !slices.Equal(r, []float32{0.5, 3}) || cap(r) != 2 {
		t.Errorf("row 1 is %v", r)
	}
}

// Coefficients of standardized covariates become those of the covariates in the file: predictors
// are the same, up to a constant without an intercept.
func TestCoefficient(t *testing.T) {
	const file = "age,log income,y\n20,1e6,0\n30,1000002,1\n70,999999,1\n"
	x, y := [][]float64{{20, 1e6}, {30, 1e6 + 2}, {70, 1e6 - 1}}, []float64{0, 1, 1}
	for _, c := range []struct {
		name, file string
		s          CSV
		names      []string
	}{
		{"standardized", file, CSV{Standardize: true}, []string{"age", "log income"}},
		{"with an intercept", file, CSV{Standardize: true, Intercept: true},
			[]string{"intercept", "age", "log income"}},
		{"two of three", file, CSV{Standardize: true, Columns: []string{"log income", "age"}},
			[]string{"log income", "age"}},
		{"no names", file[strings.Index(file, "\n"):], CSV{Standardize: true, Intercept: true},
			[]string{"intercept", "", ""}},
		{"as given", file, CSV{}, []string{"age", "log income"}},
	} {
		l, err := c.s.parse(strings.NewReader(c.file), classes)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(l.Names, c.names) || !slices.Equal(l.Y, y) {
			t.Errorf("%s: names %q, labels %v", c.name, l.Names, l.Y)
		}
		theta := []float64{0.5, -2, 3}[:l.D]
		var constant float64
		for i, x := range x {
			if c.s.Intercept {
				x = slices.Insert(slices.Clone(x), 0, 1)
			}
			if c.s.Columns != nil {
				x = []float64{x[1], x[0]}
			}
			difference := 0.0
			for k, z := range l.Row(i) {
				difference += theta[k]*float64(z) - l.Coefficient(theta, k)*x[k]
			}
			if i == 0 && !c.s.Intercept {
				constant = difference
			}
			if e := difference - constant; !(math.Abs(e) < 1e-6) {
				t.Errorf("%s: the predictor of datum %d changes by %g", c.name, i, e)
			}
		}
	}
}

func TestLabelledRoundTrip(t *testing.T) {
	for _, l := range []Labelled{
		TwoClasses(500, 0.03, 1),
		{
			Z: []float32{
				0.1, -1.0 / 3, math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Copysign(0, -1)),
				1e-20,
			},
			D: 3, Y: []float64{1, 0},
		},
		{Z: make([]float32, maxDim), D: maxDim, Y: []float64{1}, Origin: "# wide"},
	} {
		path := filepath.Join(t.TempDir(), "data.csv")
		var b bytes.Buffer
		if err := l.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := CSV{File: path}.read(regression)
		if err != nil || got.Digest() != l.Digest() || got.Origin != path {
			t.Errorf("%s: other data come back, from %q, %v", l.Origin, got.Origin, err)
		}
	}
	if err := TwoClasses(500, 0.03, 1).Write(failing{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a writer that fails: %v", err)
	}
}

// TestWords: words and normal numbers come one by one in the order of the stream.
func TestWords(t *testing.T) {
	want := make([]uint64, 192)
	vec.NewStream(3, 4).Bits(want)
	w := newWords(3, 4)
	for i := range want {
		if got := w.next(); got != want[i] {
			t.Fatalf("word %d is %x, want %x", i, got, want[i])
		}
	}
	rows := vec.Rows(40)
	vec.NewStream(3, 5).Normals(rows)
	next := normals(3, 5)
	for i := range 40 * vec.Lanes {
		if got := next(); got != rows[i/vec.Lanes][i%vec.Lanes] {
			t.Fatalf("normal number %d is %g", i, got)
		}
	}
}

// TestPermutation: all 24 orders of four things are equally likely.
func TestPermutation(t *testing.T) {
	const n = 24000
	count := map[[4]int]float64{}
	w := newWords(1)
	for range n {
		count[[4]int(w.permutation(4))]++
	}
	chi := 0.0
	for _, k := range count {
		chi += (k - n/24) * (k - n/24) / (n / 24)
	}
	if p := (distuv.ChiSquared{K: 23}).Survival(chi); len(count) != 24 || p < 1e-5 || p > 1-1e-5 {
		t.Errorf("%d orders, chi-square %.1f, probability %g", len(count), chi, p)
	}
	seen := make([]bool, 1000)
	for _, i := range w.permutation(1000) {
		if seen[i] {
			t.Fatalf("%d occurs twice", i)
		}
		seen[i] = true
	}
	mean := 0.0
	for range 10000 {
		mean += w.unit() / 10000
	}
	if z := (mean - 0.5) * math.Sqrt(12*10000); math.Abs(z) > 4.5 {
		t.Errorf("unit: mean %g, %.1f standard errors off", mean, z)
	}
}
