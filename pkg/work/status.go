package work

import (
	"context"
	"errors"
	"fmt"
)

// item is a task. Equal tasks are one item.
type item struct {
	task      Task
	key       string // without the program's code
	own, kept place  // in Cache.Dir and Cache.Kept

	stored   entry // without the arrays
	err      error // why there is no result
	computed bool
	expect   float64 // expected seconds on one core
}

// status describes the tasks before any of them runs.
type status struct {
	of    []*item // the item of every task
	items []*item // all, in the order of the tasks
	todo  []*item // items without a usable result
	bytes float64 // expected for the largest task
}

// newStatus identifies the tasks.
func newStatus(tasks []Task, c Cache) (*status, error) {
	s := new(status)
	byKey := make(map[string]*item)
	for _, t := range tasks {
		id, err := identify(t, t.Params())
		if err != nil {
			return nil, err
		}
		key := id.key()
		if byKey[key] == nil {
			byKey[key] = &item{
				task: t, key: key, own: placeIn(c.Dir, id.by(c.Code)), kept: placeIn(c.Kept, id),
			}
			s.items = append(s.items, byKey[key])
		}
		s.of = append(s.of, byKey[key])
	}
	return s, nil
}

// look looks up every task in the cache, and logs its findings. It changes nothing.
func look(ctx context.Context, tasks []Task, o Options) (*status, error) {
	s, err := newStatus(tasks, o.Cache)
	if err != nil {
		return nil, err
	}
	if o.Fresh || o.Own && !o.Cache.Vouched {
		o.Cache.Kept = ""
	}
	pool(ctx, s.items, o.Workers, true, func(_ context.Context, x *item) (err error) {
		x.stored, err = o.Cache.load(x)
		return err
	})
	if ctx.Err() != nil {
		return nil, errors.New("interrupted before anything was computed")
	}
	for _, x := range s.items {
		if x.err != nil {
			s.todo = append(s.todo, x)
		}
		if x.err != nil && x.err != errMissing {
			o.say("%v; its task runs again", x.err)
		}
	}
	return s, nil
}

// others returns the number of results of other code.
func (s *status) others(c Cache) (n int) {
	for _, x := range s.items {
		if x.err == nil && x.stored.kept && !c.Vouched {
			n++
		}
	}
	return n
}

// name names the item in messages.
func (x *item) name() string { return "task " + x.key[:8] }

// Count returns "1 thing" or "n things".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
