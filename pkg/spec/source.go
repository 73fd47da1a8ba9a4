package spec

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"adl/pkg/files"
)

// maxSize is the size in bytes above which Read rejects a file.
const maxSize = 1 << 18

// Source is a spec before it is decoded: a text, the chosen profile, and the assignments that
// overlay it.
type Source struct {
	Name    string   // names the text in errors, usually its path
	Text    []byte   // TOML
	Profile string   // the profile; empty for the base alone
	Set     []string // assignments key=value; of several for one key the last counts
}

// Read reads the file at path, which is also the name of the source. It returns an [*Error] if
// there is no such file, or if it cannot be read, is not a regular file, or larger than 256 KiB.
func Read(path string) (Source, error) {
	text, err := files.Read(path, maxSize)
	if err != nil {
		msg := fmt.Sprintf("%v, expected a TOML file", files.Cause(err))
		return Source{}, &Error{at: place{name: path}, msg: msg, err: err}
	}
	return Source{Name: path, Text: text}, nil
}

// Decode decodes src into the struct that s points to. Optional fields that src
// does not give keep their values, and after an error all fields do.
//
// It returns an [*Error] if src is wrong. It panics if s is not a pointer to a struct, or if the
// struct or its tags break the rules of the package comment.
func Decode(s any, src Source) error {
	target, sch := targetOf(s)
	layers, merged, wrong := parse(src)
	if wrong != nil {
		return wrong
	}
	// Check each layer by itself first, including those that another layer hides and profiles that
	// were not chosen.
	d := decoder{outer: sch}
	for _, layer := range layers {
		d.layer = layer
		d.value(layer, sch, copyOf(target))
	}
	if d.first == nil {
		d.full = true
		v := copyOf(target)
		d.value(merged, sch, v)
		if d.first == nil {
			target.Set(v)
			return nil
		}
	}
	return d.first
}

// Errorf returns an [*Error] that says that the value of key is wrong, for conditions that involve
// several keys. The key is dotted, with elements of lists as in "panel[1].dt". The place is where
// the value was given; if it was not, where the innermost table around it was given, else the whole
// source. An empty key stands for the source. The rest is as for [fmt.Errorf]:
//
//	src.Errorf("n", "without replacement requires n <= Nd = %d, got %d", nd, n)
func (src Source) Errorf(key, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	e := &Error{at: place{name: src.Name}, key: key, msg: err.Error(), err: errors.Unwrap(err)}
	if key == "" {
		return e
	}
	e.msg = ": " + e.msg
	if _, merged, wrong := parse(src); wrong == nil {
		n, exact := merged.find("", key)
		e.at = n.at
		if exact {
			e.key = n.key
		}
	}
	return e
}

func list(names []string) string { return strings.Join(names, ", ") }

// Error is a fault of a spec, with its place. A program that gets one from a function of this
// package, or from [Source.Errorf], was given wrong input; the program itself has not failed.
type Error struct {
	at  place
	key string // dotted, as it is written there; empty if there is none
	msg string // the fault and the expectation; follows the key, with its own separator
	err error  // the cause; nil if there is none
}

// Error returns the place, the key and the fault, as one line.
func (e *Error) Error() string {
	text := clip(e.msg, maxMessage)
	if e.key != "" {
		text = `key "` + Clip(e.key) + `"` + text // quotes inside a key stay as they are in the file
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
