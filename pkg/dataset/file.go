package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"adl/pkg/files"
	"adl/pkg/vec"
)

// Read reads a file of one datum a line; empty lines and lines that begin with # do not count. An
// error names the file, the line and what was expected.
func Read(path string) (Data, error) {
	f, err := os.Open(path)
	if err != nil {
		return Data{}, fmt.Errorf("data file %s: %w", path, files.Cause(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return Data{}, fmt.Errorf("data file %s: is a directory, expected a file of one datum a line",
			path)
	}
	d, err := parse(f)
	if err != nil {
		return Data{}, fmt.Errorf("data file %s:%w", path, err)
	}
	d.Origin = path
	return d, nil
}

func parse(r io.Reader) (Data, error) {
	var d Data
	sc := bufio.NewScanner(r)
	line := 0
	for sc.Scan() {
		line++
		s := strings.TrimSpace(sc.Text())
		if s == "" || s[0] == '#' {
			continue
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			if len(s) > 40 {
				s = s[:40] + "…"
			}
			return Data{}, fmt.Errorf("%d: expected one finite number, got %q", line, s)
		}
		if d.X = append(d.X, x); len(d.X) > vec.MaxIndex {
			return Data{}, fmt.Errorf("%d: more than %d data", line, vec.MaxIndex)
		}
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return Data{}, fmt.Errorf("%d: the line is too long for one number", line+1)
	} else if err != nil {
		return Data{}, fmt.Errorf("%d: %w", line+1, err)
	}
	if len(d.X) == 0 {
		return Data{}, fmt.Errorf(" no data, expected one finite number a line")
	}
	return d, nil
}

// Write writes one datum a line, in the shortest form that reads back as the same number, below a
// line of comment.
func (d Data) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n", d.Origin)
	for _, x := range d.X {
		fmt.Fprintln(b, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return b.Flush()
}
