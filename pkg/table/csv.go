package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"adl/pkg/files"
)

// WriteCSV writes the table as [encoding/csv] does, with a header. A table of one column must not
// have empty cells.
func (t *Table) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write(t.columns)
	c.WriteAll(t.rows) // this flushes
	return c.Error()   // the first error
}

// Digest returns the SHA-256 of the table's CSV in hexadecimal.
func (t *Table) Digest() string {
	h := sha256.New()
	t.WriteCSV(h) // a hash never fails
	return fmt.Sprintf("%x", h.Sum(nil))
}

// ReadFile reads a table from a CSV file written by WriteCSV, or by another program with the same
// columns. It ignores a byte order mark, CRLF line ends, needless quotes and empty lines. It
// returns an error with path and line if the text is empty, not UTF-8 or ends within a line, if a
// row has more or fewer cells than the header, or if a standard column has a cell that it cannot
// hold.
func ReadFile(path string) (*Table, error) {
	text, err := files.Read(path, 1<<28)
	if err != nil {
		return nil, fmt.Errorf("read table: %s: %w", path, files.Cause(err))
	}
	t, line, err := parseCSV(bytes.TrimPrefix(text, []byte("\ufeff")))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, line, err)
	}
	return t, nil
}

// parseCSV returns the table, or an error and its line.
func parseCSV(text []byte) (t *Table, line int, err error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	for {
		cells, err := r.Read()
		var bad *csv.ParseError
		switch {
		case err == io.EOF && t == nil:
			return nil, 1, errors.New("is empty, expected the header of a table")
		case err == io.EOF && !bytes.HasSuffix(text, []byte("\n")):
			return nil, line, errors.New("is cut off, expected the end of the line")
		case err == io.EOF:
			return t, 0, nil
		case errors.As(err, &bad):
			return nil, bad.StartLine, bad.Err
		}
		line, _ = r.FieldPos(0)
		if t == nil {
			t, err = newTable(cells)
		} else {
			err = t.checkRow(cells)
			t.rows = append(t.rows, cells)
		}
		if err != nil {
			return nil, line, err
		}
	}
}

func (t *Table) checkRow(cells []string) error {
	if len(cells) != len(t.columns) {
		return fmt.Errorf("expected %d cells as in the header, got %d", len(t.columns), len(cells))
	}
	for i, c := range t.columns {
		if err := checkCell(c, cells[i]); err != nil {
			return fmt.Errorf("column %q: %w", c, err)
		}
	}
	return nil
}
