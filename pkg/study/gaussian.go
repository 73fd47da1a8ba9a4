package study

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
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
func (s Gaussian) Load(c Context) (*GaussianPosterior, error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.On(c, data)
}

// On returns the posterior given data. Its error is about a key of the model.
func (s Gaussian) On(c Context, data dataset.Data) (*GaussianPosterior, error) {
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Ndata() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, got %g and %g",
			law.A, law.V)
	}
	control, err := s.Control.Centres(c, "control", m)
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

// Chain returns the chain of a scheme at a point. It starts at the posterior mean, and ξ at
// its expected mean.
func (g *GaussianPosterior) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.spec.Chain(g.Model, g.digest, scheme, p)
	c.Control = g.control
	c.Theta = [][]float64{{g.Model.Mean()}}
	Settle(c, g.EffectiveCov(p.Dt), g.spec.BurnInXi)
	return c
}

// VarianceError adds the relative error of the variance in a run, and the expected error.
func (g *GaussianPosterior) VarianceError(t *table.Table, row table.Row, r *Run, want float64) {
	e := estimate.Unknown()
	if !r.Diverged {
		e = estimate.RelError(r.Theta(0).Variance(), 1/g.Law.A)
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

// S returns the criterion s at a point.
func (g *GaussianPosterior) S(p Point) float64 {
	return exact.BatchNoise(p.Epsilon, p.Dt, g.EffectiveCov(p.Dt)[0])
}

// Target is g.Model.
func (g *GaussianPosterior) Target() model.Model { return g.Model }

// Criteria returns those of [NewCriteria] for the effective Σ̄, which is constant. Without ξ there
// is nothing to watch: runs start at the mean, and θ relaxes fast.
func (g *GaussianPosterior) Criteria(x *simulate.Samples) Criteria {
	if _, ok := x.Chain.Scheme.Friction.(dynamics.AdL); !ok {
		return Criteria{S: math.NaN()}
	}
	k := NewCriteria(x, g.EffectiveCov(x.Chain.Scheme.Dt))
	k.Constant = true
	return k
}

// Cells returns s for Adaptive Langevin dynamics.
func (g *GaussianPosterior) Cells(r *Run) table.Row {
	if r.Friction == "" {
		return nil
	}
	return table.Row{"s": g.S(r.Point)}
}

// Known returns the cells of a row at the point of a run that needs no simulation.
func (g *GaussianPosterior) Known(r *Run, method, source string) table.Row {
	row := r.Point.Row(method)
	row["gamma"], row["source"], row["s"] = r.AdL().Gamma, source, g.S(r.Point)
	return row
}

// AddXi adds the mean and the variance of ξ of a run with their values: exact.Gaussian.AdL's fixed
// ξ, and 1/η of lemma lemmeADL, which is exact to leading order in s, as Σ_x is constant. There is
// no variance for s ≥ 1, nor along permutations, whose noise is not white.
func (g *GaussianPosterior) AddXi(t *table.Table, r *Run) {
	if r.Diverged {
		return
	}
	mean, variance := exact.FrozenXi(g.S(r.Point), r.AdL().Gamma, r.Dt), 1/r.AdL().Eta
	if math.IsNaN(mean) {
		variance = math.NaN()
	}
	if r.Sampling.Along() {
		mean, variance = g.cycle(r.Chain).Xi(r.Chain.Scheme.Word, r.AdL().Gamma, r.Dt), math.NaN()
	}
	xi, row := r.Blocks(dynamics.Xi{}, 0), r.Row(t)
	t.Measure(row, "xi", xi.Mean(), mean)
	t.Measure(row, "var xi", xi.Variance(), variance)
}

// GaussianTable returns an empty table of runs, with the common parameters and the given ones.
func GaussianTable(params ...string) *table.Table {
	params = append(params, "method", "sampling", "n", "dt", "gamma", "eta")
	return table.New(table.Columns(params, "exact", "s", "T")...)
}
