package claims

import (
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A world gives the rows of the committed tables other values and statuses.
type world func(t *table.Table, i int) (e estimate.Estimate, status string)

// A caseOf is a world and the claims that hold in it and that fail; the others may do either.
type caseOf struct {
	name                    string
	world                   world
	hold, fail, isUndecided []string
}

// judgeWorlds judges some claims in each world. The names are those of the tables that they are
// listed with, or need rows of, which have the same columns.
func judgeWorlds(t *testing.T, names, claims []string, cases ...caseOf) {
	t.Helper()
	ts := &claim.Tables{Tables: map[string]*table.Table{}}
	for _, name := range names {
		u, err := table.ReadFile("../../results/paper/" + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		ts.Tables[name] = u
	}
	all := claim.Union(names...)(ts)
	judge := func(u *table.Table) (cs []claim.Part) {
		for _, name := range names {
			ts.Tables[name] = u
		}
		for _, x := range about(ts) {
			if !slices.Contains(claims, x.Title()) {
				continue
			}
			if strings.Contains(x.Measured, "NaN") {
				t.Errorf("%s: %s", x.Title(), x.Measured)
			}
			cs = append(cs, x)
		}
		if len(cs) != len(claims) {
			t.Fatalf("%d claims of %d", len(cs), len(claims))
		}
		return cs
	}
	var in []tableCase
	for _, c := range cases {
		want := map[string]string{}
		for verdict, names := range map[string][]string{
			claim.Holds: c.hold, claim.Fails: c.fail, claim.Undecided: c.isUndecided,
		} {
			for _, name := range names {
				want[name] = verdict
			}
		}
		in = append(in, tableCase{Name: c.name, Table: remade(all, c.world), Want: want})
	}
	judgeCases(t, judge, in...)
}

// remade returns the rows as a world has them.
func remade(t *table.Table, w world) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			if cell := t.Cell(i, c); cell != "" {
				row[c] = cell
			}
		}
		e, status := w(t, i)
		row["value"], row["stderr"], row["status"] = e.Value, e.StdErr, status
		u.Add(row)
	}
	return u
}

// byQuantity is a world with a value for each quantity; the others stay.
func byQuantity(values map[string]float64, stderr float64) world {
	return func(t *table.Table, i int) (estimate.Estimate, string) {
		if x, ok := values[t.Cell(i, "quantity")]; ok {
			return estimate.Estimate{Value: x, StdErr: stderr}, table.OK
		}
		return t.Estimate(i), table.OK
	}
}

// without returns the names that are not among some.
func without(names []string, some ...string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(s string) bool {
		return slices.Contains(some, s)
	})
}
