package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// mixtureText is a spec of a mixture with a histogram that does not cover all of the mass.
const mixtureText = `seed = 1
T = 64.0
replicas = 64
burn_in = 0.2
observe_every = 0.1
blocks = 4
[histogram]
lo = 0.2
hi = 1.2
bins = 10
[data]
kind = "mixture"
ndata = 60
w = 0.4
mu = [1.0, 0.5]
sigma = [0.4, 0.4]
seed = 1
[model]
w = 0.4
sigma1 = 0.4
sigma2 = 0.4
sigma_theta = 1.0
`

// loadMixture loads a spec.
func loadMixture(c *experiment.Context, s Mixture) (*MixturePosterior, error) { return s.Load(c) }

// An error about the histogram, the data, or a limit of the quadrature names the key.
func TestMixtureErrors(t *testing.T) {
	const kind = `kind = "mixture"`
	const apart = `spec.toml:11: key "data": quadrature needs data whose range`
	studytest.Mistakes(t, mixtureText, loadMixture, [][3]string{
		{"hi = 1.2", "hi = 0.2", `spec.toml:9: key "histogram.hi": expected more than lo = 0.2`},
		{"ndata = 60", "ndata = 0", `spec.toml:13: key "data.ndata": `},
		{"[model]\nw = 0.4", "[model]\nw = 1.0",
			`spec.toml:19: key "model.w": expected a number (positive, below 1), got 1`},
		{"sigma1 = 0.4", "sigma1 = 1e-60", `spec.toml:20: key "model.sigma1": expected a ` +
			`magnitude from 1e-30 to 1e30, got 1e-60`},
		{"sigma2 = 0.4", "sigma2 = 1e60", `spec.toml:21: key "model.sigma2": expected a ` +
			`magnitude from 1e-30 to 1e30, got 1e+60`},
		{"sigma_theta = 1.0", "sigma_theta = 1e60", `spec.toml:22: key "model.sigma_theta": `},
		{kind, inFile(t, "9e5\n9e5\n9e5\n"), apart},
		{kind, inFile(t, "0.1\n9e5\n1.2\n"), apart},
	}...)
}

func TestMixtureLoad(t *testing.T) {
	g := studytest.Of(t, mixtureText, loadMixture)
	p := exact.NewMixtureGrid(studytest.Mixture(60), exact.Grid{Step: 0.4})
	sum, outside := 0.0, 0.0
	for _, m := range g.Mass {
		sum += m
	}
	p.Each(func(theta []float64, mass float64) {
		if theta[0] < 0.2 || theta[0] >= 1.2 {
			outside += mass
		}
	})
	if len(g.Mass) != 10 || math.Abs(1-sum-outside) > 0.02 || !(sum < 1) {
		t.Errorf("%d bins with the mass %g, about %g outside", len(g.Mass), sum, outside)
	}
	if w := p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta); math.Abs(w-g.Weight) > 1e-9 {
		t.Errorf("weight %g, want %g", g.Weight, w)
	}
	studytest.Near(t, "Σ̄", g.Sigma[0], p.MeanGradCov()[0], 1e-9)
}

// sgld is a run of SGLD.
func (g *MixturePosterior) sgld() *Run {
	n := len(g.Model.X)
	p := Point{Sampling: minibatch.With, Dt: 0.01, N: n, Epsilon: minibatch.With.Epsilon(n, n)}
	chain := g.Chain(Langevin(dynamics.SGLD, 0), p)
	return &Run{Point: p, Method: "SGLD", Posterior: g, Chain: chain}
}

// measured returns the rows of a run of a mixture.
func (r *Run) measured(x *simulate.Samples) *table.Table {
	t := MixtureTable()
	r.Samples = x
	r.L1(t, r.Row(t))
	r.Mixture().Crossings(t, r)
	return t
}

// Replicas start at the two highest modes, in proportion to their weights.
func TestMixtureChain(t *testing.T) {
	g := studytest.Of(t, mixtureText, loadMixture)
	for _, weight := range []float64{0, 0.3, 0.5, 0.77, 1} {
		g.Weight = weight
		c := g.sgld().Chain
		second := 0
		for r, theta := range c.Theta {
			if slices.Equal(theta, g.mode(1)) {
				second++
			} else if !slices.Equal(theta, g.mode(0)) {
				t.Fatalf("replica %d starts at %g", r, theta)
			}
			if math.Abs(float64(second)-weight*float64(r+1)) > 0.5+1e-12 {
				t.Errorf("weight %g: %d of the first %d start at the second mode", weight, second, r+1)
			}
		}
		if len(c.Theta) != 64 || len(c.Observe) != 4 {
			t.Errorf("%d starting points, %d statistics", len(c.Theta), len(c.Observe))
		}
	}
	// one mode
	g = studytest.Of(t, studytest.Change(t, mixtureText, `kind = "mixture"`,
		inFile(t, "0.8\n1.1\n1.3\n0.9\n"), "sigma_theta = 1.0", "sigma_theta = 2.0"), loadMixture)
	r := g.sgld()
	c := r.Chain
	if len(g.Modes) != 1 || len(c.Theta) != 1 || len(c.Observe) != 2 || g.Weight != 0 {
		t.Errorf("%d modes, %d starting points, %d statistics, weight %g",
			len(g.Modes), len(c.Theta), len(c.Observe), g.Weight)
	}
	tab := r.measured(studytest.Run(t, c))
	if got := tab.Strings("quantity"); !slices.Equal(got, []string{"L1"}) {
		t.Errorf("rows %q", got)
	}
	if s := tab.Cell(0, "status"); s != table.Unmixed {
		t.Errorf("status %q of a short run with one mode", s)
	}
}

// The status of all rows of a point: diverged, unmixed by crossings, or ok.
func TestMixtureRows(t *testing.T) {
	g := studytest.Of(t, mixtureText, loadMixture)
	r := g.sgld()
	c := r.Chain
	made := func(crossings uint32, trend float64) table.Archive {
		a := remade(t, c, func(_ string, _, block, _ int) float64 { return trend * float64(block) })
		for i, e := range a {
			if strings.HasSuffix(e.Name, "crossings") {
				a[i].Data = slices.Repeat([]uint32{crossings}, 64)
			}
		}
		return a
	}
	all := []string{"L1", "crossings"}
	for _, x := range []struct {
		archive table.Archive
		want    string
		rows    []string
	}{
		{made(minCrossings, 0), table.OK, all},
		{made(minCrossings-1, 0), table.Unmixed, all},
		{made(minCrossings, 0.1), table.Unsettled, all},
		{table.Archive{{Name: "about", Data: []int64{int64(c.Units()), 1}}}, table.Diverged, all[:1]},
	} {
		samples := studytest.Read(t, c, x.archive)
		tab := r.measured(samples)
		if got := tab.Strings("quantity"); !slices.Equal(got, x.rows) {
			t.Errorf("%s: rows %q, want %q", x.want, got, x.rows)
		}
		if got := tab.Distinct("status"); !slices.Equal(got, []string{x.want}) {
			t.Errorf("status %q, want %s", got, x.want)
		}
		if x.want != table.OK {
			continue
		}
		l1 := linalg.Round(samples.Histogram(g.Histogram).L1(g.Mass).Corrected, 10)
		for i, want := range []float64{l1, minCrossings} {
			if v, e := tab.Float(i, "value"), tab.Float(i, "stderr"); v != want || math.IsNaN(e) {
				t.Errorf("%s: %g ± %g, want %g", all[i], v, e, want)
			}
		}
	}
}

// With full batches (n = Nd) and a small time step, the fraction of time nearer to the second mode
// agrees with its mass under π (MixtureGrid.Nearer), by z-scores over seeds. (The fraction of
// Crossings is different: it counts the core visited last.)
func TestModeWeight(t *testing.T) {
	g := studytest.Of(t, mixtureText, loadMixture)
	total, square := 0.0, 0.0
	const seeds = 8
	for seed := range uint64(seeds) {
		p := Point{Sampling: minibatch.Without, Dt: 0.01, N: 60, Epsilon: 0}
		c := g.Chain(Langevin("OABAO", 1), p)
		c.Seed, c.T, c.BurnIn, c.Every = seed+1, 64*100, 5, 0.05
		z := studytest.Run(t, c).Blocks(g.second().Of, 0).Mean().Z(g.Weight)
		total, square = total+z, square+z*z
	}
	// a mean of 8 and a χ² of 8: beyond 4 and beyond 35 once in 20,000 times
	if mean := total / math.Sqrt(seeds); !(math.Abs(mean) < 4 && square > 0.3 && square < 35) {
		t.Errorf("%d z-scores: sum over √n %.2f, sum of squares %.1f", seeds, mean, square)
	}
}
