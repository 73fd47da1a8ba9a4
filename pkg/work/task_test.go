package work

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adl/pkg/table"
)

// task squares a number.
type task struct {
	params map[string]any
	data   string
	units  float64
	run    func(ctx context.Context, tick func(float64)) error // before it, or nil
	runs   *atomic.Int32
}

func (t *task) Kind() string       { return "square" }
func (t *task) Params() any        { return t.params }
func (t *task) DataDigest() string { return t.data }
func (t *task) Units() float64     { return t.units }

func (t *task) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	if t.runs != nil {
		t.runs.Add(1)
	}
	if t.run != nil {
		if err := t.run(ctx, tick); err != nil {
			return nil, err
		}
	}
	tick(t.units)
	x := t.params["x"].(float64)
	return table.Archive{{Name: "square", Data: []float64{x * x}}}, nil
}

func (t *task) Valid(a table.Archive) error {
	y, err := table.Array[float64](a, "square", 1)
	if err == nil && y[0] < 0 {
		panic("negative")
	}
	return err
}

// other is a task of another kind.
type other struct{ *task }

func (o other) Kind() string { return "other" }

// squares are tasks of the numbers 0, 1, …, n−1.
func squares(n int) []*task {
	ts := make([]*task, n)
	runs := new(atomic.Int32)
	for i := range ts {
		ts[i] = &task{params: map[string]any{"x": float64(i)}, data: "d", units: 1, runs: runs}
	}
	return ts
}

func tasks[T Task](ts []T) []Task {
	var all []Task
	for _, t := range ts {
		all = append(all, t)
	}
	return all
}

// check fails unless the results are the squares of the tasks' numbers.
func check(t *testing.T, ts []*task, rs []Result) {
	t.Helper()
	if len(rs) != len(ts) {
		t.Fatalf("%d results of %d tasks", len(rs), len(ts))
	}
	for i, r := range rs {
		x := ts[i].params["x"].(float64)
		a, err := r.Load()
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Array[float64](a, "square", 1)
		if err != nil || got[0] != x*x || len(a) != 1 {
			t.Errorf("result %d: %v, %v, want %g", i, a, err, x*x)
		}
		if key, err := Key(ts[i]); err != nil || r.Key != key {
			t.Errorf("result %d has the key %s, want %s, %v", i, r.Key, key, err)
		}
	}
}

// A key is pinned: it names committed results.
func TestKey(t *testing.T) {
	base := func() *task {
		return &task{params: map[string]any{"x": 2.0, "dt": 1e-3, "n": 5}, data: "d"}
	}
	key := func(x Task) string {
		k, err := Key(x)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	// SHA-256 of {"data":"d","kind":"square","params":{"dt":0.001,"n":5,"x":2}}
	const want = "c9c0d5579b0cc0cc8dad43a0b1f9866c"
	if got := key(base()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	same := base()
	same.params = map[string]any{"n": 5.0, "dt": 0.001, "x": 2}
	same.units = 77
	if got := key(same); got != want {
		t.Errorf("order, spelling or units change the key to %s", got)
	}
	seen := map[string]string{want: "the base"}
	for name, change := range map[string]func(*task) Task{
		"x":        func(t *task) Task { t.params["x"] = math.Nextafter(2, 3); return t },
		"dt":       func(t *task) Task { t.params["dt"] = 2e-3; return t },
		"n":        func(t *task) Task { t.params["n"] = 6; return t },
		"more":     func(t *task) Task { t.params["m"] = 0; return t },
		"less":     func(t *task) Task { delete(t.params, "n"); return t },
		"data":     func(t *task) Task { t.data = "e"; return t },
		"kind":     func(t *task) Task { return other{t} },
		"a string": func(t *task) Task { t.params["n"] = "5"; return t },
		"exchanged": func(t *task) Task {
			t.params["x"], t.params["dt"] = t.params["dt"], t.params["x"]
			return t
		},
	} {
		k := key(change(base()))
		if old, ok := seen[k]; ok {
			t.Errorf("%s: the same key as %s", name, old)
		}
		seen[k] = name
	}
	nan := base()
	nan.params["theta"] = []float64{0, math.NaN()}
	if _, err := Key(nan); err == nil || !strings.Contains(err.Error(), `NaN at "params.theta[1]"`) {
		t.Errorf("a NaN: %v", err)
	}
}

// checker is a task with checks.
type checker struct {
	*task
	checks []Check
}

func (c checker) Checks() []Check { return c.checks }

// Checks with the same name are made once, before anything is computed or read. The first failure
// ends the run.
func TestChecks(t *testing.T) {
	made := map[string]int{}
	wrong := errors.New("wrong")
	named := func(name string, err error) Check {
		return Check{name, func() error { made[name]++; return err }}
	}
	ts := squares(4)
	good := []Check{named("a", nil), named("b", nil)}
	right := []Task{checker{ts[0], good}, ts[1], checker{ts[2], good[:1]}}
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}}
	for range 2 { // the second time the results are there
		clear(made)
		if _, err := Run(context.Background(), right, o); err != nil {
			t.Fatal(err)
		}
		if len(made) != 2 || made["a"] != 1 || made["b"] != 1 {
			t.Errorf("checks were made so often: %v", made)
		}
	}
	bad := checker{ts[3], []Check{named("c", wrong), named("d", wrong)}}
	if r, err := Run(context.Background(), append(right, bad), o); err != wrong || r != nil {
		t.Errorf("got %v, %v, want the error of the check", r, err)
	}
	if made["c"] != 1 || made["d"] != 0 {
		t.Errorf("after a check that failed: %v", made)
	}
	if n := ts[0].runs.Load(); n != 3 {
		t.Errorf("%d tasks were run, want 3", n)
	}
}

// halved is a task whose reduced result has half the numbers.
type halved struct{ *task }

func (h halved) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	a, err := h.task.Run(ctx, tick)
	return append(a, table.Entry{Name: "more", Data: []float64{1}}), err
}

func (h halved) Reduce(a table.Archive) (table.Archive, error) { return a[:1], nil }

// Run returns and keeps reduced results; the cache has whole results. A kept result is as good.
func TestReduce(t *testing.T) {
	var ts []halved
	for _, x := range squares(3) {
		ts = append(ts, halved{x})
	}
	ts = append(ts, ts[1])
	o := Options{Workers: 2, Cache: Cache{Dir: t.TempDir()}, Reduce: true, Keep: true}
	o.Cache.Kept = t.TempDir()
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
			if a, err := r.Load(); err != nil || len(a) != want {
				t.Errorf("result %d has %d arrays, %v, want %d", i, len(a), err, want)
			}
		}
	}
	length(o, 1)
	if n, m := entries(o.Cache.Dir), entries(o.Cache.Kept); n != 3 || m != 3 {
		t.Errorf("%d entries, %d kept", n, m)
	}
	// kept results with the same numbers stay; other numbers are replaced
	paths, err := filepath.Glob(filepath.Join(o.Cache.Kept, "*", "*.npz"))
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
	kept := Cache{Dir: t.TempDir(), Kept: o.Cache.Kept}
	length(Options{Workers: 1, Cache: kept, Cached: true, Reduce: true}, 1)
	if runs := ts[0].runs.Load(); runs != 3 {
		t.Errorf("%d tasks were run", runs)
	}
	o.Cache.Kept = filepath.Join(o.Cache.Kept, "file")
	if err := os.WriteFile(o.Cache.Kept, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), tasks(ts), o); err == nil {
		t.Error("kept results in a file")
	}
}

func keyOf(t *testing.T, x Task) string {
	t.Helper()
	k, err := Key(x)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// path is a file of a task in the cache.
func (c Cache) path(t *testing.T, x Task, ending string) string {
	t.Helper()
	id, err := identify(x, x.Params())
	if err != nil {
		t.Fatal(err)
	}
	return placeIn(c.Dir, id.by(c.Code)).path + ending
}
