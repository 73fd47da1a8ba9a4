package sweep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"adl/pkg/files"
)

// A result names the code that computed it, by a digest of the source. A result of the program's
// own code is used as it is. The probes of [Verifier] decide about results of other code, and a
// line counts them. Where one is stale, all that the same code computed are computed again, so
// that no table mixes numbers of code that is known to differ. Each new result names the code that
// it replaces, for the program that goes on after an interruption.

// Coded is a Task that knows the code that computes it.
type Coded interface {
	Task
	// Code returns the digest of that code, one of those that of gives. It is empty if the source of
	// some of the code is not known.
	Code(of func(Part) string) string
}

// Part is a part of the source that has a digest.
type Part string

// The parts.
const (
	Random Part = "random" // behind computations with random numbers
	Own    Part = "own"    // the same, together with the program's own package main
	Exact  Part = "exact"  // behind computations without random numbers
)

var errOtherCode = fmt.Errorf("%w, whose other results are stale", ErrStale)

// own reports whether the item's own code computed an entry.
func (x *item) own(e entry) bool { return x.code != "" && e.Code == x.code }

// check returns an error if an entry cannot be used, which wraps ErrStale if its task now computes
// something else.
func (x *item) check(e entry) error {
	v, ok := x.task.(Verifier)
	switch {
	case !ok:
		return nil
	case x.own(e):
		return v.Form(e.arrays)
	case x.code != "" && (x.only || slices.Contains(x.refuted, e.Code)):
		return errOtherCode
	}
	return v.Verify(e.arrays)
}

// refute looks for code that computes something else than the program: that of stale results, and
// that which results of the program's own code name. All results of such code are stale.
func (s *status) refute(c Cache) {
	var refuted []string
	for _, x := range s.items {
		var f *loadError
		switch {
		case x.code == "":
		case x.err == nil && x.own(x.stored):
			refuted = append(refuted, x.stored.Unlike...)
		case errors.As(x.err, &f) && f.refutes:
			refuted = append(refuted, f.code)
		}
	}
	slices.Sort(refuted)
	refuted = slices.Compact(refuted)
	for _, x := range s.items {
		if x.code == "" {
			continue
		}
		x.refuted = slices.DeleteFunc(slices.Clone(refuted), func(c string) bool { return c == x.code })
		if x.err == nil && slices.Contains(x.refuted, x.stored.Code) {
			x.stored, x.err = c.load(x)
			s.mixed++
		}
	}
}

// other reports whether other code than its own computed the item's result.
func (x *item) other() bool { return x.code != "" && x.err == nil && !x.own(x.stored) }

// otherCode returns the line about results of other code, or nothing.
func (s *status) otherCode() string {
	n := 0
	for _, x := range s.items {
		if x.other() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s computed by other code; what their probes compute is the same "+
		"now, the rest may not be (-fresh computes all again)", Count(n, "result"),
		either(n, "was", "were"))
}

// Digest writes to w a SHA-256 of every file that may hold the entry of a key, in the order in
// which they are searched. It returns an error if a key has no file, or one that cannot be read.
func (c Cache) Digest(w io.Writer, keys []string) error {
	for _, key := range keys {
		found := false
		for i, dir := range c.dirs() {
			path := file(dir, key, result)
			b, err := files.Read(path, maxEntry)
			switch {
			case err == nil:
				found = true
				fmt.Fprintf(w, "%s %d %x\n", key, i, sha256.Sum256(b))
			case !absent(err):
				return fmt.Errorf("read %s: %w", path, files.Cause(err))
			}
		}
		if !found {
			return fmt.Errorf("there is no entry of %s", key)
		}
	}
	return nil
}
