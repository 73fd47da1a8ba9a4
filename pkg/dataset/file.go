package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"adl/pkg/files"
	"adl/pkg/vec"
)

// Read reads a file with one datum per line, a finite decimal number of magnitude up to 1e30. Empty
// lines and lines that begin with # are skipped.
func Read(path string) (Data, error) {
	d, err := read(path, parse)
	d.Origin = path
	return d, err
}

// read parses the file at path and skips a byte order mark. Errors of parse begin with the number
// of the line.
func read[T any](path string, parse func(io.Reader) (T, error)) (data T, err error) {
	f, err := files.Open(path)
	if err != nil {
		return data, fmt.Errorf("data file %s: %w, expected a file of one datum a line", path,
			files.Cause(err))
	}
	defer f.Close()
	b := bufio.NewReader(f)
	if mark, _ := b.Peek(3); string(mark) == "\ufeff" { // a byte order mark
		b.Discard(3)
	}
	if data, err = parse(b); err != nil {
		return *new(T), fmt.Errorf("data file %s:%w", path, err)
	}
	return data, nil
}

// scan calls line for every line that is neither empty nor a comment. The function line reports
// whether the line is a datum; there must be 1 to vec.MaxIndex data. An error begins with the
// number of the line, or says what was expected. Lines may have up to longest bytes.
func scan(
	r io.Reader, longest int, expected string, line func(s string) (datum bool, err error),
) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, longest)
	n, data := 0, 0
	for sc.Scan() {
		n++
		s := strings.TrimSpace(sc.Text())
		if s == "" || s[0] == '#' {
			continue
		}
		datum, err := line(s)
		if err != nil {
			return fmt.Errorf("%d: %w", n, err)
		}
		if datum {
			data++
		}
		if data > vec.MaxIndex {
			return fmt.Errorf("%d: more than %d data", n, vec.MaxIndex)
		}
	}
	switch err := sc.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%d: the line is too long for a datum", n+1)
	case err != nil:
		return fmt.Errorf("%d: %w", n+1, files.Cause(err))
	case data == 0:
		return fmt.Errorf(" no data, expected %s", expected)
	}
	return nil
}

func parse(r io.Reader) (d Data, err error) {
	err = scan(r, bufio.MaxScanTokenSize, "one finite number a line", func(s string) (bool, error) {
		x, ok := number(s, 64)
		if !ok {
			return false, fmt.Errorf("expected one finite number, got %q", short(s))
		}
		if math.Abs(x) > maxDatum {
			return false, fmt.Errorf("expected a number of magnitude up to %g, got %q", maxDatum, short(s))
		}
		d.X = append(d.X, x)
		return true, nil
	})
	return d, err
}

// maxDatum bounds the magnitude of a datum, so that products of powers of data do not overflow.
const maxDatum = 1e30

// number reads a finite decimal number. It rejects Go's other notations, such as 0x1p-2 and 1_000,
// because the author of the file may not have meant what Go reads.
func number(s string, bits int) (x float64, ok bool) {
	x, err := strconv.ParseFloat(s, bits)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) && !strings.ContainsAny(s, "_xX")
}

// short truncates a long string.
func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// Write writes a comment line and then one datum per line, in the shortest form that reads back as
// the same number.
func (d Data) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n", d.Origin)
	for _, x := range d.X {
		fmt.Fprintln(b, x)
	}
	return b.Flush()
}
