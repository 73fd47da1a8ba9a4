package spec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is what is wrong with a spec, and where. A program that gets one from
// any function of this package, or from [Source.Errorf], was called wrongly; its
// own work has not failed.
type Error struct {
	Place string // the file, with a line where one is known, or the assignment
	Key   string // the dotted key as it is written there; empty where there is none
	Text  string // what is wrong and what is expected, the key included
	Err   error  // the cause; nil where there is none
}

// Error returns the place and the text, as one line.
func (e *Error) Error() string { return e.Place + ": " + e.Text }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// oneLine replaces what would break or garble a line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// place is where a value was given: in a line of a file, or, where order is not 0,
// by an assignment.
type place struct {
	file  string
	line  int // from 1; 0 where none is known
	set   string
	order int // among assignments, from 1
}

func (p place) String() string {
	switch {
	case p.order > 0:
		return "-set " + printable(p.set)
	case p.line == 0:
		return p.fileName()
	case p.file == "":
		return "line " + strconv.Itoa(p.line)
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}

func (p place) fileName() string {
	if p.file == "" {
		return "spec"
	}
	return p.file
}

// before orders places as they are applied: the lines of the file, the
// assignments, and last what stands nowhere.
func (p place) before(q place) bool {
	rank := func(p place) (int, int) {
		switch {
		case p.order > 0:
			return 1, p.order
		case p.line == 0:
			return 2, 0
		}
		return 0, p.line
	}
	pc, pn := rank(p)
	qc, qn := rank(q)
	if pc != qc {
		return pc < qc
	}
	return pn < qn
}

// printable returns s itself where it prints on one line, else s quoted.
func printable(s string) string {
	if s == "" || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// problem is an error that has not been chosen to be reported yet.
type problem struct {
	at  place
	key string
	msg string // follows the key, with its own separator
	err error
}

func (p problem) Error() *Error {
	text := p.msg
	if p.key != "" {
		text = "key " + quoteKey(p.key) + p.msg
	}
	return &Error{Place: p.at.String(), Key: p.key, Text: oneLine(text), Err: p.err}
}

// quoteKey puts a key between quotes; the quotes inside a key that is not bare
// are left as they are in the file.
func quoteKey(key string) string { return `"` + key + `"` }
