package sweep

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

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
		files = append(files, file(c.Dir, r.Key))
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

// A result that is there but cannot be used is an error of one line that names the file, from Run,
// with nothing computed, and Plan and Why tell of it. With Fresh it is written anew.
func TestDamage(t *testing.T) {
	for _, c := range []struct {
		name    string
		damage  func(t *testing.T, path, other string)
		want    string // follows the path
		forever bool   // cannot be replaced by a file
	}{
		{"truncated", func(t *testing.T, path, _ string) { write(t, path, read(t, path)[:100]) },
			"is damaged: zip: not a valid zip file; delete the file to compute it again", false},
		{
			"empty", func(t *testing.T, path, _ string) { write(t, path, nil) },
			"is damaged: zip: not a valid zip file; delete", false,
		},
		{
			"a text", func(t *testing.T, path, _ string) { write(t, path, []byte("square\n")) },
			"is damaged: zip: ", false,
		},
		{"flipped bit", func(t *testing.T, path, _ string) {
			b := read(t, path)
			b[strings.Index(string(b), "square.npy")+len("square.npy")+20] ^= 1
			write(t, path, b)
		}, `is damaged: entry "square.npy": `, false},
		{"another task's", func(t *testing.T, path, other string) { write(t, path, read(t, other)) },
			"is damaged: it is the result of another task; delete", false},
		{"an archive of nothing", func(t *testing.T, path, _ string) {
			err := files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, nil) })
			if err != nil {
				t.Fatal(err)
			}
		}, `is damaged: there is no entry "about.json"; delete`, false},
		{"a directory", func(t *testing.T, path, _ string) {
			if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o755)); err != nil {
				t.Fatal(err)
			}
		}, "cannot be read: is a directory", true},
		{"a link to itself", func(t *testing.T, path, _ string) {
			if err := errors.Join(os.Remove(path), os.Symlink(path, path)); err != nil {
				t.Fatal(err)
			}
		}, "cannot be read: too many levels of symbolic links", false},
		{"unreadable", func(t *testing.T, path, _ string) {
			if os.Getuid() == 0 {
				t.Skip("nothing is unreadable for root")
			}
			if err := os.Chmod(path, 0); err != nil {
				t.Fatal(err)
			}
		}, "cannot be read: permission denied", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := Cache{Dir: t.TempDir()}
			ts := squares(2)
			files := store(t, cache, ts)
			c.damage(t, files[1], files[0])
			ts = append(ts, squares(3)[2])
			ts[0].runs.Store(0)
			ts[2].runs = ts[0].runs

			o := Options{Workers: 1, Cache: cache, Name: "fig00"}
			_, err := Run(context.Background(), tasks(ts), o)
			if want := "cached result " + files[1] + " " + c.want; err == nil ||
				!strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got the error %v\nwant %s", err, want)
			}
			if n := ts[0].runs.Load(); n != 0 {
				t.Errorf("%d tasks were run", n)
			}
			var plan, why strings.Builder
			if err := Plan(context.Background(), &plan, tasks(ts), o); err != nil {
				t.Fatal(err)
			}
			if want := "fig00: 3 tasks, 1 cached, 1 to do: "; !strings.HasPrefix(plan.String(), want) ||
				!strings.HasSuffix(plan.String(), "; 1 cannot be read: -why lists them\n") {
				t.Errorf("plan: %q", plan.String())
			}
			if err := Why(context.Background(), &why, tasks(ts), o); err != nil {
				t.Fatal(err)
			}
			if l := strings.Split(why.String(), "\n"); len(l) != 5 || !strings.Contains(l[1], " damaged ") ||
				!strings.HasPrefix(l[2], "    cached result "+files[1]) {
				t.Errorf("why: %q", why.String())
			}

			o.Fresh = true
			rs, err := Run(context.Background(), tasks(ts), o)
			if c.forever {
				if err == nil || !strings.HasSuffix(err.Error(), files[1]+": is a directory") {
					t.Errorf("fresh: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			check(t, ts, rs)
			if !strings.HasSuffix(c.name, "itself") { // a link is followed
				o.Fresh = false
				if rs, err = Run(context.Background(), tasks(ts), o); err != nil || !rs[1].Cached {
					t.Errorf("after fresh: %v", err)
				}
			}
		})
	}
}

// A damaged file more is counted.
func TestDamageOfSeveral(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(3)
	for _, f := range store(t, cache, ts)[1:] {
		write(t, f, nil)
	}
	_, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	if err == nil || !strings.HasSuffix(err.Error(),
		"delete the file to compute it again (so are 1 more, which -why lists)") {
		t.Errorf("got %v", err)
	}
}

// Whatever bit of a file flips, the result is either that which was stored or an error, never
// another.
func TestFlippedBits(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(3)[2:]
	path := store(t, cache, ts)[0]
	key, err := Key(ts[0])
	if err != nil {
		t.Fatal(err)
	}
	whole := read(t, path)
	want, err := cache.load(key, ts[0])
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for i := range whole {
		b := append([]byte(nil), whole...)
		b[i] ^= 1 << (i % 8)
		e, err := decode(b, ts[0])
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
	// damage below is an error too
	write(t, fa[1], nil)
	if _, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache}); err == nil ||
		!strings.Contains(err.Error(), fa[1]) {
		t.Errorf("got %v", err)
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

// A result that cannot be stored ends the run with one line, and what was stored is kept.
func TestStoreFails(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(4)
	key, err := Key(ts[2])
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(cache.Dir, key[:2]), nil) // in place of the folder
	_, err = Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	want := "task " + key[:8] + ": its result cannot be kept: write " + file(cache.Dir, key) +
		": not a directory"
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
	if n := ts[0].runs.Load(); n != 2 {
		t.Errorf("the next run did %d tasks, want 2", n)
	}
}
