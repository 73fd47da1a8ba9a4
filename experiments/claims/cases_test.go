package claims

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// A tableCase is a table and the verdicts that follow from it.
type tableCase struct {
	Name  string
	Table *table.Table
	Want  map[string]string // by part: "S2.5.1-7 b", "S2.4-1", or the name of a finding
}

// judgeCases judges the table of each case. It reports a verdict that is not wanted, a part of a
// claim that is judged twice, and a part that holds in no case or fails in none: it decides
// nothing.
func judgeCases(
	t *testing.T, judge func(*table.Table) []claim.Part, cases ...tableCase,
) {
	t.Helper()
	seen := map[string]map[string]bool{}
	for _, c := range cases {
		got := map[string]claim.Part{}
		for _, x := range judge(c.Table) {
			name := x.Title()
			if _, ok := got[name]; ok {
				t.Errorf("%s: %s is judged twice", c.Name, name)
			}
			if x.Measured == "" {
				t.Errorf("%s: %s says too little: %+v", c.Name, name, x)
			}
			got[name] = x
			if seen[name] == nil {
				seen[name] = map[string]bool{}
			}
			seen[name][x.Verdict] = true
		}
		for _, name := range slices.Sorted(maps.Keys(c.Want)) {
			x, ok := got[name]
			if !ok {
				t.Errorf("%s: no claim %s", c.Name, name)
			} else if x.Verdict != c.Want[name] {
				t.Errorf("%s: %s %s, want %s: %s", c.Name, name, x.Verdict, c.Want[name], x.Measured)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		for _, v := range []string{claim.Holds, claim.Fails} {
			if !seen[name][v] {
				t.Errorf("%s: in no case is the verdict %s: %s", name, v,
					fmt.Sprint(slices.Sorted(maps.Keys(seen[name]))))
			}
		}
	}
}
