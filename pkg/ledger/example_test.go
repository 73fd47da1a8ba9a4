package ledger_test

import (
	"fmt"
	"os"
	"path/filepath"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/ledger"
	"adl/pkg/table"
)

// Parts of a claim in two figures are judged together.
func ExampleRead() {
	results, err := os.MkdirTemp("", "ledger")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(results)
	for _, figure := range []string{"fig03", "fig04"} {
		t := table.New(table.Columns([]string{"n"})...)
		m := table.Manifest{
			Figure: figure, Title: "errors", Profile: "quick", Spec: map[string]any{},
			CSV: t.Digest(),
		}
		dir := filepath.Join(results, m.Profile)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			panic(err)
		}
		if err := files.Write(filepath.Join(dir, m.Figure+".json"), m.Write); err != nil {
			panic(err)
		}
		if err := files.Write(filepath.Join(dir, m.Figure+".csv"), t.WriteCSV); err != nil {
			panic(err)
		}
	}
	judge := func(ts *claim.Tables) (cs []claim.Part) {
		for figure, part := range map[string]string{"fig03": "a", "fig04": "b"} {
			c := claim.Of("S1-1", part)
			c.Figure, c.Measured, c.Verdict = figure, "4.2 ± 0.1", claim.Holds
			if ts.Table(figure).Len() == 0 {
				c.Verdict = claim.Undecided
			}
			cs = append(cs, c)
		}
		return cs
	}
	l, err := ledger.Read(results, "", judge)
	if err != nil {
		panic(err)
	}
	for _, j := range claim.Judge(l.Claims()) {
		fmt.Println(j.ID, j.Verdict())
		for _, c := range j.Parts {
			fmt.Printf("(%s) %s, %s, %s\n", c.Part, c.Verdict, l.Profiles()[0], table.Label(c.Figure))
		}
	}
	_, err = ledger.Read(results, "paper", judge)
	fmt.Println(err != nil)
	// Output:
	// S1-1 undecided
	// (a) undecided, quick, Figure 3
	// (b) undecided, quick, Figure 4
	// true
}
