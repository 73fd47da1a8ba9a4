// Package gaussian runs Adaptive Langevin dynamics on a Gaussian posterior in one dimension
// (section 2.5.1), for Figure 5 and study-frozen-xi.
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

// Model is the [model] table of a spec with a Gaussian model.
type Model struct {
	SigmaX     float64 `toml:"sigma_x" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k Model) Posterior(d dataset.Data) *model.Gaussian {
	return &model.Gaussian{X: d.X, SigmaX: k.SigmaX, SigmaTheta: k.SigmaTheta}
}

// Runs are the keys of a spec about runs of Adaptive Langevin dynamics.
type Runs struct {
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
	Name    string // in the column run of a study
	T       float64
	SlowXi  bool // may relax more slowly than a run can wait
	Laws    bool // observes what AddLaws needs
	Data    dataset.Data
	Model   *model.Gaussian
	Law     exact.Gaussian
	Samples *simulate.Samples // set by Sample
}

// At returns a copy of the run at a point.
func (r *Run) At(p study.Point) *Run {
	at := *r
	at.Point = p
	return &at
}

// Load loads the data and returns a run on them, which lacks its point.
func (s Runs) Load(c *experiment.Context) (*Run, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	return s.On(c, data)
}

// On returns a run on data, which lacks its point. Its error is about a key of the model.
func (s Runs) On(c *experiment.Context, data dataset.Data) (*Run, error) {
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Ndata() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, got %g and %g",
			law.A, law.V)
	}
	return &Run{AdL: s.AdL, T: s.T, Data: data, Model: m, Law: law}, nil
}

// Sample runs all and sets their samples.
func (s Runs) Sample(c *experiment.Context, runs []*Run) error {
	var chains []*simulate.Chain
	for _, r := range runs {
		chain, err := s.chain(c, r)
		if err != nil {
			return err
		}
		if r.Laws {
			r.observeLaws(chain)
		}
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return err
	}
	for i, x := range samples {
		runs[i].Samples = x
	}
	return nil
}

// maxBurnIn is the longest burn-in of a slow ξ, over the length of the run. A ξ that needs more is
// unsettled.
const maxBurnIn = 1.5

// chain returns the chain of a run. A slow ξ starts from its distribution in Lemma lemmeADL, with
// the mean of a frozen ξ.
func (s Runs) chain(c *experiment.Context, r *Run) (*simulate.Chain, error) {
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

// RelError returns the exact relative error on the variance of a scheme at the point of the run,
// that of a frozen ξ if it has one.
func (r *Run) RelError(word string) float64 {
	return r.Law.RelError(word, r.Epsilon, r.Gamma, r.Dt)
}

// NewTable returns an empty table of runs, which the given parameters tell apart besides those that
// all have.
func NewTable(params ...string) *table.Table {
	params = append(params, "method", "sampling", "n", "dt", "gamma", "eta")
	return table.New(table.Columns(params, "exact", "s", "T")...)
}

// Row returns the cells of a simulated row, with the status of the run.
func (r *Run) Row() table.Row {
	row := r.Known("AdL", table.Simulation)
	row["eta"], row["T"] = r.Eta, r.T
	study.Classify(row, r.Samples, r.kick(), study.Constant, 1)
	return row
}

// Known returns the cells of a row at the point of the run that needs no simulation.
func (r *Run) Known(method, source string) table.Row {
	row := r.Point.Row(method)
	row["gamma"], row["source"], row["s"] = r.Gamma, source, r.Noise()
	return row
}

// AddError adds the relative error on the variance, beside that of a frozen ξ.
func (r *Run) AddError(t *table.Table, row table.Row) {
	e := estimate.Unknown()
	if !r.Samples.Diverged {
		e = estimate.RelError(r.Samples.Theta(0).Variance(), 1/r.Law.A)
	}
	t.Measure(row, "variance error", e, r.RelError(r.Word))
}

// AddXi adds the mean of ξ, beside that of a frozen ξ, and the variance of ξ, beside that of Lemma
// lemmeADL.
func (r *Run) AddXi(t *table.Table, row table.Row) {
	if r.Samples.Diverged {
		return
	}
	mean, ok := exact.FrozenXi(r.Noise(), r.Gamma, r.Dt)
	if !ok {
		mean = math.NaN()
	}
	xi := r.Samples.Blocks(dynamics.Xi{}, 0)
	t.Measure(row, "xi", xi.Mean(), mean)
	t.Measure(row, "var xi", xi.Variance(), 1/r.Eta)
}
