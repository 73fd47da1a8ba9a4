package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"adl/pkg/files"
)

// A lease has one owner, until it is released, silent for too long, or its program is gone.
func TestLease(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Silence: time.Hour}
	const key = "0123456789abcdef"
	path := file(c.Dir, key, leased)
	take := func() *lease {
		t.Helper()
		l, err := c.take(key)
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
	if a = take(); a == nil {
		t.Fatal("nobody has a lease that was released")
	}

	// silent
	hour := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(path, hour, hour); err != nil {
		t.Fatal(err)
	}
	b := take()
	if b == nil {
		t.Fatal("a silent lease is not taken over")
	}
	// what the silent one does when it wakes up leaves it to the other
	a.touched = time.Time{}
	a.alive()
	a.release()
	if got := read(t, path); string(got) != string(b.own) {
		t.Errorf("the lease is %q, want %q", got, b.own)
	}

	// a sign of life
	if err := os.Chtimes(path, hour, hour); err != nil {
		t.Fatal(err)
	}
	b.alive() // too soon after the last one
	if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) < time.Minute {
		t.Errorf("a sign of life at once, %v", err)
	}
	b.touched = time.Time{}
	b.alive()
	if take() != nil {
		t.Error("a lease with a sign of life is taken over")
	}
	b.release()

	// of a program that is gone, and of others that may not be
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	for content, free := range map[string]bool{
		fmt.Sprintf("%s %d x\n", files.Machine(), pid):         true,
		fmt.Sprintf("%s %d x\n", files.Machine(), os.Getpid()): false,
		fmt.Sprintf("elsewhere %d x\n", pid):                   false,
		"":                                                     false,
	} {
		write(t, path, []byte(content))
		if l := take(); (l != nil) != free {
			t.Errorf("%q: taken over: %t", content, l != nil)
		}
	}
	if left := snapshot(t, c.Dir); strings.Count(left, key) != 1 || strings.Contains(left, "/.") {
		t.Errorf("left behind: %s", left)
	}
}

// A lease from the future ages from when it is first seen, and a file that is no lease is none; a
// line names a lease that is waited for.
func TestOddLease(t *testing.T) {
	future := time.Now().Add(1e4 * time.Hour)
	for name, put := range map[string]func(path string) error{
		"future": func(path string) error {
			return errors.Join(os.WriteFile(path, []byte("elsewhere 1 x\n"), 0o666),
				os.Chtimes(path, future, future))
		},
		"empty": func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o666), os.Chtimes(path, future, future))
		},
		"no lease":    func(path string) error { return os.WriteFile(path, []byte("a text"), 0o666) },
		"long":        func(path string) error { return os.WriteFile(path, make([]byte, 2000), 0o666) },
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a folder":    func(path string) error { return os.Mkdir(path, 0o777) },
		"full folder": func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o777) },
	} {
		cache := Cache{Dir: t.TempDir(), Silence: 200 * time.Millisecond}
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
		awaited := name == "future" || name == "empty"
		if strings.Contains(log.String(), "are awaited") != awaited {
			t.Errorf("%s: said %q", name, log.String())
		}
	}

	cache := Cache{Dir: t.TempDir(), Silence: 300 * time.Millisecond}
	ts := squares(1)
	other, err := cache.take(cache.own(t, ts[0]))
	if err != nil {
		t.Fatal(err)
	}
	log := &lines{seen: func(line string) {
		if strings.Contains(line, "still waiting") {
			other.release()
		} else {
			go func() { // a sign of life, until it is told
				for range 10 {
					os.WriteFile(other.path, other.own, 0o666)
					time.Sleep(100 * time.Millisecond)
				}
			}()
		}
	}}
	o := Options{Workers: 1, Cache: cache, Log: log, Quiet: true, Name: "fig00"}
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), ": still waiting for the program that has "+other.path+"\n") {
		t.Errorf("said %q", log)
	}
}

// Of many that see a silent lease at the same time, one gets it.
func TestTakeOver(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Silence: time.Hour}
	for round := range 50 {
		key := fmt.Sprintf("%016x", round)
		path := file(c.Dir, key, leased)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, path, []byte("elsewhere 1 x\n"))
		hour := time.Now().Add(-2 * time.Hour)
		if err := os.Chtimes(path, hour, hour); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var wg sync.WaitGroup
		owners := 0
		for range 8 {
			wg.Go(func() {
				l, err := c.take(key)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				} else if l != nil {
					owners++
				}
			})
		}
		wg.Wait()
		if owners != 1 {
			t.Errorf("round %d: %d have the lease", round, owners)
		}
	}
}

// Runs on one cache share the work: each task is done once, and every run has all results.
func TestShare(t *testing.T) {
	ts := squares(40)
	for i, x := range ts {
		x.units = float64(i % 3)
		x.run = func(context.Context, func(float64)) error {
			time.Sleep(2 * time.Millisecond)
			return nil
		}
	}
	cache := Cache{Dir: t.TempDir()}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			rs, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache})
			if err != nil {
				t.Error(err)
				return
			}
			check(t, ts, rs)
		})
	}
	wg.Wait()
	if n := ts[0].runs.Load(); n != 40 {
		t.Errorf("%d tasks were run, want 40", n)
	}
	if files := snapshot(t, cache.Dir); strings.Contains(files, leased) {
		t.Errorf("left behind: %s", files)
	}
}

// The next run clears away the files of a killed program, even if it has nothing to do.
func TestLeftBehind(t *testing.T) {
	ts := squares(2)
	o := Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}}
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	whole := snapshot(t, o.Cache.Dir)
	key := o.Cache.own(t, ts[0])
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	gone := fmt.Appendf(nil, "%s %d x\n", files.Machine(), pid)
	path := file(o.Cache.Dir, key, leased)
	for _, left := range []string{
		path, path + locked, file(o.Cache.Dir, key, checkpoint),
		fmt.Sprintf("%s/.x.npz.tmp-%s-%d-x", filepath.Dir(path), files.Machine(), pid),
	} {
		write(t, left, gone)
	}
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, o.Cache.Dir); got != whole {
		t.Errorf("left behind: %s", got)
	}

	// what belongs to a program that works on stays
	alive := fmt.Appendf(nil, "%s %d x\n", files.Machine(), os.Getpid())
	write(t, path, alive)
	write(t, file(o.Cache.Dir, key, checkpoint), gone)
	whole = snapshot(t, o.Cache.Dir)
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, o.Cache.Dir); got != whole {
		t.Errorf("taken away: %s", got)
	}
}

// Who has the post of a program that ended takes over what it had taken, on whatever machine it
// ran.
func TestPost(t *testing.T) {
	c := Cache{Dir: t.TempDir(), Silence: time.Hour, Post: "12_3"}
	const key = "0123456789abcdef"
	path := file(c.Dir, key, leased)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	for content, ours := range map[string]bool{
		"othermachine 17 abc 12_3\n": true, "othermachine 17 abc 12_33\n": false,
		"othermachine 17 abc \n": false,
		fmt.Sprintf("%s %d abc 12_3\n", files.Machine(), os.Getpid()): false, // another worker
	} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := c.take(key)
		if err != nil || (l != nil) != ours {
			t.Errorf("%q: taken over: %v, %v", content, l != nil, err)
		}
		if nobody, err := (Cache{Dir: c.Dir, Silence: time.Hour}).take(key); err != nil || nobody != nil {
			t.Errorf("%q: taken over without a post, %v", content, err)
		}
	}
}
