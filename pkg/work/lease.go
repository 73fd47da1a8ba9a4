package work

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"adl/pkg/files"
)

// lease is a file beside a task's result that says which program is computing the task. The program
// rewrites the file regularly. Another program takes the lease over if it sees no change for a
// while, by its own clock. On NFS too, only one program succeeds in creating a file. At worst, if a
// program was suspended for minutes, two programs compute a task and store the same bytes.
type lease struct {
	path    string
	own     []byte
	touched time.Time
}

// silence is the time after which an unchanged lease is taken over.
var silence = 3 * time.Minute

// take returns the lease on the result at a path, or nil if another program has it.
func (c Cache) take(path string) (*lease, error) {
	l := &lease{path: path + leased}
	l.own = fmt.Appendf(nil, "%s %x %s\n", files.Program(), rand.Uint64(), c.Post)
	err := os.MkdirAll(filepath.Dir(l.path), 0o777)
	if err == nil {
		err = l.create(l.path)
	}
	if errors.Is(err, fs.ErrExist) && c.dead(l.path) {
		err = c.takeOver(l)
	}
	if err == nil {
		return l, nil
	} else if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	return nil, files.Cause(err)
}

// takeOver replaces a dead lease by l. Only the holder of a lock, another file, removes another
// program's lease, after checking once more.
func (c Cache) takeOver(l *lease) error {
	lock := l.path + locked
	if err := l.create(lock); err != nil {
		if c.dead(lock) { // the program with the lock ended
			os.Remove(lock)
		}
		return err
	}
	defer os.Remove(lock)
	if !c.dead(l.path) {
		return fs.ErrExist
	}
	if err := os.Remove(l.path); err != nil {
		return err
	}
	return l.create(l.path)
}

// create makes a file, which must not exist, with the lease's content.
func (l *lease) create(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(l.own)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	l.touched = time.Now()
	return err
}

// dead reports whether the program of a lease has ended, as far as the words in the file show, or
// was silent for too long.
func (c Cache) dead(path string) bool {
	b, _ := files.Read(path, 1<<10) // on NFS, this asks the server
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	words := append(strings.Fields(string(b)), "", "", "") // program, any, post
	ours := c.Post != "" && c.Post == words[2] && words[0] != files.Program()
	state := string(b) + info.ModTime().String()
	return ours || files.Ended(words[0]) || unchanged(path, state) >= silence
}

// sightings records when leases were seen, by path.
var sightings sync.Map

type sighting struct {
	state string
	since time.Time
}

// unchanged returns how long this program has seen a lease in the same state.
func unchanged(path, state string) time.Duration {
	last, _ := sightings.Load(path)
	if s, _ := last.(sighting); s.state == state {
		return time.Since(s.since)
	}
	sightings.Store(path, sighting{state, time.Now()})
	return 0
}

// alive rewrites the lease if it was last written some time ago.
func (l *lease) alive() {
	if time.Since(l.touched) < silence/8 {
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
	b, err := files.Read(l.path, 1<<10)
	return err == nil && bytes.Equal(b, l.own)
}
