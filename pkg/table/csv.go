package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// WriteCSV writes the table as CSV (RFC 4180) with a header, in lines that end in a
// line feed. Cells are quoted where they have to be and nowhere else.
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
		if strings.ContainsAny(cell, ",\"\r\n") || cell == "" && len(cells) == 1 {
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

// ReadCSV reads a table as WriteCSV writes it. It returns an error that gives name
// and the line if the text is no such CSV: if a row has more or fewer cells than the
// header, a quote is out of place, lines end in CR LF, the last line has no end, or
// a standard column holds what it cannot.
func ReadCSV(name string, r io.Reader) (*Table, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read table: %s: %w", name, err)
	}
	p := csvParser{rest: text, line: 1}
	t, err := p.table()
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
	}
	return t, nil
}

// csvParser splits CSV into records.
type csvParser struct {
	rest []byte
	line int // of the next record; of the error after one
}

func (p *csvParser) table() (*Table, error) {
	if len(p.rest) == 0 {
		return nil, fmt.Errorf("is empty, expected the header of a table")
	}
	header, _, err := p.record()
	if err != nil {
		return nil, err
	}
	t, err := newTable(header)
	if err != nil {
		p.line = 1
		return nil, err
	}
	for len(p.rest) > 0 {
		start := p.line
		cells, blank, err := p.record()
		if err == nil {
			err = t.checkRow(cells, blank)
			if err != nil {
				p.line = start
			}
		}
		if err != nil {
			return nil, err
		}
		t.rows = append(t.rows, cells)
	}
	return t, nil
}

func (t *Table) checkRow(cells []string, blank bool) error {
	if blank {
		return fmt.Errorf("the line is empty")
	}
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

// record splits off the next record; blank tells an empty line from one empty cell.
func (p *csvParser) record() (cells []string, blank bool, err error) {
	blank = p.rest[0] == '\n'
	for {
		cell, err := p.cell()
		if err != nil {
			return nil, false, err
		}
		if !utf8.ValidString(cell) {
			return nil, false, fmt.Errorf("the text is not UTF-8")
		}
		cells = append(cells, cell)
		if len(p.rest) == 0 {
			return nil, false, fmt.Errorf("the last line has no end: the file is cut off")
		}
		sep := p.rest[0]
		p.rest = p.rest[1:]
		if sep == '\n' {
			p.line++
			return cells, blank, nil
		}
	}
}

// cell splits off the next cell; a comma, a line feed or nothing follows it.
func (p *csvParser) cell() (string, error) {
	if len(p.rest) == 0 || p.rest[0] != '"' {
		i := bytes.IndexAny(p.rest, ",\n")
		if i < 0 {
			i = len(p.rest)
		}
		cell := string(p.rest[:i])
		p.rest = p.rest[i:]
		if strings.Contains(cell, `"`) {
			return "", fmt.Errorf("a quote inside the cell %q, which is not quoted", cell)
		}
		if strings.Contains(cell, "\r") {
			return "", fmt.Errorf("a carriage return: lines must end in a line feed alone")
		}
		return cell, nil
	}
	var cell []byte
	line := p.line
	for rest := p.rest[1:]; ; {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return "", fmt.Errorf("the cell that starts here has no closing quote")
		}
		cell = append(cell, rest[:i]...)
		rest = rest[i+1:]
		if len(rest) > 0 && rest[0] == '"' {
			cell = append(cell, '"')
			rest = rest[1:]
			continue
		}
		p.line = line + bytes.Count(cell, []byte("\n"))
		if len(rest) > 0 && rest[0] != ',' && rest[0] != '\n' {
			return "", fmt.Errorf("%q follows the closing quote of a cell", rest[0])
		}
		p.rest = rest
		return string(cell), nil
	}
}
