package work

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"adl/pkg/spec"
)

// ErrMoved is the error of Vouch if a result differs from the one in Cache.Kept.
var ErrMoved = errors.New("computed anew, it differs from")

// Vouch checks that the program computes the same results as those in Cache.Kept, which must be
// undamaged. It recomputes a sample of tasks and compares the numbers. It returns a description of
// the check, or an error that names a task: ErrMoved, or ErrMissing if all is well but for results
// that are not there.
func Vouch(ctx context.Context, tasks []Task, o Options, seconds float64) (string, error) {
	if err := checkAll(tasks); err != nil {
		return "", err
	}
	s, err := newStatus(tasks, o.Cache)
	if err != nil {
		return "", err
	}
	var there []*item
	var missing error
	for _, x := range s.items {
		if x.stored, err = x.load(x.kept); err == errMissing {
			missing = fmt.Errorf("%w: there is no %s; make paper adds it", ErrMissing, x.kept.path+result)
		} else if err != nil {
			return "", err
		} else {
			there = append(there, x)
		}
	}
	s.items, s.todo = there, sample(there, seconds)
	pool(ctx, s.todo, o.Workers, false, func(ctx context.Context, x *item) error {
		a, err := x.task.Run(ctx, func(float64) {})
		if err == nil {
			a, err = reduce(x.task, a)
		}
		if err == nil && !x.holds(a) {
			err = fmt.Errorf("(%s): %w %s", x.params(), ErrMoved, x.kept.path+result)
		}
		return err
	})
	if ctx.Err() != nil {
		return "", errors.New("interrupted before the results were examined")
	}
	return fmt.Sprintf("%d of %s computed anew, with the same numbers", len(s.todo),
		Count(len(s.items), "result")), cmp.Or(s.outcome(), missing)
}

// sample returns the shortest item of every kind, and a random sample of other items with the given
// total of seconds.
func sample(items []*item, seconds float64) (chosen []*item) {
	shortest := map[string]*item{}
	for _, x := range items {
		kind := x.task.Kind()
		if y := shortest[kind]; y == nil || x.stored.Seconds < y.stored.Seconds {
			shortest[kind] = x
		}
	}
	for _, i := range rand.Perm(len(items)) {
		x := items[i]
		if shortest[x.task.Kind()] != x {
			if x.stored.Seconds > seconds {
				continue
			}
			seconds -= x.stored.Seconds
		}
		chosen = append(chosen, x)
	}
	return chosen
}

// params lists the parameters of the item's task, but for long ones.
func (x *item) params() string {
	text, _ := spec.Canonical(x.task.Params()) // as in its key
	var all map[string]json.RawMessage
	_ = json.Unmarshal(text, &all)
	var list []string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if len(all[key]) < 60 {
			list = append(list, fmt.Sprintf("%s = %s", key, all[key]))
		}
	}
	return strings.Join(list, ", ")
}
