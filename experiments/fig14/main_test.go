package main

import (
	"bytes"
	"testing"

	"adl/pkg/spec"
	"adl/pkg/table"
)

// Points of every status are drawn, in any number.
func TestStatus(t *testing.T) {
	u, err := table.ReadFile("../../results/paper/fig14.csv")
	if err != nil {
		t.Fatal(err)
	}
	var s Spec
	src := spec.Source{Name: "spec.toml", Text: program.Spec, Profile: "paper"}
	if err := spec.Decode(&s, src); err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{
		table.Runaway, table.PredictedRunaway, table.Diverged, table.Unmixed, table.Unsettled,
	} {
		for _, only := range []string{"", "35"} { // K, or all of them
			v := table.New(u.Columns()...)
			for i := range u.Len() {
				row := table.Row{}
				for _, c := range u.Columns() {
					row[c] = u.Cell(i, c)
				}
				if k := u.Cell(i, "K"); u.Cell(i, "quantity") == "L1" && (only == "" || k == only) {
					if row["status"] = status; status == table.Diverged {
						row["value"], row["stderr"] = "NaN", "NaN"
					}
				}
				v.Add(row)
			}
			f, err := program.Render(s, v)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := f.PNG(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s at K = %q: %v", status, only, err)
			}
		}
	}
}
