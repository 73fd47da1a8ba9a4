package study

import (
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Mixture are the keys of a spec that samples the posterior of a mixture at the points of a grid
// and measures the L¹ error on the marginal of θ₁.
type Mixture struct {
	Settings
	Grid
	Histogram Histogram      `toml:"histogram"`
	Data      dataset.Source `toml:"data"`
	Model     MixtureModel   `toml:"model"`
}

// Load loads the data, checks the spec, and prepares the measurement.
func (s Mixture) Load(c *experiment.Context, methods ...Method) (*Marginal, error) {
	data, err := Load(c, s.Data, s.Settings, methods...)
	if err != nil {
		return nil, err
	}
	if err := s.Histogram.check(c); err != nil {
		return nil, err
	}
	return s.marginal(c, data)
}

// Another is Load for generated data with another seed.
func (s Mixture) Another(c *experiment.Context, seed uint64) (*Marginal, error) {
	s.Data.Seed = seed
	data, err := s.Data.Load()
	if err != nil {
		return nil, err
	}
	return s.marginal(c, data)
}

// marginal prepares the measurement on data.
func (s Mixture) marginal(c *experiment.Context, data dataset.Data) (*Marginal, error) {
	p, err := NewPosterior(c, s.Model.Posterior(data), exact.Grid{})
	if err != nil {
		return nil, err
	}
	h := s.Histogram.Of(dynamics.Component{I: 0})
	below, mass, above := p.MarginalMasses(0, h.Lo, h.Hi, h.Bins)
	err = Resolve(c, mass, below+above, "histogram.lo", "histogram.hi", "histogram.bins", "model",
		"data.mu", "data.sigma", "data.file")
	if err != nil {
		return nil, err
	}
	g := &Marginal{
		Posterior: p, Histogram: h, Mass: mass, Outside: below + above, Mean: p.Mean()[0],
		Sigma: p.MeanGradCov(), settings: s.Settings, digest: data.Digest(),
	}
	if len(p.Modes) > 1 {
		g.Weight = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
	}
	return g, nil
}

// Marginal is the posterior of a mixture and its marginal law of θ₁, from which the L¹ error is the
// distance (eq. erreur_L1).
type Marginal struct {
	Posterior *exact.Posterior
	Histogram simulate.Histogram // of θ₁
	Mass      []float64          // of the posterior in each bin
	Outside   float64            // mass of the posterior outside the histogram
	Mean      float64            // of θ₁
	Weight    float64            // of the mode that is not the highest, 0 if there is one mode
	Sigma     []float64          // Σ̄, the mean of Σ_x under the posterior

	settings Settings
	digest   string // of the data
}

// NewPosterior returns the quadrature of the mixture in the tables [data] and [model] of a spec, or
// an error about what it cannot do: a single component, extreme standard deviations, and data so
// far apart, in units of the least standard deviation l of a θ_i, that the nodes would fill the
// memory.
func NewPosterior(
	c *experiment.Context, m *model.Mixture, g exact.Grid,
) (*exact.Posterior, error) {
	if !(m.W > 0 && m.W < 1) {
		return nil, c.Errorf("model.w",
			"expected a weight between 0 and 1, both excluded, got %g", m.W)
	}
	const most = 5000
	lo, hi := min(0, slices.Min(m.X)), max(0, slices.Max(m.X)) // where the modes are
	sigma := min(m.Sigma1, m.Sigma2)
	l := 1 / math.Sqrt(
		float64(len(m.X))/float64(sigma*sigma)+1/float64(m.SigmaTheta*m.SigmaTheta))
	if n := (hi - lo) / l; !(n <= most) {
		key := c.Suspect("data", "model.sigma1", "model.sigma2", "model.sigma_theta")
		return nil, c.Errorf(key, "quadrature needs data whose range, with 0, is at most %d standard "+
			"deviations l = %.3g of the posterior; got %g to %g", most, l, lo, hi)
	}
	return exact.NewPosterior(m, g), nil
}

// minCrossings is how often a replica must go from one mode to the other, on average, for a point
// to count as mixed. With fewer crossings, the weights of the modes are those of the start.
const minCrossings = 10

// crossings counts how often a replica moves between the two highest modes: from halfway between
// their midpoint and one mode to halfway between the midpoint and the other.
func (g *Marginal) crossings() simulate.Crossings {
	modes := g.Posterior.Modes
	between := dynamics.Between{A: modes[0].Theta, B: modes[1].Theta}
	return simulate.Crossings{Of: between, Lo: -0.25, Hi: 0.25}
}

// Chain returns the chain of a scheme, whose time step is p.Dt, at a point. It starts from the two
// highest modes in proportion to their weights, and observes the histogram of θ₁ and the crossings.
func (g *Marginal) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.settings.Chain(g.Posterior.Model, g.digest, scheme, p.N, p.Sampling)
	modes := g.Posterior.Modes
	c.Observe = append(c.Observe, g.Histogram)
	if len(modes) < 2 {
		c.Theta = [][]float64{modes[0].Theta}
		return c
	}
	for r := range c.Replicas {
		k := 0
		if math.Floor(math.FMA(float64(r+1), g.Weight, 0.5)) >
			math.Floor(math.FMA(float64(r), g.Weight, 0.5)) {
			k = 1
		}
		c.Theta = append(c.Theta, modes[k].Theta)
	}
	c.Observe = append(c.Observe, g.crossings())
	return c
}

// Rows adds the measurements of one point to a table whose columns include "raw" and "floor", and
// "s" for Adaptive Langevin dynamics, each in a copy of row:
//
//	L1           the L¹ error, corrected for noise; raw without correction, and the floor of noise
//	             alone
//	outside      the mass outside the histogram
//	mean         the mean of θ₁
//	mode weight  the fraction of the time in the second mode
//	crossings    of a replica from mode to mode
//	R-hat        of θ₁
//	xi, var xi   [XiRows], for Adaptive Langevin dynamics
//
// all with the status of the point: diverged, runaway ([Classify]), unmixed where the replicas
// crossed fewer than minCrossings times, or ok.
func (g *Marginal) Rows(t *table.Table, row table.Row, x *simulate.Samples) {
	_, adaptive := dynamics.BaseOf(x.Chain.Scheme.Friction)
	if adaptive {
		Classify(row, x, g.Sigma)
	}
	if x.Diverged {
		row["status"] = table.Diverged
		t.Measure(row, "L1", estimate.Unknown())
		return
	}
	var cross *estimate.Crossings
	if len(g.Posterior.Modes) > 1 {
		cross = x.Crossings(g.crossings())
		if row["status"] == table.OK && cross.Rate().Value < minCrossings {
			row["status"] = table.Unmixed
		}
	}
	h, theta := x.Histogram(g.Histogram), x.Theta(0)
	t.MeasureL1(row, "L1", h.L1(g.Mass))
	t.Measure(row, "outside", h.Outside(), g.Outside)
	t.Measure(row, "mean", theta.Mean(), g.Mean)
	if cross != nil {
		t.Measure(row, "mode weight", cross.Weight(), g.Weight)
		t.Measure(row, "crossings", cross.Rate())
	}
	t.Measure(row, "R-hat", estimate.Estimate{Value: theta.RHat()}, 1)
	if adaptive {
		XiRows(t, row, x, g.Sigma)
	}
}

// distances are the quantities of Norms about the constant matrices of each form.
var distances = map[Friction]string{
	Scalar:   "norm of Sigma - s I",
	Diagonal: "norm of Sigma - D",
	Full:     "norm of Sigma - mean",
}

// Distance returns ‖Σ_x − S*‖ for a form from a table to which Norms was added.
func Distance(t *table.Table, k Friction) float64 {
	v, _ := t.Lookup("value", "quantity", distances[k])
	return v
}

// Norms adds numbers from the quadrature: the norm of the covariance of the gradient in L²(π),
// Frobenius, its distances from constant scalar, diagonal and full matrices (remark
// rem:adl_xi_cases), the weight of the second mode, the mass outside the histogram, and the mean.
func (g *Marginal) Norms(t *table.Table) {
	row := table.Row{"status": table.OK, "source": table.Exact}
	p := g.Posterior
	t.AddValue(row, "norm of Sigma", p.GradCovNorm())
	for _, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}} {
		_, distance := p.ProjectBasis(dynamics.One{}, form)
		t.AddValue(row, distances[Friction(form.Name())], distance)
	}
	t.AddValue(row, "posterior mode weight", g.Weight)
	t.AddValue(row, "posterior outside", g.Outside)
	t.AddValue(row, "posterior mean", g.Mean)
}
