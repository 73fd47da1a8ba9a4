package sweep

import (
	"bytes"
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
		if err == nil && same(old.arrays, r.Arrays) {
			continue
		}
		e := entry{arrays: r.Arrays, seconds: r.Seconds, origin: r.Origin}
		if err := (Cache{Dir: o.Keep}).store(s.ids[i], result, e); err != nil {
			return err
		}
	}
	return nil
}

// same reports whether two archives have the same bits, those of NaN too.
func same(a, b table.Archive) bool {
	var x, y bytes.Buffer
	return table.WriteNPZFast(&x, a) == nil && table.WriteNPZFast(&y, b) == nil &&
		bytes.Equal(x.Bytes(), y.Bytes())
}
