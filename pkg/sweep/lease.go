package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"adl/pkg/files"
)

// lease is the sign that a program is computing a task: a file beside the task's result. Its
// content names the program; the file server's time of the last write is its sign of life.
//
// What it rests on holds on NFS as well: a file is created by one program only. No two machines
// need agree on the time. In the worst case, a program that was suspended for minutes, two programs
// compute the same task and store the same bytes.
type lease struct {
	path    string
	own     []byte
	every   time.Duration // between signs of life
	touched time.Time
}

// take returns a lease on a key, or nil if another program has one.
func (c Cache) take(key string) (*lease, error) {
	silence := c.Silence
	if silence == 0 {
		silence = 3 * time.Minute
	}
	l := &lease{path: file(c.Dir, key, leased), every: silence / 8}
	l.own = fmt.Appendf(nil, "%s %d %s %s\n", files.Machine(), os.Getpid(),
		strconv.FormatUint(rand.Uint64(), 36), c.Post)
	if err := os.MkdirAll(filepath.Dir(l.path), 0o777); err != nil {
		return nil, files.Cause(err)
	}
	err := l.create(l.path)
	if errors.Is(err, fs.ErrExist) {
		return c.takeOver(l, silence)
	} else if err != nil {
		return nil, files.Cause(err)
	}
	return l, nil
}

// takeOver makes l of a lease whose program has ended, or was silent for too long. It returns nil
// if the program works on. Only who holds the lock, a file as well, removes another's lease, having
// looked at it once more: so nobody removes the lease of who came first.
func (c Cache) takeOver(l *lease, silence time.Duration) (*lease, error) {
	if !c.dead(l.path, silence) {
		return nil, nil
	}
	lock := l.path + locked
	if l.create(lock) != nil {
		if c.dead(lock, silence) { // its program ended in between
			os.Remove(lock)
		}
		return nil, nil
	}
	defer os.Remove(lock)
	if !c.dead(l.path, silence) {
		return nil, nil
	}
	os.Remove(l.path)
	if l.create(l.path) != nil {
		return nil, nil
	}
	return l, nil
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

// dead reports whether the program of a lease has ended or was silent for too long.
func (c Cache) dead(path string, silence time.Duration) bool {
	content, written, err := inspect(path)
	if err != nil || ended(content) || c.ours(content) {
		return err == nil
	}
	if len(content) == 0 { // its program ended, or was stopped, when it had just created it
		silence = min(silence, 10*time.Second)
	}
	now, err := files.ServerTime(c.Dir)
	return err == nil && now.Sub(written) >= silence
}

// inspect returns a lease's content and the time of its last sign of life. Opening the file makes a
// client of NFS ask the server.
func inspect(path string) ([]byte, time.Time, error) {
	b, err := files.Read(path, 1<<10)
	if err != nil {
		return nil, time.Time{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, time.Time{}, err
	}
	return b, info.ModTime(), nil
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

// alive gives a sign of life if the last one is some time ago. A lease that another program has
// taken over is left to it.
func (l *lease) alive() {
	if time.Since(l.touched) < l.every {
		return
	}
	l.touched = time.Now()
	if b, _, err := inspect(l.path); err == nil && bytes.Equal(b, l.own) {
		_ = os.WriteFile(l.path, l.own, 0o666)
	}
}

// release ends the lease.
func (l *lease) release() {
	if b, _, err := inspect(l.path); err == nil && bytes.Equal(b, l.own) {
		os.Remove(l.path)
	}
}
