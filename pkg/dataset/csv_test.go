package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"adl/pkg/vec"
)

func TestCSV(t *testing.T) {
	const single = "expected a finite number in single precision, got "
	for _, c := range []struct {
		name, text string
		s          CSV
		z          []float32 // nil: an error
		y          []float64
		err        string // after the path
	}{
		{"plain", "1,2,0\n3,4.5,1\n", CSV{}, []float32{1, 2, 3, 4.5}, []float64{0, 1}, ""},
		{"a mark, comments, spaces, CRLF", "\ufeff# z1,z2,y\n\n 1 , -2e-3 ,\t1\r\n", CSV{},
			[]float32{1, -2e-3}, []float64{1}, ""},
		{"rounded", "0.1,0", CSV{}, []float32{0.1}, []float64{0}, ""},
		{"forms of zero", "0,-0.0,+.0E7,0e-99,1\n", CSV{}, []float32{0, 0, 0, 0}, []float64{1}, ""},
		{"the smallest", "1e-45,1", CSV{}, []float32{math.SmallestNonzeroFloat32}, []float64{1}, ""},
		{"an unused column underflows", "a,b,y\n1e-46,2,1\n", CSV{Columns: []string{"b"}}, []float32{2},
			[]float64{1}, ""},
		{"tiny beside large, standardized", "1,0\n3e-99,1\n", CSV{Standardize: true},
			[]float32{1, -1}, []float64{0, 1}, ""},
		{"names", "a,b,y\n1,2,0\n", CSV{}, []float32{1, 2}, []float64{0}, ""},
		{"columns", "a, b,y\n1,2,0\n", CSV{Columns: []string{"b"}}, []float32{2}, []float64{0}, ""},
		{"two of a name, unused", "b,b,a,y\nNA,1,2,0\n", CSV{Columns: []string{"a"}}, []float32{2},
			[]float64{0}, ""},
		{"two columns without a name", "a,,,y\n1,2,3,0\n", CSV{}, []float32{1, 2, 3}, []float64{0}, ""},
		{"Latin-1, unused", "Gr\xf6\xdfe,a,y\n\xb5,2,0\n", CSV{Columns: []string{"a"}}, []float32{2},
			[]float64{0}, ""},
		{"label", "y,a,b\n1,2,3\n", CSV{Label: "y"}, []float32{2, 3}, []float64{1}, ""},
		{"both", "y,a,b\n1,2,3\n", CSV{Label: "y", Columns: []string{"b", "a"}}, []float32{3, 2},
			[]float64{1}, ""},
		{"intercept", "2,0\n3,1\n", CSV{Intercept: true}, []float32{1, 2, 1, 3}, []float64{0, 1}, ""},
		{"intercept alone", "0\n1\n", CSV{Intercept: true}, []float32{1, 1}, []float64{0, 1}, ""},
		{"a number as a name", "1,2\n3,0\n", CSV{Label: "2"}, []float32{3}, []float64{0}, ""},
		{"of Excel", "\ufeff\"x\",\"y\"\n\"1\",1", CSV{}, []float32{1}, []float64{1}, ""},
		{"of R", "\"\",\"x\",\"name\",\"y\"\n\"1\",-1e-3,\"a, b\",1\n", CSV{Columns: []string{"x"}},
			[]float32{-1e-3}, []float64{1}, ""},

		{"a separator's line of Excel", "sep=;\r\nx;y\r\n1;0\r\n", CSV{}, []float32{1}, []float64{0}, ""},
		{"semicolons", "x;y\n1.5;0\n2;1\n", CSV{}, []float32{1.5, 2}, []float64{0, 1}, ""},
		{"tabs", "# of a spreadsheet\n\n\"a, b\"\tc\ty\n 1\t2\t0\n3\t 4\t1\n\t\t\n\n",
			CSV{Columns: []string{"c", "a, b"}}, []float32{2, 1, 4, 3}, []float64{0, 1}, ""},
		{"a name of two lines", "\"dose\n(mg)\",y\r\n1,0\r\n2,1\r\n,\r\n",
			CSV{Columns: []string{"dose (mg)"}}, []float32{1, 2}, []float64{0, 1}, ""},
		{"standardized", "a,b,y\n1,1e9,0\n3,1000000002,1\n", CSV{Standardize: true},
			[]float32{-1, -1, 1, 1}, []float64{0, 1}, ""},
		{"standardized, with an intercept", "a,y\n5,0\n5,1\n8,1\n8,0\n",
			CSV{Standardize: true, Intercept: true}, []float32{1, -1, 1, -1, 1, 1, 1, 1},
			[]float64{0, 1, 1, 0}, ""},
		{"a column of 1", "1,2,0\n1,3,1\n", CSV{}, []float32{1, 2, 1, 3}, []float64{0, 1}, ""},

		{"empty", "", CSV{}, nil, nil, " no data, expected covariates and a label in each line"},
		{"comments only", "# 1,0\n", CSV{}, nil, nil, " no data"},
		{"names only", "x,y\n", CSV{}, nil, nil, " no data"},
		{"label only", "1\n", CSV{}, nil, nil,
			"1: expected 1 to 4096 covariates and a label with commas, semicolons or tabs " +
				"between them, got 1 columns"},
		{"spaces for commas", "# c\n1 2 0\n", CSV{}, nil, nil,
			"2: expected 1 to 4096 covariates and a label with commas, semicolons or tabs " +
				"between them, got 1 columns"},
		{"too wide, with names", strings.Repeat("a,", maxDim+1) + "y", CSV{}, nil, nil,
			"1: expected 1 to 4096 covariates"},
		{"too wide", strings.Repeat("0,", maxDim+1) + "1", CSV{}, nil, nil,
			"1: expected 1 to 4096 covariates and a label with commas, semicolons or tabs " +
				"between them, got 4098 columns"},
		{"shorter line", "1,2,0\n\n1,0\n", CSV{}, nil, nil,
			`3: expected columns as in the first line (3), got "1,0"`},
		{"longer line", "1,2,0\n1,2,3,0\n", CSV{}, nil, nil,
			`2: expected columns as in the first line (3), got "1,2,3,0" (commas in numbers? write`},
		{"a decimal comma in each cell", "a,y\n1,5,0,0\n", CSV{}, nil, nil,
			`2: expected columns as in the first line (2), got "1,5,0,0" (commas in numbers? write 1234.5)`},
		{"a longer line of the length of two", "a;y\n1;x;;0\n", CSV{}, nil, nil,
			`2: expected columns as in the first line (2), got "1,x,,0"`},
		{"trailing comma", "1,2,\n", CSV{}, nil, nil,
			`1: column 3: expected the label 0 or 1, got "" (missing: leave the line out)`},
		{"a label in words", "a,y\n1,no\n", CSV{}, nil, nil,
			`2: column 2 (y): expected the label 0 or 1, got "no" (write 1 and 0)`},
		{"label 2", "a,y\n1,2\n", CSV{}, nil, nil,
			`2: column 2 (y): expected the label 0 or 1, got "2"`},
		{"word", "1,2,0\n1,two,0\n", CSV{}, nil, nil, `2: column 2: ` + single + `"two"`},
		{"half a header", "x,2\n", CSV{}, nil, nil,
			`1: column 1: ` + single + `"x" (if this line holds names, set data.label)`},
		{"empty cell", "1,,0\n", CSV{}, nil, nil, `1: column 2: ` + single + `""`},
		{"NaN", "NaN,0\n", CSV{}, nil, nil, `1: column 1: ` + single + `"NaN"`},
		{"infinity", "-inf,0\n", CSV{}, nil, nil, `1: column 1: ` + single + `"-inf"`},
		{"overflow of a float32", "1e39,0\n", CSV{}, nil, nil, `1: column 1: ` + single + `"1e39"`},
		{"underflow of a float32", "1,2,0\n1,-1e-46,0\n", CSV{}, nil, nil,
			`2: column 2: ` + single + `"-1e-46" (reads as 0: scale the column)`},
		{"underflow of a float64", "0.001E-999,0\n", CSV{}, nil, nil, `1: column 1: ` + single +
			`"0.001E-999" (reads as 0`},
		{"long word", strings.Repeat("x", 99) + ",0\n", CSV{}, nil, nil,
			`1: column 1: ` + single + `"` + strings.Repeat("x", 40) + `…"`},
		{"a quote", "1,\"2\n", CSV{}, nil, nil, `1: extraneous or missing " in quoted-field`},
		{"not a number in a table with names", "a;b;y\n1;2;0\n\n1;NA;1\n", CSV{}, nil, nil,
			`4: column 2 (b): ` + single + `"NA"`},
		{"decimal comma", "a;b;y\n1,5;2;0\n", CSV{}, nil, nil, `2: column 1 (a): ` + single + `"1,5"`},
		{"a quote after skipped lines", "\n# c\nsep=,\nx,y\n1,\"2\n", CSV{}, nil, nil,
			`5: extraneous or missing " in quoted-field`},
		{"decimal commas, no names", "0,5 ;0,25;1,0\n", CSV{}, nil, nil,
			`1: column 1: ` + single + `"0,5" (decimal comma or thousands separator: write 1234.5)`},
		{"decimal commas, no names, tabs", "# c\n0,5\t0,25\n", CSV{}, nil, nil,
			`2: column 1: ` + single + `"0,5" (decimal comma`},
		{"after a name of two lines", "\"a\nb\",y\n1,0\n,1\n", CSV{}, nil, nil,
			"4: column 1 (a b): " + single + `""`},
		{"not finite, standardized", "a,y\n1e31,0\n", CSV{Standardize: true}, nil, nil,
			`2: column 1 (a): expected a finite number of magnitude up to 1e+30, got "1e31"`},
		{"one class", "# c\nx,y\n1,1\n2,1\n", CSV{}, nil, nil,
			"3: column 2 (y): expected labels 0 and 1, all lines have the same"},
		{"a constant beside the intercept", "one,x,y\n1,1,1\n1,2,0\n", CSV{Intercept: true}, nil, nil,
			"2: column 1 (one): expected numbers that differ, all lines have the same"},
		{"two constants", "1,2,0,1\n1,3,0,0\n", CSV{}, nil, nil,
			"1: column 3: expected numbers that differ, all lines have the same"},
		{"a constant, standardized", "x,y\n0.1,0\n0.1,1\n0.1,1\n", CSV{Standardize: true}, nil, nil,
			"2: column 1 (x): expected numbers that differ, all lines have the same"},
		{"the same in single precision", "1,16777217,0\n1,16777216,1\n", CSV{}, nil, nil,
			"1: column 2: expected numbers that differ, all lines have the same"},
		{"no such column", "a,b,y\n1,2,0\n", CSV{Columns: []string{"c"}}, nil, nil,
			`1: data.columns: expected the name of one column of ["a" "b" "y"] in `},
		{"no such label", "a,y\n1,0\n", CSV{Label: "z"}, nil, nil,
			`1: data.label: expected the name of one column of ["a" "y"] in `},
		{"the label as a covariate", "a,y\n1,0\n", CSV{Columns: []string{"a", "y"}}, nil, nil,
			`1: data.columns: expected covariates, got the label "y"`},
		{"two of a name, by default", "b,a,y,a\n1,2,1,0\n", CSV{}, nil, nil,
			`1: columns 2 and 4 have the name "a" (rename one)`},
		{"a covariate of the label's name", "y,a,y\n1,2,0\n", CSV{}, nil, nil,
			`1: columns 1 and 3 have the name "y" (rename one)`},
	} {
		c.s.File = filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(c.s.File, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := c.s.read(classes)
		switch {
		case c.z == nil && (err == nil ||
			!strings.HasPrefix(err.Error(), "data file "+c.s.File+":"+c.err) ||
			strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: error %v, want one line with %q", c.name, err, c.err)
		case c.z == nil && (l.Z != nil || l.Y != nil):
			t.Errorf("%s: data come with an error", c.name)
		case c.z != nil && (err != nil || !slices.Equal(l.Z, c.z) || !slices.Equal(l.Y, c.y) ||
			l.D*len(l.Y) != len(l.Z)):
			t.Errorf("%s: %v, %v, want %v and %v", c.name, l, err, c.z, c.y)
		}
	}
	for _, c := range []struct {
		text string
		s    CSV
		want KeyError
	}{
		{"a,b,a,y", CSV{Columns: []string{"b", "a"}},
			KeyError{"columns", `: columns 1 and 3 have the name "a" (rename one)`}},
		{"a,y,y", CSV{Label: "y"}, KeyError{"label", `: columns 2 and 3 have the name "y" (rename one)`}},
		{"\xd6l,y", CSV{Label: "Öl"}, KeyError{"label", `got "Öl"` + notUTF8}},
		{"a,y", CSV{Label: "Öl"}, KeyError{"label", `got "Öl"`}},
	} {
		_, err := c.s.parse(strings.NewReader(c.text), classes)
		var got *KeyError
		if !errors.As(err, &got) || got.Key != c.want.Key ||
			!strings.HasSuffix(got.Reason, c.want.Reason) {
			t.Errorf("%q: error %v, want one of key %s with %s", c.text, err, c.want.Key, c.want.Reason)
		}
	}
	dir := t.TempDir()
	if _, err := (CSV{File: filepath.Join(dir, "none.csv")}).read(classes); !errors.Is(err,
		fs.ErrNotExist) || strings.Count(err.Error(), "none.csv") != 1 {
		t.Errorf("missing file: %v", err)
	}
	if _, err := (CSV{File: dir}).read(classes); err == nil || err.Error() != fmt.Sprintf(
		"data file %s: is a directory, expected a file of one datum a line", dir) {
		t.Errorf("directory: %v", err)
	}
}

// TestCSVMost: a datum more than the largest number is an error.
func TestCSVMost(t *testing.T) {
	full := csvTable{of: classes, columns: 2, at: []int{0, 1}}
	full.data.Y = make([]float64, vec.MaxData)
	err := full.line([]string{"1", "0"}, 7)
	if err == nil || err.Error() != "expected at most 10000000 data" {
		t.Errorf("error %v", err)
	}
}

// TestCSVHead: lines before the first take memory, and so time, in proportion to their number.
func TestCSVHead(t *testing.T) {
	const lines = 1 << 14
	text := strings.Repeat("\n#\n", lines/2) + "x,y\n1,0\n,1\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := CSV{}.parse(strings.NewReader(text), classes)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprint(lines+3, ": column 1 (x)")) {
		t.Errorf("error %v", err)
	}
	if b := after.TotalAlloc - before.TotalAlloc; b > 100*lines {
		t.Errorf("%d bytes for %d lines", b, lines)
	}
}

// FuzzCSV: no text makes parse panic; what it accepts is finite, of one shape, and reads back as
// the same data.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"", "1,0\n", "1,2,0\n3,4,1\n", "# c\n", "1e39,1", ",,0", "0x1p-150,1\r\n", "é,0", "a,y\n1,0\n",
		"\"a\",\"b\"\n\"1\",2", "\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := CSV{}.parse(strings.NewReader(s), regression)
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
		again, err := CSV{}.parse(strings.NewReader(b.String()), regression)
		if err != nil || again.Digest() != l.Digest() {
			t.Fatalf("%q: reads back as %v, %v", s, again, err)
		}
	})
}
