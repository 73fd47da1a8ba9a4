package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// CSV is the part of a [data] table that describes a file of covariates and labels.
//
// Each line holds one datum: finite decimal numbers separated by commas. The first line holds the
// names of the columns instead if Columns or Label is given, or if none of its words is a number.
// Empty lines and lines that begin with # are skipped.
type CSV struct {
	// File is the path.
	File string `toml:"file" spec:"optional,nonempty"`
	// Columns are the names of the covariates. By default all columns except the label are.
	Columns []string `toml:"columns" spec:"optional,distinct"`
	// Label is the name of the label's column, by default the last column.
	Label string `toml:"label" spec:"optional,nonempty"`
	// Intercept adds a first covariate that is always 1.
	Intercept bool `toml:"intercept" spec:"optional"`
}

// maxDim bounds the number of covariates.
const maxDim = 4096

// read reads the file. Covariates are rounded to float32; labels are 0 or 1 for classes, otherwise
// of magnitude up to 1e30. An error names the file, the line, the column and what was expected. A
// missing column is a [KeyError].
func (s CSV) read(classes bool) (Labelled, error) {
	l, err := read(s.File, func(r io.Reader) (Labelled, error) { return s.parse(r, classes) })
	l.Origin = s.File
	return l, err
}

func (s CSV) parse(r io.Reader, classes bool) (Labelled, error) {
	t := csvTable{CSV: s, classes: classes}
	err := scan(r, 32*maxDim, "covariates and a label in each line", t.line)
	return t.data, err
}

// csvTable is a file that has been read in part.
type csvTable struct {
	CSV
	classes bool
	columns int      // per line; 0 before the first line
	names   []string // of the columns, or none
	at      []int    // columns of the covariates, then of the label
	data    Labelled
}

// line reads a line. It reports false for the line of names.
func (t *csvTable) line(s string) (datum bool, err error) {
	r := csv.NewReader(strings.NewReader(s))
	r.TrimLeadingSpace = true
	words, err := r.Read()
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return false, wrong.Err
	}
	for k, w := range words {
		words[k] = strings.TrimSpace(w)
	}
	if t.columns == 0 {
		isNumber := func(w string) bool { _, ok := number(w, 64); return ok }
		t.columns = len(words)
		if t.Columns != nil || t.Label != "" || !slices.ContainsFunc(words, isNumber) {
			t.names = words
		}
		if err := t.find(); err != nil || t.names != nil {
			return false, err
		}
	}
	if len(words) != t.columns {
		return false, fmt.Errorf("expected %d columns as in the first line, got %d", t.columns,
			len(words))
	}
	if t.Intercept {
		t.data.Z = append(t.data.Z, 1)
	}
	for k, i := range t.at {
		bits, what := 32, "a finite number in single precision"
		label := k == len(t.at)-1
		if label {
			bits, what = 64, fmt.Sprintf("a finite number of magnitude up to %g", maxDatum)
			if t.classes {
				what = "the label 0 or 1"
			}
		}
		x, ok := number(words[i], bits)
		if !ok || label && (math.Abs(x) > maxDatum || t.classes && x != 0 && x != 1) {
			return false, fmt.Errorf("column %s: expected %s, got %q", t.name(i), what, short(words[i]))
		}
		if label {
			t.data.Y = append(t.data.Y, x)
		} else {
			t.data.Z = append(t.data.Z, float32(x))
		}
	}
	return true, nil
}

// name names a column in an error.
func (t *csvTable) name(i int) string {
	if t.names == nil {
		return fmt.Sprint(i + 1)
	}
	return fmt.Sprintf("%d (%s)", i+1, short(t.names[i]))
}

// find finds the columns of the covariates and of the label.
func (t *csvTable) find() error {
	column := func(key, name string) (int, error) {
		i := slices.Index(t.names, name)
		if i < 0 || slices.Contains(t.names[i+1:], name) {
			return 0, wrongKey(key, "expected the name of one column of %q in %s, got %q", t.names, t.File,
				name)
		}
		return i, nil
	}
	label, err := t.columns-1, error(nil)
	if t.Label != "" {
		if label, err = column("label", t.Label); err != nil {
			return err
		}
	}
	for _, name := range t.Columns {
		i, err := column("columns", name)
		if err != nil {
			return err
		}
		t.at = append(t.at, i)
	}
	if t.Columns == nil {
		for i := range t.columns {
			if i != label {
				t.at = append(t.at, i)
			}
		}
	}
	d := len(t.at)
	if t.Intercept {
		d++
	}
	if d < 1 || d > maxDim {
		return fmt.Errorf("expected 1 to %d covariates and a label with commas between them, got %d "+
			"columns", maxDim, t.columns)
	}
	t.at, t.data.D = append(t.at, label), d
	return nil
}
