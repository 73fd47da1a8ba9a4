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

// Parts of a sentence in two figures are judged together.
func ExampleRead() {
	results, err := os.MkdirTemp("", "ledger")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(results)
	for _, x := range []struct{ figure, part, verdict string }{
		{"fig03", "a", claim.Holds}, {"fig04", "b", claim.Undecided},
	} {
		c := claim.Of("S1-1", x.part)
		c.Measured, c.Verdict = "4.2 ± 0.1", x.verdict
		m := table.Manifest{
			Figure: x.figure, Title: "errors", Profile: "quick", Spec: map[string]any{},
			Claims: []claim.Claim{c},
		}
		dir := filepath.Join(results, m.Profile)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			panic(err)
		}
		if err := files.Write(filepath.Join(dir, m.Figure+".json"), m.Write); err != nil {
			panic(err)
		}
	}
	l, err := ledger.Read(results, "")
	if err != nil {
		panic(err)
	}
	for _, j := range claim.Judge(l.Claims()) {
		fmt.Println(j.ID, j.Verdict())
		for _, c := range j.Parts {
			fmt.Printf("(%s) %s, %s %d\n", c.Part, c.Verdict, l.Profiles()[0], ledger.Number(c.Figure))
		}
	}
	_, err = ledger.Read(results, "paper")
	fmt.Println(err != nil)
	// Output:
	// S1-1 undecided
	// (a) holds, quick 3
	// (b) undecided, quick 4
	// true
}
