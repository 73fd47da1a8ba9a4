package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Options say how Run works.
type Options struct {
	Workers int // tasks at a time, at least 1
	Cache   Cache
	Fresh   bool      // compute every task, cached or not
	Log     io.Writer // progress
	Name    string    // of the figure, for the progress
}

// Run does the tasks that the cache has no result of, and returns all results, in the order of the tasks.
//
// A result is stored as soon as its task is finished. Where ctx is done before all are, or a task fails, Run stops the others,
// which takes at most a second or two, and returns an error; what was finished is kept, and the next Run goes on from there.
func Run(ctx context.Context, tasks []Task, o Options) ([]Result, error) {
	if o.Workers < 1 {
		panic("sweep: no workers")
	}
	results := make([]Result, len(tasks))
	byKey := map[string]int{} // first task of a key: equal tasks are done once
	first := make([]int, len(tasks))
	var todo []int
	for i, t := range tasks {
		key, err := Key(t)
		if err != nil {
			return nil, err
		}
		results[i] = Result{Key: key, Params: t.Params(), Units: t.Units()}
		if j, ok := byKey[key]; ok {
			first[i] = j
			continue
		}
		byKey[key], first[i] = i, i
		if !o.Fresh {
			e, err := o.Cache.load(key, t)
			if err == nil {
				results[i].Arrays, results[i].Seconds, results[i].Cached = e.arrays, e.seconds, true
				continue
			} else if !errors.Is(err, errMissing) {
				return nil, err
			}
		}
		todo = append(todo, i)
	}

	estimates := estimate(tasks, todo)
	// the longest first, so that the workers finish together
	slices.SortStableFunc(todo, func(a, b int) int { return cmp.Compare(estimates[b], estimates[a]) })
	bar := newProgress(o.Log, o.Name, len(tasks), len(todo), o.Workers)
	for _, i := range todo {
		bar.expect(estimates[i])
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
				if err := one(inner, tasks[i], &results[i], o.Cache, bar, estimates[i]); err != nil {
					errs[i] = err
					cancel()
				}
			}
		})
	}
	for _, i := range todo {
		select {
		case queue <- i:
			continue
		case <-inner.Done():
		}
		break
	}
	close(queue)
	wg.Wait()

	if ctx.Err() != nil {
		n := 0
		for i := range tasks {
			if results[first[i]].Arrays != nil {
				n++
			}
		}
		return nil, fmt.Errorf("interrupted: %d of %d results are there and kept; the same command goes on from here", n, len(tasks))
	}
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	for i, j := range first {
		if i != j {
			results[i].Arrays, results[i].Seconds, results[i].Cached = results[j].Arrays, 0, true
		}
	}
	return results, nil
}

// one does a task and stores its result.
func one(ctx context.Context, t Task, r *Result, c Cache, bar *progress, expected float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	start := time.Now()
	perUnit := expected / t.Units()
	arrays, err := t.Run(ctx, func(units float64) { bar.add(units * perUnit) })
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if err := c.store(r.Key, t, arrays, seconds); err != nil {
		return err
	}
	r.Arrays, r.Seconds = arrays, seconds
	bar.finish()
	return nil
}

// estimate gives the seconds that each task of todo may take on one core, measured for one task of every class.
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
