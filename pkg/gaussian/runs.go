// Package gaussian has the parts that Figure 5 and its studies share: specs, runs and rows about
// the Gaussian posterior in one dimension (section 2.5.1).
package gaussian

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// GaussianRuns are the keys of a spec whose runs are of Adaptive Langevin dynamics on a Gaussian
// posterior, in one dimension.
type GaussianRuns struct {
	study.Settings
	study.AdL
	BurnInXi float64        `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction study.Friction `toml:"friction"`
	Data     dataset.Source `toml:"data"`
	Model    Model          `toml:"model"`
}

// Run is a run with what it depends on.
type Run struct {
	study.Point
	study.AdL
	Name    string // in the table; the runs of Figure 5 have none
	T       float64
	SlowXi  bool // may relax more slowly than a run can wait
	Data    dataset.Data
	Model   *model.Gaussian
	Law     exact.Gaussian
	Samples *simulate.Samples // set by Table
}

// Load loads the data and returns a run on them, which lacks its point.
func (s GaussianRuns) Load(c *experiment.Context) (*Run, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	r := &Run{AdL: s.AdL, T: s.T}
	return r, s.on(c, r, data)
}

// on sets the data of a run and what follows from them. Its error is about a key of the model.
func (s GaussianRuns) on(c *experiment.Context, r *Run, data dataset.Data) error {
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Ndata() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		key := c.Suspect("model.sigma_x", "model.sigma_theta", "data")
		return c.Errorf(key, "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, "+
			"got %g and %g", law.A, law.V)
	}
	r.Data, r.Model, r.Law = data, m, law
	return nil
}

// Table runs all and returns the table to which rows adds each, with cells that say its status.
// Before, observe may add to what a chain observes, unless it is nil.
func (s GaussianRuns) Table(
	c *experiment.Context, runs []*Run, observe func(*Run, *simulate.Chain),
	rows func(*table.Table, table.Row, *Run),
) (*table.Table, error) {
	var chains []*simulate.Chain
	for _, r := range runs {
		chain, err := s.chain(c, r)
		if err != nil {
			return nil, err
		}
		if observe != nil {
			observe(r, chain)
		}
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"run", "method", "sampling", "n", "dt", "gamma", "eta"},
		"exact", "s", "v", "a")...)
	for i, r := range runs {
		r.Samples = samples[i]
		row := r.Row("AdL")
		row["eta"] = r.Eta
		study.Classify(row, r.Samples, r.kick(), study.Constant, 1)
		if r.Samples.Diverged {
			t.Measure(row, "variance error", estimate.Unknown(), r.Frozen(r.Epsilon))
			continue
		}
		rows(t, row, r)
	}
	return t, nil
}

// maxBurnIn is the longest burn-in of a slow ξ, over the length of the run. A ξ that needs more is
// unsettled.
const maxBurnIn = 1.5

// chain returns the chain of a run. A slow ξ starts from its distribution in Lemma lemmeADL, with
// the mean of a frozen ξ.
func (s GaussianRuns) chain(c *experiment.Context, r *Run) (*simulate.Chain, error) {
	scheme, err := r.Scheme(c, r.Model, s.Friction, "friction", r.Dt)
	if err != nil {
		return nil, err
	}
	chain := s.Chain(r.Model, r.Data.Digest(), scheme, r.N, r.Sampling)
	chain.T = r.T
	chain.Theta = [][]float64{{r.Model.Mean()}}
	if !r.SlowXi {
		study.Settle(chain, r.kick(), s.BurnInXi)
		return chain, nil
	}
	study.Settle(chain, r.kick(), 0)
	fast := max(chain.BurnIn, 10/r.Gamma, 5*chain.Xi[0]/r.Law.A) // θ and p
	study.Settle(chain, r.kick(), study.MinBurnIn)
	if chain.BurnIn > float64(maxBurnIn*chain.T)/float64(chain.Replicas) {
		chain.BurnIn = 0
	}
	chain.BurnIn = max(chain.BurnIn, fast)
	chain.XiVar = 1 / r.Eta
	return chain, nil
}

func (r *Run) kick() []float64 { return Kick(r.Law, r.Dt) }

// Kick returns the 1×1 matrix Σ̄ that enters the criterion s at a time step (exact.Gaussian.AdL):
// v/r with r = 1 − aΔt²/4, because a kick also includes what θ contributes at its stationary
// variance.
func Kick(law exact.Gaussian, dt float64) []float64 {
	k := 1 - float64(0.25*float64(law.A*float64(dt*dt)))
	if !(k > 0) {
		k = 1 // the scheme is unstable
	}
	return []float64{law.V / k}
}

// Noise is the criterion s of the run.
func (r *Run) Noise() float64 { return exact.BatchNoise(r.Epsilon, r.Dt, r.kick()[0]) }

// Frozen returns the relative error on the variance at an ε(n) if ξ stays at its mean. It is NaN
// where that mean does not exist, where the scheme is unstable, and for schemes other than ODABADO.
func (r *Run) Frozen(epsilon float64) float64 {
	if r.Word == "ODABADO" && float64(r.Law.A*float64(r.Dt*r.Dt)) < 4 {
		if _, e, ok := r.Law.AdL(epsilon, r.Gamma, r.Dt); ok {
			return e
		}
	}
	return math.NaN()
}

// FrozenThird returns the third moment of θ in units of σ_post³ if ξ stays at its mean. It is NaN
// where Frozen is.
func (r *Run) FrozenThird() float64 {
	if math.IsNaN(r.Frozen(r.Epsilon)) {
		return math.NaN()
	}
	skewness := 0.0
	if r.Epsilon > 0 && r.Law.V > 0 {
		skewness = exact.BatchSkewness(r.Data.X, r.N, r.Sampling)
	}
	third, _ := r.Law.AdLThird(r.Epsilon, r.Gamma, r.Dt, skewness)
	return third
}

// Row returns the cells that all rows of a run share.
func (r *Run) Row(method string) table.Row {
	row := r.Point.Row(method)
	row["run"], row["gamma"], row["v"], row["a"] = r.Name, r.Gamma, r.Law.V, r.Law.A
	return row
}

// AddError adds the relative error on the variance.
func (r *Run) AddError(t *table.Table, row table.Row) {
	variance := r.Samples.Theta(0).Variance()
	t.Measure(row, "variance error", estimate.RelError(variance, 1/r.Law.A), r.Frozen(r.Epsilon))
}

// AddXi adds the moments of ξ, as [XiRows] does.
func (r *Run) AddXi(t *table.Table, row table.Row) {
	study.XiRows(t, row, r.Samples, r.kick(), study.Constant)
}

// Cube is θ³, which a run observes for AddThird.
var Cube = dynamics.Product{
	X: dynamics.Theta{}, Y: dynamics.Product{X: dynamics.Theta{}, Y: dynamics.Theta{}},
}

// AddThird adds the third central moment of θ in units of σ_post³.
func (r *Run) AddThird(t *table.Table, row table.Row) {
	unit := r.Law.A * math.Sqrt(r.Law.A)
	e := estimate.ThirdMoment(r.Samples.Theta(0), r.Samples.Blocks(Cube, 0))
	t.Measure(row, "third moment", e.Times(unit), r.FrozenThird())
}

// Variance are the keys of a spec that samples a Gaussian posterior without an adaptive
// friction and measures the relative error on the variance.
type Variance struct {
	study.Settings
	Data   dataset.Source `toml:"data"`
	Model  Model          `toml:"model"`
	Method []study.Method `toml:"method" spec:"nonempty"`
}

// NewTable is the table of such runs, with exact numbers of the posterior.
type NewTable struct {
	*table.Table
	Model *model.Gaussian
	Law   exact.Gaussian

	settings study.Settings
	digest   string // of the data
}

// Load loads the data, checks the spec, and returns an empty table.
func (s Variance) Load(c *experiment.Context) (*NewTable, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "gamma", "sampling", "n", "dt", "T"}
	m := s.Model.Posterior(data)
	return &NewTable{
		Table: table.New(table.Columns(params, "exact", "v", "a")...), Model: m,
		Law: exact.NewGaussian(m), settings: s.Settings, digest: data.Digest(),
	}, nil
}

// Chain returns the run of a method at a point.
func (g *NewTable) Chain(m study.Method, p study.Point) *simulate.Chain {
	c := g.settings.Chain(g.Model, g.digest, m.Scheme(p.Dt), p.N, p.Sampling)
	c.Theta = [][]float64{{g.Model.Mean()}}
	return c
}

// Row returns the cells of a simulated point.
func (g *NewTable) Row(m study.Method, p study.Point) table.Row {
	row := p.Row(m.Name)
	row["v"], row["a"] = g.Law.V, g.Law.A
	if m.Word != dynamics.SGLD {
		row["gamma"] = m.Gamma
	}
	return row
}

// ExactRow returns the exact numbers of a method at Δt, as cells.
func (g *NewTable) ExactRow(m study.Method, dt float64) table.Row {
	row := g.Row(m, study.Point{Dt: dt})
	row["sampling"], row["n"], row["epsilon"], row["source"] = nil, nil, nil, table.Exact
	return row
}

// AddPoint adds the errors of a run on the variance and on the mean.
func (g *NewTable) AddPoint(m study.Method, p study.Point, x *simulate.Samples) {
	row := g.Row(m, p)
	want := g.VarianceError(m, p.Epsilon, p.Dt)
	if x.Diverged {
		row["status"] = table.Diverged
		g.Measure(row, "variance error", estimate.Unknown(), want)
		return
	}
	theta := x.Theta(0)
	g.Measure(row, "variance error", estimate.RelError(theta.Variance(), 1/g.Law.A), want)
	mean := theta.Mean()
	mean.Value -= g.Model.Mean()
	g.Measure(row, "mean", mean, 0)
}

// VarianceError returns the exact relative error on the variance. It is NaN where the scheme is
// unstable, and for schemes without a closed form.
func (g *NewTable) VarianceError(m study.Method, eps, dt float64) float64 {
	switch l := g.Law; {
	case m.Word == dynamics.SGLD && float64(l.A*dt) < 2:
		return l.SGLD(eps, dt)
	case m.Word == Langevin && float64(l.A*float64(dt*dt)) < 4:
		return l.Langevin(eps, m.Gamma, dt)
	}
	return math.NaN()
}

// Langevin is the scheme of eq. GLA_minibatched.
const Langevin = "OABAO"
