package dataset

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

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
	head, _ := b.Peek(4)
	if what := foreign(string(head)); what != "" {
		return data, fmt.Errorf("data file %s: expected text in UTF-8, got %s", path, what)
	}
	if strings.HasPrefix(string(head), "\ufeff") { // a byte order mark
		b.Discard(3)
	}
	if data, err = parse(b); err != nil {
		return Labelled{}, fmt.Errorf("data file %s:%w", path, err)
	}
	return data, nil
}

// foreign says what a file is whose first four bytes are no text in UTF-8, and what to do.
func foreign(head string) string {
	switch {
	case strings.HasPrefix(head, "\x1f\x8b"):
		return "gzip (gunzip it)"
	case head == "PK\x03\x04", head == "\xd0\xcf\x11\xe0":
		return "a workbook or an archive (save it as CSV, or unpack it)"
	case strings.ContainsRune(head, 0): // of an ASCII character
		return "UTF-16 or no text (convert it, as with iconv -f utf-16 -t utf-8)"
	}
	return ""
}

// maxDatum bounds the magnitude of a datum, so that products of powers of data do not overflow.
const maxDatum = 1e30

// number reads a finite decimal number. It rejects Go's other notations, such as 0x1p-2 and 1_000,
// because the author of the file may not have meant what Go reads.
func number(s string, bits int) (x float64, ok bool) {
	x, err := strconv.ParseFloat(s, bits)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) && !strings.ContainsAny(s, "_xX")
}

// hints say, of words that are no numbers, what they are and what to do.
var hints = []struct {
	word *regexp.Regexp
	hint string
}{
	{
		regexp.MustCompile(`(?i)^(n/?a|-?nan|null|none|missing|[-.?*]*|#.*)$`),
		" (missing: leave the line out)",
	},
	{
		regexp.MustCompile(`^\d{1,4}([-/.]\d\d?[-/.]|[-/. ]\pL{3,9}[-/. ])\d|^\d\d?:\d\d`),
		" (a date: write a number, say of days)",
	},
	{separated, " (decimal comma or thousands separator: write 1234.5)"},
	{regexp.MustCompile(`(?i)^(yes|no|true|false|[yntf])$`), " (write 1 and 0)"},
	{regexp.MustCompile(`^\pL`), isText},
}

// separated matches 1,5 and 1 234,5 and 1'234.5.
var separated = regexp.MustCompile(
	`(?i)^[-+]?\d*([.,'’\x{a0}\x{202f}]\d+| \d{3})+(e[-+]?\d+)?\s*$`)

const (
	isText  = " (text: code categories as 0/1 columns)"
	notUTF8 = " (not UTF-8: convert it, as with iconv -f latin1 -t utf-8)"
)

// hint returns a hint for a word that is no number as expected, or nothing.
func hint(word string) string {
	if x, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(x) {
		return ""
	}
	if !utf8.ValidString(word) {
		return notUTF8
	}
	for _, h := range hints {
		if h.word.MatchString(word) {
			return h.hint
		}
	}
	return ""
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
