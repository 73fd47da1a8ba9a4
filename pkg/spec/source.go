package spec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"adl/pkg/files"
)

// maxSize is the size in bytes above which Read rejects a file.
const maxSize = 1 << 20

// Source is a spec before it is decoded: a text, the chosen profile, and the assignments that
// overlay it.
type Source struct {
	Name    string   // names the text in errors, usually its path
	Text    []byte   // TOML
	Profile string   // the profile; empty for the base alone
	Set     []string // assignments key=value; of several for one key the last counts
}

// Read reads the file at path, which is also the name of the source. It returns an [*Error] if
// there is no such file, if it cannot be read, if it is a directory, larger than 1 MiB, or not
// UTF-8.
func Read(path string) (Source, error) {
	fail := func(err error, format string, args ...any) (Source, error) {
		at := place{file: path}
		return Source{}, problem{at: at, msg: fmt.Sprintf(format, args...), err: err}.Error()
	}
	f, err := os.Open(path)
	if err != nil {
		return fail(err, "%v", files.Cause(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fail(nil, "is a directory, expected a TOML file")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return fail(err, "%v", files.Cause(err))
	}
	if len(text) > maxSize {
		return fail(nil, "is larger than 1 MiB, expected a TOML file")
	}
	src := Source{Name: path, Text: text}
	if p := src.checkUTF8(); p != nil {
		return Source{}, p.Error()
	}
	return src, nil
}

// Decode decodes src into the struct that s points to. Optional fields that src
// does not give keep their values, and after an error all fields do.
//
// It returns an [*Error] if src is wrong. It panics if s is not a pointer to a struct, or if the
// struct or its tags break the rules of the package comment.
func Decode(s any, src Source) error {
	target, sch := targetOf(s)
	doc, p := parse(src)
	if p != nil {
		return p.Error()
	}

	// Check each layer by itself first, including those that another layer hides and profiles that
	// were not chosen.
	var d decoder
	d.check(doc.base, "", target, sch)
	for _, pr := range doc.profiles {
		d.check(pr, pr.key+".", target, sch)
	}
	for _, set := range doc.sets {
		d.check(set, "", target, sch)
	}
	if len(d.problems) == 0 {
		merged := doc.merge()
		full := decoder{full: true}
		v := copyOf(target)
		full.value(merged, sch, v)
		if len(full.problems) == 0 {
			target.Set(v)
			return nil
		}
		d = full
	}
	return d.first().Error()
}

// Errorf returns an [*Error] that says that the value of key is wrong, for conditions that involve
// several keys. The key is dotted, with elements of lists as in "panel[1].dt". The place is where
// the value was given; if it was not, where the innermost table around it was given, else the whole
// source. An empty key stands for the source. The rest is as for [fmt.Errorf]:
//
//	src.Errorf("n", "without replacement requires n <= Nd = %d, got %d", nd, n)
func (src Source) Errorf(key, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	p := problem{at: place{file: src.Name}, key: key, msg: err.Error(), err: errors.Unwrap(err)}
	if key == "" {
		return p.Error()
	}
	p.msg = ": " + p.msg
	if doc, wrong := parse(src); wrong == nil {
		n, exact := doc.merge().find(key)
		p.at = n.at
		if exact {
			p.key = n.key
		}
	}
	return p.Error()
}

func (doc *document) profileNames() []string {
	names := make([]string, len(doc.profiles))
	for i, p := range doc.profiles {
		names[i] = p.name
	}
	return names
}

func list(names []string) string { return strings.Join(names, ", ") }
