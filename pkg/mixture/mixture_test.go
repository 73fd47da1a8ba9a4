package mixture

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// NewPosterior reports what the quadrature cannot do, and names the key.
func TestNewPosterior(t *testing.T) {
	type keys struct {
		Model Model `toml:"model"`
		Data  struct {
			X []float64 `toml:"x"`
		} `toml:"data"`
	}
	f := func(c *experiment.Context, s keys) (*table.Table, error) {
		m := studytest.Mixture(1)
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
	studytest.Within(t, text, "", f)
	for _, c := range []struct{ old, new, want string }{
		{"w = 0.4", "w = 1.0", `spec.toml:2: key "model.w": expected a weight between 0 and 1, both ` +
			`excluded, got 1`},
		{"sigma1 = 0.41", "sigma1 = 1e-60", `spec.toml:3: key "model.sigma1": expected a ` +
			`magnitude from 1e-30 to 1e30, got 1e-60`},
		{"sigma2 = 0.42", "sigma2 = 1e60", `spec.toml:4: key "model.sigma2": expected a ` +
			`magnitude from 1e-30 to 1e30, got 1e+60`},
		{"sigma_theta = 1.0", "sigma_theta = 1e60", `spec.toml:5: key "model.sigma_theta": `},
		{"0.1, 0.9, 1.2", "9e5, 9e5, 9e5", `spec.toml:6: key "data": quadrature needs data whose range`},
		{"0.1, 0.9", "0.1, 9e5", `spec.toml:6: key "data": quadrature needs data whose range`},
	} {
		studytest.Within(t, studytest.Change(t, text, c.old, c.new), c.want, f)
	}
}

// mixtureText is a spec of a mixture with a histogram that leaves out some of the mass.
const mixtureText = `seed = 1
T = 64.0
replicas = 64
burn_in = 0.2
observe_every = 0.1
blocks = 4
dt = [0.01]
n = [60]
sampling = ["with"]
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

// marginalOf returns the measurement of a mixture.
func marginalOf(t *testing.T, text string) *Marginal {
	t.Helper()
	var g *Marginal
	studytest.Within(t, text, "", func(c *experiment.Context, s Mixture) (_ *table.Table, err error) {
		g, err = s.Load(c)
		return nil, err
	})
	return g
}

func TestMixtureLoad(t *testing.T) {
	g := marginalOf(t, mixtureText)
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
	load := func(c *experiment.Context, s Mixture) (*table.Table, error) {
		_, err := s.Load(c)
		return nil, err
	}
	for _, c := range []struct{ old, new, want string }{
		{"hi = 1.2", "hi = 0.2", `spec.toml:12: key "histogram.hi": expected more than lo = 0.2`},
		{"replicas = 64", "replicas = 65", `spec.toml:3: key "replicas": `},
		{"sigma2 = 0.4", "sigma2 = 1e60", `spec.toml:24: key "model.sigma2": `},
		{"ndata = 60", "ndata = 0", `spec.toml:16: key "data.ndata": `},
	} {
		studytest.Within(t, studytest.Change(t, mixtureText, c.old, c.new), c.want, load)
	}
}

// sgld is the chain of SGLD at a point.
func (g *Marginal) sgld() (*simulate.Chain, study.Point) {
	n := len(g.Posterior.Model.X)
	p := study.Point{Sampling: minibatch.With, Dt: 0.01, N: n, Epsilon: minibatch.With.Epsilon(n, n)}
	return g.Chain(study.Method{Word: dynamics.SGLD}.Scheme(p.Dt), p), p
}

// Replicas start at the two highest modes, in proportion to their weights.
func TestMarginalChain(t *testing.T) {
	g := marginalOf(t, mixtureText)
	modes := g.Posterior.Modes
	for _, weight := range []float64{0, 0.3, 0.5, 0.77, 1} {
		g.Weight = weight
		c, _ := g.sgld()
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
		if len(c.Theta) != 64 || len(c.Observe) != 4 {
			t.Errorf("%d starting points, %d statistics", len(c.Theta), len(c.Observe))
		}
	}
	// one mode
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("0.8\n1.1\n1.3\n0.9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := studytest.Change(t, mixtureText, `kind = "mixture"`, "file = "+strconv.Quote(path))
	g = marginalOf(t, studytest.Change(t, text, "sigma_theta = 1.0", "sigma_theta = 2.0"))
	c, p := g.sgld()
	if len(g.Posterior.Modes) != 1 || len(c.Theta) != 1 || len(c.Observe) != 2 || g.Weight != 0 {
		t.Errorf("%d modes, %d starting points, %d statistics, weight %g",
			len(g.Posterior.Modes), len(c.Theta), len(c.Observe), g.Weight)
	}
	tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"raw", "floor")...)
	g.Rows(tab, p.Row("SGLD"), studytest.Run(t, c))
	want := []string{"L1"}
	if got := tab.Strings("quantity"); !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	if s := tab.Distinct("status"); !slices.Equal(s, []string{table.Unmixed}) {
		t.Errorf("status %q of a short run with one mode", s)
	}
}

// The status of all rows of a point: diverged, unmixed by crossings, or ok.
func TestMarginalRows(t *testing.T) {
	g := marginalOf(t, mixtureText)
	c, p := g.sgld()
	a := studytest.Archive(t, c)
	crossings := func(n uint32, trend float64) table.Archive {
		b := slices.Clone(a)
		rng := rand.New(rand.NewPCG(1, 2))
		per := float64(studytest.Read(t, c, a).Observations()) / float64(c.Blocks)
		for i, e := range b {
			if strings.HasSuffix(e.Name, "crossings") {
				b[i].Data = slices.Repeat([]uint32{n}, 64)
			}
			x, ok := e.Data.([]float64)
			if !ok || strings.HasPrefix(e.Name, "probe") {
				continue
			}
			x = slices.Clone(x) // made-up moments of distributions of variance 1 that agree
			for k := range x {
				v := trend * float64(k/64%c.Blocks)
				if x[k] = per * (v + 1e-3*rng.NormFloat64()); strings.HasSuffix(e.Name, "s2") {
					x[k] = per * (v*v + 1)
				}
			}
			b[i].Data = x
		}
		return b
	}
	diverged := table.Archive{{Name: "about", Data: []int64{int64(c.Units()), 1}}}
	all := []string{"L1", "crossings"}
	for _, x := range []struct {
		archive table.Archive
		want    string
		rows    []string
	}{
		{crossings(minCrossings, 0), table.OK, all},
		{crossings(minCrossings-1, 0), table.Unmixed, all},
		{crossings(minCrossings, 0.1), table.Unsettled, all},
		{diverged, table.Diverged, all[:1]},
	} {
		tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
			"raw", "floor")...)
		row := p.Row("SGLD")
		g.Rows(tab, row, studytest.Read(t, c, x.archive))
		if got := tab.Strings("quantity"); !slices.Equal(got, x.rows) {
			t.Errorf("%s: rows %q, want %q", x.want, got, x.rows)
		}
		got := tab.Distinct("status")
		if !slices.Equal(got, []string{x.want}) || row["status"] != x.want {
			t.Errorf("status %q, %v in the row, want %s", got, row["status"], x.want)
		}
		if x.want != table.OK {
			continue
		}
		samples := studytest.Read(t, c, x.archive)
		l1 := samples.Histogram(g.Histogram).L1(g.Mass).Corrected
		for i, want := range []float64{l1, minCrossings} {
			if v, e := tab.Float(i, "value"), tab.Float(i, "stderr"); v != want || math.IsNaN(e) {
				t.Errorf("%s: %g ± %g, want %g", all[i], v, e, want)
			}
		}
	}
}

// With all the data and a small time step, the fraction of the time nearer to the second mode is
// its mass under π (MixtureGrid.Nearer), by its z-scores over seeds. Crossings count the core that
// was visited last, which is another functional.
func TestModeWeight(t *testing.T) {
	g := marginalOf(t, mixtureText)
	f := dynamics.Constant{Gamma: 1}
	total, square := 0.0, 0.0
	const seeds = 8
	for seed := range uint64(seeds) {
		p := study.Point{Sampling: minibatch.With, Dt: 0.01, N: 60, Epsilon: 0}
		c := g.Chain(dynamics.Scheme{Word: "OABAO", Dt: p.Dt, Friction: f}, p)
		c.Sampling, c.Seed, c.T, c.BurnIn, c.Every = minibatch.Without, seed+1, 64*100, 5, 0.05
		z := studytest.Run(t, c).Blocks(g.second().Of, 0).Mean().Z(g.Weight)
		total, square = total+z, square+z*z
	}
	// a mean of 8 and a χ² of 8: beyond 4 and beyond 35 once in 20,000 times
	if mean := total / math.Sqrt(seeds); !(math.Abs(mean) < 4 && square > 0.3 && square < 35) {
		t.Errorf("%d z-scores: sum over √n %.2f, sum of squares %.1f", seeds, mean, square)
	}
}

// Rows of Adaptive Langevin dynamics have the criterion s and the moments of ξ, too.
func TestMarginalRowsAdL(t *testing.T) {
	g := marginalOf(t, mixtureText)
	f := dynamics.AdL{Form: dynamics.BlockDiagonal{Order: 2}, Gamma: 1, Eta: 1}
	for _, c := range []struct {
		n      int
		dt     float64
		status string
	}{{60, 0.01, table.Unsettled}, {1, 0.1, table.Runaway}} {
		p := study.Point{
			Sampling: minibatch.With, Dt: c.dt, N: c.n, Epsilon: minibatch.With.Epsilon(60, c.n),
		}
		chain := g.Chain(dynamics.Scheme{Word: "ODABADO", Dt: c.dt, Friction: f}, p)
		study.Settle(chain, g.Sigma, 0)
		tab := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
			"raw", "floor", "s")...)
		g.Rows(tab, p.Row("AdL"), studytest.Run(t, chain))
		s := exact.BatchNoise(p.Epsilon, c.dt, exact.Lambda(f.Form, g.Sigma))
		if tab.Cell(0, "status") != c.status || tab.Float(0, "s") != s {
			t.Errorf("n = %d: status %s, s = %g, want %s, %g",
				c.n, tab.Cell(0, "status"), tab.Float(0, "s"), c.status, s)
		}
		if tab.Where("quantity", "xi 12", "source", table.Simulation).Len() != 1 {
			t.Errorf("n = %d: rows %q", c.n, tab.Strings("quantity"))
		}
	}
}

// The posterior has the data and the numbers of the spec.
func TestModel(t *testing.T) {
	data := dataset.Gaussian(5, 0, 1, 1)
	if m := (Model{0.1, 2, 3, 4}).Posterior(data); !slices.Equal(m.X, data.X) ||
		m.W != 0.1 || m.Sigma1 != 2 || m.Sigma2 != 3 || m.SigmaTheta != 4 {
		t.Errorf("%+v", m)
	}
}
