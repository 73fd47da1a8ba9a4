package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Options are the settings of Run, Plan and Why.
type Options struct {
	Workers int // number of tasks at a time, at least 1
	Cache   Cache
	Fresh   bool      // compute every task, even if it is cached
	Cached  bool      // compute none: Run fails with ErrMissing if there is one to compute
	Log     io.Writer // progress, and what was found in the cache; nil for none
	Quiet   bool      // no progress
	Name    string    // of the figure, in messages
	Origin  Origin    // of what is computed
	// Code returns the digest of the library's code, or of it and the program's own package main; nil
	// where this is not known.
	Code   func(main bool) string
	Only   bool   // results of other code do not count, even if their probes agree
	Reduce bool   // return the results of every Reducer in their smaller form
	Keep   string // a folder in which all results are stored as they are returned; or none

	// Engine computes what is missing in other programs, which share the cache; nil for this one.
	Engine Engine
	// Lag is how long a result may take to be seen on this machine after another one has stored it; 0
	// is a minute, for which a client of NFS may keep that it is not there.
	Lag time.Duration

	// Share says that this program is one of many on the cache, maybe on other machines. A task that
	// fails then does not stop the others. The order of the tasks is random but for the longest,
	// which come first, so that many programs rarely want the same. Files of ended programs are not
	// cleared away, which takes a look at every folder of the cache.
	Share bool
	// Found is called with the key of every task of which there is a result, from several goroutines;
	// nil for nothing.
	Found func(key string)

	// Interval is the time between two checkpoints of a task, 0 is 30 seconds. It is longer where
	// keeping them would take more than the fraction Overhead of the time, 0 is 1/200. Patience is
	// how long Run waits for room for a result that cannot be stored, 0 is 10 minutes.
	Interval, Patience time.Duration
	Overhead           float64
}

// ErrMissing is in the error of Run where Options.Cached forbids it to compute what is missing. The
// error says what Plan prints.
var ErrMissing = errors.New("not all results are in the cache")

func (o Options) found(key string) {
	if o.Found != nil {
		o.Found(key)
	}
}

// say writes a line to the log.
func (o Options) say(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, "%s: %s\n", o.Name, files.Printable(fmt.Sprintf(format, args...)))
	}
}

// Run runs the tasks that have no result in the cache, and returns the results of all tasks, in
// their order. Before it does anything it makes the checks of the tasks that are Checkers.
//
// A result that is stale, or not what the task can read, is computed again, and so is a damaged
// one, which is renamed. A task that another program computes on the same cache is left to it, and
// its result awaited.
//
// A result is stored as soon as its task is finished. A task that is a Resumer leaves checkpoints
// on its way. If ctx is done or a task fails, Run stops the other tasks, which takes at most a
// second or two, and returns an error. The next Run goes on from there. Run returns an error before
// it computes anything if there is something to compute and the cache cannot be written to. A task
// that panics has failed, with the stack in its error. Run panics if there are no workers.
func Run(ctx context.Context, tasks []Task, o Options) ([]Result, error) {
	if o.Workers < 1 {
		panic("sweep: no workers")
	}
	if !o.Only { // else who submitted the tasks has checked them
		if err := checkAll(tasks); err != nil {
			return nil, err
		}
	}
	s, err := look(ctx, tasks, o)
	if err != nil {
		return nil, err
	}
	if line := s.otherCode(); line != "" {
		o.say("%s", line)
	}
	if !o.Share && o.Engine == nil {
		o.Cache.clean()
	}
	results := make([]Result, len(tasks))
	for i, t := range tasks {
		results[i] = Result{Key: s.keys[i], Params: t.Params(), Units: t.Units()}
		if s.why[i] == nil {
			results[i].set(s.stored[i], true)
			results[i].Other = s.other(i)
			o.Cache.finished(s.keys[i])
			o.found(s.keys[i])
		}
	}
	if err := work(ctx, tasks, results, s, o); err != nil {
		return nil, err
	}
	for i, j := range s.first {
		if i == j && o.Reduce {
			if err := results[i].reduce(tasks[i]); err != nil {
				return nil, err
			}
		}
		if i != j {
			r := results[j]
			results[i].set(entry{arrays: r.Arrays, origin: r.Origin, code: r.code}, true)
		}
	}
	if o.Keep != "" {
		if err := s.keep(results, o); err != nil {
			return nil, err
		}
	}
	return results, nil
}

func (r *Result) set(e entry, cached bool) {
	r.Arrays, r.Seconds, r.Origin, r.Cached = e.arrays, e.seconds, e.origin, cached
	r.code = e.code
}

// work runs the tasks that have no result.
func work(ctx context.Context, tasks []Task, results []Result, s *status, o Options) error {
	if len(s.todo) == 0 {
		if o.Engine != nil {
			o.Engine.Close(true) // what was left running has ended
		}
		return nil
	}
	if o.Cached {
		return fmt.Errorf("%w: %s", ErrMissing, s.plan(tasks, o))
	}
	if err := o.Cache.writable(); err != nil {
		return err
	}
	if err := s.mend(o); err != nil {
		return err
	}
	expected := estimate(tasks, s.todo)
	order(s.todo, expected, o.Share)
	bar := newProgress(o, s.tasks, len(s.todo))
	if o.Engine != nil {
		return s.elsewhere(ctx, tasks, results, expected, bar, o)
	}
	for _, i := range s.todo {
		bar.expect(expected[i])
	}
	bar.start()
	defer bar.stop()
	o.Cache.watched = &watched{}
	waits := make([]waiting, len(tasks))
	errs := pool(ctx, s.todo, o.Workers, o.Share, func(ctx context.Context, i int) error {
		j := &job{
			Options: o, task: tasks[i], id: s.ids[i], name: "task " + s.keys[i][:8], bar: bar,
			result: &results[i], accept: *s.accept[i], wait: &waits[i],
		}
		if u := j.task.Units(); u > 0 {
			j.perUnit = expected[i] / u
		}
		err := j.run(ctx)
		if o.Share && err != nil && err != errElsewhere && ctx.Err() == nil {
			bar.say("%s: %v; the other tasks go on", j.name, err)
		}
		return err
	})
	return s.outcome(ctx, errs, o)
}

// order sorts tasks such that the longest run first and the workers finish together. If share is
// set, the order of those whose expected times differ by less than a factor of two is random.
func order(todo []int, expected []float64, share bool) {
	if !share {
		slices.SortStableFunc(todo, func(a, b int) int {
			return cmp.Compare(expected[b], expected[a])
		})
		return
	}
	rand.Shuffle(len(todo), func(i, j int) { todo[i], todo[j] = todo[j], todo[i] })
	octave := func(i int) int { return math.Ilogb(max(expected[i], 1e-3)) }
	slices.SortStableFunc(todo, func(a, b int) int { return cmp.Compare(octave(b), octave(a)) })
}

// errSkipped is the error of tasks that were not started, and errElsewhere that of a task which
// another program computes.
var (
	errSkipped   = fmt.Errorf("not started: %w", context.Canceled)
	errElsewhere = errors.New("computed by another program")
)

// pool calls do for the elements of todo, in this order, on a number of workers, and returns the
// errors. After the first error it cancels the context of the others and starts no more, unless
// goOn is set; an error that is unkept cancels nothing. An element of which do returns errElsewhere
// is tried again, at longer and longer intervals.
func pool(
	ctx context.Context, todo []int, workers int, goOn bool, do func(context.Context, int) error,
) []error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(todo))
	q := &queue{}
	for n := range todo {
		errs[n] = errSkipped
		q.items = append(q.items, item{n: n})
	}
	var wg sync.WaitGroup
	for range min(workers, len(todo)) {
		wg.Go(func() {
			for {
				x, ok := q.next(inner)
				if !ok {
					return
				}
				err := do(inner, todo[x.n])
				if err == errElsewhere {
					q.later(x)
					continue
				}
				errs[x.n] = err
				switch u := (*unkept)(nil); {
				case err == nil || goOn:
				case !errors.As(err, &u):
					cancel()
				case u.computed:
					q.drop()
				}
			}
		})
	}
	wg.Wait()
	return errs
}

// queue is the tasks that no worker has.
type queue struct {
	mu    sync.Mutex
	items []item
}

type item struct {
	n     int
	due   time.Time
	delay time.Duration
}

// next waits for an item that is due and takes it. It returns false if there is none, or ctx is
// done.
func (q *queue) next(ctx context.Context) (item, bool) {
	for ctx.Err() == nil {
		x, wait, ok := q.take()
		if !ok || wait == 0 {
			return x, ok
		}
		pause(ctx, wait)
	}
	return item{}, false
}

// take takes the item that is due first, or returns how long it is until then.
func (q *queue) take() (x item, wait time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return item{}, 0, false
	}
	x = slices.MinFunc(q.items, func(a, b item) int {
		return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.n, b.n))
	})
	if wait = time.Until(x.due); wait > 0 {
		return item{}, wait, true
	}
	q.items = slices.DeleteFunc(q.items, func(y item) bool { return y.n == x.n })
	return x, 0, true
}

// drop leaves out all that no worker has.
func (q *queue) drop() {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
}

// later puts an item back.
func (q *queue) later(x item) {
	x.delay = min(max(2*x.delay, 100*time.Millisecond), 10*time.Second)
	x.due = time.Now().Add(x.delay)
	q.mu.Lock()
	q.items = append(q.items, x)
	q.mu.Unlock()
}

// pause sleeps until the time is over or ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// outcome returns the error of a run in which the tasks of todo returned errs: the first failure,
// or else that it was interrupted.
func (s *status) outcome(ctx context.Context, errs []error, o Options) error {
	kept, failures := s.cached, 0
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
			failures++
		case err != errSkipped:
			stopped = cmp.Or(stopped, named)
		}
	}
	switch {
	case failed != nil && o.Share: // the log has the stack of a panic
		first, _, _ := strings.Cut(failed.Error(), "\n")
		return fmt.Errorf("%s failed: %s", Count(failures, "task"), first)
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		again := "the same command goes on from here"
		if o.Fresh {
			again = "the same command without -fresh goes on from here"
		}
		return fmt.Errorf("interrupted: %d of %s kept; %s", kept, Count(s.tasks, "result"), again)
	}
	return stopped // a task stopped without being asked to
}

// guarded is f with a panic turned into an error, so that the other workers stop in an orderly way.
func guarded(f func() (table.Archive, error)) (a table.Archive, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
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
