package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"adl/pkg/table"
)

// job is an item that is computed.
type job struct {
	Options
	*item
	bar     *progress
	perUnit float64 // expected seconds

	begun  float64 // threadTime then
	before float64 // seconds of work behind the checkpoint from which it goes on

	lease *lease
	done  string // the checkpoint that nobody needs once the result is stored
	told  bool   // that a checkpoint cannot be kept
}

// run computes the task and stores its result, unless another program does.
func (j *job) run(ctx context.Context) error {
	if ctx.Err() != nil { // since another task ended
		return errSkipped
	}
	err := j.patiently(ctx, func() (err error) {
		j.lease, err = j.Cache.take(j.own.key())
		return err
	})
	if err != nil {
		return err
	}
	if j.lease == nil {
		j.bar.once("other programs compute some of the tasks; their results are awaited")
		if j.waited() > j.Cache.silence() {
			j.bar.once("%s: still waiting for the program that has %s", j.name(),
				file(j.Cache.Dir, j.own.key(), leased))
		}
		return errElsewhere
	}
	j.waiting = time.Time{}
	defer j.lease.release()
	// Another program may have been here since the tasks were looked up.
	if e, err := j.load(j.Cache.Dir, j.own); err == nil {
		j.finish(e, false)
		return nil
	}
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	j.begun = threadTime()
	arrays, err := j.compute(ctx)
	if err != nil {
		return err
	}
	e := entry{arrays: arrays, Seconds: j.seconds()}
	err = j.patiently(ctx, func() error {
		return store(j.Cache.Dir, j.own, result, e, table.WriteNPZFast)
	})
	if err != nil {
		return err
	}
	if j.done != "" {
		os.Remove(j.done)
	}
	j.finish(e, true)
	return nil
}

func (j *job) finish(e entry, computed bool) {
	e.arrays = nil
	j.stored, j.computed = e, computed
	j.bar.finish()
}

// seconds returns the processor time of the task so far, also in the programs that left the
// checkpoint.
func (j *job) seconds() float64 { return j.before + threadTime() - j.begun }

// tick records progress.
func (j *job) tick(units float64) {
	j.lease.alive()
	j.bar.add(units * j.perUnit)
}

// compute runs the task, from its last checkpoint if it has one. A panic is an error, so that the
// other workers stop in an orderly way.
func (j *job) compute(ctx context.Context) (a table.Archive, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	t, ok := j.task.(Resumer)
	if !ok {
		return j.task.Run(ctx, j.tick)
	}
	prefix, err := identify(t, t.Prefix())
	if err != nil {
		return nil, err
	}
	prefix = prefix.by(j.Cache.Code)
	path := file(j.Cache.Dir, prefix.key(), checkpoint)
	if string(prefix) == string(j.own) { // else a longer task may go on from it
		j.done = path
	}
	save := j.saver(prefix)
	if from, err := load(path, prefix); err == nil {
		j.before = from.Seconds
		a, err := t.RunFrom(ctx, from.arrays, save, j.tick)
		if !errors.Is(err, ErrCheckpoint) {
			return a, err
		}
		j.before = 0
	}
	return t.RunFrom(ctx, nil, save, j.tick)
}

// saver returns the Save of a prefix.
func (j *job) saver(prefix identity) Save {
	interval := cmp.Or(j.Interval, 30*time.Second)
	overhead := cmp.Or(j.Overhead, 1./200)
	next := time.Now().Add(interval)
	return func(last bool, state func() table.Archive) {
		begin := time.Now()
		if !last && begin.Before(next) {
			return
		}
		e := entry{arrays: state(), Seconds: j.seconds()}
		err := store(j.Cache.Dir, prefix, checkpoint, e, table.WriteNPZFast)
		if err != nil && !j.told {
			j.told = true
			j.bar.Say("%s: a checkpoint cannot be kept: %v; the task goes on without", j.name(), err)
		}
		end := time.Now()
		next = end.Add(max(interval, time.Duration(float64(end.Sub(begin))/overhead)))
	}
}

// waited returns for how long the item has waited for its lease.
func (x *item) waited() time.Duration {
	if x.waiting.IsZero() {
		x.waiting = time.Now()
	}
	return time.Since(x.waiting)
}

// errUnkept is the error of a task that can store nothing. Others go on, since they may store
// theirs, but none is begun any more.
var errUnkept = errors.New("its result cannot be kept")

// patiently calls write until it succeeds: there may be no room, and then there is again.
func (j *job) patiently(ctx context.Context, write func() error) error {
	patience := cmp.Or(j.Patience, 10*time.Minute)
	for begin := time.Now(); ; {
		err := write()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil || time.Since(begin) > patience || errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("%w: %w", errUnkept, err)
		}
		j.bar.once("not all results can be kept in %s: %v; trying again for %s", j.Cache.Dir, err,
			patience)
		if j.lease != nil {
			j.lease.alive()
		}
		pause(ctx, min(patience/8, 2*time.Second))
	}
}
