package slurm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"adl/pkg/sweep"
)

// Engine has the tasks of a figure computed by job arrays. It is a [sweep.Engine].
type Engine struct {
	Settings
	Figure, Profile string
	Dir             string   // of the folders of runs, which all nodes see
	Wd              string   // in which jobs run
	Program         string   // which is copied, since it may be built anew while jobs wait
	Args            []string // of the program in a job, but for -workers and -pack
	Spec            []byte   // a spec that the jobs read, nil for the program's own
	Detach          bool     // do not wait for the jobs
	// Prepared holds results that jobs then need not compute to make their tasks, by name
	// ([Part.Prepared]).
	Prepared map[string][]byte

	Every time.Duration // between two looks at the queue at the beginning; 0 is a second

	mine   []*run // that this program waits for
	where  map[string]place
	packs  map[place]*state
	stored map[string]bool
	know   map[string]job    // by element, what Slurm said last
	whys   map[string]string // by element, for Explain
}

// place is a pack of a run.
type place struct {
	run  *run
	pack int
}

// state is how far a pack is.
type state struct {
	place
	gone int // how many times in a row Slurm said that it had ended, or did not know it
	left int // keys without a result that are waited for
}

// ErrDetached is the error of Compute where the jobs were left to run.
var ErrDetached = errors.New("left running")

// Compute submits what no earlier run is computing, and waits until all results are there or all
// jobs have ended. If ctx is done, it asks on a terminal whether to cancel the jobs, and cancels
// them without one; a terminal that was closed leaves them running.
func (e *Engine) Compute(ctx context.Context, work []sweep.Work, r sweep.Report) error {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	e.mine, e.where, e.packs = nil, make(map[string]place), make(map[place]*state)
	e.stored, e.know = make(map[string]bool), make(map[string]job)
	e.whys = make(map[string]string)
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, cancel)
	defer stop()

	rest, err := e.attach(inner, work, r)
	if err == nil && len(rest) > 0 {
		err = e.submit(inner, rest, r)
	}
	if err == nil && e.Detach {
		r.Say("left running: %s; make plan ARGS=-jobs tells how far, the same command waits for "+
			"the end", e.ids())
		return ErrDetached
	}
	if err == nil {
		err = e.wait(inner, work, r)
	}
	if ctx.Err() == nil {
		if err != nil && len(idsOf(e.mine)) > 0 {
			r.Say("%s", e.cancel(r))
		}
		return err
	}
	return e.interrupted(signals, r)
}

func (e *Engine) ids() string {
	ids := idsOf(e.mine)
	word := "job "
	if len(ids) > 1 {
		word = "jobs "
	}
	return word + strings.Join(ids, ", ")
}

// attach finds what earlier runs are still computing, and returns the rest of the work.
func (e *Engine) attach(
	ctx context.Context, work []sweep.Work, r sweep.Report,
) (rest []sweep.Work, err error) {
	wanted := make(map[string]bool)
	for _, w := range work {
		wanted[w.Key] = true
	}
	n := 0
	old := runs(e.Dir, e.Figure)
	jobs, err := queueOf(ctx, old)
	if err != nil {
		return nil, err
	}
	for _, run := range old {
		used := false
		for i, p := range run.Packs {
			j, ok := jobs[run.element(i)]
			if !ok || j.ended() {
				continue
			}
			for _, key := range p.Keys {
				if _, there := e.where[key]; wanted[key] && !there {
					e.expect(key, place{run, i})
					used = true
					n++
				}
			}
		}
		if used {
			e.mine = append(e.mine, run)
		}
	}
	if n > 0 {
		r.Say("%d of the tasks are in %s already", n, e.ids())
	}
	for _, w := range work {
		if _, ok := e.where[w.Key]; !ok {
			rest = append(rest, w)
		}
	}
	return rest, nil
}

// expect notes that the result of a key is expected from a pack.
func (e *Engine) expect(key string, at place) {
	e.where[key] = at
	if e.packs[at] == nil {
		e.packs[at] = &state{place: at}
	}
	e.packs[at].left++
}

func (e *Engine) every() time.Duration { return cmp.Or(e.Every, time.Second) }

// wait waits until all results are there, or all jobs have ended.
func (e *Engine) wait(ctx context.Context, work []sweep.Work, r sweep.Report) error {
	told := make(map[string]bool)
	once := func(key, format string, args ...any) {
		if !told[key] {
			told[key] = true
			r.Say(format, args...)
		}
	}
	// A look lists one folder of every run.
	interval := e.every() * time.Duration(len(e.mine))
	for {
		if err := pause(ctx, interval); err != nil {
			return err
		}
		interval = min(interval*5/4, 10*e.every()*time.Duration(len(e.mine)))
		for _, run := range e.mine {
			for key := range run.stored() {
				if at, ok := e.where[key]; ok && !e.stored[key] {
					e.packs[at].left--
					e.stored[key] = true
				}
			}
		}
		begin := time.Now()
		jobs, err := queueOf(ctx, e.mine)
		if err == nil { // a long queue is not asked for all the time
			interval = max(interval, min(20*time.Since(begin), 30*time.Second))
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			once("queue", "%v; waiting for Slurm to answer", err)
		default:
			if told["queue"] {
				delete(told, "queue")
				r.Say("Slurm answers again")
			}
			for element, j := range jobs {
				e.know[element] = j
			}
		}
		if !e.open(jobs, err == nil, once) {
			return nil
		}
		r.Show("%s", e.line(len(work)))
	}
}

// open reports whether there is a pack that may still store a result that is waited for. jobs is
// what Slurm says, if it answered.
func (e *Engine) open(
	jobs map[string]job, answered bool, once func(key, format string, args ...any),
) bool {
	open := false
	for at, p := range e.packs {
		if p.left == 0 {
			continue
		}
		element := at.run.element(at.pack)
		j, listed := jobs[element]
		if answered && (!listed || j.ended()) {
			p.gone++
		} else if answered {
			p.gone = 0
		}
		if j.held() {
			once("held "+element, "job %s is held (%s); scontrol release %s lets it go", element, j.reason,
				element)
		}
		if j.stuck() {
			once("stuck "+j.reason, "job %s waits for %s, which may never come: see partition, account, "+
				"time, memory and cpus of [slurm]", element, j.reason)
		}
		// A job that a node took down with it ends, and may then wait again.
		open = open || p.gone < 2
	}
	return open
}

// line says how far the work is.
func (e *Engine) line(tasks int) string {
	var t tally
	reasons := make(map[string]bool)
	for at, p := range e.packs {
		j, known := e.know[at.run.element(at.pack)]
		t.add(at.run, at.pack, p.left, j, p.gone >= 2)
		if known && !j.running() && p.left > 0 && p.gone < 2 {
			reasons[j.reason] = true
		}
	}
	line := fmt.Sprintf("%d of %d tasks%v", len(e.stored), tasks, t)
	if len(reasons) > 0 {
		line += "; jobs wait for " + strings.Join(slices.Sorted(maps.Keys(reasons)), ", ")
	}
	return line
}

// pause sleeps until the time is over, or returns the error of ctx.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// interrupted asks what to do with the jobs, and does it.
func (e *Engine) interrupted(signals <-chan os.Signal, r sweep.Report) error {
	if len(idsOf(e.mine)) == 0 {
		return errors.New("interrupted before anything was submitted")
	}
	var sig os.Signal
	select {
	case sig = <-signals:
	case <-time.After(100 * time.Millisecond):
	}
	leave := sig == syscall.SIGHUP
	if !leave {
		answer, ok := r.Ask(fmt.Sprintf("cancel %s, or leave them running? [c/l]", e.ids()))
		leave = ok && strings.HasPrefix(strings.ToLower(answer), "l")
	}
	if leave {
		return fmt.Errorf("interrupted: %s left running; make plan ARGS=-jobs tells how far, the same "+
			"command waits for the end", e.ids())
	}
	return errors.New("interrupted: " + e.cancel(r) + "; the same command goes on from here")
}

// cancel cancels the jobs and says what came of it.
func (e *Engine) cancel(r sweep.Report) string {
	ids := idsOf(e.mine)
	if _, err := command(context.Background(), nil, "scancel", ids...); err != nil {
		return fmt.Sprintf("%s may go on, since %v; scancel %s ends them", e.ids(), err,
			strings.Join(ids, " "))
	}
	return e.ids() + " cancelled, results kept"
}

// Stored reports whether a job has said that it stored a result, or must have.
func (e *Engine) Stored(key string) bool {
	at := e.where[key]
	return e.stored[key] || at.run != nil && e.know[at.run.element(at.pack)].state == "COMPLETED"
}
