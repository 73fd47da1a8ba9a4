package experiments

import (
	"path/filepath"
	"strings"
	"testing"
)

// A run says in a line what came of the points that its picture shows. Figures without simulated
// points say nothing.
func TestPoints(t *testing.T) {
	want := map[string]string{
		"fig01": "", "fig02": "", "fig06": "", "fig11": "", "fig15": "",
		"fig03": "216 points drawn, all ok",
		"fig04": "140 points drawn, all not mixed",
		"fig05": "56 points drawn: 21 ok, 2 without a stationary state, 32 not settled, 1 not mixed",
		"fig07": "76 points drawn: 4 without a stationary state, 2 runaway by theory alone, " +
			"59 not settled, 11 not mixed",
		"fig08": "3 points drawn: 1 not settled, 2 not mixed",
		"fig09": "6 points drawn: 1 not settled, 5 not mixed",
		"fig10": "18 points drawn: 6 not settled, 12 not mixed",
		"fig12": "15 points drawn: 4 runaway by theory alone, 11 not settled",
		"fig13": "48 points drawn: 7 runaway by theory alone, 41 not settled",
		"fig14": "35 points drawn, all not settled",

		"study-basis": "45 points drawn, all not settled",
		"study-constant-noise": "55 points drawn: 2 without a stationary state, 45 not settled, " +
			"8 not mixed",
		"study-data": "21 points drawn, all not settled", "study-ratio": "",
		"study-methods": "178 points drawn: 18 ok, 4 without a stationary state, " +
			"5 runaway by theory alone, 74 not settled, 77 not mixed",
		"study-protocol": "12 points drawn: 8 not settled, 4 not mixed",
		"study-xi-theta": "19 points drawn: 18 not settled, 1 not mixed",

		"study-frozen-xi": "52 points drawn: 8 ok, 44 not settled",
		"study-slopes":    "110 points drawn, all not mixed",
	}
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := reference(t, name)
			out, err := smokeOutput(name, bin, dir, nil, "-cache", filepath.Join(dir, "cache"), "-q=false")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for line := range strings.Lines(out) {
				if strings.Contains(line, " drawn") {
					got += strings.TrimSpace(line)
				}
			}
			if w, ok := want[name]; got != w || !ok {
				t.Errorf("got %q, want %q", got, w)
			}
		})
	}
}
