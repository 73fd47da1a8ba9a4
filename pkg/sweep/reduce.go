package sweep

import (
	"fmt"

	"adl/pkg/table"
)

// Reducer is a Task whose results have a smaller form, which it reads and verifies as well.
type Reducer interface {
	Task
	// Reduce returns the smaller form of a result, or of the smaller form itself.
	Reduce(a table.Archive) (table.Archive, error)
}

// reduce reduces a result where its task can.
func (r *Result) reduce(t Task) error {
	x, ok := t.(Reducer)
	if !ok {
		return nil
	}
	a, err := x.Reduce(r.Arrays)
	if err != nil {
		return fmt.Errorf("task %s: %w", r.Key[:8], err)
	}
	r.Arrays = a
	return nil
}

// keep stores the results of distinct tasks in the folder o.Keep. What is there with the same
// numbers stays as it is, with its origin.
func (s *survey) keep(results []Result, o Options) error {
	for i, r := range results {
		if s.first[i] != i {
			continue
		}
		old, err := load(file(o.Keep, s.ids[i].key(), result), s.ids[i])
		if err == nil && old.arrays.Digest() == r.Arrays.Digest() {
			continue
		}
		e := entry{arrays: r.Arrays, seconds: r.Seconds, origin: r.Origin, code: r.code}
		if err := (Cache{Dir: o.Keep}).store(s.ids[i], result, e); err != nil {
			return err
		}
	}
	return nil
}
