package spec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong with a spec, and where. A program that gets one from a function of this
// package, or from [Source.Errorf], was given wrong input; the program itself has not failed.
type Error struct {
	Place string // the file, with the line if it is known, or the assignment
	Key   string // the dotted key as it is written there; empty if there is none
	Text  string // what is wrong and what is expected, the key included
	Err   error  // the cause; nil if there is none
}

// Error returns the place and the text, as one line.
func (e *Error) Error() string { return e.Place + ": " + e.Text }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// oneLine replaces control characters and line separators by blanks.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// place is where a value was given: on a line of a file, or, if order is not 0, by an assignment.
type place struct {
	file  string
	line  int // from 1; 0 if unknown
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

// before orders places as they are applied: the lines of the file, then the assignments, and last
// places without a line.
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

// printable returns s if it prints on one line, else s quoted.
func printable(s string) string {
	if s == "" || !utf8.ValidString(s) ||
		strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// problem is an error that Decode may report.
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

// quoteKey quotes a key. Quotes inside a key that is not bare stay as they are in the file.
func quoteKey(key string) string { return `"` + key + `"` }
