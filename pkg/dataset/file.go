package dataset

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"adl/pkg/files"
)

// read parses the file at path and skips a byte order mark. Errors of parse begin with the number
// of the line.
func read(path string, parse func(io.Reader) (Labelled, error)) (data Labelled, err error) {
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
		return Labelled{}, fmt.Errorf("data file %s:%w", path, err)
	}
	return data, nil
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
