package look

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Each of the paper's forms has its own look, and every other form has a title.
func TestForms(t *testing.T) {
	styles, titles := map[plots.Style]bool{}, map[string]bool{}
	for _, f := range []string{table.Scalar, table.Diagonal, table.Full, table.Layers, "blocks-2"} {
		styles[Style(f)], titles[Title(f)] = true, true
		if !strings.Contains(Title(f), `$\xi$`) {
			t.Errorf("%s: title %q", f, Title(f))
		}
	}
	if len(styles) < 5 || len(titles) < 5 {
		t.Errorf("%d styles and %d titles of 5 forms", len(styles), len(titles))
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.002, "0.002"}, {1e-3, "0.001"}, {2e-4, `2\times10^{-4}`},
		{1e-4, "10^{-4}"}, {2.5e-5, `2.5\times10^{-5}`}, {99999, "99999"}, {1e5, "10^{5}"},
		{-3e12, `-3\times10^{12}`}, {math.NaN(), "NaN"}, {math.Inf(1), "+Inf"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("%g: got %s, want %s", c.x, got, c.want)
		}
	}
}
