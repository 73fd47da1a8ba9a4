package sweep

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"adl/pkg/files"
)

// lease is the sign that a program is computing a task: a file beside the task's result, which
// names the program. The file server's time of the last write is the sign of life, so machines
// need not agree on the time. It works on NFS as well, since one program only creates a file. In
// the worst case, a program that was suspended for minutes, two compute a task and store the same
// bytes.
type lease struct {
	path    string
	own     []byte
	every   time.Duration // between signs of life
	touched time.Time
}

// silence returns c.Silence, or its default.
func (c Cache) silence() time.Duration { return cmp.Or(c.Silence, 3*time.Minute) }

// take returns a lease on a key, or nil if another program has one.
func (c Cache) take(key string) (*lease, error) {
	l := &lease{path: file(c.Dir, key, leased), every: c.silence() / 8}
	l.own = fmt.Appendf(nil, "%s %d %s %s\n", files.Machine(), os.Getpid(),
		strconv.FormatUint(rand.Uint64(), 36), c.Post)
	if err := os.MkdirAll(filepath.Dir(l.path), 0o777); err != nil {
		return nil, files.Cause(err)
	}
	err := l.create(l.path)
	if errors.Is(err, fs.ErrExist) {
		return c.takeOver(l)
	} else if err != nil {
		return nil, files.Cause(err)
	}
	return l, nil
}

// takeOver makes l of a lease if its program has ended, or was silent for too long, and else
// returns nil. Only who holds the lock, a file as well, removes another's lease, after one more
// look: so nobody removes the lease of who came first.
func (c Cache) takeOver(l *lease) (*lease, error) {
	if !c.dead(l.path) {
		return nil, nil
	}
	lock := l.path + locked
	switch err := l.create(lock); {
	case errors.Is(err, fs.ErrExist):
		if c.dead(lock) { // its program ended in between
			return nil, remove(lock)
		}
		return nil, nil
	case err != nil:
		return nil, files.Cause(err)
	}
	defer os.Remove(lock)
	if !c.dead(l.path) {
		return nil, nil
	}
	if err := remove(l.path); err != nil {
		return nil, err
	}
	if l.create(l.path) != nil {
		return nil, nil
	}
	return l, nil
}

// remove removes a lease, or renames a folder in its place.
func remove(path string) error {
	err := os.Remove(path)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if os.Rename(path, path+damaged) != nil {
		return fmt.Errorf("%s is in the way: %w", path, files.Cause(err))
	}
	return nil
}

// create makes a file, which must not exist, with the lease's content.
func (l *lease) create(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(l.own)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(path)
		return err
	}
	l.touched = time.Now()
	return nil
}

// dead reports whether the program of a lease has ended or was silent for too long, or a file is no
// lease.
func (c Cache) dead(path string) bool {
	content, written, err := inspect(path)
	silence := c.silence()
	switch {
	case errors.Is(err, errNoLease):
		return true
	case errors.Is(err, fs.ErrNotExist):
		return false
	case err != nil: // another user's: its times are known
	case ended(content) || c.ours(content):
		return true
	case len(content) == 0: // its program ended, or was stopped, when it had just created it
		silence = min(silence, 10*time.Second)
	}
	if c.watched.since(path, content, written) >= silence {
		return true
	}
	now, err := files.ServerTime(c.Dir)
	return err == nil && now.Sub(written) >= silence
}

// watched remembers when leases were first seen as they are, in case a clock was wrong when one was
// written.
type watched struct {
	mu   sync.Mutex
	seen map[string]sighting // by path
}

type sighting struct {
	content string
	written time.Time
	at      time.Time // by the clock of this machine
}

// since returns for how long this program has seen a lease as it is.
func (w *watched) since(path string, content []byte, written time.Time) time.Duration {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.seen[path]
	if !ok || s.content != string(content) || !s.written.Equal(written) {
		s = sighting{string(content), written, time.Now()}
		if w.seen == nil {
			w.seen = map[string]sighting{}
		}
		w.seen[path] = s
	}
	return time.Since(s.at)
}

var errNoLease = errors.New("not a lease")

// inspect returns a lease's content and the time of its last sign of life, also where the content
// cannot be read. Opening the file makes a client of NFS ask the server.
func inspect(path string) ([]byte, time.Time, error) {
	b, err := files.Read(path, 1<<10)
	info, e := os.Lstat(path)
	switch {
	case e != nil:
		return nil, time.Time{}, e
	case !info.Mode().IsRegular():
		return nil, time.Time{}, errNoLease
	case err == nil && len(b) > 0 && len(strings.Fields(string(b))) < 3 || info.Size() > 1<<10:
		return nil, time.Time{}, errNoLease
	}
	return b, info.ModTime(), err
}

// ours reports whether another program that had the post of this one took a lease.
func (c Cache) ours(content []byte) bool {
	part := strings.Fields(string(content))
	return c.Post != "" && len(part) == 4 && part[3] == c.Post &&
		!(part[0] == files.Machine() && part[1] == strconv.Itoa(os.Getpid()))
}

// ended reports whether the program of a lease ran on this machine and no longer does.
func ended(content []byte) bool {
	var machine string
	var pid int
	if _, err := fmt.Sscan(string(content), &machine, &pid); err != nil {
		return false
	}
	return machine == files.Machine() && !files.Alive(pid)
}

// alive gives a sign of life if the last one is some time ago.
func (l *lease) alive() {
	if time.Since(l.touched) < l.every {
		return
	}
	l.touched = time.Now()
	if l.held() {
		_ = os.WriteFile(l.path, l.own, 0o666)
	}
}

// release ends the lease.
func (l *lease) release() {
	if l.held() {
		os.Remove(l.path)
	}
}

// held reports whether no other program has taken the lease over.
func (l *lease) held() bool {
	b, _, err := inspect(l.path)
	return err == nil && bytes.Equal(b, l.own)
}
