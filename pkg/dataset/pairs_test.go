package dataset

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

func TestPairsDigest(t *testing.T) {
	p := Pairs{X: []float64{1, -2}, Y: []float64{0.5, 3}}
	// N, 1, −2, 0.5, 3: echo 0200000000000000 000000000000f03f 00000000000000c0 000000000000e03f
	// 0000000000000840 | xxd -r -p | sha256sum
	got, want := p.Digest(), "1610fd4609db04a247b6e69cd0519c8a015d51e3d6abf813550f0ad2b94ff183"
	if got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func TestReadPairs(t *testing.T) {
	xy := []string{"x", "y"}
	for _, c := range []struct {
		name, text string
		columns    []string
		x, y       []float64 // nil: an error
		err        string    // after the path
	}{
		{"plain", "1,2\n3,4\n", nil, []float64{1, 3}, []float64{2, 4}, ""},
		{"header", "a,b\n1,2\n", nil, []float64{1}, []float64{2}, ""},
		{"names", "b, a\n1,2\n", []string{"a", "b"}, []float64{2}, []float64{1}, ""},
		{"one of them twice", "x,y\n1,2\n", []string{"y", "y"}, []float64{2}, []float64{2}, ""},
		{"comments, empty lines, CRLF", "# c\r\n\r\nx,y\r\n 1 , 2\t\r\n# d\r\n", nil, []float64{1},
			[]float64{2}, ""},
		{"of Excel", "\ufeff\"x\",\"y\"\n1,2", xy, []float64{1}, []float64{2}, ""},
		{"of R", "\"\",\"x\",\"name\",\"y\"\n\"1\",-1e-3,\"a, b\",2\n", xy, []float64{-1e-3},
			[]float64{2}, ""},
		{"a number as a name", "1,2\n3,4\n", []string{"2", "1"}, []float64{4}, []float64{3}, ""},

		{"empty", "", nil, nil, nil, " no data, expected two numbers in each line"},
		{"no data", "# c\nx,y\n", xy, nil, nil, " no data, expected two numbers in each line"},
		{"one column", "1\n2\n", nil, nil, nil, "1: expected two columns, or columns in [data] for the " +
			"names of x and of y, got 1"},
		{"three columns", "#\n1,2,3\n", nil, nil, nil, "2: expected two columns, or columns in [data] " +
			"for the names of x and of y, got 3"},
		{"fewer", "x,y\n1,2\n3\n", xy, nil, nil, "3: expected 2 columns as in the first line, got 1"},
		{"half a header", "x,2\n", nil, nil, nil, "1: column 1: expected a finite number of magnitude " +
			"up to 1e+30, got \"x\""},
		{"no number", "x,y\n1,2\n\n1,NA\n", xy, nil, nil, "4: column 2 (y): expected a finite number " +
			"of magnitude up to 1e+30, got \"NA\""},
		{"infinite", "1,Inf\n", nil, nil, nil, "1: column 2: expected a finite number of magnitude up " +
			"to 1e+30, got \"Inf\""},
		{"large", "1e31,0\n", nil, nil, nil, "1: column 1: expected a finite number of magnitude up " +
			"to 1e+30, got \"1e31\""},
		{"a quote", "1,\"2\n", nil, nil, nil, "1:6: extraneous or missing \" in quoted-field"},
		{"too many", strings.Repeat("1,2\n", 65537), nil, nil, nil, "65537: more than 65536 data"},
	} {
		path := filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPairs(path, c.columns...)
		if c.err != "" {
			if want := "data file " + path + ":" + c.err; err == nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", c.name, err, want)
			}
			continue
		}
		if err != nil || !slices.Equal(p.X, c.x) || !slices.Equal(p.Y, c.y) {
			t.Errorf("%s: %v, %v, want %v, %v", c.name, p, err, c.x, c.y)
		}
	}
}

// TestPairsSource: the key that is wrong is named.
func TestPairsSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.csv")
	if err := os.WriteFile(path, []byte("x,y,y\n1,2,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	good := PairsSource{Kind: "student-t", N: 3, Line: []float64{1, 2}, Scale: 1, Nu: 4}
	if p, err := good.Load(); err != nil || len(p.X) != 3 || len(p.Y) != 3 {
		t.Errorf("%v, %v", p, err)
	}
	for key, change := range map[string]func(s *PairsSource){
		"kind":  func(s *PairsSource) { s.Kind = "line" },
		"ndata": func(s *PairsSource) { s.N = 65537 },
		"line":  func(s *PairsSource) { s.Line = s.Line[:1] },
		"scale": func(s *PairsSource) { s.Scale = 0 },
		"nu":    func(s *PairsSource) { s.Nu = math.NaN() },
	} {
		s := good
		change(&s)
		var wrong *KeyError
		if _, err := s.Load(); !errors.As(err, &wrong) || wrong.Key != key {
			t.Errorf("%s: %v", key, err)
		}
	}
	for want, columns := range map[string][]string{
		`data.columns: expected the names of x and of y, got 1 names`:                   {"x"},
		`data.columns: expected two of ["x" "y" "y"], got "z", which is not in ` + path: {"x", "z"},
		`data.columns: two columns have the name "y" in ` + path:                        {"x", "y"},
	} {
		_, err := PairsSource{File: path, Columns: columns}.Load()
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", columns, err, want)
		}
	}
	if _, err := (PairsSource{File: path + "x"}).Load(); err == nil ||
		!strings.HasSuffix(err.Error(), "expected a file of one pair a line") {
		t.Errorf("no file: %v", err)
	}
}

// TestStudentT compares the residuals with their distribution, and a larger set with a smaller one.
func TestStudentT(t *testing.T) {
	const n = 20_000
	for _, nu := range []float64{1, 2.5, 30} {
		p := StudentT(n, [2]float64{1, -2}, 0.5, nu, 7)
		var r []float64
		for i, y := range p.Y {
			r = append(r, (y-1+2*p.X[i])/0.5)
		}
		slices.Sort(r)
		d, law := 0.0, distuv.StudentsT{Sigma: 1, Nu: nu}
		for i, x := range r {
			d = max(d, math.Abs(law.CDF(x)-(float64(i)+0.5)/n))
		}
		if k := d * math.Sqrt(n); k > 1.95 { // Kolmogorov's statistic exceeds it in a thousandth
			t.Errorf("ν = %g: the distribution function differs by %.2g standard units", nu, k)
		}
		m, v := stat.MeanVariance(p.X, nil)
		if math.Abs(m) > 4/math.Sqrt(n) || math.Abs(v-1) > 4*math.Sqrt(2./n) {
			t.Errorf("ν = %g: x has mean %g and variance %g", nu, m, v)
		}
		small := StudentT(10, [2]float64{1, -2}, 0.5, nu, 7)
		if !slices.Equal(small.X, p.X[:10]) || !slices.Equal(small.Y, p.Y[:10]) {
			t.Errorf("ν = %g: a larger set does not begin with the smaller one", nu)
		}
	}
	path := filepath.Join(t.TempDir(), "pairs.csv")
	p := StudentT(1000, [2]float64{1, -2}, 0.5, 1, 8)
	text := "x,y\n"
	for i := range p.X {
		text += fmt.Sprintln(p.X[i], ",", p.Y[i])
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, columns := range [][]string{nil, {"x", "y"}} {
		if q, err := ReadPairs(path, columns...); err != nil || q.Digest() != p.Digest() {
			t.Errorf("%v: other data come back: %v", columns, err)
		}
	}
	const want = "4e7bd155e1e012a0930c95617930472e07384b9f5692907dbeac574e4f727e82"
	if got := p.Digest(); got != want { // on every machine
		t.Errorf("digest %s, want %s", got, want)
	}
}
