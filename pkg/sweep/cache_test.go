package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

// store does tasks and returns the files of their results.
func store(t *testing.T, c Cache, ts []*task) []string {
	t.Helper()
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: c})
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, r := range rs {
		files = append(files, file(c.Dir, r.Key, result))
	}
	return files
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A result that cannot be used is told, kept under another name and computed again. Plan and Why
// tell of it and change nothing.
func TestDamage(t *testing.T) {
	put := func(path string, a table.Archive) error {
		return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, a) })
	}
	for _, c := range []struct {
		name   string
		damage func(path, other string) error
		want   string // follows the path
	}{
		{"truncated", func(path, _ string) error { return os.Truncate(path, 100) },
			"damaged: zip: not a valid zip file"},
		{"empty", func(path, _ string) error { return os.Truncate(path, 0) },
			"damaged: zip: not a valid zip file"},
		{"a text", func(path, _ string) error { return os.WriteFile(path, []byte("square\n"), 0o644) },
			"damaged: zip: "},
		{"flipped bit", func(path, _ string) error {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b[strings.Index(string(b), "square.npy")+len("square.npy")+20] ^= 1
			return os.WriteFile(path, b, 0o644)
		}, `damaged: entry "square.npy": `},
		{"another task's", func(path, other string) error {
			return errors.Join(os.Remove(path), os.Link(other, path))
		}, "damaged: it is the result of another task"},
		{"an archive of nothing", func(path, _ string) error { return put(path, nil) },
			`damaged: there is no entry "about.json"`},
		{"too large", func(path, _ string) error { return os.Truncate(path, maxEntry+1) },
			"damaged: is larger than "},
		{"a directory", func(path, _ string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
		}, "damaged: is a directory"},
		{"a pipe", func(path, _ string) error {
			return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o644))
		}, "damaged: is not a regular file"},
		{"a device", func(path, _ string) error {
			return errors.Join(os.Remove(path), os.Symlink("/dev/zero", path))
		}, "damaged: is not a regular file"},
		{"a link to itself", func(path, _ string) error {
			return errors.Join(os.Remove(path), os.Symlink(path, path))
		}, "damaged: too many levels of symbolic links"},
		{"unreadable", func(path, _ string) error { return os.Chmod(path, 0) },
			"damaged: permission denied"},
		{"another number", func(path, _ string) error {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			a, err := table.ReadNPZ(b)
			if err != nil {
				return err
			}
			a[1].Data.([]float64)[0]++
			return put(path, a)
		}, "damaged: its arrays are not those that were stored"},
		{"another form", func(path, _ string) error { return rewrite(path, "square", []float64{1, 2}) },
			`damaged: array "square"`},
		{"a panic", func(path, _ string) error { return rewrite(path, "square", []float64{-1}) },
			"damaged: it cannot be read: negative"},
		{"stale", func(path, _ string) error { return rewrite(path, "square", []float64{7}) },
			"stale: computed by another version of the program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "unreadable" && os.Getuid() == 0 {
				t.Skip("nothing is unreadable for root")
			}
			cache := Cache{Dir: t.TempDir()}
			ts := squares(2)
			paths := store(t, cache, ts)
			if err := c.damage(paths[1], paths[0]); err != nil {
				t.Fatal(err)
			}
			ts = append(ts, squares(3)[2])
			ts[0].runs.Store(0)
			ts[2].runs = ts[0].runs

			var plan, why, log strings.Builder
			o := Options{Workers: 1, Cache: cache, Name: "fig00", Log: &log, Quiet: true}
			if err := Plan(context.Background(), &plan, tasks(ts), o); err != nil {
				t.Fatal(err)
			}
			stale, word := 0, "damaged"
			if c.name == "stale" {
				stale, word = 1, "stale"
			}
			want := fmt.Sprintf(
				"fig00: 3 tasks, 1 cached, 2 to do (%d stale, %d damaged: -why lists them): 2 steps",
				stale, 1-stale)
			if !strings.HasPrefix(plan.String(), want) {
				t.Errorf("plan: %q, want %q", plan.String(), want)
			}
			if err := Why(context.Background(), &why, tasks(ts), o); err != nil {
				t.Fatal(err)
			}
			l := strings.Split(why.String(), "\n")
			if len(l) != 6 || !strings.Contains(l[1], " "+word) ||
				!strings.HasPrefix(l[2], "    "+paths[1]+" is "+c.want) ||
				l[4] != fmt.Sprintf("fig00: 3 tasks: 1 cached, 1 missing, %d stale, %d damaged", stale,
					1-stale) {
				t.Errorf("why: %q", why.String())
			}
			if _, err := os.Lstat(paths[1] + damaged); err == nil || log.Len() > 0 {
				t.Errorf("changed something, %q", log.String())
			}

			rs, err := Run(context.Background(), tasks(ts), o)
			if err != nil {
				t.Fatal(err)
			}
			check(t, ts, rs)
			if n := ts[0].runs.Load(); n != 2 || !rs[0].Cached || rs[1].Cached {
				t.Errorf("%d tasks were run", n)
			}
			line := "fig00: " + paths[1] + " is " + c.want
			if c.name == "stale" {
				line = "fig00: 1 result in the cache is stale, since the program computes something else " +
					"now; computing again\n"
			}
			if got := log.String(); !strings.HasPrefix(got, line) || strings.Count(got, "\n") != 1 ||
				!strings.HasSuffix(got, "; computing again\n") {
				t.Errorf("log: %q, want %q", got, line)
			}
			if _, err := os.Lstat(paths[1] + damaged); (err == nil) != (c.name != "stale") {
				t.Errorf("set aside: %v", err)
			}
			log.Reset()
			if rs, err = Run(context.Background(), tasks(ts), o); err != nil || !rs[1].Cached ||
				log.Len() > 0 {
				t.Errorf("the next run: %v, %q", err, log.String())
			}
		})
	}
}

// rewrite stores another array in an entry.
func rewrite(path, name string, x []float64) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	a, err := table.ReadNPZ(b)
	if err != nil {
		return err
	}
	for i := range a {
		if a[i].Name == name {
			a[i].Shape, a[i].Data = nil, x
		}
	}
	sign(a)
	return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, a) })
}

// sign gives an entry, whose first member is about.json, the digest of its arrays.
func sign(a table.Archive) {
	var x entry
	err := json.Unmarshal(a[0].Data.(json.RawMessage), &x)
	x.SHA256 = a[1:].Digest()
	text, e := json.Marshal(x)
	if err := errors.Join(err, e); err != nil {
		panic(err)
	}
	a[0].Data = json.RawMessage(text)
}

// Whatever bit of a file flips, the result is either that which was stored or an error, never
// another.
func TestFlippedBits(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(3)[2:]
	path := store(t, cache, ts)[0]
	id, err := identify(ts[0])
	if err != nil {
		t.Fatal(err)
	}
	whole := read(t, path)
	want, err := cache.load(&item{task: ts[0], id: id, key: id.key()})
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for i := range whole {
		b := append([]byte(nil), whole...)
		b[i] ^= 1 << (i % 8)
		e, err := decode(b, id)
		switch {
		case err != nil:
			noticed++
		case !reflect.DeepEqual(e.arrays, want.arrays):
			t.Errorf("byte %d: got %v", i, e.arrays)
		}
	}
	if noticed < len(whole)/2 {
		t.Errorf("of %d flips %d were noticed", len(whole), noticed)
	}
}

// Parameters that JSON could spell in several ways are found again.
func TestSpelling(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(1)
	ts[0].params["name"] = "a<b> & \u2028 \"ξ\"\t\x01"
	store(t, cache, ts)
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	if err != nil || !rs[0].Cached {
		t.Errorf("%v, %v", rs, err)
	}
}

// Lower layers are read in their order after Dir and never written to.
func TestLower(t *testing.T) {
	a, b, dir := Cache{Dir: t.TempDir()}, Cache{Dir: t.TempDir()}, t.TempDir()
	ts := squares(4)
	fa := store(t, a, ts[:2])
	fb := store(t, b, ts[1:3])
	write(t, fb[0], nil) // task 1 is found in a
	for _, d := range []string{a.Dir, b.Dir} {
		if err := os.Chmod(d, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	before := snapshot(t, a.Dir) + snapshot(t, b.Dir)
	ts[0].runs.Store(0)

	cache := Cache{Dir: dir, Lower: []string{a.Dir, filepath.Join(dir, "none"), b.Dir}}
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	if n := ts[0].runs.Load(); n != 1 || !rs[0].Cached || !rs[1].Cached || !rs[2].Cached ||
		rs[3].Cached {
		t.Errorf("%d tasks were run", n)
	}
	if got := snapshot(t, dir); strings.Count(got, ".npz") != 1 || !strings.Contains(got, rs[3].Key) {
		t.Errorf("the upper layer holds %s", got)
	}
	if got := snapshot(t, a.Dir) + snapshot(t, b.Dir); got != before {
		t.Errorf("the lower layers were %s\nand are %s", before, got)
	}
	// all is there: not even the upper folder is made
	cache.Dir = filepath.Join(dir, "new")
	_, err = Run(context.Background(), tasks(ts[:3]), Options{Workers: 2, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(cache.Dir); err == nil {
		t.Error("the upper folder was made for nothing")
	}
	// damage below is told, and stays
	write(t, fa[1], nil)
	var log strings.Builder
	o := Options{Workers: 2, Cache: cache, Log: &log, Quiet: true}
	rs, err = Run(context.Background(), tasks(ts), o)
	if err != nil || !strings.Contains(log.String(), fa[1]+" is damaged") {
		t.Errorf("%v, %q", err, log.String())
	}
	check(t, ts, rs)
	if b := read(t, fa[1]); len(b) > 0 {
		t.Error("a lower layer was written to")
	}
}

// snapshot lists a folder's files with their contents.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		b.WriteString(path + "\n")
		if d.Type().IsRegular() {
			b.Write(read(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Where nothing can be stored, nothing is computed.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	regular := filepath.Join(dir, "file")
	write(t, regular, nil)
	for _, c := range []struct{ dir, want string }{
		{regular, ": not a directory"},
		{filepath.Join(regular, "x"), ": not a directory"},
		{filepath.Join("/dev/null", "x"), ": not a directory"},
	} {
		ts := squares(3)
		_, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: Cache{Dir: c.dir}})
		if want := "cannot write to the cache " + c.dir + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if n := ts[0].runs.Load(); n != 0 {
			t.Errorf("%d tasks were run", n)
		}
	}
}

// A result that cannot be stored waits until it can, and the others are computed meanwhile.
func TestStoreWaits(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(4)
	paths := store(t, cache, ts)
	for _, p := range paths {
		if err := os.Remove(p); err != nil {
			t.Fatal(err)
		}
	}
	// The obstacle comes after the lease was taken.
	ts[2].run = func(context.Context, func(float64)) error {
		return os.MkdirAll(filepath.Join(paths[2], "in the way"), 0o755)
	}
	log := &lines{seen: func(line string) {
		if strings.Contains(line, "cannot be kept") {
			if err := os.RemoveAll(paths[2]); err != nil {
				t.Error(err)
			}
		}
	}}
	o := Options{
		Workers: 1, Cache: cache, Name: "fig00", Log: log, Quiet: true, Patience: 40 * time.Second,
	}
	ts[0].runs.Store(0)
	rs, err := Run(context.Background(), tasks(ts), o)
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	key := rs[2].Key[:8]
	want := "fig00: task " + key + ": its result cannot be kept: write " + paths[2] +
		": is a directory; trying again for 40s\n"
	if n := ts[0].runs.Load(); n != 4 || log.String() != want {
		t.Errorf("%d tasks were run, said %q\nwant %q", n, log, want)
	}
}

// lines is a log that somebody follows.
type lines struct {
	strings.Builder
	seen func(string)
}

func (l *lines) Write(b []byte) (int, error) {
	l.seen(string(b))
	return l.Builder.Write(b)
}

// A result that cannot be stored for long ends the run with one line, and what was stored is kept.
func TestStoreFails(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(4)
	key, err := Key(ts[2])
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(cache.Dir, key[:2]), nil) // in place of the folder
	o := Options{Workers: 1, Cache: cache, Patience: time.Nanosecond}
	_, err = Run(context.Background(), tasks(ts), o)
	want := "task " + key[:8] + ": its result cannot be kept: write " +
		file(cache.Dir, key, result) + ": not a directory"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := os.Remove(filepath.Join(cache.Dir, key[:2])); err != nil {
		t.Fatal(err)
	}
	ts[0].runs.Store(0)
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	if n := ts[0].runs.Load(); n != 1 {
		t.Errorf("the next run did %d tasks, want the one that could not be kept", n)
	}
}

// A lease for which there is no room waits until there is, and the others are computed meanwhile.
func TestLeaseWaits(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(4)
	key := keyOf(t, ts[2])
	folder := filepath.Join(cache.Dir, key[:2])
	write(t, folder, nil) // in its place
	log := &lines{seen: func(line string) {
		if strings.Contains(line, "can be kept") {
			if err := os.Remove(folder); err != nil {
				t.Error(err)
			}
		}
	}}
	o := Options{Workers: 1, Cache: cache, Name: "fig00", Log: log, Quiet: true}
	rs, err := Run(context.Background(), tasks(ts), o)
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	want := "fig00: not all results can be kept in " + cache.Dir +
		": not a directory; trying again for 10m0s\n"
	if log.String() != want {
		t.Errorf("said %q\nwant %q", log, want)
	}
}
