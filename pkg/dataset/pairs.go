package dataset

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/vec"
)

// Pairs is a set of covariates x₁, …, x_N and responses y₁, …, y_N.
type Pairs struct {
	X, Y   []float64
	Origin string // in words
}

// Digest returns the SHA-256, in hexadecimal, of N as a 64-bit integer and the bits of X and of Y,
// all little endian.
func (p Pairs) Digest() string { return digest(uint64(len(p.Y)), p.X, p.Y) }

// Write writes a comment line, the header x,y, and one pair per line, in the shortest form that
// reads back as the same numbers.
func (p Pairs) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\nx,y\n", p.Origin)
	for i, y := range p.Y {
		fmt.Fprintf(b, "%s,%s\n", strconv.FormatFloat(p.X[i], 'g', -1, 64),
			strconv.FormatFloat(y, 'g', -1, 64))
	}
	return b.Flush()
}

// PairsSource is the [data] table of a spec: where pairs come from. With File, the rest is ignored
// except for Columns.
type PairsSource struct {
	File    string    `toml:"file" spec:"optional,nonempty"`         // see ReadPairs
	Columns []string  `toml:"columns" spec:"optional"`               // of x and of y in the file
	Kind    string    `toml:"kind" spec:"optional,in=student-t"`     // StudentT
	N       int       `toml:"ndata" spec:"optional,min=1,max=65536"` // the number of data
	Seed    uint64    `toml:"seed" spec:"optional"`                  // of the streams
	Line    []float64 `toml:"line" spec:"optional"`                  // y = line₁ + line₂ x + scale t
	Scale   float64   `toml:"scale" spec:"optional,positive"`
	Nu      float64   `toml:"nu" spec:"optional,positive"` // degrees of freedom of t
}

// Load reads or generates the data. An error names the wrong key of the [data] table ([KeyError]),
// or the file with line and column.
func (s PairsSource) Load() (Pairs, error) {
	if s.File != "" {
		return ReadPairs(s.File, s.Columns...)
	}
	switch {
	case s.Kind != "student-t":
		return Pairs{}, wrongKey("kind", "expected student-t (or a file), got %q", s.Kind)
	case s.N < 1 || s.N > vec.MaxIndex:
		return Pairs{}, wrongNumber(s.N)
	case len(s.Line) != 2:
		return Pairs{}, wrongKey("line", "expected 2 numbers, got %d", len(s.Line))
	case !(s.Scale > 0):
		return Pairs{}, wrongKey("scale", "expected a positive number, got %g", s.Scale)
	case !(s.Nu > 0):
		return Pairs{}, wrongKey("nu", "expected a positive number, got %g", s.Nu)
	}
	return StudentT(s.N, [2]float64(s.Line), s.Scale, s.Nu, s.Seed), nil
}

// StudentT returns n independent pairs, x ~ N(0, 1) and y = line₁ + line₂ x + scale t, where t has
// Student's distribution with nu degrees of freedom. They are rounded to multiples of 2⁻¹⁸.
func StudentT(n int, line [2]float64, scale, nu float64, seed uint64) Pairs {
	p := Pairs{make([]float64, n), make([]float64, n), fmt.Sprintf("student-t, seed %d", seed)}
	normal, words := newNormals(seed, keyNormals), newWords(seed, keyStudent)
	for i := range n {
		p.X[i] = grid(normal.next())
		p.Y[i] = grid(math.FMA(scale, words.student(nu), math.FMA(line[1], p.X[i], line[0])))
	}
	return p
}

// keyStudent is the key of the stream of Student's distribution.
const keyStudent = 0x73747564

// student draws from Student's distribution (Bailey's polar method, Math. Comp. 62, 1994).
func (w *words) student(nu float64) float64 {
	for {
		u, v := math.FMA(2, w.unit(), -1), math.FMA(2, w.unit(), -1)
		s := math.FMA(u, u, float64(v*v))
		if s > 1 || s == 0 {
			continue
		}
		t := float64(u * math.Sqrt(float64(nu*vec.Expm1(-2/nu*vec.Log(s)))/s))
		if math.Abs(t) <= maxDatum {
			return t
		}
	}
}

// ReadPairs reads a CSV file of at least two columns of finite decimal numbers of magnitude up to
// 1e30. The columns of x and of y are those with the given names, which stand in the first line; a
// file with two columns needs neither names nor this line. Empty lines and lines that begin with #
// are skipped, and so are the columns that are not named. An error names the file, the line, the
// column and what was expected; a column that is not there is a [KeyError] of the key columns.
func ReadPairs(path string, columns ...string) (Pairs, error) {
	if n := len(columns); n != 0 && n != 2 {
		return Pairs{}, wrongKey("columns", "expected the names of x and of y, got %d names", n)
	}
	var unknown *KeyError
	p, err := read(path, "pair", func(r io.Reader) (Pairs, error) {
		p, err := parsePairs(r, columns)
		errors.As(err, &unknown)
		return p, err
	})
	if unknown != nil {
		return Pairs{}, wrongKey(unknown.Key, "%s in %s", unknown.Reason, path)
	}
	p.Origin = path
	return p, err
}

func parsePairs(r io.Reader, columns []string) (p Pairs, err error) {
	lines := csv.NewReader(r)
	lines.Comment, lines.TrimLeadingSpace, lines.ReuseRecord = '#', true, true
	names, at := []string(nil), [2]int{0, 1}
	for first := true; ; first = false {
		words, err := lines.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF && len(p.Y) == 0:
			return p, errors.New(" no data, expected two numbers in each line")
		case err == io.EOF:
			return p, nil
		case errors.As(err, &wrong) && wrong.Err == csv.ErrFieldCount:
			return p, fmt.Errorf("%d: expected %d columns as in the first line, got %d", wrong.Line,
				lines.FieldsPerRecord, len(words))
		case errors.As(err, &wrong):
			return p, fmt.Errorf("%d:%d: %w", wrong.Line, wrong.Column, wrong.Err)
		case err != nil:
			return p, fmt.Errorf(" %w", err)
		}
		line, _ := lines.FieldPos(0)
		if first {
			switch {
			case len(words) < 2 || len(words) > 2 && columns == nil:
				return p, fmt.Errorf("%d: expected two columns, or columns in [data] for the names of x "+
					"and of y, got %d", line, len(words))
			case columns != nil || !slices.ContainsFunc(words, isNumber):
				for _, w := range words {
					names = append(names, strings.TrimSpace(w))
				}
				if at, err = find(names, columns); err != nil {
					return p, err
				}
				continue
			}
		}
		if len(p.Y) == vec.MaxIndex {
			return p, fmt.Errorf("%d: more than %d data", line, vec.MaxIndex)
		}
		for k, x := range []*[]float64{&p.X, &p.Y} {
			word := strings.TrimSpace(words[at[k]])
			v, ok := number(word, 64)
			if !ok || math.Abs(v) > maxDatum {
				column := strconv.Itoa(at[k] + 1)
				if names != nil {
					column += " (" + short(names[at[k]]) + ")"
				}
				return p, fmt.Errorf("%d: column %s: expected a finite number of magnitude up to %g, got %q",
					line, column, maxDatum, short(word))
			}
			*x = append(*x, v)
		}
	}
}

// isNumber reports whether a header's word is a number, which makes it a datum.
func isNumber(word string) bool {
	_, ok := number(strings.TrimSpace(word), 64)
	return ok
}

// find returns where the columns of x and of y are, the first two if none are named.
func find(names, columns []string) (at [2]int, err error) {
	if columns == nil {
		return [2]int{0, 1}, nil
	}
	for k, c := range columns {
		at[k] = -1
		for i, name := range names {
			switch {
			case name == c && at[k] >= 0:
				return at, wrongKey("columns", "two columns have the name %q", c)
			case name == c:
				at[k] = i
			}
		}
		if at[k] < 0 {
			return at, wrongKey("columns", "expected two of %q, got %q, which is not", names, c)
		}
	}
	return at, nil
}
