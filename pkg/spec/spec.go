// Package spec reads an experiment's spec: a TOML text, one of the profiles in it, and assignments
// from the command line, decoded into a struct.
//
// The keys outside the table "profile" are overlaid by the table [profile.NAME] of the chosen
// profile, and then by each assignment. An overlay merges tables and replaces anything else.
//
// A field's key is its toml tag, or its name; "-" skips it. The keys of an embedded struct, and of
// one with the tag ",inline", are the outer struct's. A field is a bool, a string, an int, a uint
// or a float64, an [encoding.TextUnmarshaler], a struct, a pointer to one of these, or a slice or
// an array of them. It must be given, unless its spec tag begins with optional: then it keeps its
// value. Other words of the tag restrict the values, on a list those of its elements: positive,
// nonnegative, min=A, max=B, in=a|b|c; and on a list itself nonempty, as on a string, and distinct.
//
// Unknown keys and wrong values are errors also in profiles that are not chosen, which need not be
// complete. The first in the text is reported, then those of assignments, and then missing keys:
//
//	fig03/spec.toml:7: key "n[1]": expected an integer (at least 1), got 0
package spec

import (
	"fmt"
	"reflect"
	"strings"

	"adl/pkg/files"
)

// Source is a spec before it is decoded.
type Source struct {
	Name    string   // names the text in errors, usually its path
	Text    []byte   // TOML
	Profile string   // the profile; empty for the keys outside the profiles alone
	Set     []string // assignments key=value; of several for one key the last counts
}

// Read reads the regular file at path, of at most 256 KiB.
func Read(path string) (Source, error) {
	text, err := files.Read(path, 1<<18)
	if err != nil {
		return Source{}, newError(path, 0, "", fmt.Sprint(files.Cause(err), ", expected a TOML file"))
	}
	return Source{Name: path, Text: text}, nil
}

// Decode decodes src into the struct that s points to, which is unchanged after an [*Error]. It
// panics if the struct or a tag is not as the package comment says.
func Decode(s any, src Source) error {
	target := reflect.ValueOf(s).Elem()
	points, _, err := src.product(target, "", 1)
	if err == nil {
		target.Set(points[0])
	}
	return err
}

// Errorf returns an [*Error] that says that the value of a dotted key is wrong, such as
// "panel[1].dt", for conditions that involve several keys. An empty key stands for the source.
func (src Source) Errorf(key, format string, args ...any) error {
	all, _ := src.layers()
	return all[len(all)-1].errorf(key, format, args...)
}

// Error is a fault of a spec: the program was given wrong input, and has not failed itself.
type Error struct {
	place int // a line of the file, or beyond all of them; the first fault is reported
	text  string
}

// newError returns a fault at a line of a file, if there is one, or of an assignment.
func newError(name string, line int, key, msg string) *Error {
	if 0 < line && line < beyond {
		name += fmt.Sprint(":", line)
	}
	if key != "" {
		name += fmt.Sprintf(": key \"%.60s\"", key)
	}
	text := strings.ReplaceAll(fmt.Sprintf("%s: %.250s", name, msg), "\n", " ")
	return &Error{line, files.Printable(text)}
}

// Error returns the place, the key and the fault, as one line.
func (e *Error) Error() string { return e.text }
