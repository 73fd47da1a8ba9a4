package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
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
	for _, row := range t.rows {
		c.Write(row.split())
	}
	c.Flush()
	return c.Error() // the first
}

// Digest returns the SHA-256 of the table's CSV in hexadecimal.
func (t *Table) Digest() string {
	h := sha256.New()
	t.WriteCSV(h) // which takes everything
	return hex.EncodeToString(h.Sum(nil))
}

func (t *Table) csv() []byte {
	var b bytes.Buffer // takes everything
	t.WriteCSV(&b)
	return b.Bytes()
}

// maxCSV bounds the size of a file of ReadFile.
const maxCSV = 1 << 28

// ReadFile reads a table from the CSV file at path, as ReadCSV does.
func ReadFile(path string) (*Table, error) {
	text, err := files.Read(path, maxCSV)
	if err != nil {
		return nil, fmt.Errorf("read table: %s: %w", path, files.Cause(err))
	}
	return ReadCSV(path, text)
}

// ReadCSV reads a table as WriteCSV writes it, also where another program has put a byte-order mark
// or CR before LF. It returns an error that gives name and the line if the text is empty or not
// UTF-8, a row has more or fewer cells than the header, a standard column has a cell that it cannot
// hold, or a line is not the one that WriteCSV would write, such as an empty one or one with
// needless quotes.
func ReadCSV(name string, text []byte) (*Table, error) {
	text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	t, line, err := parseCSV(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
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
		case err == io.EOF:
			line, err := firstDifference(text, t.csv())
			return t, line, err
		case errors.As(err, &bad):
			return nil, bad.StartLine, bad.Err
		}
		line, _ := r.FieldPos(0)
		if t == nil {
			t, err = newTable(cells)
		} else {
			err = t.checkRow(cells)
			t.rows = append(t.rows, joined(cells))
		}
		if err != nil {
			return nil, line, err
		}
	}
}

// firstDifference returns the first line in which two texts differ, and an error that shows it.
func firstDifference(got, want []byte) (line int, err error) {
	g, w := bytes.SplitAfter(got, []byte("\n")), bytes.SplitAfter(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return i + 1, fmt.Errorf("expected the line %q, got %q", w[i], g[i])
		}
	}
	return 0, nil // each ends in a line of its own that is empty
}

func (t *Table) checkRow(cells []string) error {
	if len(cells) != len(t.columns) {
		return fmt.Errorf("expected %d cells as in the header, got %d", len(t.columns), len(cells))
	}
	for i, c := range t.columns {
		if !isText(cells[i]) {
			return fmt.Errorf("column %q: %q is not UTF-8 or contains a carriage return", c, cells[i])
		}
		if err := checkCell(c, cells[i]); err != nil {
			return err
		}
	}
	return nil
}
