package sweep

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

// lease is the sign that a program is computing a task: a file beside the task's result, which
// names the program and is written again now and then. Another program takes it over if it sees no
// change for a while, by its own clock. On NFS too, one program only creates a file. At worst, if
// a program was suspended for minutes, two compute a task and store the same bytes.
type lease struct {
	path    string
	own     []byte
	touched time.Time
}

// silence is the time after which a lease that stays as it is is taken over.
var silence = 3 * time.Minute

// take returns the lease on what is stored at a path, or nil if another program has it.
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

// takeOver makes l of a dead lease. Only who holds the lock, a file as well, removes another's
// lease, after one more look.
func (c Cache) takeOver(l *lease) error {
	lock := l.path + locked
	if err := l.create(lock); err != nil {
		if c.dead(lock) { // its program ended in between
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

// dead reports whether the program of a lease has ended, as far as its words tell, or was silent
// for too long.
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

// sightings are those of leases, by path.
var sightings sync.Map

type sighting struct {
	state string
	since time.Time
}

// unchanged returns for how long this program has seen a lease in its state.
func unchanged(path, state string) time.Duration {
	last, _ := sightings.Load(path)
	if s, _ := last.(sighting); s.state == state {
		return time.Since(s.since)
	}
	sightings.Store(path, sighting{state, time.Now()})
	return 0
}

// alive gives a sign of life if the last one is some time ago.
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
