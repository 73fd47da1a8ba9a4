package work

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"adl/pkg/files"
)

// another returns the content of a lease of another, ended program on a machine.
func another(t *testing.T, machine string) []byte {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if machine == "" {
		machine, _, _ = strings.Cut(files.Program(), "-")
	}
	return fmt.Appendf(nil, "%s-%d x\n", machine, cmd.Process.Pid)
}

// quick makes leases die after a moment.
func quick(t *testing.T, moment time.Duration) {
	old := silence
	t.Cleanup(func() { silence = old })
	silence = moment
}

// A lease has one owner, until it is released, is silent for too long, or its program has ended.
func TestLease(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	const key = "01/0123456789abcdef"
	stored := filepath.Join(c.Dir, key)
	path := stored + leased
	take := func() *lease {
		t.Helper()
		l, err := c.take(stored)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	a := take()
	if a == nil || take() != nil {
		t.Fatal("two have the lease, or nobody")
	}
	a.release()
	if _, err := os.Lstat(path); err == nil {
		t.Error("a released lease is there")
	}
	if a = take(); a == nil || take() != nil {
		t.Fatal("nobody has a lease that was released, or two")
	}

	// the lease is rewritten when it is due
	a.alive()
	quick(t, 200*time.Millisecond)
	time.Sleep(silence)
	a.alive()
	if take() != nil {
		t.Error("a lease with a sign of life is taken over")
	}
	time.Sleep(silence)
	b := take()
	if b == nil {
		t.Fatal("a silent lease is not taken over")
	}
	// when the silent program wakes up, it leaves the lease to the other
	a.alive()
	a.release()
	if got := read(t, path); string(got) != string(b.own) {
		t.Errorf("the lease is %q, want %q", got, b.own)
	}
	b.release()

	// of an ended program, and of others that may still run
	for _, x := range []struct {
		content []byte
		free    bool
	}{
		{another(t, ""), true}, {fmt.Appendln(nil, files.Program(), "x"), false},
		{another(t, "elsewhere"), false}, {nil, false},
	} {
		write(t, path, x.content)
		if l := take(); (l != nil) != x.free {
			t.Errorf("%q: taken over: %t", x.content, l != nil)
		}
	}
	if left := snapshot(t, c.Dir); strings.Count(left, key) != 1 || strings.Contains(left, "/.") {
		t.Errorf("left behind: %s", left)
	}
}

// A lease from the future, or a file that is not a lease, ages from its first sighting.
func TestOddLease(t *testing.T) {
	quick(t, 100*time.Millisecond)
	future := time.Now().Add(1e4 * time.Hour)
	for name, put := range map[string]func(path string) error{
		"future": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("elsewhere-1 x\n"), 0o666),
				os.Chtimes(path, future, future))
		},
		"empty":    func(path string) error { return os.WriteFile(path, nil, 0o666) },
		"long":     func(path string) error { return os.WriteFile(path, make([]byte, 2000), 0o666) },
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o777) },
	} {
		cache := Cache{Dir: t.TempDir()}
		ts := squares(1)
		path := cache.path(t, ts[0], leased)
		if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o777), put(path)); err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		o := Options{Workers: 1, Cache: cache, Log: &log, Quiet: true, Name: "fig00"}
		rs, err := Run(ctx, tasks(ts), o)
		cancel()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		check(t, ts, rs)
		if !strings.Contains(log.String(), "are awaited") {
			t.Errorf("%s: said %q", name, log.String())
		}
	}
}

// Of many programs that see a dead lease at the same time, one gets it.
func TestTakeOver(t *testing.T) {
	c := Cache{Dir: t.TempDir()}
	gone := another(t, "")
	for round := range 50 {
		key := fmt.Sprintf("%016x", round)
		stored := filepath.Join(c.Dir, key)
		path := stored + leased
		if err := files.WriteBytes(path, gone); err != nil {
			t.Fatal(err)
		}
		var owners atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if l, err := c.take(stored); err != nil {
					t.Error(err)
				} else if l != nil {
					owners.Add(1)
				}
			})
		}
		wg.Wait()
		if n := owners.Load(); n != 1 {
			t.Errorf("round %d: %d have the lease", round, n)
		}
	}
}

// The next run removes the files of a killed program, even if it has nothing to do.
func TestLeftBehind(t *testing.T) {
	ts := squares(2)
	o := Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}}
	fill(t, o.Cache, ts)
	whole := snapshot(t, o.Cache.Dir)
	gone := another(t, "")
	program, _, _ := strings.Cut(string(gone), " ")
	path := o.Cache.path(t, ts[0], leased)
	part := o.Cache.path(t, ts[0], checkpoint)
	for _, left := range []string{path, part, filepath.Dir(path) + "/.x.npz-1.tmp-" + program} {
		write(t, left, gone)
	}
	fill(t, o.Cache, ts)
	if got := snapshot(t, o.Cache.Dir); got != whole {
		t.Errorf("left behind: %s", got)
	}

	// files of a running program stay
	write(t, path, fmt.Appendln(nil, files.Program(), "x"))
	write(t, part, gone)
	whole = snapshot(t, o.Cache.Dir)
	fill(t, o.Cache, ts)
	if got := snapshot(t, o.Cache.Dir); got != whole {
		t.Errorf("taken away: %s", got)
	}
}

// A program with the post of an ended program takes over its tasks, on whatever machine it ran.
func TestPost(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Post: "12_3"}
	const key = "01/0123456789abcdef"
	stored := filepath.Join(c.Dir, key)
	path := stored + leased
	for content, ours := range map[string]bool{
		"othermachine-17 abc 12_3\n": true, "othermachine-17 abc 12_33\n": false,
		"othermachine-17 abc \n":        false,
		files.Program() + " abc 12_3\n": false, // another worker
	} {
		if err := files.WriteBytes(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		l, err := c.take(stored)
		if err != nil || (l != nil) != ours {
			t.Errorf("%q: taken over: %v, %v", content, l != nil, err)
		}
		if nobody, err := (Cache{Dir: c.Dir}).take(stored); err != nil || nobody != nil {
			t.Errorf("%q: taken over without a post, %v", content, err)
		}
	}
}
