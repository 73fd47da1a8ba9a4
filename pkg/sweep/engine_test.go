package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// elsewhere is an engine whose programs are goroutines of this one.
type elsewhere struct {
	cache   Cache
	tasks   map[string]*task
	fail    string // the key of a task that has no result
	err     error
	keys    []string // of what it was given
	seconds []float64
	late    time.Duration // after which results are there
	closed  []bool
}

func (e *elsewhere) Compute(ctx context.Context, work []Work, r Report) error {
	var mine []Task
	for _, w := range work {
		e.keys, e.seconds = append(e.keys, w.Key), append(e.seconds, w.Seconds)
		if w.Key != e.fail {
			mine = append(mine, e.tasks[w.Key])
		}
	}
	r.Say("so many: %d", len(work))
	r.Show("half of it")
	run := func() error {
		time.Sleep(e.late)
		_, err := Run(ctx, mine, Options{Workers: 2, Cache: e.cache, Share: true})
		return err
	}
	if e.late > 0 {
		go run()
	} else if err := run(); err != nil {
		return err
	}
	return e.err
}

func (e *elsewhere) Stored(key string) bool    { return key != e.fail }
func (e *elsewhere) Explain(key string) string { return "lost\nwith " + key[:8] }
func (e *elsewhere) Close(ok bool)             { e.closed = append(e.closed, ok) }

// An engine is given what is missing, the longest first, and its results are those of Run; what it
// does not bring is an error that says why, and the next Run asks only for this.
func TestEngine(t *testing.T) {
	ts := squares(6)
	e := &elsewhere{cache: Cache{Dir: t.TempDir()}, tasks: map[string]*task{}}
	for i, x := range ts {
		x.units = float64(10 * (1 + i%3))
		e.tasks[keyOf(t, x)] = x
	}
	store(t, e.cache, ts[:1])
	e.fail = keyOf(t, ts[4])
	var log strings.Builder
	o := Options{Workers: 1, Cache: e.cache, Engine: e, Log: &log, Name: "fig00"}
	_, err := Run(context.Background(), tasks(ts), o)
	want := "1 of 6 tasks without a result; the same command computes only these\n  task " + e.fail[:8]
	if err == nil || !strings.HasPrefix(err.Error(), want) ||
		!strings.HasSuffix(err.Error(), ": lost\n    with "+e.fail[:8]) {
		t.Errorf("got %v", err)
	}
	descending := func(a, b float64) int { return cmp.Compare(b, a) }
	if len(e.keys) != 5 || !slices.IsSortedFunc(e.seconds, descending) {
		t.Errorf("it was given %v, %v", e.keys, e.seconds)
	}
	if !strings.Contains(log.String(), "fig00: so many: 5\n") {
		t.Errorf("log: %s", log.String())
	}

	fail := e.fail
	e.keys, e.fail, e.late = nil, "", 300*time.Millisecond
	var found []string
	o.Found = func(key string) { found = append(found, key) }
	rs, err := Run(context.Background(), tasks(ts), o)
	if err != nil || !slices.Equal(e.keys, []string{fail}) {
		t.Fatalf("%v, it was given %v", err, e.keys)
	}
	check(t, ts, rs)
	if len(found) != 6 || !slices.Equal(e.closed, []bool{false, true}) {
		t.Errorf("found %v, closed %v", found, e.closed)
	}
	for i, r := range rs {
		if r.Cached == (r.Key == fail) {
			t.Errorf("task %d: %+v", i, r)
		}
	}

	// what the engine fails with is the error of Run, and a result that never comes is one
	e.err = errors.New("no cluster")
	ts = squares(1)
	o.Cache, o.Lag = Cache{Dir: t.TempDir()}, 50*time.Millisecond
	e.tasks[keyOf(t, ts[0])] = ts[0]
	if _, err := Run(context.Background(), tasks(ts), o); err == nil || err.Error() != "no cluster" {
		t.Errorf("got %v", err)
	}
	e.err = nil
	if _, err := Run(context.Background(), tasks(ts), o); err == nil ||
		!strings.Contains(err.Error(), "1 of 1 task without a result") {
		t.Errorf("got %v", err)
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

// Programs that share a cache compute every task once between them, and one that fails stops none.
func TestShareOption(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(40)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			rs, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache, Share: true})
			if err != nil {
				t.Error(err)
				return
			}
			check(t, ts, rs)
		})
	}
	wg.Wait()
	if n := ts[0].runs.Load(); n != 40 {
		t.Errorf("40 tasks were computed %d times", n)
	}

	ts = squares(9)
	for _, i := range []int{2, 5} {
		ts[i].run = func(context.Context, func(float64)) error { return errors.New("no root") }
	}
	var log strings.Builder
	cache = Cache{Dir: t.TempDir()}
	_, err := Run(context.Background(), tasks(ts),
		Options{Workers: 1, Cache: cache, Share: true, Log: &log, Quiet: true, Name: "fig00"})
	if err == nil || !strings.HasPrefix(err.Error(), "2 tasks failed: task ") {
		t.Errorf("got %v", err)
	}
	if n := strings.Count(log.String(), ": no root; the other tasks go on\n"); n != 2 {
		t.Errorf("log: %s", log.String())
	}
	for i, x := range ts {
		if _, err := os.Stat(file(cache.Dir, keyOf(t, x), result)); (err == nil) == (i == 2 || i == 5) {
			t.Errorf("task %d: %v", i, err)
		}
	}
}

// The order is that of the expected times; within a factor of two, programs that share have orders
// of their own.
func TestOrder(t *testing.T) {
	var todo []*item
	for i, seconds := range []float64{3, 100, 0, 30, 2.5, 1e-9, 2} {
		todo = append(todo, &item{index: i, expect: seconds})
	}
	ordered := func(share bool) (at []int) {
		order(todo, share)
		for _, x := range todo {
			at = append(at, x.index)
		}
		return at
	}
	if got, want := ordered(false), []int{1, 3, 0, 4, 6, 5, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	seen := map[string]bool{}
	for range 200 {
		got := ordered(true)
		if !slices.Equal(got[:2], []int{1, 3}) || min(got[5], got[6]) != 2 {
			t.Fatalf("got %v", got)
		}
		seen[fmt.Sprint(got)] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d orders, want 3! 2!", len(seen))
	}
}

// Select picks tasks by their keys, wherever they are.
func TestSelect(t *testing.T) {
	ts := tasks(squares(4))
	keys := []string{keyOf(t, ts[3]), keyOf(t, ts[1])}
	for _, c := range []struct{ at, made []int }{
		{[]int{3, 1}, []int{3, 1}}, // no others
		{[]int{3, 2}, []int{3, 2, 0, 1}},
		{[]int{1, 3}, []int{1, 3}},
		{[]int{7, -1}, []int{0, 1, 2, 3}},
		{[]int{3}, []int{3, 0, 1}},
		{nil, []int{0, 1, 2, 3}},
	} {
		var made []int
		got, err := Select(4, func(i int) (Task, error) {
			made = append(made, i)
			return ts[i], nil
		}, keys, c.at)
		if err != nil || !slices.Equal(got, []Task{ts[3], ts[1]}) || !slices.Equal(made, c.made) {
			t.Errorf("%v: got %v, %v; made %v", c.at, got, err, made)
		}
	}
	of := func(i int) (Task, error) { return ts[i], nil }
	if _, err := Select(3, of, keys, []int{3, 1}); err == nil ||
		err.Error() != "there is no task "+keys[0][:8] {
		t.Errorf("got %v", err)
	}
	broken := errors.New("broken")
	if _, err := Select(3, func(int) (Task, error) { return nil, broken }, keys, []int{0, 1}); err !=
		broken {
		t.Errorf("got %v", err)
	}
}
