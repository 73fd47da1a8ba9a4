package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
)

// Vouch examines whether the results of the tasks in Cache.Kept are those that the program computes
// now. All must be there and whole. Of every kind, the task that took the shortest is computed
// anew, and others, drawn by chance, of which the recorded times are at most so many seconds in
// all: these must have the same bytes. Vouch returns what it did in words, or an error that names
// a task.
func Vouch(ctx context.Context, tasks []Task, o Options, seconds float64) (string, error) {
	if err := checkAll(tasks); err != nil {
		return "", err
	}
	s, err := newStatus(tasks, o.Cache.Code)
	if err != nil {
		return "", err
	}
	path := func(x *item) string { return file(o.Cache.Kept, x.key, result) }
	for _, x := range s.items {
		if x.stored, err = x.load(o.Cache.Kept, x.id); err == errMissing {
			return "", fmt.Errorf("there is no %s; make paper adds it", path(x))
		} else if err != nil {
			return "", err
		}
	}
	chosen := sample(s.items, seconds, o.Name+o.Cache.Code)
	pool(ctx, chosen, o.Workers, false, func(ctx context.Context, x *item) error {
		a, err := x.task.Run(ctx, func(float64) {})
		if err == nil {
			a, err = reduce(x.task, a)
		}
		if err == nil && a.Digest() != x.stored.arrays.Digest() {
			err = fmt.Errorf("computed anew, it differs from %s", path(x))
		}
		return err
	})
	if ctx.Err() != nil {
		return "", errors.New("interrupted before the results were examined")
	}
	spent := 0.0
	for _, x := range chosen {
		if x.err != nil && !errors.Is(x.err, context.Canceled) {
			return "", fmt.Errorf("%s: %w; its parameters are %.500s", x.name(), x.err, x.id.params())
		}
		spent += x.stored.Seconds
	}
	return fmt.Sprintf("%d of %s computed anew (%s when they were kept), with the same bytes",
		len(chosen), Count(len(s.items), "result"), Duration(spent)), nil
}

// sample returns the item of every kind that took the shortest, and others of so many seconds in
// all. The seed of the draw has the code, which nobody chooses.
func sample(items []*item, seconds float64, seed string) (chosen []*item) {
	kinds := map[string]bool{}
	h := fnv.New64a()
	io.WriteString(h, seed)
	rest := slices.SortedFunc(slices.Values(items), func(a, b *item) int {
		return cmp.Compare(a.stored.Seconds, b.stored.Seconds)
	})
	rest = slices.DeleteFunc(rest, func(x *item) bool {
		if kinds[x.task.Kind()] {
			return false
		}
		kinds[x.task.Kind()] = true
		chosen = append(chosen, x)
		return true
	})
	rand.New(rand.NewPCG(h.Sum64(), 0)).Shuffle(len(rest), func(i, j int) {
		rest[i], rest[j] = rest[j], rest[i]
	})
	for _, x := range rest {
		if x.stored.Seconds <= seconds {
			seconds -= x.stored.Seconds
			chosen = append(chosen, x)
		}
	}
	return chosen
}
