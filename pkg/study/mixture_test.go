package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// NewPosterior reports what the quadrature cannot do, and names the key.
func TestNewPosterior(t *testing.T) {
	type keys struct {
		Model MixtureModel `toml:"model"`
		Data  struct {
			X []float64 `toml:"x"`
		} `toml:"data"`
	}
	f := func(c *experiment.Context, s keys) (*table.Table, error) {
		m := mixture(1)
		m.X, m.W, m.Sigma1 = s.Data.X, s.Model.W, s.Model.Sigma1
		m.Sigma2, m.SigmaTheta = s.Model.Sigma2, s.Model.SigmaTheta
		_, err := NewPosterior(c, m, exact.Grid{})
		return nil, err
	}
	const text = `[model]
w = 0.4
sigma1 = 0.41
sigma2 = 0.42
sigma_theta = 1.0
[data]
x = [0.1, 0.9, 1.2]
`
	within(t, text, "", f)
	for _, c := range []struct{ old, new, want string }{
		{"w = 0.4", "w = 1.0", `spec.toml:2: key "model.w": expected a weight between 0 and 1, both ` +
			`excluded, got 1`},
		{"sigma1 = 0.41", "sigma1 = 1e-60", `spec.toml:3: key "model.sigma1": expected a number ` +
			`between 1e-50 and 1e50, got 1e-60`},
		{"sigma2 = 0.42", "sigma2 = 1e60", `spec.toml:4: key "model.sigma2": expected a number ` +
			`between 1e-50 and 1e50, got 1e+60`},
		{"sigma_theta = 1.0", "sigma_theta = 1e60", `spec.toml:5: key "model.sigma_theta": `},
		{"0.1, 0.9, 1.2", "9e5, 9e5, 9e5", `spec.toml:6: key "data": quadrature needs data whose range`},
		{"0.1, 0.9", "0.1, 9e5", `spec.toml:6: key "data": quadrature needs data whose range`},
	} {
		within(t, change(t, text, c.old, c.new), c.want, f)
	}
}

// bins are those of a histogram that leaves out some of the mass.
var bins = Histogram{Lo: 0.2, Hi: 1.2, Bins: 10}

// marginalOf returns the measurement of a mixture.
func marginalOf(t *testing.T, m *model.Mixture, h Histogram) *Marginal {
	t.Helper()
	var g *Marginal
	within(t, "", "", func(c *experiment.Context, _ struct{}) (_ *table.Table, err error) {
		g, err = NewMarginal(c, m, h)
		return nil, err
	})
	return g
}

func TestNewMarginal(t *testing.T) {
	g := marginalOf(t, mixture(60), bins)
	p := exact.NewPosterior(mixture(60), exact.Grid{Step: 0.4})
	sum, below, mean := 0.0, 0.0, 0.0
	for _, m := range g.Mass {
		sum += m
	}
	p.Each(func(theta []float64, mass float64) {
		mean += theta[0] * mass
		if theta[0] < bins.Lo || theta[0] >= bins.Hi {
			below += mass
		}
	})
	near(t, "the mass", sum+g.Outside, 1, 1e-9)
	near(t, "the mean", g.Mean, mean, 1e-9)
	if len(g.Mass) != 10 || math.Abs(g.Outside-below) > 0.02 || !(g.Outside > 0) {
		t.Errorf("%d bins, mass %g outside, about %g", len(g.Mass), g.Outside, below)
	}
	if w := p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta); math.Abs(w-g.Weight) > 1e-9 {
		t.Errorf("weight %g, want %g", g.Weight, w)
	}
	within(t, "", `spec.toml: key "histogram.hi": expected more than lo = 1, got 1`,
		func(c *experiment.Context, _ struct{}) (*table.Table, error) {
			_, err := NewMarginal(c, mixture(3), Histogram{Lo: 1, Hi: 1, Bins: 2})
			return nil, err
		})
}

// mixtureChain is a short run of SGLD.
func mixtureChain(m *model.Mixture) *simulate.Chain {
	return settings().Chain(m, "", Method{Word: dynamics.SGLD}.Scheme(0.01), len(m.X), minibatch.With)
}

// Replicas start at the two highest modes, in proportion to their weights.
func TestMarginalPrepare(t *testing.T) {
	g := marginalOf(t, mixture(60), bins)
	modes := g.Posterior.Modes
	for _, weight := range []float64{0, 0.3, 0.5, 0.77, 1} {
		g.Weight = weight
		c := mixtureChain(mixture(60))
		g.Prepare(c)
		second := 0
		for r, theta := range c.Theta {
			if slices.Equal(theta, modes[1].Theta) {
				second++
			} else if !slices.Equal(theta, modes[0].Theta) {
				t.Fatalf("replica %d starts at %g", r, theta)
			}
			if math.Abs(float64(second)-weight*float64(r+1)) > 0.5+1e-12 {
				t.Errorf("weight %g: %d of the first %d start at the second mode", weight, second, r+1)
			}
		}
		if len(c.Theta) != 64 || len(c.Observe) != 3 {
			t.Errorf("%d starting points, %d statistics", len(c.Theta), len(c.Observe))
		}
	}
	// one mode
	one := &model.Mixture{X: []float64{0.8, 1.1, 1.3, 0.9}, W: 0.5, Sigma1: 0.4, Sigma2: 0.4,
		SigmaTheta: 2}
	g = marginalOf(t, one, bins)
	c := mixtureChain(one)
	g.Prepare(c)
	if len(g.Posterior.Modes) != 1 || len(c.Theta) != 1 || len(c.Observe) != 2 || g.Weight != 0 {
		t.Errorf("%d modes, %d starting points, %d statistics, weight %g",
			len(g.Posterior.Modes), len(c.Theta), len(c.Observe), g.Weight)
	}
	tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor")...)
	g.Rows(tab, Point{minibatch.With, 0.01, 4, 4}.Row("SGLD"), run(t, c))
	want := []string{"L1", "outside", "mean", "R-hat"}
	if got := tab.Strings("quantity"); !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	if s := tab.Distinct("status"); !slices.Equal(s, []string{table.OK}) {
		t.Errorf("status %q of a posterior with one mode", s)
	}
}

// The status of all rows of a point: diverged, that of the row, unmixed, or ok.
func TestMarginalRows(t *testing.T) {
	g := marginalOf(t, mixture(60), bins)
	c := mixtureChain(mixture(60))
	g.Prepare(c)
	p := Point{minibatch.With, 0.01, 60, 59}
	a := archive(t, c)
	crossings := func(n uint32) table.Archive {
		b := slices.Clone(a)
		for i, e := range b {
			if strings.HasSuffix(e.Name, "crossings") {
				b[i].Data = slices.Repeat([]uint32{n}, 64)
			}
		}
		return b
	}
	diverged := table.Archive{{Name: "about", Data: []int64{1, 1}}}
	all := []string{"L1", "outside", "mean", "mode weight", "crossings", "R-hat"}
	for _, x := range []struct {
		archive      table.Archive
		status, want string
		rows         []string
	}{
		{crossings(MinCrossings), table.OK, table.OK, all},
		{crossings(MinCrossings - 1), table.OK, table.Unmixed, all},
		{crossings(0), table.Runaway, table.Runaway, all},
		{crossings(100), table.Runaway, table.Runaway, all},
		{diverged, table.OK, table.Diverged, all[:1]},
		{diverged, table.Runaway, table.Diverged, all[:1]},
	} {
		tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
			"exact", "raw", "floor")...)
		row := p.Row("SGLD")
		row["status"] = x.status
		g.Rows(tab, row, read(t, c, x.archive))
		if got := tab.Strings("quantity"); !slices.Equal(got, x.rows) {
			t.Errorf("%s: rows %q, want %q", x.want, got, x.rows)
		}
		got := tab.Distinct("status")
		if !slices.Equal(got, []string{x.want}) || row["status"] != x.want {
			t.Errorf("from %s: status %q, %v in the row, want %s", x.status, got, row["status"], x.want)
		}
		if x.want != table.OK {
			continue
		}
		samples := read(t, c, x.archive)
		for i, want := range [][2]float64{
			{samples.Histogram(g.Histogram).L1(g.Mass).Corrected, math.NaN()},
			{samples.Histogram(g.Histogram).Outside().Value, g.Outside},
			{samples.Theta(0).Mean().Value, g.Mean},
			{samples.Crossings(g.crossings()).Weight().Value, g.Weight},
			{MinCrossings, math.NaN()},
			{samples.Theta(0).RHat(), 1},
		} {
			if v, e := tab.Float(i, "value"), tab.Float(i, "exact"); v != want[0] ||
				e != want[1] && !math.IsNaN(want[1]) || math.IsNaN(e) != math.IsNaN(want[1]) {
				t.Errorf("%s: %g, exact %g; want %g", all[i], v, e, want)
			}
		}
	}
}

// The norms fall from Σ_x itself to its distance from the richest form.
func TestMarginalNorms(t *testing.T) {
	g := marginalOf(t, mixture(60), bins)
	tab := table.New(table.Columns(nil, "exact")...)
	g.Norms(tab)
	last := math.Inf(1)
	for _, q := range []string{
		"norm of Sigma", "norm of Sigma - s I", "norm of Sigma - D", "norm of Sigma - mean",
	} {
		x, ok := tab.Lookup("value", "quantity", q, "source", table.Exact, "status", table.OK)
		if !ok || !(x > 0 && x < last) {
			t.Errorf("%s: %g, %v, after %g", q, x, ok, last)
		}
		last = x
	}
	for q, want := range map[string]float64{
		"posterior mode weight": g.Weight, "posterior outside": g.Outside, "posterior mean": g.Mean,
	} {
		if x, ok := tab.Lookup("value", "quantity", q); !ok || x != want {
			t.Errorf("%s: %g, want %g", q, x, want)
		}
	}
}
