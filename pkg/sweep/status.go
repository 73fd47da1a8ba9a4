package sweep

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// status describes the tasks before any of them runs.
type status struct {
	ids   []identity
	keys  []string
	first []int // the first task with the same key: equal tasks run once
	// Of first tasks: the result, or the reason why there is none, errMissing or a *loadError.
	stored []entry
	why    []error
	accept []*accept // what can be used
	// refuted is the digests of code that computes something else than the program.
	refuted []string
	mixed   int   // results that would mix code that is refuted with the program's
	tasks   int   // number of distinct tasks
	cached  int   // those with a result
	stale   int   // those whose result is stale
	broken  int   // those whose result is damaged
	todo    []int // indices of those without a result that can be used

	deadline time.Time // for the results of an engine
}

// look looks up every task in the cache, on a number of workers. It changes nothing.
func look(ctx context.Context, tasks []Task, o Options) (*status, error) {
	n := len(tasks)
	s := &status{
		ids: make([]identity, n), keys: make([]string, n), first: make([]int, n),
		stored: make([]entry, n), why: make([]error, n), accept: make([]*accept, n),
	}
	byKey := make(map[string]int)
	var firsts []int
	for i, t := range tasks {
		id, err := identify(t)
		if err != nil {
			return nil, err
		}
		s.ids[i], s.keys[i] = id, id.key()
		if j, ok := byKey[s.keys[i]]; ok {
			s.first[i] = j
			continue
		}
		byKey[s.keys[i]], s.first[i] = i, i
		s.accept[i] = &accept{task: t, code: o.codeOf(t), only: o.Only}
		firsts = append(firsts, i)
	}
	s.tasks = len(firsts)
	queue := make(chan int)
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for i := range queue {
				if s.why[i] = errMissing; !o.Fresh && ctx.Err() == nil {
					s.stored[i], s.why[i] = o.Cache.load(s.ids[i], s.accept[i])
				}
			}
		})
	}
	for _, i := range firsts {
		queue <- i
	}
	close(queue)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, errors.New("interrupted before anything was computed")
	}
	s.refute(o)
	for _, i := range firsts {
		if s.why[i] == nil {
			s.cached++
			continue
		}
		s.todo = append(s.todo, i)
		if f := (*loadError)(nil); errors.As(s.why[i], &f) && f.stale() {
			s.stale++
		} else if f != nil {
			s.broken++
		}
	}
	return s, nil
}

// state is the word for what is known of a task.
func (s *status) state(i int) string {
	var f *loadError
	switch err := s.why[s.first[i]]; {
	case err == nil:
		return "cached"
	case !errors.As(err, &f):
		return "missing"
	case f.stale():
		return "stale"
	}
	return "damaged"
}

// mend sets damaged results aside and says which results will be computed again.
func (s *status) mend(o Options) error {
	if s.stale > 0 {
		rest := ""
		if s.mixed > 0 {
			rest = fmt.Sprintf(" (%d of them for being of the same code as others)", s.mixed)
		}
		o.say("%s in the cache %s stale%s, since the program computes something else now; "+
			"computing again", Count(s.stale, "result"), is(s.stale), rest)
	}
	for _, i := range s.todo {
		var f *loadError
		if !errors.As(s.why[i], &f) || f.stale() {
			continue
		}
		if err := o.Cache.setAside(f); err != nil {
			return err
		}
		if f.lower {
			o.say("%v; computing again", f)
		} else {
			o.say("%v; set aside as *%s; computing again", f, result+damaged)
		}
	}
	return nil
}

func is(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// Count returns "1 thing" or "n things".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
