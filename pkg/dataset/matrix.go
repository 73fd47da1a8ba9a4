package dataset

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"adl/pkg/files"
)

// Symmetric reads a symmetric d×d matrix from a file: d lines of d numbers, between which there are
// commas, semicolons or white space. An error names the file and the line.
func Symmetric(path string, d int) ([]float64, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, fmt.Errorf("matrix %s: %w, expected %d lines of %[3]d numbers", path,
			files.Cause(err), d)
	}
	defer f.Close()
	a, err := symmetric(f, d)
	if err != nil {
		return nil, fmt.Errorf("matrix %s:%w", path, err)
	}
	return a, nil
}

func symmetric(r io.Reader, d int) (a []float64, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	line := 0
	for lines.Scan() {
		line++
		words := strings.FieldsFunc(lines.Text(), func(r rune) bool {
			return strings.ContainsRune(" \t,;\r\ufeff", r)
		})
		if len(words) == 0 {
			continue
		}
		if len(words) != d || len(a) == d*d {
			return nil, fmt.Errorf("%d: expected %d lines of %d numbers, got %d in line %d", line, d, d,
				len(words), len(a)/d+1)
		}
		for _, w := range words {
			x, ok := number(w, 64)
			if !ok {
				return nil, fmt.Errorf("%d: expected a number, got %q", line, w)
			}
			a = append(a, x)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%d: %w", line+1, files.Cause(err))
	}
	if len(a) < d*d {
		return nil, fmt.Errorf("%d: expected %d lines of %d numbers, got %d", line, d, d, len(a)/d)
	}
	for i := range d {
		for j := range i {
			x, y := a[i*d+j], a[j*d+i]
			if math.Abs(x-y) > 1e-6*math.Sqrt(math.Abs(a[i*d+i]*a[j*d+j])) {
				return nil, fmt.Errorf(" expected a symmetric matrix, got %g and %g in (%d, %d)", x, y, i+1,
					j+1)
			}
		}
	}
	return a, nil
}
