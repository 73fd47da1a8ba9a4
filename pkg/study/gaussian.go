package study

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
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
	Data    dataset.Source `toml:"data"`
	Model   GaussianModel  `toml:"model"`
	Control Control        `toml:"control,omitempty" spec:"optional"`
}

// GaussianPosterior is the posterior with its exact properties.
type GaussianPosterior struct {
	Model *model.Gaussian
	Law   exact.Gaussian

	control model.Control // removes all noise

	spec   Gaussian
	digest string // of the data
}

// Load loads the data and checks the spec.
func (s Gaussian) Load(c *experiment.Context) (*GaussianPosterior, error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.On(c, data)
}

// On returns the posterior given data. Its error is about a key of the model.
func (s Gaussian) On(c *experiment.Context, data dataset.Data) (*GaussianPosterior, error) {
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Ndata() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, got %g and %g",
			law.A, law.V)
	}
	control, err := s.Control.Of(c, "control", m)
	if err != nil {
		return nil, err
	}
	if control != nil {
		law.V = 0
	}
	return &GaussianPosterior{
		Model: m, Law: law, control: control, spec: s, digest: data.Digest(),
	}, nil
}

// Chain returns the chain of a scheme at a point. It starts at the posterior mean.
func (g *GaussianPosterior) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.spec.Chain(g.Model, g.digest, scheme, p)
	c.Control = g.control
	c.Theta = [][]float64{{g.Model.Mean()}}
	return c
}

// VarianceError adds the relative error of the variance, and the expected error.
func (g *GaussianPosterior) VarianceError(
	t *table.Table, row table.Row, x *simulate.Samples, want float64,
) {
	e := estimate.Unknown()
	if !x.Diverged {
		e = estimate.RelError(x.Theta(0).Variance(), 1/g.Law.A)
	}
	t.Measure(row, table.VarianceError, e, want)
}

// Expected returns the exact relative error of the variance of a scheme with the friction γ, or
// with ξ fixed at its mean, for the batches and the time step of a chain.
func (g *GaussianPosterior) Expected(word string, gamma float64, c *simulate.Chain) float64 {
	if !c.Sampling.Along() {
		return g.Law.RelError(word, c.Epsilon(), gamma, c.Scheme.Dt)
	}
	_, _, every := c.Steps()
	return g.cycle(c).RelError(word, gamma, c.Scheme.Dt, every)
}

func (g *GaussianPosterior) cycle(c *simulate.Chain) exact.Cycle {
	return exact.Cycle{Gaussian: g.Law, Sampling: c.Sampling, Total: c.Model.Ndata(), N: c.N}
}

// EffectiveCov returns the 1×1 matrix that replaces Σ̄ in s and in the mean of ξ: v/r with r = 1 −
// aΔt²/4, because B also adds the contribution of θ at its stationary variance
// (exact.Gaussian.AdL).
func (g *GaussianPosterior) EffectiveCov(dt float64) []float64 {
	r := 1 - g.Law.A*dt*dt/4
	if !(r > 0) {
		r = 1 // the scheme is unstable
	}
	return []float64{g.Law.V / r}
}

// Noise returns the criterion s at a point.
func (g *GaussianPosterior) Noise(p Point) float64 {
	return exact.BatchNoise(p.Epsilon, p.Dt, g.EffectiveCov(p.Dt)[0])
}

// GaussianRuns are the keys of a spec for Adaptive Langevin dynamics on a Gaussian posterior.
type GaussianRuns struct {
	Gaussian
	AdL
	BurnInXi float64  `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction Friction `toml:"friction"`
}

// GaussianRun is a run of Adaptive Langevin dynamics.
type GaussianRun struct {
	Run
	Posterior *GaussianPosterior
}

// At returns the run at a point with the inertia eta and the total time T.
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
	Settle(chain, g.EffectiveCov(p.Dt), s.BurnInXi)
	return &GaussianRun{Run{Point: p, Method: "AdL", Friction: s.Friction, Chain: chain}, g}, nil
}

// GaussianTable returns an empty table of runs, with the common parameters and the given ones.
func GaussianTable(params ...string) *table.Table {
	params = append(params, "method", "sampling", "n", "dt", "gamma", "eta")
	return table.New(table.Columns(params, "exact", "s", "T")...)
}

// Row returns the cells of a simulated row, with the status of the run.
func (r *GaussianRun) Row() table.Row {
	row := r.Known(r.Method, table.Simulation)
	row["eta"], row["T"] = r.AdL().Eta, r.Chain.T
	Classify(row, r.Samples, r.Posterior.EffectiveCov(r.Dt), Constant, 1)
	return row
}

// Known returns the cells of a row at the point of the run that needs no simulation.
func (r *GaussianRun) Known(method, source string) table.Row {
	row := r.Point.Row(method)
	row["gamma"], row["source"], row["s"] = r.AdL().Gamma, source, r.Posterior.Noise(r.Point)
	return row
}

// Expected returns the exact relative error of the variance of a scheme at the point of the run,
// with ξ fixed at its mean if it has one.
func (r *GaussianRun) Expected(word string) float64 {
	return r.Posterior.Expected(word, r.AdL().Gamma, r.Chain)
}

// AddError adds the relative error of the variance, and the exact error for a fixed ξ.
func (r *GaussianRun) AddError(t *table.Table, row table.Row) {
	r.Posterior.VarianceError(t, row, r.Samples, r.Expected(r.Chain.Scheme.Word))
}

// AddXi adds the mean and the variance of ξ, and their predictions: the fixed ξ of
// exact.Gaussian.AdL and the variance of Lemma lemmeADL.
func (r *GaussianRun) AddXi(t *table.Table, row table.Row) {
	if r.Diverged {
		return
	}
	mean := exact.FrozenXi(r.Posterior.Noise(r.Point), r.AdL().Gamma, r.Dt)
	if r.Sampling.Along() {
		mean = r.Posterior.cycle(r.Chain).Xi(r.AdL().Gamma, r.Dt)
	}
	xi := r.Blocks(dynamics.Xi{}, 0)
	t.Measure(row, "xi", xi.Mean(), mean)
	t.Measure(row, "var xi", xi.Variance(), 1/r.AdL().Eta)
}
