package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Options are the settings of Run, Plan and Vouch.
type Options struct {
	Workers int // number of tasks at a time, at least 1
	Cache   Cache
	Fresh   bool      // take no result from Cache.Kept
	Cached  bool      // compute none: Run fails with ErrMissing if there is one to compute
	Log     io.Writer // progress, and what was found in the cache; nil for none
	Quiet   bool      // no progress
	Name    string    // of the figure, in messages
	Reduce  bool      // return the results of every Reducer in their smaller form
	Keep    bool      // store all results in Cache.Kept, as they are returned

	// Share says that this program is one of many on the cache, maybe on other machines: a task that
	// fails does not stop the others, tasks of similar lengths have a random order, so that programs
	// rarely want the same one, and files of ended programs stay.
	Share bool

	// Interval is the time between two checkpoints of a task, 0 is 30 seconds. It is longer where
	// keeping them would take more than the fraction Overhead of the time, 0 is 1/200. Patience is
	// how long Run waits for room to store a result, 0 is 10 minutes.
	Interval, Patience time.Duration
	Overhead           float64
}

// ErrMissing is the error of Run if Options.Cached forbids it to compute missing results, with the
// line of Plan.
var ErrMissing = errors.New("not all results are in the cache")

// say writes a line to the log.
func (o Options) say(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, "%s: %s\n", o.Name, files.Printable(fmt.Sprintf(format, args...)))
	}
}

// Run runs the tasks that have no result in the cache, and returns the results of all tasks, in
// their order. It first makes the checks of the tasks that are Checkers.
//
// A result that is damaged, or not what the task can read, is set aside and computed again. A task
// that another program computes on the same cache is left to it, and its result awaited.
//
// A result is stored as soon as its task is finished, and a Resumer leaves checkpoints on its way.
// If ctx is done, or a task fails or panics, Run stops the other tasks within a second or two and
// returns an error; the next Run goes on from there. Run computes nothing if it cannot write to the
// cache. It panics if there are no workers.
func Run(ctx context.Context, tasks []Task, o Options) ([]Result, error) {
	if o.Workers < 1 {
		panic("sweep: no workers")
	}
	if err := checkAll(tasks); err != nil {
		return nil, err
	}
	s, err := look(ctx, tasks, o)
	if err != nil {
		return nil, err
	}
	if !o.Share {
		o.Cache.clean()
	}
	for _, x := range s.items {
		if x.err == nil {
			o.Cache.finished(x.own.key())
		}
	}
	if err := s.work(ctx, o); err != nil {
		return nil, err
	}
	if o.Keep {
		for _, x := range s.items {
			if err := x.keep(o); err != nil {
				return nil, err
			}
		}
	}
	results := make([]Result, len(tasks))
	for i, x := range s.of {
		results[i] = Result{
			Key: x.key, Params: x.id.params(), Seconds: x.stored.Seconds, Units: x.task.Units(),
			Cached: !x.computed, Other: x.stored.kept && !o.Cache.Vouched,
			load: func() (table.Archive, error) { return x.arrays(o) },
		}
		if x.index != i {
			results[i].Seconds, results[i].Cached = 0, true
		}
	}
	return results, nil
}

// work runs the tasks that have no result.
func (s *status) work(ctx context.Context, o Options) error {
	if len(s.todo) == 0 {
		return nil
	}
	if o.Cached {
		return fmt.Errorf("%w: %s", ErrMissing, s.plan(o))
	}
	if err := files.Writable(o.Cache.Dir); err != nil {
		return fmt.Errorf("cannot write to the cache %s: %w", o.Cache.Dir, err)
	}
	for _, x := range s.todo {
		if x.err != errMissing { // whatever is there is kept for an inquiry, out of the way
			path := file(o.Cache.Dir, x.own.key(), result)
			_ = os.Rename(path, path+damaged)
		}
	}
	estimate(s.todo)
	order(s.todo, o.Share)
	bar := newProgress(o, len(s.items), len(s.todo))
	for _, x := range s.todo {
		bar.expect(x.expect)
	}
	bar.start()
	defer bar.stop()
	o.Cache.watched = &watched{}
	pool(ctx, s.todo, o.Workers, o.Share, func(ctx context.Context, x *item) error {
		j := &job{Options: o, item: x, bar: bar}
		if u := x.task.Units(); u > 0 {
			j.perUnit = x.expect / u
		}
		err := j.run(ctx)
		if o.Share && err != nil && err != errElsewhere && ctx.Err() == nil {
			bar.Say("%s: %v; the other tasks go on", x.name(), err)
		}
		return err
	})
	return s.outcome(ctx, o.Share)
}

// outcome returns the error of a run: the first failure, or else that it was interrupted.
func (s *status) outcome(ctx context.Context, share bool) error {
	kept, failures := len(s.items)-len(s.todo), 0
	var failed, stopped error
	for _, x := range s.todo {
		switch named := fmt.Errorf("%s: %w", x.name(), x.err); {
		case x.err == nil:
			kept++
		case !errors.Is(x.err, context.Canceled):
			failed = cmp.Or(failed, named)
			failures++
		case x.err != errSkipped:
			stopped = cmp.Or(stopped, named)
		}
	}
	switch {
	case failed != nil && share: // the log has the stack of a panic
		first, _, _ := strings.Cut(failed.Error(), "\n")
		return fmt.Errorf("%s failed: %s", Count(failures, "task"), first)
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: %d of %s kept; the same command goes on from here", kept,
			Count(len(s.items), "result"))
	}
	return stopped // a task stopped without being asked to
}

// Errors of tasks that were not computed here.
var (
	errSkipped   = fmt.Errorf("not started: %w", context.Canceled)
	errElsewhere = errors.New("computed by another program")
)

// pool calls do for the items of todo, in this order, on a number of workers, and sets their
// errors. After the first error it cancels the others and starts no more, unless goOn is set or
// the error is errUnkept. After errElsewhere it tries an item again, at longer and longer
// intervals.
func pool(
	ctx context.Context, todo []*item, workers int, goOn bool, do func(context.Context, *item) error,
) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, x := range todo {
		x.err, x.due = errSkipped, time.Time{}
	}
	q := &queue{items: slices.Clone(todo)}
	var wg sync.WaitGroup
	for range min(workers, len(todo)) {
		wg.Go(func() {
			for x := q.next(inner); x != nil; x = q.next(inner) {
				err := do(inner, x)
				if err == errElsewhere {
					q.later(x)
					continue
				}
				x.err = err
				switch {
				case err == nil || goOn:
				case errors.Is(err, errUnkept):
					q.drop()
				default:
					cancel()
				}
			}
		})
	}
	wg.Wait()
}

// queue holds the items that no worker has.
type queue struct {
	mu    sync.Mutex
	items []*item
}

// next waits for an item that is due and takes it. It returns nil if there is none, or ctx is done.
func (q *queue) next(ctx context.Context) *item {
	for ctx.Err() == nil {
		x, wait := q.take()
		if wait <= 0 {
			return x
		}
		pause(ctx, wait)
	}
	return nil
}

// take takes the item that is due first, or returns how long it is until then.
func (q *queue) take() (x *item, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return nil, 0
	}
	x = slices.MinFunc(q.items, func(a, b *item) int { return a.due.Compare(b.due) })
	if wait = time.Until(x.due); wait > 0 {
		return nil, wait
	}
	q.items = slices.DeleteFunc(q.items, func(y *item) bool { return y == x })
	return x, 0
}

// later puts an item back.
func (q *queue) later(x *item) {
	x.delay = min(max(2*x.delay, 100*time.Millisecond), 10*time.Second)
	x.due = time.Now().Add(x.delay)
	q.mu.Lock()
	q.items = append(q.items, x)
	q.mu.Unlock()
}

// drop removes all items.
func (q *queue) drop() {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
}

// pause sleeps until the time is over or ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
