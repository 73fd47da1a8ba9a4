package study

import (
	"cmp"
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// GaussianModel is the [model] table of a spec with a Gaussian model in one dimension (section
// 2.5.1).
type GaussianModel struct {
	SigmaX     float64 `toml:"sigma_x" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k GaussianModel) Posterior(d dataset.Data) *model.Gaussian {
	return &model.Gaussian{X: d.X, SigmaX: k.SigmaX, SigmaTheta: k.SigmaTheta}
}

// Gaussian are the keys of a spec that samples a Gaussian posterior.
type Gaussian struct {
	Settings
	Data  dataset.Source `toml:"data"`
	Model GaussianModel  `toml:"model"`
}

// GaussianPosterior is the posterior and what is known about it.
type GaussianPosterior struct {
	Model *model.Gaussian
	Law   exact.Gaussian

	spec Gaussian
	data dataset.Data
}

// Load loads the data and checks the spec.
func (s Gaussian) Load(c *experiment.Context, methods ...Method) (*GaussianPosterior, error) {
	if err := CheckMethods(c, methods); err != nil {
		return nil, err
	}
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.on(c, data)
}

// on returns the posterior given data. Its error is about a key of the model.
func (s Gaussian) on(c *experiment.Context, data dataset.Data) (*GaussianPosterior, error) {
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Ndata() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, got %g and %g",
			law.A, law.V)
	}
	return &GaussianPosterior{Model: m, Law: law, spec: s, data: data}, nil
}

// Chain returns the chain of a scheme at a point. It starts at the mean.
func (g *GaussianPosterior) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.spec.Chain(g.Model, g.data.Digest(), scheme, p)
	c.Theta = [][]float64{{g.Model.Mean()}}
	return c
}

// VarianceError adds the relative error on the variance, beside the one that is expected.
func (g *GaussianPosterior) VarianceError(
	t *table.Table, row table.Row, x *simulate.Samples, want float64,
) {
	e := estimate.Unknown()
	if !x.Diverged {
		e = estimate.RelError(x.Theta(0).Variance(), 1/g.Law.A)
	}
	t.Measure(row, "variance error", e, want)
}

// Kick returns the 1×1 matrix Σ̄ that enters the criterion s at a time step (exact.Gaussian.AdL):
// v/r with r = 1 − aΔt²/4, because a kick also includes what θ contributes at its stationary
// variance.
func (g *GaussianPosterior) Kick(dt float64) []float64 {
	r := 1 - float64(0.25*float64(g.Law.A*float64(dt*dt)))
	if !(r > 0) {
		r = 1 // the scheme is unstable
	}
	return []float64{g.Law.V / r}
}

// Noise returns the criterion s at a point.
func (g *GaussianPosterior) Noise(p Point) float64 {
	return exact.BatchNoise(p.Epsilon, p.Dt, g.Kick(p.Dt)[0])
}

// GaussianRuns are the keys of a spec about Adaptive Langevin dynamics on a Gaussian posterior.
type GaussianRuns struct {
	Gaussian
	AdL
	BurnInXi float64  `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction Friction `toml:"friction"`
}

// GaussianRun is a run of Adaptive Langevin dynamics.
type GaussianRun struct {
	*GaussianPosterior
	Point
	Chain   *simulate.Chain
	Samples *simulate.Samples // set by Sample

	f dynamics.AdL
}

// At returns the run at a point with the inertia eta, of a total time T.
func (s GaussianRuns) At(
	c *experiment.Context, g *GaussianPosterior, p Point, eta, T float64,
) (*GaussianRun, error) {
	s.Eta = eta
	scheme, err := s.Scheme(c, g.Model, s.Friction, "friction")
	if err != nil {
		return nil, err
	}
	chain := g.Chain(scheme, p)
	chain.T = T
	Settle(chain, g.Kick(p.Dt), s.BurnInXi)
	return &GaussianRun{
		GaussianPosterior: g, Point: p, Chain: chain, f: scheme.Friction.(dynamics.AdL),
	}, nil
}

// Sample computes all and sets their samples.
func (s GaussianRuns) Sample(c *experiment.Context, runs []*GaussianRun) error {
	chains := make([]*simulate.Chain, len(runs))
	for i, r := range runs {
		chains[i] = r.Chain
	}
	samples, err := Sweep(c, chains)
	for i, x := range samples {
		runs[i].Samples = x
	}
	return err
}

// GaussianTable returns an empty table of runs, which the given parameters tell apart besides those
// that all have.
func GaussianTable(params ...string) *table.Table {
	params = append(params, "method", "sampling", "n", "dt", "gamma", "eta")
	return table.New(table.Columns(params, "exact", "s", "T")...)
}

// Row returns the cells of a simulated row, with the status of the run.
func (r *GaussianRun) Row() table.Row {
	row := r.Known("AdL", table.Simulation)
	row["eta"], row["T"] = r.f.Eta, r.Chain.T
	Classify(row, r.Samples, r.Kick(r.Dt), Constant, 1)
	return row
}

// Known returns the cells of a row at the point of the run that needs no simulation.
func (r *GaussianRun) Known(method, source string) table.Row {
	row := r.Point.Row(method)
	row["gamma"], row["source"], row["s"] = r.f.Gamma, source, r.Noise(r.Point)
	return row
}

// Expected returns the exact relative error on the variance of a scheme at the point of the run,
// that of a frozen ξ if it has one.
func (r *GaussianRun) Expected(word string) float64 {
	return r.Law.RelError(word, r.Epsilon, r.f.Gamma, r.Dt)
}

// AddError adds the relative error on the variance, beside that of a frozen ξ.
func (r *GaussianRun) AddError(t *table.Table, row table.Row) {
	r.VarianceError(t, row, r.Samples, r.Expected(r.Chain.Scheme.Word))
}

// AddXi adds the mean of ξ, beside that of a frozen ξ, and the variance of ξ, beside that of Lemma
// lemmeADL.
func (r *GaussianRun) AddXi(t *table.Table, row table.Row) {
	if r.Samples.Diverged {
		return
	}
	mean := exact.FrozenXi(r.Noise(r.Point), r.f.Gamma, r.Dt)
	xi := r.Samples.Blocks(dynamics.Xi{}, 0)
	t.Measure(row, "xi", xi.Mean(), mean)
	t.Measure(row, "var xi", xi.Variance(), 1/r.f.Eta)
}

// GaussianGrid is a table of a spec: runs for all combinations of its lists, in batches without
// replacement.
type GaussianGrid struct {
	T   float64   `toml:"T" spec:"optional,positive"` // instead of that of the spec
	Dt  []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N   []int     `toml:"n" spec:"min=1,nonempty,distinct"`
	Eta []float64 `toml:"eta" spec:"optional,positive,distinct"` // instead of that of the spec
	// S are values of the criterion s, which the data are spread for.
	S []float64 `toml:"s" spec:"optional,positive,max=0.999,distinct"`
}

// List returns the runs of the table at a key.
func (s GaussianRuns) List(
	c *experiment.Context, g *GaussianPosterior, key string, grid GaussianGrid,
) (runs []*GaussianRun, err error) {
	for i, n := range grid.N {
		for _, dt := range grid.Dt {
			p, err := NewPoint(c, fmt.Sprintf("%s.n[%d]", key, i), minibatch.Without,
				g.Model.Ndata(), n, dt)
			if err != nil {
				return nil, err
			}
			for _, eta := range or(grid.Eta, s.Eta) {
				for _, noise := range or(grid.S, 0) {
					at := g
					if noise > 0 {
						at, err = s.on(c, spread(g.data, math.Sqrt(noise/g.Noise(p))))
						if err != nil {
							return nil, err
						}
					}
					r, err := s.At(c, at, p, eta, cmp.Or(grid.T, s.T))
					if err != nil {
						return nil, err
					}
					if noise > 0 {
						r.wait(s.BurnIn)
					}
					runs = append(runs, r)
				}
			}
		}
	}
	return runs, nil
}

// spread returns the data with their distances from the mean multiplied by a factor, which
// multiplies Σ_x by its square and leaves the posterior as it is.
func spread(d dataset.Data, factor float64) dataset.Data {
	mean := 0.0
	for _, v := range d.X {
		mean += v / float64(len(d.X))
	}
	x := make([]float64, len(d.X))
	for i, v := range d.X {
		x[i] = math.FMA(factor, v-mean, mean)
	}
	return dataset.Data{X: x, Origin: "spread " + d.Origin}
}

// maxBurnIn is the longest burn-in of a slow ξ, over the length of the run. A ξ that needs more is
// unsettled.
const maxBurnIn = 1.5

// wait lets ξ, which may relax more slowly than a run can wait, start from its distribution in
// Lemma lemmeADL, with the mean of a frozen ξ, and burn in for as long as it can.
func (r *GaussianRun) wait(least float64) {
	c := r.Chain
	c.XiVar, c.BurnIn = 1/r.f.Eta, least
	fast := max(c.BurnIn, 10/r.f.Gamma, 5*c.Xi[0]/r.Law.A) // θ and p
	Settle(c, r.Kick(r.Dt), minBurnIn)
	if c.BurnIn > float64(maxBurnIn*c.T)/float64(c.Replicas) {
		c.BurnIn = 0
	}
	c.BurnIn = max(c.BurnIn, fast)
}
