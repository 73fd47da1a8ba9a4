package claim

import (
	"slices"
	"testing"

	"adl/pkg/table"
)

// A row that a study repeats counts once, and numbers select rows.
func TestUnion(t *testing.T) {
	of := func(ns ...int) *table.Table {
		u := table.New("n", "value", "stderr")
		for _, n := range ns {
			u.Add(table.Row{"n": n, "value": n, "stderr": 0.5})
		}
		return u
	}
	ts := &Tables{Tables: map[string]*table.Table{"fig01": of(1, 2), "study-n": of(2, 3)}}
	for _, c := range []struct {
		rows Rows
		want []string
	}{
		{Union("fig01", "study-n"), []string{"1", "2", "3"}},
		{Union("fig01", "fig01"), []string{"1", "2"}},
		{Union("fig01", "study-n").OneOf("n", 1, 3), []string{"1", "3"}},
		{Union("fig01", "study-n").Resolved(3), []string{"2", "3"}},
	} {
		if got := c.rows(ts).Strings("n"); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
