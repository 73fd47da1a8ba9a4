package study

import (
	"reflect"
	"slices"
)

// Narrow returns the keys of the runs with given values, lists of one value each: of the first
// table that has such runs, with its T and other lists, or else of the first table with these
// values in place of its own. total is the number of data.
func (s Runs) Narrow(c Context, run Table, total int) Runs {
	var chosen *lists
	for _, t := range s.tables(c) {
		t.N, t.Sampling = or(t.N, total), or(t.Sampling, Sampling("without"))
		has := t.narrow(reflect.ValueOf(run.Lists)) &&
			(t.K == nil || run.K == nil || slices.Contains(t.K, run.K[0]))
		if chosen == nil || has {
			chosen = t
		}
		if has {
			break
		}
	}
	s.Lists, chosen.Lists = chosen.Lists, Lists{}
	s.At, s.Most, s.Tables = nil, nil, []Table{chosen.Table}
	if run.K != nil {
		s.Tables[0].K = run.K
	}
	return s
}

// narrow replaces lists by the lists that are given, and reports whether it had all their values.
func (t *lists) narrow(given reflect.Value) bool {
	has, own := true, reflect.ValueOf(&t.Lists).Elem()
	for i := range given.NumField() {
		if given.Field(i).Kind() == reflect.Slice && given.Field(i).Len() > 0 {
			found := false
			for _, x := range own.Field(i).Seq2() {
				found = found || x.Equal(given.Field(i).Index(0))
			}
			has = has && found
			own.Field(i).Set(given.Field(i))
		}
	}
	return has
}
