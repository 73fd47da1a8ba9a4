package dataset

import (
	"bytes"
	"errors"
	"fmt"
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
	} {
		if other.Digest() == l.Digest() {
			t.Errorf("another %s has the same digest", name)
		}
	}
	other := l
	other.Origin = "x"
	if other.Digest() != l.Digest() {
		t.Error("the digest depends on where the data are from")
	}
	if r := l.Row(1); !slices.Equal(r, []float32{0.5, 3}) || cap(r) != 2 {
		t.Errorf("row 1 is %v", r)
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
		got, err := ReadLabelled(path)
		if err != nil || got.Digest() != l.Digest() || got.Origin != path {
			t.Errorf("%s: other data come back, from %q, %v", l.Origin, got.Origin, err)
		}
	}
	if err := TwoClasses(500, 0.03, 1).Write(failing{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a writer that fails: %v", err)
	}
}

func TestReadLabelled(t *testing.T) {
	for _, c := range []struct {
		name, text string
		z          []float32 // nil: an error
		y          []float64
		err        string // after the path
	}{
		{"plain", "1,2,0\n3,4.5,1\n", []float32{1, 2, 3, 4.5}, []float64{0, 1}, ""},
		{
			"a mark, comments, spaces, CRLF", "\ufeff# z1,z2,y\n\n 1 , -2e-3 ,\t1\r\n",
			[]float32{1, -2e-3}, []float64{1}, "",
		},
		{"rounded", "0.1,0", []float32{0.1}, []float64{0}, ""},
		{"underflow", "1e-60,0", []float32{0}, []float64{0}, ""},
		{"empty", "", nil, nil, ": no data, expected components and a label in each line"},
		{"comments only", "# 1,0\n", nil, nil, ": no data"},
		{
			"label only", "1\n", nil, nil,
			":1: expected 1 to 4096 components and a label with commas between them, got 0 commas",
		},
		{
			"spaces for commas", "# c\n1 2 0\n", nil, nil,
			":2: expected 1 to 4096 components and a label with commas between them, got 0 commas",
		},
		{
			"too wide", strings.Repeat("0,", maxDim+1) + "1", nil, nil,
			":1: expected 1 to 4096 components and a label with commas between them, got 4097 commas",
		},
		{
			"shorter line", "1,2,0\n\n1,0\n", nil, nil,
			":3: expected 2 components and a label as in the lines before, got 1 commas",
		},
		{
			"longer line", "1,2,0\n1,2,3,0\n", nil, nil,
			":2: expected 2 components and a label as in the lines before, got 3 commas",
		},
		{"trailing comma", "1,2,\n", nil, nil, `:1: expected the label 0 or 1 at the end, got ""`},
		{"label 2", "1,2,0\n1,2,2\n", nil, nil, `:2: expected the label 0 or 1 at the end, got "2"`},
		{"label 1.0", "1,2,1.0\n", nil, nil, `:1: expected the label 0 or 1 at the end, got "1.0"`},
		{
			"word", "1,2,0\n1,two,0\n", nil, nil,
			`:2: component 2: expected a finite number in single precision, got "two"`,
		},
		{
			"empty component", "1,,0\n", nil, nil,
			`:1: component 2: expected a finite number in single precision, got ""`,
		},
		{
			"NaN", "NaN,0\n", nil, nil,
			`:1: component 1: expected a finite number in single precision, got "NaN"`,
		},
		{
			"infinity", "-inf,0\n", nil, nil,
			`:1: component 1: expected a finite number in single precision, got "-inf"`,
		},
		{
			"overflow of a float32", "1e39,0\n", nil, nil,
			`:1: component 1: expected a finite number in single precision, got "1e39"`,
		},
		{
			"long word", strings.Repeat("x", 99) + ",0\n", nil, nil,
			`got "` + strings.Repeat("x", 40) + `…"`,
		},
		{
			"too long a line", "1,0\n" + strings.Repeat("0", 1<<20) + ",0\n", nil, nil,
			":2: the line is too long for a datum",
		},
		{"too many", strings.Repeat("1,0\n", 65537), nil, nil, ":65537: more than 65536 data"},
	} {
		path := filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := ReadLabelled(path)
		switch {
		case c.z == nil && (err == nil || !strings.HasPrefix(err.Error(), "data file "+path+":") ||
			!strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: error %v, want one line with %q", c.name, err, c.err)
		case c.z == nil && (l.Z != nil || l.Y != nil):
			t.Errorf("%s: data come with an error", c.name)
		case c.z != nil && (err != nil || !slices.Equal(l.Z, c.z) || !slices.Equal(l.Y, c.y) ||
			l.D*len(l.Y) != len(l.Z)):
			t.Errorf("%s: %v, %v, want %v and %v", c.name, l, err, c.z, c.y)
		}
	}
	dir := t.TempDir()
	if _, err := ReadLabelled(filepath.Join(dir, "none.csv")); !errors.Is(err, fs.ErrNotExist) ||
		strings.Count(err.Error(), "none.csv") != 1 {
		t.Errorf("missing file: %v", err)
	}
	if _, err := ReadLabelled(dir); err == nil || err.Error() != fmt.Sprintf(
		"data file %s: is a directory, expected a file of one labelled datum a line", dir,
	) {
		t.Errorf("directory: %v", err)
	}
}

// FuzzParseLabelled: no text makes parseLabelled panic; what it accepts is finite, of one shape,
// and reads back as the same data.
func FuzzParseLabelled(f *testing.F) {
	for _, s := range []string{
		"", "1,0\n", "1,2,0\n3,4,1\n", "# c\n", "1e39,1", ",,0", "0x1p-150,1\r\n", "é,0",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := parseLabelled(strings.NewReader(s))
		if err != nil {
			return
		}
		if len(l.Y) == 0 || l.D < 1 || len(l.Z) != l.D*len(l.Y) {
			t.Fatalf("%q: %d numbers, %d labels, dimension %d", s, len(l.Z), len(l.Y), l.D)
		}
		for _, z := range l.Z {
			if z-z != 0 {
				t.Fatalf("%q: accepts %g", s, z)
			}
		}
		var b strings.Builder
		if err := l.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := parseLabelled(strings.NewReader(b.String()))
		if err != nil || again.Digest() != l.Digest() {
			t.Fatalf("%q: reads back as %v, %v", s, again, err)
		}
	})
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
	n := newNormals(3, 5)
	for i := range 40 * vec.Lanes {
		if got := n.next(); got != rows[i/vec.Lanes][i%vec.Lanes] {
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
