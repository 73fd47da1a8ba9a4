package spec

import (
	"errors"
	"fmt"
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
