package experiments

import (
	"path/filepath"
	"strings"
	"testing"
)

// A run says in a line what came of the points that its picture shows. Figures without simulated
// points say nothing.
func TestPoints(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"fig01": "",
		"fig03": "  216 points drawn: 216 ok\n",
		"fig05": "  56 points drawn: 21 ok, 2 without a stationary state, 32 not settled, 1 not mixed\n",
	} {
		cache := filepath.Join(reference(t, name), "cache")
		out, err := smokeOutput(name, bin, t.TempDir(), nil, "-cache", cache, "-q=false")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, want) || strings.Contains(out, " drawn") != (want != "") {
			t.Errorf("%s: want %q in\n%s", name, want, out)
		}
	}
}
