// Package spec reads an experiment's spec: a TOML text, one of the profiles in it, and assignments
// from the command line, decoded into a struct.
//
// The keys outside the table "profile" are overlaid by the table [profile.NAME] of the chosen
// profile, and then by each assignment. An overlay merges tables and replaces anything else.
//
// A field's key is its toml tag, or its name; "-" skips it. The keys of an embedded struct, or of a
// struct with the tag ",inline", belong to the outer struct. A field is a bool, a string, an int, a
// uint or a float64, an [encoding.TextUnmarshaler], a struct, a pointer to one of these, or a slice
// or an array of them. It must be given unless its spec tag begins with optional. Other words of
// the tag restrict the value or, for a list, its elements: positive, nonnegative, min=A, max=B,
// in=a|b|c. The word nonempty restricts a list or a string, distinct a list. A list of one value,
// not a table, may be given as this value. The word named makes a slice of structs from one or more
// named tables, in the order of the text; their names become the fields Name.
//
// Unknown keys and wrong values are errors also in profiles that are not chosen, but these need not
// be complete. The first error in the text is reported, then errors of assignments, then missing
// keys:
//
//	fig03/spec.toml:7: key "n[1]": expected an integer (at least 1), got 0
package spec

import (
	"fmt"
	"strings"

	"adl/pkg/files"
)

// Source is a spec before it is decoded.
type Source struct {
	Name    string   // names the text in errors, usually its path
	Text    []byte   // TOML
	Profile string   // the profile; empty for only the keys outside profiles
	Set     []string // assignments key=value; the last one for a key counts
}

// Read reads the regular file at path, of at most 256 KiB.
func Read(path string) (Source, error) {
	text, err := files.Read(path, 1<<18)
	if err != nil {
		in := place{name: path}
		return Source{}, in.errorf("", "%v, expected a TOML file", files.Cause(err))
	}
	return Source{Name: path, Text: text}, nil
}

// Decode decodes src into s, which is unchanged after an [*Error]. It panics if the struct or a tag
// violates the rules of the package comment.
func Decode[S any](s *S, src Source) error {
	points, _, err := Product[S](src, "", 1)
	if err == nil {
		*s = points[0]
	}
	return err
}

// Tree returns the decoded src, whatever its keys. It returns an error if the text is not TOML.
func (src Source) Tree() (map[string]any, error) {
	all, err := src.trees()
	if err != nil {
		return nil, err
	}
	return all[len(all)-1].plain().(map[string]any), nil
}

// Errorf returns an [*Error] about the value of a dotted key, such as "panel[1].dt", for conditions
// that involve several keys. An empty key stands for the source.
func (src Source) Errorf(key, format string, args ...any) error {
	all, err := src.trees()
	if err != nil {
		return err
	}
	in, rest := all[len(all)-1].find(key)
	if rest == "[0]" && in.table == nil && in.list == nil { // the only value of a list
		rest = ""
	}
	return in.errorf(rest, format, args...)
}

// Error is a fault of a spec: the input is wrong, not the program.
type Error struct {
	line int // see place
	text string
}

// Error returns the place, the key and the fault, as one line.
func (e *Error) Error() string { return e.text }

// beyond is greater than all line numbers of a file. Assignments have line numbers from there on.
const beyond = 1 << 20

// place is where a value is given.
type place struct {
	name string // of the file, or the assignment
	line int    // 0 for the whole file
	key  string // with a dot before each name, as in ".panel[1].dt"
}

// errorf returns a fault of the value at a place, or at the key rest within.
func (p place) errorf(rest, format string, args ...any) *Error {
	text := p.name
	if 0 < p.line && p.line < beyond {
		text += fmt.Sprint(":", p.line)
	}
	if key := strings.TrimPrefix(p.key+rest, "."); key != "" {
		text += fmt.Sprintf(": key \"%.60s\"", key)
	}
	text += fmt.Sprintf(": %.250s", fmt.Sprintf(format, args...))
	return &Error{p.line, files.Printable(strings.ReplaceAll(text, "\n", " "))}
}
