package experiment

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// TestAtomRows: equal values are one row; they stand in increasing order, and the probabilities add to 1.
func TestAtomRows(t *testing.T) {
	tab := table.New(table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")...)
	atomRows(tab, [][]float64{{2, -1, -1, 2, -1}, {1, 0, 3, 1, 0}}, 20)
	want := [][3]float64{{-1, 0, 0.4}, {-1, 3, 0.2}, {2, 1, 0.4}}
	if tab.Len() != len(want) {
		t.Fatalf("%d rows, want %d", tab.Len(), len(want))
	}
	for i, w := range want {
		if got := [3]float64{tab.Float(i, "z"), tab.Float(i, "z2"), tab.Float(i, "value")}; got != w {
			t.Errorf("row %d: %g, want %g", i, got, w)
		}
	}
}

func TestAtomDeviation(t *testing.T) {
	m := &model.Mixture{X: []float64{0.1, 0.9, 1.3, -0.2, 0.6, 0.6}, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	tab := table.New(table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")...)
	atoms := exact.Atoms(m, []float64{1, 0.2})
	atomRows(tab, atoms, 30)
	if tab.Len() != 5 {
		t.Errorf("%d rows of five different data", tab.Len())
	}
	if d := atomDeviation(tab); d > 1e-13 {
		t.Errorf("mean and covariance deviate by %g", d)
	}
	for k := range atoms[1] {
		atoms[1][k] *= 1.1
	}
	tab = table.New(table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")...)
	atomRows(tab, atoms, 30)
	if d := atomDeviation(tab); math.Abs(d-0.21) > 1e-12 {
		t.Errorf("a covariance of 1.21 deviates by %g", d)
	}
}

// TestNoiseClaims goes from draws to verdicts, with a law that is close to normal and one that is not, and with tables that contradict them.
func TestNoiseClaims(t *testing.T) {
	x := make([]float64, 60)
	for i := range x {
		x[i] = math.Exp(float64(i) / 15) // skewed
	}
	m := &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}
	atoms := exact.Atoms(m, []float64{0})
	columns := table.Columns([]string{"n", "coordinate", "z", "z2"}, "exact", "floor")
	tab := table.New(columns...)
	for _, n := range []int{1, 30} {
		z := &simulate.Noise{Model: m, Theta: []float64{0}, N: n, Sampling: minibatch.Without, Draws: 64000, Lo: -4, Hi: 4, Bins: 16}
		a, err := z.Run(t.Context(), func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		s, err := z.Read(a)
		if err != nil {
			t.Fatal(err)
		}
		noiseRows(tab, z, s, atoms, true)
	}
	atomRows(tab, atoms, 60*59)
	verdicts := func(tab *table.Table) map[string]string {
		v := map[string]string{}
		for _, c := range NoiseClaims(tab, []int{1, 30, 7}, []int{1, 30}) {
			v[c.Name] = c.Verdict
		}
		return v
	}
	want := map[string]string{
		"mean 0": Holds, "covariance I": Holds, "exactly so": Holds, "skewness and kurtosis": Holds,
		"far from Gaussian, n = 1": Holds, "far from Gaussian, n = 30": Fails,
		"close to Gaussian, n = 1": Fails, "close to Gaussian, n = 30": Holds,
	}
	got := verdicts(tab)
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %q, want %q", name, got[name], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d claims, want %d: %v", len(got), len(want), got)
	}

	// measured numbers far from the exact ones
	wrong := table.New(columns...)
	for i := range tab.Len() {
		row := table.Row{}
		for _, c := range columns {
			if s := tab.Cell(i, c); s != "" {
				row[c] = s
			}
			switch c {
			case "z", "z2", "value", "stderr", "exact", "floor":
				if v := tab.Float(i, c); !math.IsNaN(v) {
					row[c] = v
				}
			}
		}
		if v, e := tab.Float(i, "value"), tab.Float(i, "stderr"); e > 0 {
			row["value"] = v + 9*e
		} else if tab.Cell(i, "quantity") == "atom" {
			row["value"] = 0.9 * v
		}
		wrong.Add(row)
	}
	for _, name := range []string{"mean 0", "covariance I", "exactly so", "skewness and kurtosis"} {
		if v := verdicts(wrong)[name]; v != Fails {
			t.Errorf("%s with wrong numbers: %s", name, v)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		x, e float64
		want string
	}{{-0.0924, 0.0031, `-0.092 \pm 0.003`}, {0.04941, 0.0006, `0.0494 \pm 0.0006`}, {2.5, 0.4, `2.5 \pm 0.4`}, {1, 0, `1.000 \pm 0.000`}} {
		if got := rounded(c.x, c.e); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if s := rounded(math.NaN(), math.NaN()); strings.Contains(s, "panic") || s == "" {
		t.Error(s)
	}
}
