package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Renewer is a Verifier whose results can be given the probes of the present code.
type Renewer interface {
	Verifier
	Renew(a table.Archive) (table.Archive, error)
}

// Vouch examines whether the results of the tasks in the folder o.Keep are those that the program
// computes now. It verifies all of them, whatever code computed them, and computes some anew, drawn
// by chance, of which the sum of the recorded times is at most so many seconds, or one if all take
// longer, and of those without random numbers all that other code computed. The results must have
// the same bytes, or differ by rounding where nothing is random. Vouch then stores those results
// again that have no probes or no digests of the present form, or that are of code which nobody
// vouched for. It returns an error that names a
// task that differs.
func Vouch(ctx context.Context, w io.Writer, tasks []Task, o Options, seconds float64) error {
	s, err := look(ctx, tasks, Options{Workers: o.Workers, Fresh: true})
	if err != nil {
		return err
	}
	entries, renewed := make([]entry, len(tasks)), make([]bool, len(tasks))
	errs := pool(ctx, s.todo, o.Workers, true, func(_ context.Context, i int) (err error) {
		entries[i], renewed[i], err = renew(tasks[i], s.ids[i], o)
		return err
	})
	isMissing := func(err error) bool { return errors.Is(err, fs.ErrNotExist) }
	var there []int
	for k, i := range s.todo {
		if !isMissing(errs[k]) {
			there = append(there, i)
		}
	}
	missing := ""
	if n := len(s.todo) - len(there); n > 0 {
		missing = fmt.Sprintf("; %d missing, which make paper adds", n)
	}
	s.todo, errs = there, slices.DeleteFunc(errs, isMissing)
	if err := s.differ(errs, s.todo, "the first steps"); err != nil {
		return err
	}
	var random, sample []int
	for _, i := range s.todo {
		switch code := o.codeOf(tasks[i]); {
		case code == o.Code(false):
			random = append(random, i)
		case code != cmp.Or(o.Cache.Vouched[entries[i].code], entries[i].code):
			sample = append(sample, i)
		}
	}
	sample = append(sample, draw(random, entries, seconds, o.Name+o.Code(false))...)
	var mu sync.Mutex
	spent := 0.0
	errs = pool(ctx, sample, o.Workers, true, func(ctx context.Context, i int) error {
		a, err := tasks[i].Run(ctx, func(float64) {})
		if err != nil {
			return err
		}
		r := Result{Arrays: a, Key: s.keys[i]}
		if err := r.reduce(tasks[i]); err != nil {
			return err
		}
		if !same(r.Arrays, entries[i].arrays, o.codeOf(tasks[i]) != o.Code(false)) {
			return errors.New("computed anew, the result has other bytes")
		}
		mu.Lock()
		spent += entries[i].seconds
		mu.Unlock()
		return nil
	})
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing was changed")
	}
	if err := s.differ(errs, sample, "the whole"); err != nil {
		return err
	}
	stored := 0
	for _, i := range s.todo {
		code := o.codeOf(tasks[i])
		_, known := o.Cache.Vouched[entries[i].code]
		if !renewed[i] && (known || entries[i].code == code) {
			continue
		}
		entries[i].code = code
		if err := (Cache{Dir: o.Keep}).store(s.ids[i], result, entries[i]); err != nil {
			return err
		}
		stored++
	}
	_, err = fmt.Fprintf(w, "%s: the first steps of %s, and %s as a whole (%s when computed), are "+
		"the same; %d renewed%s\n", o.Name, Count(len(s.todo), "result"), Count(len(sample), "result"),
		Duration(spent), stored, missing)
	return err
}

// same reports whether two results have the same bytes or, if they may be rounded otherwise,
// numbers that are the same but for that.
func same(a, b table.Archive, rounded bool) bool {
	if a.Digest() == b.Digest() || !rounded || len(a) != len(b) {
		return a.Digest() == b.Digest()
	}
	for k := range a {
		x, ok := a[k].Data.([]float64)
		y, _ := b[k].Data.([]float64)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			d, most := math.Abs(x[i]-y[i]), 1e-9*math.Max(math.Abs(x[i]), math.Abs(y[i]))
			if !(d <= most) && !math.IsNaN(x[i]+y[i]) {
				return false
			}
		}
	}
	return true
}

// renew loads a task's result, whose probes must lead where they led, and reports whether its form
// is not the present one.
func renew(t Task, id identity, o Options) (e entry, changed bool, err error) {
	path := file(o.Keep, id.key(), result)
	b, err := files.Read(path, maxEntry)
	if err != nil {
		return e, false, fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	err = guard(func() error {
		if e, err = decode(b, id); err != nil {
			return err
		}
		before := e.arrays.Digest()
		if r, ok := t.(Renewer); ok {
			if e.arrays, err = r.Renew(e.arrays); err != nil {
				return err
			}
		} else if v, ok := t.(Verifier); ok {
			if err := v.Verify(e.arrays); err != nil {
				return err
			}
		}
		changed = e.sum == "" || e.arrays.Digest() != before
		return nil
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return e, changed, err
}

// draw draws tasks by chance, with a time of so many seconds in all, or else the one that took the
// shortest. The seed is for nobody to choose: that of the code.
func draw(todo []int, entries []entry, seconds float64, seed string) []int {
	h := fnv.New64a()
	io.WriteString(h, seed)
	order := slices.Clone(todo)
	rand.New(rand.NewPCG(h.Sum64(), 0)).Shuffle(len(order), func(i, j int) {
		order[i], order[j] = order[j], order[i]
	})
	var sample []int
	for _, i := range order {
		if s := entries[i].seconds; s <= seconds {
			seconds -= s
			sample = append(sample, i)
		}
	}
	if len(sample) == 0 && len(order) > 0 {
		sample = []int{slices.MinFunc(order, func(a, b int) int {
			return cmp.Compare(entries[a].seconds, entries[b].seconds)
		})}
	}
	return sample
}

// differ returns an error that names the tasks of todo with an error.
func (s *status) differ(errs []error, todo []int, what string) error {
	var first error
	n := 0
	for k, err := range errs {
		if err != nil {
			n++
			first = cmp.Or(first, fmt.Errorf("task %s: %w", s.keys[todo[k]][:8], err))
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s of %s: not as they were: %w", what, Count(n, "result"), first)
}
