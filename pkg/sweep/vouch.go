package sweep

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// Vouch checks that the program computes the same results as those in Cache.Kept, which must be
// complete and undamaged. It recomputes a sample of tasks and compares the bytes. It returns a
// description of the check, or an error that names a task.
func Vouch(ctx context.Context, tasks []Task, o Options, seconds float64) (string, error) {
	if err := checkAll(tasks); err != nil {
		return "", err
	}
	s, err := newStatus(tasks, o.Cache)
	if err != nil {
		return "", err
	}
	for _, x := range s.items {
		if x.stored, err = x.load(x.kept); err == errMissing {
			return "", fmt.Errorf("there is no %s; make paper adds it", x.kept.path+result)
		} else if err != nil {
			return "", err
		}
	}
	s.todo = sample(s.items, seconds)
	pool(ctx, s.todo, o.Workers, false, func(ctx context.Context, x *item) error {
		a, err := x.task.Run(ctx, func(float64) {})
		if err == nil {
			a, err = reduce(x.task, a)
		}
		if err == nil && a.Digest() != x.stored.SHA256 {
			err = fmt.Errorf("computed anew, it differs from %s", x.kept.path+result)
		}
		return err
	})
	if ctx.Err() != nil {
		return "", errors.New("interrupted before the results were examined")
	}
	return fmt.Sprintf("%d of %s computed anew, with the same bytes", len(s.todo),
		Count(len(s.items), "result")), s.outcome()
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
