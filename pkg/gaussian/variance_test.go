package gaussian

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

const gaussianText = `seed = 1
T = 64.0
replicas = 64
burn_in = 1.0
observe_every = 0.01
blocks = 4
[data]
kind = "gaussian"
ndata = 20
mu = [0.0]
sigma = [1.0]
seed = 1
[model]
sigma_x = 1.0
sigma_theta = 1.0
[[method]]
name = "SGLD"
scheme = "SGLD"
[[method]]
name = "Langevin"
scheme = "OABAO"
gamma = 2.0
`

// gaussianTable returns the empty table of a small spec.
func gaussianTable(t *testing.T) (s Variance, g *NewTable) {
	t.Helper()
	studytest.Within(t, gaussianText, "",
		func(c *experiment.Context, spec Variance) (_ *table.Table, err error) {
			s = spec
			g, err = s.Load(c)
			return nil, err
		})
	return s, g
}

// A run of each method has the errors that are known, and its row says of what it is.
func TestGaussianTable(t *testing.T) {
	s, g := gaussianTable(t)
	p := study.Point{
		Sampling: minibatch.Without, N: 5, Dt: 0.01, Epsilon: minibatch.Without.Epsilon(20, 5),
	}
	for _, m := range s.Method {
		g.AddPoint(m, p, studytest.Run(t, g.Chain(m, p)))
	}
	if g.Len() != 4 {
		t.Fatalf("%d rows", g.Len())
	}
	for i := range g.Len() {
		if z := g.Estimate(i).Z(g.Float(i, "exact")); !(math.Abs(z) < 4) {
			t.Errorf("%s, %s: %g standard errors from the exact value",
				g.Cell(i, "method"), g.Cell(i, "quantity"), z)
		}
	}
	if got := g.Distinct("gamma"); len(got) != 1 || got[0] != "2" || g.Cell(0, "gamma") != "" {
		t.Errorf("γ is %q", got)
	}

	g.AddPoint(s.Method[0], p, &simulate.Samples{Diverged: true})
	if g.Len() != 5 || g.Cell(4, "status") != table.Diverged || !math.IsNaN(g.Float(4, "value")) {
		t.Errorf("a run that diverged: status %s, value %g", g.Cell(4, "status"), g.Float(4, "value"))
	}
}

func TestVarianceError(t *testing.T) {
	_, g := gaussianTable(t)
	a := g.Law.A
	for _, c := range []struct {
		word  string
		dt    float64
		known bool
	}{
		{dynamics.SGLD, 1.9 / a, true}, {dynamics.SGLD, 2.1 / a, false},
		{Langevin, math.Sqrt(3.9 / a), true}, {Langevin, math.Sqrt(4.1 / a), false},
		{"BAOAB", 1e-3, false},
	} {
		x := g.VarianceError(study.Method{Word: c.word, Gamma: 1}, 10, c.dt)
		if math.IsNaN(x) == c.known {
			t.Errorf("%s at aΔt = %g: %g", c.word, a*c.dt, x)
		}
	}
}
