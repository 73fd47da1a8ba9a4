package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The results are in the order of the tasks, whatever the number of workers and the times of the
// tasks; equal tasks are done once.
func TestRun(t *testing.T) {
	for _, workers := range []int{1, 2, 7, 100} {
		ts := squares(30)
		for i, x := range ts {
			x.units = float64(1 + i*i%7)
			x.run = func(context.Context, func(float64)) error {
				time.Sleep(time.Duration(i*13%5) * 100 * time.Microsecond)
				return nil
			}
		}
		again := append(ts, ts[3], ts[29], ts[3])
		o := Options{Workers: workers, Cache: Cache{Dir: t.TempDir()}}
		rs, err := Run(context.Background(), tasks(again), o)
		if err != nil {
			t.Fatal(err)
		}
		check(t, again, rs)
		if n := ts[0].runs.Load(); n != 30 {
			t.Errorf("%d tasks were run, want 30", n)
		}
		for i, r := range rs {
			if r.Cached != (i >= 30) || r.Units != again[i].units {
				t.Errorf("task %d: %+v", i, r)
			}
		}
		// from the cache, in another order, with a new task and without Log
		back := []*task{squares(31)[30], ts[5], ts[2], ts[5]}
		o.Cached = true
		if _, err := Run(context.Background(), tasks(back), o); !errors.Is(err, ErrMissing) ||
			!strings.Contains(err.Error(), ": 3 tasks, 2 cached, 1 to do: ") {
			t.Errorf("one is missing: %v", err)
		}
		if rs, err = Run(context.Background(), tasks(back[1:]), o); err != nil {
			t.Error(err)
		} else {
			check(t, back[1:], rs)
		}
		o.Cached = false
		if rs, err = Run(context.Background(), tasks(back), o); err != nil {
			t.Fatal(err)
		}
		check(t, back, rs)
		if n := ts[0].runs.Load(); n != 30 || rs[0].Cached || !rs[1].Cached {
			t.Errorf("%d tasks were run, %+v", n, rs)
		}
	}
	rs, err := Run(context.Background(), nil, Options{Workers: 1, Cache: Cache{Dir: "/dev/null/x"}})
	if err != nil || len(rs) != 0 {
		t.Errorf("no tasks: %v, %v", rs, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic without workers")
		}
	}()
	Run(context.Background(), nil, Options{})
}

// No more tasks run at the same time than there are workers.
func TestWorkers(t *testing.T) {
	ts := squares(12)
	var mu sync.Mutex
	now, most := 0, 0
	for _, x := range ts {
		x.run = func(context.Context, func(float64)) error {
			mu.Lock()
			now++
			most = max(most, now)
			for begin := time.Now(); most < 3 && time.Since(begin) < 10*time.Second; {
				mu.Unlock()
				time.Sleep(time.Millisecond) // until all workers are busy
				mu.Lock()
			}
			mu.Unlock()
			time.Sleep(3 * time.Millisecond)
			mu.Lock()
			now--
			mu.Unlock()
			return nil
		}
	}
	_, err := Run(context.Background(), tasks(ts), Options{Workers: 3, Cache: Cache{Dir: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	if most != 3 {
		t.Errorf("%d tasks ran at a time, want 3", most)
	}
}

// wait is a task that ends with its context.
func wait(ctx context.Context, _ func(float64)) error {
	<-ctx.Done()
	return fmt.Errorf("stopped: %w", ctx.Err())
}

// If interrupted, Run keeps finished results, and the next Run continues from there.
func TestInterrupt(t *testing.T) {
	cache := Cache{Dir: t.TempDir()}
	ts := squares(10)
	fill(t, cache, ts[:1])
	ctx, cancel := context.WithCancel(context.Background())
	slow := 4
	for i, x := range ts {
		x.units = float64(20 - i) // the order in which they are begun
	}
	ts[slow].run = func(ctx context.Context, tick func(float64)) error {
		cancel()
		return wait(ctx, tick)
	}
	ts[slow+1].run = wait // may have begun
	_, err := Run(ctx, tasks(ts), Options{Workers: 1, Cache: cache})
	want := "interrupted: 4 of 10 results kept; the same command continues from here"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	ts[slow].run, ts[slow+1].run = nil, nil
	ts[0].runs.Store(0)
	rs, err := Run(context.Background(), tasks(ts), Options{Workers: 2, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	check(t, ts, rs)
	if n := ts[0].runs.Load(); n != 6 {
		t.Errorf("the next run did %d tasks, want 6", n)
	}

	done, cancel := context.WithCancel(context.Background())
	cancel()
	ts = squares(2)
	_, err = Run(done, tasks(ts), Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}})
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted") {
		t.Errorf("got %v", err)
	}
	if n := ts[0].runs.Load(); n != 0 {
		t.Errorf("%d tasks were run", n)
	}
}

// A task that fails, gives up by itself or panics stops the others, and Run returns its error.
func TestFailure(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		run  func(context.Context, func(float64)) error
		want string
		is   error
	}{
		{"error", func(context.Context, func(float64)) error { return broken }, "broken", broken},
		{
			"panic", func(context.Context, func(float64)) error { panic("work: a bug") },
			"panic: work: a bug\ngoroutine ", nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := Cache{Dir: t.TempDir()}
			ts := squares(8)
			for i, x := range ts {
				x.units = float64(20 - i)
				if i > 1 {
					x.run = wait
				}
			}
			ts[1].run = c.run
			key, err := Key(ts[1])
			if err != nil {
				t.Fatal(err)
			}
			_, err = Run(context.Background(), tasks(ts), Options{Workers: 3, Cache: cache})
			if want := "task " + key[:8] + ": " + c.want; err == nil ||
				!strings.HasPrefix(err.Error(), want) || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("got %v, want %s", err, want)
			}
			if n := ts[0].runs.Load(); n > 5 {
				t.Errorf("%d tasks were begun", n)
			}
			if files := snapshot(t, cache.Dir); strings.Contains(files, "/.") ||
				strings.Contains(files, leased) {
				t.Errorf("left behind: %s", files)
			}
		})
	}
}

// A failure has precedence over an interruption that follows it.
func TestFailureAndInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ts := squares(2)
	ts[0].units = 2
	ts[0].run = func(context.Context, func(float64)) error {
		cancel()
		return errors.New("broken")
	}
	_, err := Run(ctx, tasks(ts), Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}})
	if err == nil || !strings.HasSuffix(err.Error(), ": broken") {
		t.Errorf("got %v", err)
	}
}

// forecaster is a task of known speed.
type forecaster struct {
	*task
	rate  float64
	asked *int
}

func (f forecaster) Forecast() (seconds, bytes float64) {
	*f.asked++
	return f.rate * f.units, 1e9 * f.units
}

// The longest tasks begin first, and cached tasks are not forecast.
func TestForecasts(t *testing.T) {
	var asked int
	var order []float64
	var fs []forecaster
	for i, x := range squares(6) {
		x.units = float64(1 + i)
		f := forecaster{x, 3, &asked}
		if i%2 == 1 {
			f.rate = 0.1
		}
		x.run = func(context.Context, func(float64)) error {
			order = append(order, x.params["x"].(float64))
			return nil
		}
		fs = append(fs, f)
	}
	o := Options{Workers: 1, Cache: Cache{Dir: t.TempDir()}, Name: "fig00", Besides: 2}
	var plan strings.Builder
	if err := Plan(context.Background(), &plan, tasks(fs), o); err != nil {
		t.Fatal(err)
	}
	check := func(got, want string, least float64) {
		t.Helper()
		var memory float64
		got, end, _ := strings.Cut(got, ", about ")
		time, end, _ := strings.Cut(end, ", ")
		fmt.Sscanf(end, "%f GB of memory\n", &memory)
		if got+", about "+time != want || !(memory > least && memory < least+3) {
			t.Errorf("plan: got %q, about %q, %q, want %q, more than %g GB", got, time, end, want, least)
		}
	}
	check(plan.String(), "fig00: 6 tasks, 0 cached, 6 to do: 21 steps, about 36s on 1 worker", 6)
	o.Workers = 2
	plan.Reset()
	if err := Plan(context.Background(), &plan, tasks(fs[4:5]), o); err != nil {
		t.Fatal(err)
	}
	check(plan.String(), "fig00: 1 task, 0 cached, 1 to do: 5 steps, about 20s on 2 workers", 5)
	if n := len(snapshot(t, o.Cache.Dir)); n != len(o.Cache.Dir)+1 {
		t.Error("a plan wrote something")
	}
	asked, o.Workers = 0, 1
	if _, err := Run(context.Background(), tasks(fs), o); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []float64{4, 2, 0, 5, 3, 1}) || asked != 6 {
		t.Errorf("order %v, %d asked", order, asked)
	}
	asked = 0
	plan.Reset()
	if err := Plan(context.Background(), &plan, tasks(append(fs, fs[0])), o); err != nil {
		t.Fatal(err)
	}
	if got, want := plan.String(), "fig00: 6 tasks, 6 cached, 0 to do\n"; got != want || asked != 0 {
		t.Errorf("plan: got %q, want %q; %d asked", got, want, asked)
	}
	plan.Reset()
	if err := Plan(context.Background(), &plan, nil, o); err != nil ||
		plan.String() != "fig00: 0 tasks, 0 cached, 0 to do\n" {
		t.Errorf("plan of nothing: %q, %v", plan.String(), err)
	}
	known := squares(8)[7]
	key, err := Key(known)
	if err != nil {
		t.Fatal(err)
	}
	o.Took = map[string]float64{key: 7}
	plan.Reset()
	if err := Plan(context.Background(), &plan, []Task{known}, o); err != nil {
		t.Fatal(err)
	}
	check(plan.String(), "fig00: 1 task, 0 cached, 1 to do: 1 steps, about 9.0s on 1 worker", 0)
}
