package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	for _, d := range []Data{
		Gaussian(100, 0, 1, 1),
		Mixture(65536, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1),
		{X: []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1.0 / 3, math.Pi, 1e30, -1e-300,
			-1e30, math.SmallestNonzeroFloat64, 0x1.fffffffffffffp-2}},
		{X: []float64{7}, Origin: "# a comment in the comment"},
	} {
		path := filepath.Join(t.TempDir(), "data.csv")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(d.Write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		got, err := Source{File: path}.Load()
		if err != nil {
			t.Fatalf("%s: %v", d.Origin, err)
		}
		if got.Digest() != d.Digest() || got.Origin != path {
			t.Errorf("%s: other data come back, from %q", d.Origin, got.Origin)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, fs.ErrPermission }

func TestWriteError(t *testing.T) {
	if err := Gaussian(100, 0, 1, 1).Write(failing{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a writer that fails: %v", err)
	}
}

func TestRead(t *testing.T) {
	const wide = "column 1: expected a finite number of magnitude up to 1e+30, got "
	const text = ": expected text in UTF-8, got "
	long := strings.Repeat("1\n", 70000)
	for _, c := range []struct {
		name, text string
		want       []float64 // nil: an error
		err        string    // after the path
	}{
		{"plain", "1\n2\n", []float64{1, 2}, ""},
		{"no last newline", "1\n2", []float64{1, 2}, ""},
		{"a mark of the order of bytes", "\ufeff1\r\n2\r\n", []float64{1, 2}, ""},
		{"two marks", "\ufeff\ufeff1\n", nil, `:1: ` + wide + `"\ufeff1"`},
		{"CRLF, spaces, tabs", "1\r\n  2\r\n \t\n\t3 \r\n", []float64{1, 2, 3}, ""},
		{"comments and empty lines", "# x\n\n1\n# \"y\n\n2\n#", []float64{1, 2}, ""},
		{"a name", "\"my x\"\n1\n2\n", []float64{1, 2}, ""},
		{"the same number", "1\n1\n", []float64{1, 1}, ""},
		{
			"forms of a number", "1e3\n-.5\n+7.\n25E-2\n-0",
			[]float64{1000, -0.5, 7, 0.25, math.Copysign(0, -1)}, "",
		},
		{"subnormal and underflow", "5e-324\n1e-400", []float64{5e-324, 0}, ""},
		{"empty", "", nil, ": no data, expected one finite number a line"},
		{"only comments", "# 1\n\n# 2\n", nil, ": no data, expected one finite number a line"},
		{"word", "1\n2\nthree\n", nil, `:3: ` + wide + `"three"`},
		{"two numbers", "# c\n1 2\n", nil, `:2: ` + wide + `"1 2"`},
		{"comma", "1,2\n", nil, ":1: expected one number a line (1.5, not 1,5) or data.column, " +
			"got 2 columns"},
		{"decimal comma", "1.5\n2,5\n", nil,
			`:2: expected columns as in the first line (1), got "2,5" (commas in numbers? ` +
				`write 1234.5)`},
		{"missing", "x\n1\nNaN\n", nil, `:3: column 1 (x): expected a finite number of magnitude up to ` +
			`1e+30, got "NaN" (missing: leave the line out)`},
		{"not a number before the first", "nan\n1\n", nil, ":1: column 1: expected a finite number"},
		{"trailing comment", "1 # one\n", nil, `:1: column 1: expected a finite number`},
		{"NaN", "1\nNaN\n", nil, `:2: ` + wide + `"NaN"`},
		{"infinity", "1\n\n-Inf\n", nil, `:3: ` + wide + `"-Inf"`},
		{"hexadecimal", "1\n0x1p-2\n", nil, `:2: ` + wide + `"0x1p-2"`},
		{"underscore", "1_000\n", nil, `:1: ` + wide + `"1_000"`},
		{"huge", "-1e308\n", nil, `:1: ` + wide + `"-1e308"`},
		{"overflow", "1e999\n", nil, `:1: ` + wide + `"1e999"`},
		{
			"long word", "1\n" + strings.Repeat("x", 100), nil,
			`:2: ` + wide + `"` + strings.Repeat("x", 40) + `…"`,
		},
		{"binary", "\x00\x01\n", nil, text + "UTF-16 or no text (convert it, as with iconv -f " +
			"utf-16 -t utf-8)"},
		{"UTF-16, little endian", "\xff\xfe1\x00\n\x00", nil, text + "UTF-16"},
		{"UTF-16, big endian", "\xfe\xff\x001\x00\n", nil, text + "UTF-16"},
		{"UTF-16 without a mark", "1\x00\n\x00", nil, text + "UTF-16"},
		{"gzip", "\x1f\x8b\x08\x00\x00", nil, text + "gzip (gunzip it)"},
		{"xlsx", "PK\x03\x04\x14", nil, text + "a workbook or an archive (save it as CSV, or unpack it)"},
		{"xls", "\xd0\xcf\x11\xe0\xa1", nil, text + "a workbook"},
		{"many", long, make([]float64, 70000), ""},
	} {
		path := filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		d, err := Source{File: path}.Load()
		switch {
		case c.want == nil && (err == nil || !strings.HasPrefix(err.Error(), "data file "+path+c.err) ||
			strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: error %v, want one line with %q", c.name, err, c.err)
		case c.want == nil && d.X != nil:
			t.Errorf("%s: data come with an error", c.name)
		case c.want != nil && (err != nil || len(d.X) != len(c.want)):
			t.Errorf("%s: %d data, %v, want %d", c.name, len(d.X), err, len(c.want))
		case c.want != nil && len(d.X) < 70000:
			for i := range d.X {
				if math.Float64bits(d.X[i]) != math.Float64bits(c.want[i]) {
					t.Errorf("%s: datum %d is %g, want %g", c.name, i, d.X[i], c.want[i])
				}
			}
		}
	}

	dir := t.TempDir()
	_, err := Source{File: filepath.Join(dir, "none.csv")}.Load()
	if !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "none.csv") {
		t.Errorf("missing file: %v", err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, what := range map[string]string{dir: "is a directory", pipe: "is not a regular file"} {
		want := fmt.Sprintf("data file %s: %s, expected a file of one datum a line", path, what)
		if _, err := (Source{File: path}).Load(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestHint: an error names what other programs write for a number, and the remedy.
func TestHint(t *testing.T) {
	for hint, words := range map[string]string{
		" (missing: leave the line out)": "|NA|n/a|#N/A|#DIV/0!|NaN|-nan|null|NULL|None|.|?|-|--|missing",
		" (a date: write a number, say of days)": "2024-01-31|31.12.24|1/2/2024|31-Jan-2024|" +
			"1 March 2024|2024-01-31T12:00:00Z|12:30",
		" (decimal comma or thousands separator: write 1234.5)": "1,5|-,5|1,5E-3|1,500|52,580.04|" +
			"1.234,5|1.234.567|1 234|1\u00a0234,5|1\u202f234|1'234.5|+1,00,000",
		" (write 1 and 0)":                        "yes|No|TRUE|False|Y|n|T|f",
		" (text: code categories as 0/1 columns)": "east|B 2|inflow|é|null set|nobody",
		notUTF8: "gr\xfcn|\xfc|\xb5",
		"":      "inf|1_000|-Infinity|1e39|1e999|0x1p-2|5%|$5|1 2|1,|<5",
	} {
		for _, w := range strings.Split(words, "|") {
			_, err := CSV{}.parse(strings.NewReader("a;b;y\n1;"+w+";0\n"), regression)
			if err == nil || !strings.HasSuffix(err.Error(), `"`+hint) {
				t.Errorf("%q: error %v, want one with the hint%s", w, err, hint)
			}
		}
	}
}

// FuzzParse: no text makes parse panic; what it accepts is finite, not empty, and reads back as the
// same numbers.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "1\n2\n", "# c\n", "1e999", "\r\n1\r", "0x1p-1074", "1_0", "+Inf", "\ufeff1", "é",
		strings.Repeat("y", 200),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := CSV{}.parse(strings.NewReader(s), numbers)
		if err != nil {
			return
		}
		if len(d.Y) == 0 {
			t.Fatalf("%q: no data and no error", s)
		}
		for _, x := range d.Y {
			if x-x != 0 {
				t.Fatalf("%q: accepts %g", s, x)
			}
		}
		var b strings.Builder
		if err := (Data{X: d.Y}).Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := CSV{}.parse(strings.NewReader(b.String()), numbers)
		if err != nil || again.Digest() != d.Digest() {
			t.Fatalf("%q: reads back as %v, %v", s, again.Y, err)
		}
	})
}
