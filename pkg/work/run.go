package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"adl/pkg/files"
	"adl/pkg/spec"
	"adl/pkg/table"
)

// Options are the settings of Run, Plan and Vouch.
type Options struct {
	Workers int // number of simultaneous tasks, at least 1
	Cache   Cache
	Fresh   bool      // take no result from Cache.Kept
	Own     bool      // take no result of other code from there
	Cached  bool      // compute no task: Run fails with ErrMissing if a result is missing
	Log     io.Writer // progress, and messages about the cache; nil for none
	Quiet   bool      // no progress
	Name    string    // of the figure, in messages
	Reduce  bool      // return the results of every Reducer in reduced form
	Keep    bool      // store all results in Cache.Kept, in the form returned, if all are of this code
	Share   bool      // one of many programs: a failed task does not stop other tasks

	Took    map[string]float64 // seconds of tasks in an earlier run, by key
	Besides float64            // seconds of the program without its tasks

	Interval time.Duration // between two checkpoints of a task; 0 is 30 seconds
	Patience time.Duration // time to wait for disk space; 0 is 10 minutes
}

// ErrMissing is the error of Run if Options.Cached forbids it to compute missing results.
var ErrMissing = errors.New("not all results are in the cache")

// say writes a line to the log.
func (o Options) say(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, "%s: %s\n", o.Name, files.Printable(fmt.Sprintf(format, args...)))
	}
}

// Run makes the checks of the tasks, runs the tasks without a result in the cache, and returns all
// results in the order of the tasks. It sets a damaged result aside and computes it again. If
// another program computes a task on the same cache, Run waits for the result.
//
// Run stores a result as soon as its task is finished, and checkpoints of a Resumer before that. If
// ctx is done, or a task fails or panics, Run stops the other tasks within a second or two and
// returns an error. The next Run continues from there. Run panics if there are no workers.
func Run(ctx context.Context, tasks []Task, o Options) ([]Result, error) {
	if o.Workers < 1 {
		panic("work: no workers")
	}
	if err := checkAll(tasks); err != nil {
		return nil, err
	}
	s, err := look(ctx, tasks, o)
	if err != nil {
		return nil, err
	}
	files.Clean(o.Cache.Dir)
	for _, x := range s.items {
		if x.err == nil {
			o.Cache.finished(x.own.path)
		}
	}
	if err := s.work(ctx, o); err != nil {
		return nil, err
	}
	if o.Keep && s.others(o.Cache) == 0 {
		for _, x := range s.items {
			if err := x.keep(o); err != nil {
				return nil, err
			}
		}
	}
	results := make([]Result, len(tasks))
	for i, x := range s.of {
		params, _ := spec.Canonical(x.task.Params()) // as in its key
		results[i] = Result{
			Key: x.key, Params: params, Seconds: x.stored.Seconds, Units: x.task.Units(),
			Cached: !x.computed, Other: x.stored.kept && !o.Cache.Vouched,
			Load: func() (table.Archive, error) { return x.arrays(o) },
		}
		x.computed = false // only the first of equal tasks was computed
	}
	return results, nil
}

// work runs the tasks that have no result.
func (s *status) work(ctx context.Context, o Options) error {
	if len(s.todo) == 0 {
		return nil
	}
	line := s.plan(o)
	if o.Cached {
		return fmt.Errorf("%w: %s", ErrMissing, line)
	}
	if err := files.Writable(filepath.Join(o.Cache.Dir, "try")); err != nil {
		return fmt.Errorf("cannot write to the cache %s: %w", o.Cache.Dir, err)
	}
	for _, x := range s.todo {
		if x.err != errMissing {
			_ = os.Rename(x.own.path+result, x.own.path+result+damaged)
		}
	}
	slices.SortStableFunc(s.todo, func(a, b *item) int { return cmp.Compare(b.expect, a.expect) })
	bar := newProgress(o, s.todo)
	bar.start(line)
	defer bar.stop()
	pool(ctx, s.todo, o.Workers, o.Share, func(ctx context.Context, x *item) error {
		err := (&job{Options: o, item: x, bar: bar}).run(ctx)
		if o.Share && err != nil && err != errElsewhere && ctx.Err() == nil {
			bar.say("%s: %v; the other tasks continue", x.name(), err)
		}
		return err
	})
	return s.outcome()
}

// outcome returns the error of a run: the first failure, or the interruption.
func (s *status) outcome() error {
	kept := 0
	var failed error
	for _, x := range s.items {
		if x.err == nil {
			kept++
		} else if !errors.Is(x.err, context.Canceled) {
			failed = cmp.Or(failed, fmt.Errorf("%s: %w", x.name(), x.err))
		}
	}
	if failed == nil && kept < len(s.items) {
		return fmt.Errorf("interrupted: %d of %s kept; the same command continues from here", kept,
			Count(len(s.items), "result"))
	}
	return failed
}

// Errors of tasks that were not computed here.
var (
	errSkipped   = fmt.Errorf("not started: %w", context.Canceled)
	errElsewhere = errors.New("computed by another program")
)

// pool calls do for the items of todo, in this order, several at a time, and sets their errors.
// Unless goOn is set, the first error cancels the running items and begins no new one; errUnkept
// only begins no new one. After errElsewhere it tries an item again, at increasing intervals.
func pool(
	ctx context.Context, todo []*item, workers int, goOn bool, do func(context.Context, *item) error,
) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	more, enough := context.WithCancel(ctx)
	defer enough()
	busy := make(chan struct{}, workers)
	try := func(x *item) {
		defer func() { <-busy }()
		if more.Err() != nil {
			return
		}
		x.err = do(ctx, x)
		switch {
		case x.err == nil, x.err == errElsewhere, goOn:
		case errors.Is(x.err, errUnkept):
			enough()
		default:
			cancel()
		}
	}
	var wg sync.WaitGroup
	for _, x := range todo {
		x.err = errSkipped
		busy <- struct{}{}
		wg.Go(func() {
			try(x)
			for wait := time.Second / 10; x.err == errElsewhere; wait = min(2*wait, 10*time.Second) {
				x.err = errSkipped
				select {
				case <-time.After(wait):
				case <-more.Done():
				}
				busy <- struct{}{}
				try(x)
			}
		})
	}
	wg.Wait()
}
