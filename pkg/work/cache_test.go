package work

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

// fill does tasks and returns the files of their results.
func fill(t *testing.T, c Cache, ts []*task) []string {
	t.Helper()
	if _, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: c}); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, x := range ts {
		files = append(files, c.path(t, x, result))
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

// A result that cannot be used is reported, kept under another name and computed again. Plan
// reports it and changes nothing.
func TestDamage(t *testing.T) {
	put := func(path string, a table.Archive) error {
		return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, a) })
	}
	for _, c := range []struct {
		name   string
		damage func(path, other string) error
		want   string // text after the path
	}{
		{"truncated", func(path, _ string) error { return os.Truncate(path, 100) },
			"damaged: zip: not a valid zip file"},
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
		{"a directory", func(path, _ string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
		}, "damaged: is a directory"},
		{"a pipe", func(path, _ string) error {
			return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o644))
		}, "damaged: is not a regular file"},
		{"a device", func(path, _ string) error {
			return errors.Join(os.Remove(path), os.Symlink("/dev/zero", path))
		}, "damaged: is not a regular file"},
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
		}, "damaged: its arrays differ from the stored arrays"},
		{"another form", func(path, _ string) error { return rewrite(path, "square", []float64{1, 2}) },
			`damaged: array "square"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := Cache{Dir: t.TempDir()}
			ts := squares(2)
			paths := fill(t, cache, ts)
			if err := c.damage(paths[1], paths[0]); err != nil {
				t.Fatal(err)
			}
			ts = append(ts, squares(3)[2])
			ts[0].runs.Store(0)
			ts[2].runs = ts[0].runs

			var plan, log strings.Builder
			o := Options{Workers: 1, Cache: cache, Name: "fig00", Log: &log, Quiet: true}
			if err := Plan(context.Background(), &plan, tasks(ts), o); err != nil {
				t.Fatal(err)
			}
			const want = "fig00: 3 tasks, 1 cached, 2 to do: 2 steps"
			if !strings.HasPrefix(plan.String(), want) {
				t.Errorf("plan: %q, want %q", plan.String(), want)
			}
			said := "fig00: " + paths[1] + " is " + c.want
			told := func() {
				t.Helper()
				got := log.String()
				if !strings.HasPrefix(got, said) || !strings.HasSuffix(got, "; its task runs again\n") ||
					strings.Count(got, "\n") != 1 {
					t.Errorf("log: %q, want %q", got, said)
				}
				log.Reset()
			}
			told()
			if _, err := os.Lstat(paths[1] + damaged); err == nil {
				t.Error("a plan changed something")
			}

			rs, err := Run(context.Background(), tasks(ts), o)
			if err != nil {
				t.Fatal(err)
			}
			check(t, ts, rs)
			if n := ts[0].runs.Load(); n != 2 || !rs[0].Cached || rs[1].Cached {
				t.Errorf("%d tasks were run", n)
			}
			told()
			if _, err := os.Lstat(paths[1] + damaged); err != nil {
				t.Errorf("not set aside: %v", err)
			}
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

// sign writes the digest of the arrays into about.json, the first member of an entry.
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

// Results whose parameters have several spellings in JSON are found again.
func TestSpelling(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(1)
	ts[0].params["name"] = "a<b> & \u2028 \"ξ\"\t\x01"
	fill(t, cache, ts)
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	if err != nil || !rs[0].Cached {
		t.Errorf("%v, %v", rs, err)
	}
}

// keep does tasks and returns a folder that keeps their results, and the files there.
func keep(t *testing.T, ts []*task) (dir string, paths []string) {
	t.Helper()
	dir = t.TempDir()
	o := Options{Workers: 1, Cache: Cache{Dir: t.TempDir(), Code: "old", Kept: dir}, Keep: true}
	if _, err := Run(context.Background(), tasks(ts), o); err != nil {
		t.Fatal(err)
	}
	for _, x := range ts {
		key := keyOf(t, x)
		paths = append(paths, filepath.Join(dir, key[:2], key+result))
	}
	return dir, paths
}

// Kept results are used if the program's own code has computed none, with a mark if they are of
// other code, and never changed.
func TestKept(t *testing.T) {
	ts := squares(4)
	kept, paths := keep(t, ts[:3])
	if err := os.Chmod(kept, 0o555); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, kept)
	ts[0].runs.Store(0)
	var log strings.Builder
	o := Options{
		Workers: 2, Cache: Cache{Dir: t.TempDir(), Code: "new", Kept: kept}, Name: "fig00", Log: &log,
		Quiet: true,
	}
	rs, err := Run(context.Background(), tasks(ts), o)
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	if n := ts[0].runs.Load(); n != 1 || !rs[0].Other || !rs[2].Other || rs[3].Other || rs[3].Cached {
		t.Errorf("%d tasks were run, %+v", n, rs)
	}
	if got := snapshot(t, o.Cache.Dir); strings.Count(got, ".npz") != 1 {
		t.Errorf("the cache holds %s", got)
	}
	o.Own = true
	if err := Plan(context.Background(), &log, tasks(ts), o); err != nil ||
		!strings.HasPrefix(log.String(), "fig00: 4 tasks, 1 cached, 3 to do") {
		t.Errorf("without other code: %q, %v", log.String(), err)
	}
	o.Own = false
	log.Reset()
	if err := Plan(context.Background(), &log, tasks(ts), o); err != nil ||
		log.String() != "fig00: 4 tasks, 4 cached, 0 to do, 3 of other code\n" {
		t.Errorf("with other code: %q, %v", log.String(), err)
	}
	log.Reset()
	o.Own = true
	o.Cache.Vouched = true
	if rs, err = Run(context.Background(), tasks(ts), o); err != nil || rs[0].Other || log.Len() > 0 {
		t.Errorf("vouched for: %+v, %v, %q", rs, err, log.String())
	}
	if got := snapshot(t, kept); got != before {
		t.Errorf("the folder was %s\nand is %s", before, got)
	}
	// damage there is reported, and stays
	write(t, paths[1], nil)
	rs, err = Run(context.Background(), tasks(ts), o)
	if err != nil || !strings.Contains(log.String(), paths[1]+" is damaged") || rs[1].Cached {
		t.Errorf("%v, %q", err, log.String())
	}
	check(t, ts, rs)
	if b := read(t, paths[1]); len(b) > 0 {
		t.Error("a kept result was written to")
	}
	o.Fresh = true
	if rs, err = Run(context.Background(), tasks(ts), o); err != nil || rs[0].Cached {
		t.Errorf("fresh: %+v, %v", rs, err)
	}
}

// Results of other code are neither found nor touched.
func TestCode(t *testing.T) {
	dir := t.TempDir()
	ts := squares(3)
	for i, code := range []string{"a", "b", "a"} {
		rs, err := Run(context.Background(), tasks(ts), Options{
			Workers: 1, Cache: Cache{Dir: dir, Code: code},
		})
		if err != nil {
			t.Fatal(err)
		}
		check(t, ts, rs)
		if rs[0].Cached != (i == 2) {
			t.Errorf("run %d: %+v", i, rs[0])
		}
	}
	if n := ts[0].runs.Load(); n != 6 {
		t.Errorf("%d tasks were run", n)
	}
}

// A kept result is vouched for if it has the bytes of a new result.
func TestVouch(t *testing.T) {
	for name, c := range map[string]struct {
		change func(path string) error
		want   string
	}{
		"the same": {func(string) error { return nil },
			"4 of 4 results computed anew, with the same numbers"},
		"another number": {
			func(path string) error { return rewrite(path, "square", []float64{8}) },
			": (x = 3): computed anew, it differs from PATH",
		},
		"missing": {os.Remove, "there is no PATH; make paper adds it"},
		"damaged": {func(path string) error { return os.Truncate(path, 9) }, "PATH is damaged: "},
	} {
		ts := squares(4)
		kept, paths := keep(t, ts)
		if err := c.change(paths[3]); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, kept)
		o := Options{Workers: 2, Name: "fig00", Cache: Cache{Kept: kept, Code: "new"}}
		got, err := Vouch(context.Background(), tasks(ts), o, 1)
		if err != nil {
			got = err.Error()
		}
		want := strings.ReplaceAll(c.want, "PATH", paths[3])
		if !strings.Contains(got, want) || (err == nil) != (name == "the same") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if snapshot(t, kept) != before {
			t.Errorf("%s: wrote to the folder", name)
		}
	}
}

// A sample has the shortest task of every kind, and others within the time.
func TestSample(t *testing.T) {
	var items []*item
	for i, x := range squares(8) {
		var task Task = x
		if i == 7 {
			task = other{x}
		}
		y := &item{task: task}
		y.stored.Seconds = float64(10 - i)
		items = append(items, y)
	}
	for seconds, n := range map[float64]int{0: 2, 4.5: 2, 5.5: 3, 1e9: 8} {
		got := sample(items, seconds)
		if len(got) != n || !slices.Contains(got, items[7]) || !slices.Contains(got, items[6]) {
			t.Errorf("%g s: %d items", seconds, len(got))
		}
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

// If nothing can be stored, nothing is computed.
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
	paths := fill(t, cache, ts)
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
		if strings.Contains(line, "can be kept") {
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
	want := "fig00: not all results can be kept in " + cache.Dir + ": write " + paths[2] +
		": is a directory; trying again for 40s\n"
	if n := ts[0].runs.Load(); n != 4 || log.String() != want {
		t.Errorf("%d tasks were run, said %q\nwant %q", n, log, want)
	}
}

// lines is a log that a test follows.
type lines struct {
	strings.Builder
	seen func(string)
}

func (l *lines) Write(b []byte) (int, error) {
	l.seen(string(b))
	return l.Builder.Write(b)
}

// A result that cannot be stored for long ends the run with one line. Stored results are kept.
func TestStoreFails(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(4)
	path := cache.path(t, ts[2], result)
	write(t, filepath.Dir(path), nil) // in place of the folder
	o := Options{Workers: 1, Cache: cache, Patience: time.Nanosecond}
	_, err := Run(context.Background(), tasks(ts), o)
	want := "task " + keyOf(t, ts[2])[:8] + ": its result cannot be kept: not a directory"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := os.Remove(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	ts[0].runs.Store(0)
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 1, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	if n := ts[0].runs.Load(); n != 2 {
		t.Errorf("the next run did %d tasks, want the unkept task and its successor", n)
	}
}

// rough is a task whose results agree to 1.
type rough struct{ *task }

func (rough) Agree(a, b table.Archive) bool {
	return math.Abs(a[0].Data.([]float64)[0]-b[0].Data.([]float64)[0]) <= 1
}

// Kept results of an Approximate task are vouched for, and stay, if they agree.
func TestVouchApproximate(t *testing.T) {
	for value, want := range map[float64]bool{9: true, 8: true, 7: false} {
		ts := squares(4)
		kept, paths := keep(t, ts)
		if err := rewrite(paths[3], "square", []float64{value}); err != nil {
			t.Fatal(err)
		}
		all := tasks(ts)
		all[3] = rough{ts[3]}
		o := Options{Workers: 2, Name: "fig00", Cache: Cache{Kept: kept, Code: "new"}}
		if _, err := Vouch(context.Background(), all, o, 1); (err == nil) != want {
			t.Errorf("%g for 9: %v", value, err)
		}
	}
}
