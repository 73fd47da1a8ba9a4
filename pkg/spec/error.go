package spec

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"adl/pkg/files"
)

// Error says what is wrong with a spec, and where. A program that gets one from a function of this
// package, or from [Source.Errorf], was given wrong input; the program itself has not failed.
type Error struct {
	at  place
	key string // dotted, as it is written there; empty if there is none
	msg string // what is wrong and what is expected; follows the key, with its own separator
	err error  // the cause; nil if there is none
}

// Error returns the place, the key and what is wrong with it, as one line.
func (e *Error) Error() string {
	text := clip(e.msg, maxMessage)
	if e.key != "" {
		text = "key " + quoteKey(Clip(e.key)) + text
	}
	return oneLine(e.at.String() + ": " + text)
}

// Lengths in runes of what an error quotes, and of its last part.
const (
	maxQuoted  = 60
	maxMessage = 300
)

// Clip cuts off what an error quotes where it is too long to be read.
func Clip(s string) string { return clip(s, maxQuoted) }

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	runes := 0
	for i := range s {
		if runes == most {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// oneLine returns s on one line, without what does not print.
func oneLine(s string) string { return strings.ReplaceAll(files.Printable(s), "\n", " ") }

// place is where a value was given: on a line of a file, or by an assignment.
type place struct {
	name  string // the file, or the assignment as on the command line
	order int    // among assignments, from 1; 0 for the file
	line  int    // of the file, from 1; 0 if unknown
}

func (p place) String() string {
	if p.line == 0 {
		return p.name
	}
	return fmt.Sprintf("%s:%d", p.name, p.line)
}

// compare orders places as they are applied: the lines of the file, then the assignments.
func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.order, q.order), cmp.Compare(p.line, q.line))
}

// printable returns s if it prints on one line, else s quoted.
func printable(s string) string {
	s = Clip(s)
	if s == "" || oneLine(s) != s {
		return strconv.Quote(s)
	}
	return s
}

// quoteKey quotes a key. Quotes inside a key that is not bare stay as they are in the file.
func quoteKey(key string) string { return `"` + key + `"` }
