package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// WriteCSV writes the table as CSV (RFC 4180) with a header, in lines that end in a line feed.
// Cells are quoted only where they must be.
func (t *Table) WriteCSV(w io.Writer) error {
	_, err := w.Write(t.csv())
	return err
}

// Digest returns the SHA-256 of the table's CSV in hexadecimal.
func (t *Table) Digest() string {
	sum := sha256.Sum256(t.csv())
	return hex.EncodeToString(sum[:])
}

func (t *Table) csv() []byte {
	var b bytes.Buffer
	writeRecord(&b, t.columns)
	for _, row := range t.rows {
		writeRecord(&b, row)
	}
	return b.Bytes()
}

func writeRecord(b *bytes.Buffer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		// A lone empty cell would be an empty line.
		if strings.ContainsAny(cell, ",\"\n") || cell == "" && len(cells) == 1 {
			b.WriteByte('"')
			b.WriteString(strings.ReplaceAll(cell, `"`, `""`))
			b.WriteByte('"')
		} else {
			b.WriteString(cell)
		}
	}
	b.WriteByte('\n')
}

// ReadFile reads a table from the CSV file at path, as ReadCSV does.
func ReadFile(path string) (*Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	return ReadCSV(path, f)
}

// ReadCSV reads a table as WriteCSV writes it. It returns an error that gives name and the line if
// the text is not such a CSV file: if it is empty or not UTF-8, a row has more or fewer cells than
// the header, a line is empty, a quote is out of place, there is a carriage return, the last line
// does not end in a line feed, or a standard column has a cell that it cannot hold.
func ReadCSV(name string, r io.Reader) (*Table, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read table: %s: %w", name, err)
	}
	line, err := checkText(text)
	var t *Table
	if err == nil {
		t, line, err = parseCSV(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return t, nil
}

// checkText returns what encoding/csv would accept or repair silently, and the line.
func checkText(text []byte) (line int, err error) {
	if len(text) == 0 {
		return 1, errors.New("is empty, expected the header of a table")
	}
	for s := range bytes.Lines(text) {
		line++
		switch {
		case !utf8.Valid(s):
			return line, errors.New("the text is not UTF-8")
		case bytes.IndexByte(s, '\r') >= 0:
			return line, errors.New("a carriage return: lines must end in a line feed alone")
		case s[len(s)-1] != '\n':
			return line, errors.New("the last line has no end: the file is cut off")
		}
	}
	return 0, nil
}

// parseCSV returns the table, or an error and its line.
func parseCSV(text []byte) (t *Table, line int, err error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	next, offset := 1, 0 // the line and the byte where the next record should start
	for {
		cells, err := r.Read()
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			return nil, bad.StartLine, quoteError(bad.Err)
		case err == io.EOF:
			line = 1 + bytes.Count(text, []byte("\n"))
		default:
			line, _ = r.FieldPos(0)
		}
		if line != next { // the reader skips empty lines
			return nil, next, errors.New("the line is empty")
		}
		if err == io.EOF {
			return t, 0, nil
		}
		if t == nil {
			t, err = newTable(cells)
		} else {
			err = t.checkRow(cells)
			t.rows = append(t.rows, cells)
		}
		if err != nil {
			return nil, line, err
		}
		end := int(r.InputOffset())
		next += bytes.Count(text[offset:end], []byte("\n"))
		offset = end
	}
}

// quoteError rewords an error of encoding/csv.
func quoteError(err error) error {
	switch err {
	case csv.ErrBareQuote:
		return errors.New("a quote inside a cell that is not quoted")
	case csv.ErrQuote:
		return errors.New("a quoted cell is not closed, or text follows its closing quote")
	}
	return err
}

func (t *Table) checkRow(cells []string) error {
	if len(cells) != len(t.columns) {
		return fmt.Errorf("expected %d cells as in the header, got %d", len(t.columns), len(cells))
	}
	for i, c := range t.columns {
		if err := checkCell(c, cells[i]); err != nil {
			return err
		}
	}
	return nil
}
