package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"time"

	"adl/pkg/files"
)

// item is a task. Equal tasks are one item.
type item struct {
	task  Task
	index int // of the first task that is equal
	id    identity
	key   string

	code    string   // the digest of its code, or empty
	only    bool     // results of no other code will do
	refuted []string // nor of this

	stored entry
	err    error   // why stored cannot be used, errMissing or a *loadError; later that of pool
	result Result  // of Run
	expect float64 // seconds that it may take on one core

	waiting time.Time // when it began to wait for its lease, or zero
	due     time.Time // in pool, when it is tried again
	delay   time.Duration
	renewed bool // by Vouch
}

// status describes the tasks before any of them runs.
type status struct {
	of    []*item        // of every task
	items []*item        // all, in the order of the tasks
	todo  []*item        // those without a result that can be used
	count map[string]int // items in a state
	mixed int            // results that would mix code that is refuted with the program's
}

// look looks up every task in the cache, on a number of workers. It changes nothing.
func look(ctx context.Context, tasks []Task, o Options) (*status, error) {
	s := &status{count: make(map[string]int)}
	byKey := make(map[string]*item)
	for i, t := range tasks {
		id, err := identify(t)
		if err != nil {
			return nil, err
		}
		key := id.key()
		if byKey[key] == nil {
			x := &item{task: t, index: i, id: id, key: key, only: o.Only, err: errMissing}
			if c, ok := t.(Coded); ok && o.Code != nil {
				x.code = c.Code(o.Code)
			}
			byKey[key] = x
			s.items = append(s.items, x)
		}
		s.of = append(s.of, byKey[key])
	}
	queue := make(chan *item)
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for x := range queue {
				if !o.Fresh && ctx.Err() == nil {
					if x.stored, x.err = o.Cache.load(x); o.Lean {
						x.stored.arrays = nil
					}
				}
			}
		})
	}
	for _, x := range s.items {
		queue <- x
	}
	close(queue)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, errors.New("interrupted before anything was computed")
	}
	s.refute(o.Cache)
	for _, x := range s.items {
		s.count[x.state()]++
		if x.err != nil {
			s.todo = append(s.todo, x)
		}
	}
	return s, nil
}

// state returns the word for the state of the result: cached, missing, stale or damaged.
func (x *item) state() string {
	var f *loadError
	switch {
	case x.err == nil:
		return "cached"
	case errors.As(x.err, &f):
		return f.word()
	}
	return "missing"
}

// name returns the words for the item in messages.
func (x *item) name() string { return "task " + x.key[:8] }

// mend says which results will be computed again. It renames damaged ones, for an inquiry; one in a
// lower folder stays, behind the one that is computed instead.
func (s *status) mend(o Options) error {
	if n := s.count["stale"]; n > 0 {
		rest := ""
		if s.mixed > 0 {
			rest = fmt.Sprintf(" (%d of them for being of the same code as others)", s.mixed)
		}
		o.say("%s in the cache %s stale%s, since the program computes something else now; "+
			"computing again", Count(n, "result"), either(n, "is", "are"), rest)
	}
	for _, x := range s.todo {
		var f *loadError
		if !errors.As(x.err, &f) || f.stale() {
			continue
		}
		aside := ""
		if !f.lower {
			if err := os.Rename(f.path, f.path+damaged); err != nil {
				return fmt.Errorf("%w; it cannot be set aside: %w", f, files.Cause(err))
			}
			aside = fmt.Sprintf("set aside as *%s; ", result+damaged)
		}
		o.say("%v; %scomputing again", f, aside)
	}
	return nil
}

// estimate finds the seconds that each item may take on one core. It measures one task of every
// class.
func estimate(items []*item) {
	rate := map[string]float64{}
	for _, x := range items {
		p, ok := x.task.(Prober)
		if !ok {
			x.expect = x.task.Units() * 1e-8
			continue
		}
		r, ok := rate[p.Class()]
		if !ok {
			r = p.Probe()
			rate[p.Class()] = r
		}
		x.expect = p.Units() * r
	}
}

// order sorts items such that the longest run first and the workers finish together. If share is
// set, the order of those whose expected times differ by less than a factor of two is random.
func order(todo []*item, share bool) {
	size := func(x *item) float64 { return x.expect }
	if share {
		rand.Shuffle(len(todo), func(i, j int) { todo[i], todo[j] = todo[j], todo[i] })
		size = func(x *item) float64 { return math.Logb(max(x.expect, 1e-3)) }
	}
	slices.SortStableFunc(todo, func(a, b *item) int { return cmp.Compare(size(b), size(a)) })
}

// either returns one for n = 1 and many for other numbers.
func either(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count returns "1 thing" or "n things".
func Count(n int, thing string) string {
	return fmt.Sprintf("%d %s", n, either(n, thing, thing+"s"))
}
