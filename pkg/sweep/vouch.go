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

	"adl/pkg/files"
	"adl/pkg/table"
)

// Renewer is a Verifier whose results can be given the probes of the present code.
type Renewer interface {
	Verifier
	Renew(a table.Archive) (table.Archive, error)
}

// Vouch examines whether the results of the tasks in the folder o.Keep are those that the program
// computes now. It verifies all of them, whatever code computed them. It computes anew all that
// other code computed without random numbers, and of the others some, drawn by chance, of which the
// sum of the recorded times is at most so many seconds, or one if all take longer. The results must
// have the same bytes, or differ by rounding where nothing is random. Vouch then stores those
// results again that have no probes or digests of the present form, or are of code which nobody
// vouched for. It returns an error that names a task that differs.
func Vouch(ctx context.Context, w io.Writer, tasks []Task, o Options, seconds float64) error {
	s, err := look(ctx, tasks, Options{Workers: o.Workers, Fresh: true, Code: o.Code})
	if err != nil {
		return err
	}
	pool(ctx, s.todo, o.Workers, true, func(_ context.Context, x *item) error {
		return x.renew(o.Keep)
	})
	all := len(s.todo)
	there := slices.DeleteFunc(s.todo, func(x *item) bool { return errors.Is(x.err, fs.ErrNotExist) })
	missing := ""
	if n := all - len(there); n > 0 {
		missing = fmt.Sprintf("; %d missing, which make paper adds", n)
	}
	if err := differ(there, "the first steps"); err != nil {
		return err
	}
	random := o.Code(Random) // the code of tasks with random numbers
	var drawn, sample []*item
	for _, x := range there {
		switch {
		case x.code == random:
			drawn = append(drawn, x)
		case x.code != cmp.Or(o.Cache.Vouched[x.stored.Code], x.stored.Code):
			sample = append(sample, x)
		}
	}
	sample = append(sample, draw(drawn, seconds, o.Name+random)...)
	pool(ctx, sample, o.Workers, true, func(ctx context.Context, x *item) error {
		a, err := x.task.Run(ctx, func(float64) {})
		if err != nil {
			return err
		}
		r := Result{Arrays: a, Key: x.key}
		if err := r.reduce(x.task); err != nil {
			return err
		}
		if !same(r.Arrays, x.stored.arrays, x.code != random) {
			return errors.New("computed anew, the result has other bytes")
		}
		return nil
	})
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing was changed")
	}
	if err := differ(sample, "the whole"); err != nil {
		return err
	}
	spent := 0.0
	for _, x := range sample {
		spent += x.stored.Seconds
	}
	stored := 0
	for _, x := range there {
		_, known := o.Cache.Vouched[x.stored.Code]
		if !x.renewed && (known || x.stored.Code == x.code) {
			continue
		}
		x.stored.Code = x.code
		if err := (Cache{Dir: o.Keep}).store(x.id, result, x.stored, table.WriteNPZ); err != nil {
			return err
		}
		stored++
	}
	_, err = fmt.Fprintf(w, "%s: the first steps of %s, and %s as a whole (%s when computed), are "+
		"the same; %d renewed%s\n", o.Name, Count(len(there), "result"), Count(len(sample), "result"),
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

// renew loads the item's result from a folder. Its probes must lead where they led. renewed is set
// if its form is not the present one.
func (x *item) renew(dir string) error {
	path := file(dir, x.key, result)
	b, err := files.Read(path, maxEntry)
	if err != nil {
		return fmt.Errorf("read %s: %w", path, files.Cause(err))
	}
	err = guard(func() error {
		e, err := decode(b, x.id)
		if err != nil {
			return err
		}
		before := e.arrays.Digest()
		if r, ok := x.task.(Renewer); ok {
			e.arrays, err = r.Renew(e.arrays)
		} else if v, ok := x.task.(Verifier); ok {
			err = v.Verify(e.arrays)
		}
		x.stored, x.renewed = e, e.SHA256 == "" || e.arrays.Digest() != before
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// draw draws items by chance, with a time of so many seconds in all, or else the one that took the
// shortest. The seed is the code, which nobody chooses.
func draw(todo []*item, seconds float64, seed string) []*item {
	h := fnv.New64a()
	io.WriteString(h, seed)
	order := slices.Clone(todo)
	rand.New(rand.NewPCG(h.Sum64(), 0)).Shuffle(len(order), func(i, j int) {
		order[i], order[j] = order[j], order[i]
	})
	var sample []*item
	for _, x := range order {
		if s := x.stored.Seconds; s <= seconds {
			seconds -= s
			sample = append(sample, x)
		}
	}
	if len(sample) == 0 && len(order) > 0 {
		sample = []*item{slices.MinFunc(order, func(a, b *item) int {
			return cmp.Compare(a.stored.Seconds, b.stored.Seconds)
		})}
	}
	return sample
}

// differ returns an error that names the first item with an error.
func differ(items []*item, what string) error {
	var first error
	n := 0
	for _, x := range items {
		if x.err != nil {
			n++
			first = cmp.Or(first, fmt.Errorf("%s: %w", x.name(), x.err))
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s of %s: not as they were: %w", what, Count(n, "result"), first)
}
