package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"adl/pkg/table"
)

// Options are the settings of Run, Plan and Why.
type Options struct {
	Workers int // number of tasks at a time, at least 1
	Cache   Cache
	Fresh   bool      // compute every task, even if it is cached
	Log     io.Writer // progress; nil for none
	Name    string    // of the figure, in messages
}

// Run runs the tasks that have no result in the cache, and returns the results of all tasks, in
// their order.
//
// A result is stored as soon as its task is finished. If ctx is done or a task fails, Run stops the
// other tasks, which takes at most a second or two, and returns an error. Finished results are
// kept, and the next Run continues from there. Run returns an error before it computes anything if
// a cached result cannot be read, or if there is something to compute and the cache cannot be
// written to. A task that panics has failed, with the stack in its error. Run panics if there are
// no workers.
func Run(ctx context.Context, tasks []Task, o Options) ([]Result, error) {
	if o.Workers < 1 {
		panic("sweep: no workers")
	}
	s, err := look(ctx, tasks, o.Cache, o.Fresh)
	if err != nil {
		return nil, err
	}
	if err := s.damage(); err != nil {
		return nil, err
	}
	results := make([]Result, len(tasks))
	for i, t := range tasks {
		e := s.stored[i]
		results[i] = Result{
			Key:     s.keys[i],
			Params:  t.Params(),
			Arrays:  e.arrays,
			Seconds: e.seconds,
			Units:   t.Units(),
			Cached:  s.state[i] == nil,
		}
	}
	if err := work(ctx, tasks, results, s, o); err != nil {
		return nil, err
	}
	for i, j := range s.first {
		if i != j {
			results[i].Arrays, results[i].Seconds, results[i].Cached = results[j].Arrays, 0, true
		}
	}
	return results, nil
}

// work runs the tasks that have no result.
func work(ctx context.Context, tasks []Task, results []Result, s *survey, o Options) error {
	if len(s.todo) == 0 {
		return nil
	}
	if err := o.Cache.writable(); err != nil {
		return err
	}
	expected := estimate(tasks, s.todo)
	// The longest tasks run first, so that the workers finish together.
	slices.SortStableFunc(s.todo, func(a, b int) int {
		return cmp.Compare(expected[b], expected[a])
	})
	bar := newProgress(o.Log, o.Name, s.tasks, len(s.todo), o.Workers)
	for _, i := range s.todo {
		bar.expect(expected[i])
	}
	bar.start()
	defer bar.stop()
	errs := pool(ctx, s.todo, o.Workers, func(ctx context.Context, i int) error {
		return one(ctx, tasks[i], &results[i], o.Cache, bar, expected[i])
	})
	return s.outcome(ctx, errs, o.Fresh)
}

// errSkipped is the error of tasks that were not started.
var errSkipped = fmt.Errorf("not started: %w", context.Canceled)

// pool calls do for the elements of todo, in this order, on a number of workers, and returns the
// errors. After the first error it cancels the context of the others and starts no more.
func pool(
	ctx context.Context, todo []int, workers int, do func(context.Context, int) error,
) []error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(todo))
	queue := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, len(todo)) {
		wg.Go(func() {
			for n := range queue {
				if errs[n] = do(inner, todo[n]); errs[n] != nil {
					cancel()
				}
			}
		})
	}
	for n := range todo {
		select {
		case queue <- n:
		case <-inner.Done():
			errs[n] = errSkipped
		}
	}
	close(queue)
	wg.Wait()
	return errs
}

// outcome returns the error of a run in which the tasks of todo returned errs: the first failure,
// or else that it was interrupted.
func (s *survey) outcome(ctx context.Context, errs []error, fresh bool) error {
	kept := s.cached
	var failed, stopped error
	for n, err := range errs {
		if err == nil {
			kept++
			continue
		}
		named := fmt.Errorf("task %s: %w", s.keys[s.todo[n]][:8], err)
		switch {
		case !errors.Is(err, context.Canceled):
			failed = cmp.Or(failed, named)
		case err != errSkipped:
			stopped = cmp.Or(stopped, named)
		}
	}
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		again := "the same command goes on from here"
		if fresh {
			again = "the same command without -fresh goes on from here"
		}
		return fmt.Errorf("interrupted: %d of %s kept; %s", kept, count(s.tasks, "result"), again)
	}
	return stopped // a task stopped without being asked to
}

// one runs a task and stores its result.
func one(ctx context.Context, t Task, r *Result, c Cache, bar *progress, expected float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	start := time.Now()
	perUnit := 0.0
	if u := t.Units(); u > 0 {
		perUnit = expected / u
	}
	arrays, err := run(ctx, t, func(units float64) { bar.add(units * perUnit) })
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if err := c.store(r.Key, t, arrays, seconds); err != nil {
		return fmt.Errorf("its result cannot be kept: %w", err)
	}
	r.Arrays, r.Seconds = arrays, seconds
	bar.finish()
	return nil
}

// run is t.Run with a panic turned into an error, so that the other workers stop in an orderly way.
func run(ctx context.Context, t Task, tick func(float64)) (a table.Archive, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return t.Run(ctx, tick)
}

// estimate returns the seconds that each task of todo may take on one core. It measures one task of
// every class.
func estimate(tasks []Task, todo []int) []float64 {
	s := make([]float64, len(tasks))
	rate := map[string]float64{}
	for _, i := range todo {
		p, ok := tasks[i].(Prober)
		if !ok {
			s[i] = tasks[i].Units() * 1e-8
			continue
		}
		r, ok := rate[p.Class()]
		if !ok {
			r = p.Probe()
			rate[p.Class()] = r
		}
		s[i] = p.Units() * r
	}
	return s
}
