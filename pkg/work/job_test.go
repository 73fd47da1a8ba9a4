package work

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"adl/pkg/table"
)

// sum is a task that adds the numbers below n, one per step.
type sum struct {
	*task
	n       int
	bounded bool                 // a shorter task is not its beginning
	at      func(step int) error // before every step, or nil
	begun   []int                // where runs began
}

func (s *sum) Kind() string   { return "sum" }
func (s *sum) Units() float64 { return float64(s.n) }

func (s *sum) Params() any { return map[string]any{"n": s.n} }

func (s *sum) Prefix() any {
	if s.bounded {
		return s.Params()
	}
	return map[string]any{}
}

func (s *sum) Run(ctx context.Context, tick func(float64)) (table.Archive, error) {
	return s.RunFrom(ctx, nil, func(bool, func() table.Archive) {}, tick)
}

func (s *sum) RunFrom(
	ctx context.Context, from table.Archive, save Save, tick func(float64),
) (table.Archive, error) {
	state := []float64{0, 0} // steps, their sum
	if from != nil {
		x, err := table.Array[float64](from, "state", 2)
		if err != nil || x[0] > float64(s.n) {
			return nil, ErrCheckpoint
		}
		copy(state, x)
	}
	s.begun = append(s.begun, int(state[0]))
	tick(state[0])
	keep := func() table.Archive { return table.Archive{{Name: "state", Data: slices.Clone(state)}} }
	for state[0] < float64(s.n) {
		if s.at != nil {
			if err := s.at(int(state[0])); err != nil {
				save(true, keep)
				return nil, err
			}
		}
		state[1] += state[0]
		state[0]++
		tick(1)
		save(false, keep)
	}
	if !s.bounded {
		save(true, keep)
	}
	return table.Archive{{Name: "sum", Data: state[1:]}}, ctx.Err()
}

func newSum(n int, bounded bool) *sum {
	return &sum{task: &task{data: "d"}, n: n, bounded: bounded}
}

// A stopped task resumes from its last checkpoint. A finished task leaves no checkpoint, unless a
// longer task can continue from it.
func TestCheckpoints(t *testing.T) {
	for _, bounded := range []bool{true, false} {
		cache := Cache{Dir: t.TempDir()}
		run := func(s *sum) error {
			t.Helper()
			rs, err := Run(context.Background(), []Task{s},
				Options{Workers: 1, Cache: cache, Interval: time.Hour})
			if err != nil {
				return err
			}
			a, err := rs[0].Load()
			if err != nil {
				return err
			}
			if got, err := table.Array[float64](a, "sum", 1); err != nil ||
				got[0] != float64(s.n*(s.n-1)/2) {
				t.Errorf("the sum below %d is %g, %v", s.n, got, err)
			}
			return nil
		}
		part := func() (paths []string) {
			for _, line := range strings.Split(snapshot(t, cache.Dir), "\n") {
				if strings.HasSuffix(line, checkpoint) {
					paths = append(paths, line)
				}
			}
			return paths
		}
		s := newSum(100, bounded)
		broken := errors.New("broken")
		for _, stop := range []int{30, 70} {
			s.at = func(step int) error {
				if step == stop {
					return broken
				}
				return nil
			}
			if err := run(s); !errors.Is(err, broken) {
				t.Fatal(err)
			}
		}
		if paths := part(); len(paths) != 1 {
			t.Fatalf("checkpoints %v", paths)
		}
		s.at = nil
		if err := run(s); err != nil {
			t.Fatal(err)
		}
		if want := []int{0, 30, 70}; !slices.Equal(s.begun, want) {
			t.Errorf("began at %v, want %v", s.begun, want)
		}
		if n := len(part()); (n == 0) != bounded {
			t.Errorf("%d checkpoints after the end", n)
		}
		longer, shorter := newSum(200, bounded), newSum(50, bounded)
		if err := errors.Join(run(longer), run(shorter)); err != nil {
			t.Fatal(err)
		}
		at := 100
		if bounded {
			at = 0
		}
		if longer.begun[0] != at || shorter.begun[0] != 0 {
			t.Errorf("the longer task began at %d, want %d, the shorter one at %d", longer.begun[0], at,
				shorter.begun[0])
		}

		// a damaged checkpoint is not used
		s = newSum(300, bounded)
		s.at = func(step int) error {
			if step == 250 {
				return broken
			}
			return nil
		}
		if err := run(s); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		for _, path := range part() {
			if err := os.Truncate(path, 100); err != nil {
				t.Fatal(err)
			}
		}
		s.at, s.begun = nil, nil
		if err := run(s); err != nil || s.begun[0] != 0 {
			t.Errorf("began at %v, %v", s.begun, err)
		}
	}
}

// Checkpoints have the given interval; the last one is always kept.
func TestInterval(t *testing.T) {
	for interval, want := range map[time.Duration]int{time.Hour: 1, time.Nanosecond: 101} {
		o := Options{Cache: Cache{Dir: t.TempDir()}, Interval: interval}
		j := &job{Options: o, item: &item{}}
		made := 0
		save := j.saver(filepath.Join(o.Cache.Dir, "x"), identity("{}"))
		for i := range 101 {
			save(i == 100, func() table.Archive {
				made++
				return nil
			})
		}
		if made != want {
			t.Errorf("%v: %d checkpoints, want %d", interval, made, want)
		}
	}
}

// The time of a task is processor time, not the clock's, also before it resumes.
func TestSeconds(t *testing.T) {
	work := func() {
		for begin := CPUTime(thread); CPUTime(thread) < begin+0.02; {
		}
	}
	x := squares(1)
	x[0].run = func(context.Context, func(float64)) error {
		work()
		time.Sleep(300 * time.Millisecond)
		return nil
	}
	o := Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}}
	rs, err := Run(context.Background(), tasks(x), o)
	if err != nil {
		t.Fatal(err)
	}
	most := 0.2
	if syscall.Getrusage(thread, new(syscall.Rusage)) != nil {
		most = math.Inf(1) // it is the clock's
	}
	if s := rs[0].Seconds; s < 0.02 || s > most {
		t.Errorf("got %g s, want 0.02", s)
	}
	resumed, broken := newSum(2, true), errors.New("broken")
	resumed.at = func(int) error {
		work()
		return broken
	}
	if _, err := Run(context.Background(), []Task{resumed}, o); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	resumed.at = nil
	rs, err = Run(context.Background(), []Task{resumed}, o)
	if err != nil {
		t.Fatal(err)
	}
	if s := rs[0].Seconds; s < 0.02 || s > most {
		t.Errorf("resumed: got %g s, want 0.02", s)
	}
	// no system knows -9
	begin := CPUTime(-9)
	time.Sleep(20 * time.Millisecond)
	if s := CPUTime(-9) - begin; s < 0.02 || s > 60 {
		t.Errorf("not measured: got %g s, want 0.02", s)
	}
}
