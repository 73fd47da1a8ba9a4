package sweep

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"adl/pkg/table"
)

// halved is a task whose smaller result has half the numbers.
type halved struct{ *task }

func (h halved) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	a, err := h.task.Run(ctx, tick)
	return append(a, table.Entry{Name: "more", Data: []float64{1}}), err
}

func (h halved) Reduce(a table.Archive) (table.Archive, error) { return a[:1], nil }

// What is returned and kept is reduced, what is in the cache is whole. What was kept serves as
// well.
func TestReduce(t *testing.T) {
	var ts []halved
	for _, x := range squares(3) {
		ts = append(ts, halved{x})
	}
	ts = append(ts, ts[1])
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}, Reduce: true, Keep: t.TempDir()}
	entries := func(dir string) int {
		paths, err := filepath.Glob(filepath.Join(dir, "*", "*.npz"))
		if err != nil {
			t.Fatal(err)
		}
		return len(paths)
	}
	length := func(o Options, want int) {
		t.Helper()
		rs, err := Run(context.Background(), tasks(ts), o)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rs {
			if len(r.Arrays) != want {
				t.Errorf("result %d has %d arrays, want %d", i, len(r.Arrays), want)
			}
		}
	}
	length(o, 1)
	if n, m := entries(o.Cache.Dir), entries(o.Keep); n != 3 || m != 3 {
		t.Errorf("%d entries, %d kept", n, m)
	}
	// what is kept with the same numbers stays; other numbers are replaced
	paths, err := filepath.Glob(filepath.Join(o.Keep, "*", "*.npz"))
	if err != nil {
		t.Fatal(err)
	}
	long := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(paths[0], long, long); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(paths[1], nil, 0o666); err != nil {
		t.Fatal(err)
	}
	o.Cached = true
	length(o, 1)
	if i, err := os.Stat(paths[0]); err != nil || !i.ModTime().Equal(long) {
		t.Errorf("what is kept was written again: %v, %v", i, err)
	}
	if i, err := os.Stat(paths[1]); err != nil || i.Size() == 0 {
		t.Errorf("what was damaged was not written again: %v, %v", i, err)
	}
	length(Options{Workers: 1, Cache: o.Cache, Cached: true}, 2)
	kept := Cache{Dir: t.TempDir(), Lower: []string{o.Keep}}
	length(Options{Workers: 1, Cache: kept, Cached: true, Reduce: true}, 1)
	if runs := ts[0].runs.Load(); runs != 3 {
		t.Errorf("%d tasks were run", runs)
	}
	o.Keep = filepath.Join(o.Keep, "file")
	if err := os.WriteFile(o.Keep, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), tasks(ts), o); err == nil {
		t.Error("kept results in a file")
	}
}
