package claims

import (
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// The verdicts are those of the manifests, which the figures' own claims made.
func TestOracle(t *testing.T) {
	for _, profile := range []string{"quick", "paper"} {
		ts := &claim.Tables{Tables: map[string]*table.Table{}, Specs: map[string]any{}}
		want := map[string]claim.Claim{}
		paths, err := filepath.Glob("../../results/" + profile + "/fig*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			m, err := table.ReadManifest(path)
			if err != nil {
				t.Fatal(err)
			}
			u, err := table.ReadFile(strings.TrimSuffix(path, "json") + "csv")
			if err != nil {
				t.Fatal(err)
			}
			ts.Tables[m.Figure], ts.Specs[m.Figure] = u, m.Spec
			for _, c := range m.Claims {
				want[key(m.Figure, c)] = c
			}
		}
		seen := map[string]bool{}
		for _, c := range Judge(ts) {
			k := key(c.Figure, c)
			w, ok := want[k]
			if !ok {
				t.Errorf("%s: %s was not judged", profile, k)
			} else if seen[k] {
				t.Errorf("%s: %s is judged twice", profile, k)
			} else if w.Verdict != c.Verdict {
				t.Errorf("%s: %s: %s, want %s\n got: %s\nwant: %s", profile, k, c.Verdict, w.Verdict,
					c.Measured, w.Measured)
			} else if testing.Verbose() && w.Measured != c.Measured {
				t.Logf("%s: %s\n got: %s\nwant: %s", profile, k, c.Measured, w.Measured)
			}
			seen[k] = true
		}
		t.Logf("%s: %d of %d claims", profile, len(seen), len(want))
	}
}

func key(figure string, c claim.Claim) string { return figure + " " + c.Title() + " " + c.Name }
