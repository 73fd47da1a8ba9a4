package sweep

import (
	"context"
	"errors"
	"strings"
	"testing"

	"adl/pkg/table"
)

// coded is a task whose code is known. Its results have what the code adds; Verify sees an addition
// to squares of numbers below early, as a probe that does not come to what happens late.
type coded struct {
	*task
	add   float64
	early float64
}

func (c *coded) Code(of func(Part) string) string { return of(Random) }

func (c *coded) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	a, err := c.task.Run(ctx, tick)
	if err == nil {
		a[0].Data.([]float64)[0] += c.add
	}
	return a, err
}

func (c *coded) Verify(a table.Archive) error {
	y, err := table.Array[float64](a, "square", 1)
	if x := c.params["x"].(float64); err == nil && x < c.early && y[0] != x*x+c.add {
		err = ErrStale
	}
	return err
}

// program is a version of a program: its code, what this adds, and what a probe sees of it.
type program struct {
	code       string
	add, early float64
}

// run runs n tasks and returns how many it computed, the numbers it got beyond the squares, and
// what it said.
func (p program) run(t *testing.T, ctx context.Context, n int, o Options) (int, []float64, string) {
	t.Helper()
	var ts []Task
	for _, x := range squares(n) {
		ts = append(ts, &coded{x, p.add, p.early})
	}
	var log strings.Builder
	o.Log, o.Quiet, o.Name, o.Code = &log, true, "fig00", func(Part) string { return p.code }
	o.Workers = max(1, o.Workers)
	rs, err := Run(ctx, ts, o)
	if errors.Is(ctx.Err(), context.Canceled) {
		return 0, nil, log.String()
	}
	if err != nil {
		t.Fatal(err)
	}
	computed, added := 0, []float64(nil)
	for i, r := range rs {
		if !r.Cached {
			computed++
		}
		added = append(added, r.Arrays[0].Data.([]float64)[0]-float64(i*i))
	}
	return computed, added, log.String()
}

func all(added []float64, want float64) bool {
	for _, a := range added {
		if a != want {
			return false
		}
	}
	return true
}

// A result is used as it is if the program's own code computed it, and of other code if its probes
// agree, which a line tells. Where a probe does not agree, all results of its code go, also after
// an interruption, and after a change back.
func TestCode(t *testing.T) {
	ctx := context.Background()
	old := program{code: "old"}
	const (
		stale = "are stale"
		other = "fig00: 6 results were computed by other code; "
	)
	for _, c := range []struct {
		name     string
		now      program
		computed int
		said     string
	}{
		{"the same", program{"old", 0, 9}, 0, ""},
		{"the same, and trusted", program{"old", 1, 9}, 0, ""},
		{"only the text", program{"new", 0, 9}, 0, other},
		{"late", program{"new", 1, 0}, 0, other},
		{"all", program{"new", 1, 9}, 6, stale},
		{"some", program{"new", 1, 2}, 6, "6 results in the cache are stale (4 of them for being of "},
		{"not known", program{"", 1, 2}, 2, stale},
	} {
		cache := Cache{Dir: t.TempDir()}
		old.run(t, ctx, 6, Options{Cache: cache})
		n, added, said := c.now.run(t, ctx, 6, Options{Cache: cache})
		if n != c.computed || !strings.Contains(said, c.said) || c.said == "" && said != "" {
			t.Errorf("%s: computed %d, %v, %q", c.name, n, added, said)
		}
		if n, _, _ := c.now.run(t, ctx, 6, Options{Cache: cache}); n != 0 {
			t.Errorf("%s: computed %d again", c.name, n)
		}
	}

	// A run that is interrupted when one of its results is there.
	cache := Cache{Dir: t.TempDir()}
	old.run(t, ctx, 6, Options{Cache: cache})
	now := program{"new", 1, 2}
	inner, cancel := context.WithCancel(ctx)
	kept := 0
	now.run(t, inner, 6, Options{Cache: cache, Found: func(string) {
		if kept++; kept == 2 {
			cancel()
		}
	}})
	n, added, _ := now.run(t, ctx, 6, Options{Cache: cache})
	if n == 0 || n == 6 || !all(added, 1) {
		t.Errorf("after an interruption: computed %d, %v", n, added)
	}

	// The project's own results are below; the change is taken back.
	lower := Cache{Dir: t.TempDir()}
	old.run(t, ctx, 6, Options{Cache: lower})
	cache = Cache{Dir: t.TempDir(), Lower: []string{lower.Dir}}
	if n, added, _ := now.run(t, ctx, 6, Options{Cache: cache}); n != 6 || !all(added, 1) {
		t.Errorf("above: computed %d, %v", n, added)
	}
	n, added, said := old.run(t, ctx, 6, Options{Cache: cache})
	if n != 0 || !all(added, 0) || said != "" {
		t.Errorf("back: computed %d, %v, %q", n, added, said)
	}
	vouched := Cache{
		Dir: t.TempDir(), Lower: []string{lower.Dir}, Vouched: map[string]string{"old": "new"},
	}
	if n, _, said := now.run(t, ctx, 6, Options{Cache: vouched}); n != 0 || said != "" {
		t.Errorf("vouched for: computed %d, %q", n, said)
	}

	// Who is told what to compute takes nothing of other code.
	cache = Cache{Dir: t.TempDir()}
	old.run(t, ctx, 6, Options{Cache: cache})
	late := program{"new", 1, 0}
	n, added, _ = late.run(t, ctx, 3, Options{Cache: cache, Only: true})
	if n != 3 || !all(added, 1) {
		t.Errorf("only: computed %d, %v", n, added)
	}
	if n, added, _ := late.run(t, ctx, 6, Options{Cache: cache}); n != 3 || !all(added, 1) {
		t.Errorf("the others: computed %d, %v", n, added)
	}
}
