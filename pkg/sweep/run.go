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

// Options say how Run works.
type Options struct {
	Workers int // tasks at a time, at least 1
	Cache   Cache
	Fresh   bool      // compute every task, cached or not
	Log     io.Writer // progress; nil for none
	Name    string    // of the figure, in what is printed
}

// Run does the tasks that the cache has no result of, and returns all results, in the order of the
// tasks.
//
// A result is stored as soon as its task is finished. Where ctx is done before all are, or a task
// fails, Run stops the others, which takes at most a second or two, and returns an error; what was
// finished is kept, and the next Run goes on from there. A cached result that cannot be read is an
// error before anything is computed, and so is a cache that cannot be written to when there is
// something to compute. A task that panics has failed, with the stack in its error. Run panics
// without workers.
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

// work does the tasks that s found to do.
func work(ctx context.Context, tasks []Task, results []Result, s *survey, o Options) error {
	todo := s.todo
	if len(todo) == 0 {
		return nil
	}
	if err := o.Cache.writable(); err != nil {
		return err
	}
	expected := estimate(tasks, todo)
	// the longest first, so that the workers finish together
	slices.SortStableFunc(todo, func(a, b int) int { return cmp.Compare(expected[b], expected[a]) })
	bar := newProgress(o.Log, o.Name, s.tasks, len(todo), o.Workers)
	for _, i := range todo {
		bar.expect(expected[i])
	}
	bar.start()
	defer bar.stop()

	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(tasks))
	queue := make(chan int)
	var wg sync.WaitGroup
	for range min(o.Workers, len(todo)) {
		wg.Go(func() {
			for i := range queue {
				if errs[i] = one(inner, tasks[i], &results[i], o.Cache, bar, expected[i]); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	sent := 0
	for _, i := range todo {
		select {
		case queue <- i:
			sent++
			continue
		case <-inner.Done():
		}
		break
	}
	close(queue)
	wg.Wait()

	kept := s.cached
	var first error
	for n, i := range todo {
		switch err := errs[i]; {
		case err == nil && n < sent:
			kept++
		case err != nil && !errors.Is(err, context.Canceled):
			if first == nil {
				first = fmt.Errorf("task %s: %w", s.keys[i][:8], err)
			}
		}
	}
	again := "the same command goes on from here"
	if o.Fresh {
		again = "the same command without -fresh goes on from here"
	}
	switch {
	case first != nil:
		return first
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: %d of %s kept; %s", kept, count(s.tasks, "result"), again)
	}
	for _, i := range todo {
		if errs[i] != nil { // a task gave up, and nobody had asked it to
			return fmt.Errorf("task %s: %w", s.keys[i][:8], errs[i])
		}
	}
	return nil
}

// one does a task and stores its result.
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

// run is t.Run, with an error for a panic: the other workers are to stop in order.
func run(ctx context.Context, t Task, tick func(float64)) (a table.Archive, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return t.Run(ctx, tick)
}

// estimate gives the seconds that each task of todo may take on one core, measured for one task of
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
