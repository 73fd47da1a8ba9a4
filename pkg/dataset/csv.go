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
	"unicode"
	"unicode/utf8"

	"adl/pkg/files"
	"adl/pkg/vec"
)

// CSV is the part of a [data] table that describes a file of covariates and labels.
//
// Each line holds one datum: finite decimal numbers between commas, semicolons or tabs, whichever
// give the first line the most columns. The first line holds the names of the columns instead if
// Columns or Label is given, or if all its words begin with a letter. Empty lines, lines that begin
// with # and a spreadsheet's sep=; before the names are skipped.
type CSV struct {
	// File is the path.
	File string `toml:"file" spec:"optional,nonempty"`
	// Columns are the names of the covariates. By default all columns except the label are.
	Columns []string `toml:"columns" spec:"optional,nonempty,distinct"`
	// Label is the name of the label's column, by default the last column.
	Label string `toml:"label" spec:"optional,nonempty"`
	// Intercept adds a first covariate that is always 1.
	Intercept bool `toml:"intercept" spec:"optional"`
	// Standardize gives every covariate but the intercept the mean 0 and the variance 1 in the file.
	Standardize bool `toml:"standardize,omitempty" spec:"optional"`
}

// maxDim bounds the number of covariates.
const maxDim = 4096

// contents says what a file holds.
type contents int

const (
	numbers    contents = iota // one column, Label, and no covariates
	regression                 // labels of magnitude up to 1e30
	classes                    // labels 0 and 1
)

// read reads the file. Covariates are rounded to float32. An error names the file, the line, the
// column and what was expected. A missing column is a [KeyError].
func (s CSV) read(of contents) (Labelled, error) {
	l, err := read(s.File, func(r io.Reader) (Labelled, error) { return s.parse(r, of) })
	l.Origin = s.File
	return l, err
}

func (s CSV) parse(r io.Reader, of contents) (Labelled, error) {
	t, b := csvTable{CSV: s, of: of}, bufio.NewReader(r)
	first, err, skipped := "", error(nil), -1
	for err == nil && isBlank(first) {
		first, err = b.ReadString('\n')
		skipped++
	}
	in := newReader(io.MultiReader(strings.NewReader(first), b), separator(first))
	for {
		words, err := in.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF && t.data.Y == nil:
			return t.data, fmt.Errorf(" no data, expected %s", t.expected())
		case err == io.EOF:
			return t.data, t.finish()
		case errors.As(err, &wrong):
			return t.data, fmt.Errorf("%d: %w", skipped+wrong.StartLine, wrong.Err)
		case err != nil:
			return t.data, fmt.Errorf(" %w", files.Cause(err))
		}
		line, _ := in.FieldPos(0)
		line += skipped
		if err := t.line(words, line); err != nil {
			return t.data, fmt.Errorf("%d: %w", line, err)
		}
	}
}

// isBlank reports whether a line before the first one is skipped.
func isBlank(line string) bool {
	return strings.TrimSpace(line) == "" || line[0] == '#' ||
		strings.HasPrefix(line, "sep=") && len(line) <= len("sep=;\r\n")
}

func newReader(r io.Reader, separator rune) *csv.Reader {
	in := csv.NewReader(r)
	in.Comma, in.Comment, in.FieldsPerRecord, in.ReuseRecord = separator, '#', -1, true
	in.TrimLeadingSpace = separator != '\t' // which is a space
	return in
}

// separator returns the separator that gives a line the most columns. Commas come last, because
// they may be decimal, and are if there is one in each number between other separators.
func separator(line string) rune {
	best, most := ',', 1
	for _, c := range ";\t," {
		if words, err := newReader(strings.NewReader(line), c).Read(); err == nil && len(words) > most {
			best, most = c, len(words)
			if !slices.ContainsFunc(words, func(w string) bool { return !separated.MatchString(w) }) {
				break
			}
		}
	}
	return best
}

// csvTable is a file that has been read in part.
type csvTable struct {
	CSV
	of      contents
	columns int       // per line; 0 before the first line
	names   []string  // of the columns, or none
	at      []int     // columns of the covariates, then of the label
	first   int       // line of the first datum
	origin  []float64 // the first datum's covariates, if they are to be standardized
	data    Labelled  // covariates that are to be standardized are differences from origin
}

// expected describes a file.
func (t *csvTable) expected() string {
	if t.of == numbers {
		return "one finite number a line"
	}
	return "covariates and a label in each line"
}

// line takes the words of a line.
func (t *csvTable) line(words []string, line int) error {
	for k, w := range words {
		words[k] = strings.TrimSpace(w)
	}
	if !slices.ContainsFunc(words, func(w string) bool { return w != "" }) {
		return nil // an empty line of a spreadsheet
	}
	if t.columns == 0 {
		t.columns = len(words)
		if t.Columns != nil || t.Label != "" || !slices.ContainsFunc(words, isNoName) {
			for _, w := range words { // in one line
				t.names = append(t.names, strings.Join(strings.Fields(w), " "))
			}
		}
		if err := t.find(); err != nil || t.names != nil {
			return err
		}
	}
	switch {
	case len(words) != t.columns:
		all, hint := strings.Join(words, ","), ""
		if len(words) > t.columns && separated.MatchString(all) {
			hint = " (commas in numbers? write 1234.5)"
		}
		return fmt.Errorf("expected columns as in the first line (%d), got %q%s", t.columns, short(all),
			hint)
	case t.data.Y == nil:
		t.first = line
	case len(t.data.Y) == vec.MaxData:
		return fmt.Errorf("expected at most %d data", vec.MaxData)
	}
	if t.Intercept {
		t.data.Z = append(t.data.Z, 1)
	}
	label := len(t.at) - 1
	for k, i := range t.at {
		x, err := t.number(words[i], k == label)
		if err != nil {
			return fmt.Errorf("column %s: %w", t.name(i), err)
		}
		if k == label {
			t.data.Y = append(t.data.Y, x)
			break
		}
		if t.Standardize {
			if len(t.origin) == k {
				t.origin = append(t.origin, x)
			}
			x -= t.origin[k] // a difference keeps its digits in single precision
		}
		t.data.Z = append(t.data.Z, float32(x))
	}
	return nil
}

// isNoName reports whether a word is no name of a column: 1_000 and NaN are bad data.
func isNoName(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	_, err := strconv.ParseFloat(word, 64)
	return err == nil || word != "" && !unicode.IsLetter(first)
}

// number reads a word.
func (t *csvTable) number(word string, label bool) (float64, error) {
	bits, most, what := 64, maxDatum, "a finite number of magnitude up to 1e+30"
	switch {
	case label && t.of == classes:
		what = "the label 0 or 1"
	case !label && !t.Standardize:
		bits, most, what = 32, math.MaxFloat32, "a finite number in single precision"
	}
	x, ok := number(word, bits)
	if !ok || math.Abs(x) > most || label && t.of == classes && x != 0 && x != 1 {
		hint := hint(word)
		if hint == isText && t.names == nil && t.data.Y == nil {
			hint = " (if this line holds names, set data.label)"
		}
		return 0, fmt.Errorf("expected %s, got %q%s", what, short(word), hint)
	}
	digits, _, _ := strings.Cut(strings.ToLower(word), "e")
	if bits == 32 && x == 0 && strings.ContainsAny(digits, "123456789") {
		return 0, fmt.Errorf("expected %s, got %q (reads as 0: scale the column)", what, short(word))
	}
	return x, nil
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
		if i < 0 {
			encoding := ""
			if !utf8.ValidString(strings.Join(t.names, "")) {
				encoding = notUTF8
			}
			return 0, wrongKey(key, "expected the name of one column of %q in %s, got %q%s", t.names, t.File,
				name, encoding)
		}
		if err := t.twice(i); err != nil {
			return 0, wrongKey(key, "%s: %v", t.File, err)
		}
		return i, nil
	}
	key, label, err := "label", t.columns-1, error(nil)
	if t.of == numbers {
		key = "column"
	}
	if t.Label != "" {
		if label, err = column(key, t.Label); err != nil {
			return err
		}
	}
	for _, name := range t.Columns {
		i, err := column("columns", name)
		if err == nil && i == label {
			err = wrongKey("columns", "expected covariates, got the label %q", name)
		}
		if err != nil {
			return err
		}
		t.at = append(t.at, i)
	}
	if t.Columns == nil && t.of != numbers {
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
	switch {
	case t.of == numbers && t.columns > 1 && t.Label == "":
		return fmt.Errorf("expected one number a line (1.5, not 1,5) or data.column, got %d columns",
			t.columns)
	case t.of != numbers && (d < 1 || d > maxDim):
		return fmt.Errorf("expected 1 to %d covariates and a label with commas, semicolons or tabs "+
			"between them, got %d columns", maxDim, t.columns)
	}
	t.at, t.data.D = append(t.at, label), d
	for i := range t.names {
		if err := t.twice(i); err != nil && t.Columns == nil && t.of != numbers {
			return err
		}
	}
	return nil
}

// twice returns an error if a column to the right of column i has its name.
func (t *csvTable) twice(i int) error {
	j := slices.Index(t.names[i+1:], t.names[i])
	if j < 0 || t.names[i] == "" {
		return nil
	}
	return fmt.Errorf("columns %d and %d have the name %q (rename one)", i+1, i+j+2, short(t.names[i]))
}

// finish standardizes the covariates and checks that numbers differ: labels, and all covariates but
// one, which is an intercept.
func (t *csvTable) finish() error {
	n, d := len(t.data.Y), t.data.D
	if t.Standardize {
		t.standardize()
	}
	if t.Intercept {
		t.data.Names = []string{"intercept"}
	}
	names := slices.Concat(t.names, make([]string, t.columns))
	for _, i := range t.at[:len(t.at)-1] {
		t.data.Names = append(t.data.Names, names[i])
	}
	if t.of == numbers || n == 1 {
		return nil
	}
	wrong := func(column int, format string) error {
		return fmt.Errorf("%d: column %s: "+format, t.first, t.name(column))
	}
	constants := 0
	for k := range d {
		constant := true
		for i := range n {
			constant = constant && t.data.Z[i*d+k] == t.data.Z[k]
		}
		if !constant {
			continue
		}
		if constants++; constants > 1 || t.Standardize && !t.Intercept {
			return wrong(t.at[k-d+len(t.at)-1], "expected numbers that differ, all lines have the same "+
				"(intercept = true adds a column of 1)")
		}
	}
	label := t.at[len(t.at)-1]
	switch same := len(slices.Compact(slices.Clone(t.data.Y))) == 1; {
	case same && t.of == classes:
		return wrong(label, "expected labels 0 and 1, all lines have the same")
	case same:
		return wrong(label, "expected numbers that differ, all lines have the same")
	}
	return nil
}

// standardize sets Z to the standardized covariates, and to 0 if a covariate is constant. It leaves
// an intercept as it is. It sets Mean and SD.
func (t *csvTable) standardize() {
	n, d := len(t.data.Y), t.data.D
	if t.Intercept {
		t.data.Mean, t.data.SD = []float64{1}, []float64{0}
	}
	for k, origin := range t.origin {
		k += d - len(t.origin)
		mean, square := 0.0, 0.0
		for i := range n {
			mean += float64(t.data.Z[i*d+k]) / float64(n)
		}
		for i := range n {
			x := float64(t.data.Z[i*d+k]) - mean
			square += float64(x*x) / float64(n)
		}
		for i := range n {
			z := &t.data.Z[i*d+k]
			if *z = float32((float64(*z) - mean) / math.Sqrt(square)); square == 0 {
				*z = 0
			}
		}
		t.data.Mean = append(t.data.Mean, origin+mean)
		t.data.SD = append(t.data.SD, math.Sqrt(square))
	}
}
