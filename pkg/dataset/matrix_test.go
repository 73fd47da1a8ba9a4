package dataset

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A symmetric matrix is d lines of d numbers. Errors name the file, the line and what is expected.
func TestSymmetric(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"2 1\n1 3\n", ""},
		{"2,1\r\n\r\n1.0000001;3", ""},
		{"", ":0: expected 2 lines of 2 numbers, got 0"},
		{"2 1\n", ":1: expected 2 lines of 2 numbers, got 1"},
		{"2 1\n1 3\n1 2\n", ":3: expected 2 lines of 2 numbers, got 2 in line 3"},
		{"2 1\n1 3 4\n", ":2: expected 2 lines of 2 numbers, got 3 in line 2"},
		{"2 x\n1 3\n", `:1: expected a number, got "x"`},
		{"2 1\n1 NaN\n", `:2: expected a number, got "NaN"`},
		{"2 1\n1.1 3\n", ": expected a symmetric matrix, got 1.1 and 1 in (2, 1)"},
	} {
		path := filepath.Join(t.TempDir(), "sigma.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := Symmetric(path, 2)
		switch {
		case c.err == "" && (err != nil || !slices.Equal(a[:2], []float64{2, 1}) || a[3] != 3):
			t.Errorf("%q: %g, %v", c.text, a, err)
		case c.err != "" && (err == nil || !strings.HasSuffix(err.Error(), path+c.err)):
			t.Errorf("%q: error %v, want %s", c.text, err, c.err)
		}
	}
	if _, err := Symmetric("none.csv", 2); err == nil || err.Error() !=
		"matrix none.csv: no such file or directory, expected 2 lines of 2 numbers" {
		t.Errorf("no file: %v", err)
	}
}
