package work

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

// job is an item during its computation.
type job struct {
	Options
	*item
	bar    *progress
	lease  *lease
	begun  float64 // thread time at the beginning
	before float64 // seconds of work before the checkpoint
}

// run computes the task and stores its result, unless another program does so.
func (j *job) run(ctx context.Context) error {
	err := j.patiently(ctx, func() (err error) {
		j.lease, err = j.Cache.take(j.own.path)
		return err
	})
	if err != nil {
		return err
	}
	if j.lease == nil {
		j.bar.say("other programs compute some of the tasks; their results are awaited")
		return errElsewhere
	}
	defer j.lease.release()
	// Another program may have stored the result since the tasks were looked up.
	e, err := j.load(j.own)
	if j.computed = err != nil; j.computed {
		runtime.LockOSThread() // to measure the time of this thread
		defer runtime.UnlockOSThread()
		j.begun = CPUTime(thread)
		e.arrays, err = j.compute(ctx)
		if err != nil {
			return err
		}
		e.Seconds = j.seconds()
		err = j.patiently(ctx, func() error { return store(j.own.path+result, j.own.id, e) })
		if err != nil {
			return err
		}
		os.Remove(j.own.path + checkpoint)
	}
	e.arrays = nil
	j.stored = e
	j.bar.add(0, 1)
	return nil
}

// thread stands for the calling thread in CPUTime, on systems that measure its time, such as Linux.
const thread = 1

var start = time.Now()

// CPUTime returns the processor time so far of syscall.RUSAGE_SELF, in seconds. Where the system
// does not measure it, as macOS does not for a thread, it returns the clock's time.
func CPUTime(who int) float64 {
	if s, ok := used(who); ok {
		return s
	}
	return time.Since(start).Seconds()
}

// seconds returns the processor time of the task so far, including earlier programs up to the
// checkpoint.
func (j *job) seconds() float64 { return j.before + CPUTime(thread) - j.begun }

// tick records progress.
func (j *job) tick(units float64) {
	j.lease.alive()
	j.bar.add(j.expect*units/max(j.task.Units(), 1), 0)
}

// compute runs the task, from its last checkpoint if it has one. It returns a panic as an error, so
// that the other workers stop in an orderly way.
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
	prefix = prefix.by(j.Cache.Code) // the same as j.own unless longer tasks can resume
	path := placeIn(j.Cache.Dir, prefix).path + checkpoint
	save := j.saver(path, prefix)
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

// saver returns the Save of a checkpoint.
func (j *job) saver(path string, prefix identity) Save {
	saved := time.Now()
	return func(last bool, state func() table.Archive) {
		if !last && time.Since(saved) < cmp.Or(j.Interval, 30*time.Second) {
			return
		}
		e := entry{arrays: state(), Seconds: j.seconds()}
		if err := store(path, prefix, e); err != nil {
			j.bar.say("%s: a checkpoint cannot be kept: %v; the task continues without it", j.name(), err)
		}
		saved = time.Now()
	}
}

// errUnkept is the error of a task that cannot store its result. Running tasks continue, since they
// may store theirs, but no new task begins.
var errUnkept = errors.New("its result cannot be kept")

// patiently calls write until it succeeds: the disk may be full for a while.
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
		j.bar.say("not all results can be kept in %s: %v; trying again for %s", j.Cache.Dir, err,
			patience)
		if j.lease != nil {
			j.lease.alive()
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(patience/8, 2*time.Second)):
		}
	}
}
