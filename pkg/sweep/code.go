package sweep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall"

	"adl/pkg/files"
)

// A result names the code that computed it, by a digest of the source. A result of the program's
// own code is used as it is. Of other code, the probes of [Verifier] decide, and a line counts such
// results. Where one of them is stale, all that the same code computed are computed again, so that
// no table mixes numbers of code that is known to differ; each new result names the code that it
// replaces, for the program that goes on after an interruption.

// Coded is a Task that knows the code that computes it.
type Coded interface {
	Task
	// Code returns the digest of that code, as of gives it: with or without the program's own package.
	// It returns nothing if the source of some of the code is not known.
	Code(of func(main bool) string) string
}

// codeOf is the digest of the code of a task, or empty.
func (o Options) codeOf(t Task) string {
	if c, ok := t.(Coded); ok && o.Code != nil {
		return c.Code(o.Code)
	}
	return ""
}

// accept decides whether an entry can be used for a task.
type accept struct {
	task    Task
	code    string   // of the task
	only    bool     // no other code will do
	refuted []string // nor this
}

var errOtherCode = fmt.Errorf("%w, whose other results are stale", ErrStale)

// own reports whether the task's own code computed an entry.
func (a *accept) own(e entry) bool { return a.code != "" && e.code == a.code }

// check returns an error if an entry cannot be used, which wraps ErrStale if its task now computes
// something else.
func (a *accept) check(e entry) error {
	v, ok := a.task.(Verifier)
	switch {
	case !ok:
		return nil
	case a.own(e):
		return v.Form(e.arrays)
	case a.code != "" && (a.only || slices.Contains(a.refuted, e.code)):
		return errOtherCode
	}
	return v.Verify(e.arrays)
}

// refute looks for code that computes something else than the program: that of stale results, and
// what results of the program's own code say. The results of such code are stale, all of them.
func (s *status) refute(o Options) {
	for i := range s.ids {
		var f *loadError
		switch {
		case s.first[i] != i || s.accept[i].code == "":
		case s.why[i] == nil && s.accept[i].own(s.stored[i]):
			s.refuted = append(s.refuted, s.stored[i].unlike...)
		case errors.As(s.why[i], &f) && f.refutes:
			s.refuted = append(s.refuted, f.code)
		}
	}
	slices.Sort(s.refuted)
	s.refuted = slices.Compact(s.refuted)
	for i := range s.ids {
		a := s.accept[i]
		if a == nil || a.code == "" {
			continue
		}
		a.refuted = slices.DeleteFunc(slices.Clone(s.refuted), func(c string) bool { return c == a.code })
		if s.why[i] == nil && slices.Contains(a.refuted, s.stored[i].code) {
			s.stored[i], s.why[i] = o.Cache.load(s.ids[i], a)
			s.mixed++
		}
	}
}

// other reports whether other code than its own computed the result of task i.
func (s *status) other(i int) bool {
	a := s.accept[i]
	return a != nil && a.code != "" && s.why[i] == nil && !a.own(s.stored[i])
}

// otherCode is the line about results of other code, or empty.
func (s *status) otherCode() string {
	n := 0
	for i := range s.ids {
		if s.other(i) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s computed by other code; what their probes compute is the same "+
		"now, the rest may not be (-fresh computes all again)", Count(n, "result"), were(n))
}

// Digest writes to w what tells the entries of keys from others: a SHA-256 of every file that may
// hold one, in the order in which they are searched. It returns an error if a key has no file, or
// one that cannot be read.
func (c Cache) Digest(w io.Writer, keys []string) error {
	for _, key := range keys {
		found := false
		for i, dir := range append([]string{c.Dir}, c.Lower...) {
			path := file(dir, key, result)
			b, err := files.Read(path, maxEntry)
			switch {
			case err == nil:
				found = true
				fmt.Fprintf(w, "%s %d %x\n", key, i, sha256.Sum256(b))
			case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
				return fmt.Errorf("read %s: %w", path, files.Cause(err))
			}
		}
		if !found {
			return fmt.Errorf("there is no entry of %s", key)
		}
	}
	return nil
}
