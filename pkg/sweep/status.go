package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// item is a task. Equal tasks are one item.
type item struct {
	task  Task
	index int // of the first task that is equal
	id    identity
	own   identity // with the program's code, as its entry in Cache.Dir has it
	key   string   // of id

	stored   entry // without its arrays
	err      error // why there is no stored result, such as errMissing; later that of pool
	computed bool
	expect   float64 // seconds that it may take on one core

	waiting time.Time // when it began to wait for its lease, or zero
	due     time.Time // in pool, when it is tried again
	delay   time.Duration
}

// status describes the tasks before any of them runs.
type status struct {
	of    []*item // of every task
	items []*item // all, in the order of the tasks
	todo  []*item // those without a result that can be used
}

// newStatus identifies the tasks, which code of a digest computes.
func newStatus(tasks []Task, code string) (*status, error) {
	s := new(status)
	byKey := make(map[string]*item)
	for i, t := range tasks {
		id, err := identify(t, t.Params())
		if err != nil {
			return nil, err
		}
		key := id.key()
		if byKey[key] == nil {
			x := &item{task: t, index: i, id: id, own: id.by(code), key: key, err: errMissing}
			byKey[key] = x
			s.items = append(s.items, x)
		}
		s.of = append(s.of, byKey[key])
	}
	return s, nil
}

// look looks up every task in the cache, on a number of workers, and says what there is to know
// about results. It changes nothing.
func look(ctx context.Context, tasks []Task, o Options) (*status, error) {
	s, err := newStatus(tasks, o.Cache.Code)
	if err != nil {
		return nil, err
	}
	if o.Fresh {
		o.Cache.Kept = ""
	}
	queue := make(chan *item)
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for x := range queue {
				if ctx.Err() == nil {
					x.stored, x.err = o.Cache.load(x)
					x.stored.arrays = nil
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
	others := 0
	for _, x := range s.items {
		if x.err != nil {
			s.todo = append(s.todo, x)
		} else if x.stored.kept && !o.Cache.Vouched {
			others++
		}
		if x.err != nil && x.err != errMissing {
			o.say("%v; its task runs again", x.err)
		}
	}
	if others > 0 {
		o.say("%s in %s %s computed by other code than the program's; make vouch examines whether "+
			"that makes a difference, and -fresh computes anew", Count(others, "result"),
			o.Cache.Kept, either(others, "was", "were"))
	}
	return s, nil
}

// name returns the words for the item in messages.
func (x *item) name() string { return "task " + x.key[:8] }

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
