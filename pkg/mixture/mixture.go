// Package mixture has the parts that Figures 4, 6, 7, 14 and 15 and their studies share: specs,
// runs and rows about the posterior of a mixture of two Gaussians (section 2.5.2), its marginal of
// θ₁, the covariance of its gradient, errors to leading order, and the bases of extended Adaptive
// Langevin dynamics.
package mixture

import (
	"math"
	"slices"
	"sync"

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

// Mixture are the keys of a spec that samples the posterior of a mixture at the points of a grid
// and measures the L¹ error on the marginal of θ₁.
type Mixture struct {
	Sampled
	study.Grid
}

// Sampled are the keys of a [Mixture] without the grid.
type Sampled struct {
	study.Settings
	Histogram study.Histogram `toml:"histogram"`
	Data      dataset.Source  `toml:"data"`
	Model     Model           `toml:"model"`
}

// Load loads the data, checks the spec, and prepares the measurement.
func (s Sampled) Load(c *experiment.Context, methods ...study.Method) (*Marginal, error) {
	data, err := study.Load(c, s.Data, s.Settings, methods...)
	if err != nil {
		return nil, err
	}
	if err := s.Histogram.Check(c); err != nil {
		return nil, err
	}
	return s.marginal(c, data)
}

// Another is Load for generated data with another seed.
func (s Sampled) Another(c *experiment.Context, seed uint64) (*Marginal, error) {
	s.Data.Seed = seed
	data, err := s.Data.Load()
	if err != nil {
		return nil, err
	}
	return s.marginal(c, data)
}

// marginal prepares the measurement on data.
func (s Sampled) marginal(c *experiment.Context, data dataset.Data) (*Marginal, error) {
	p, err := NewPosterior(c, s.Model.Posterior(data), exact.Grid{})
	if err != nil {
		return nil, err
	}
	h, digest := s.Histogram.Of(dynamics.Component{I: 0}), data.Digest()
	below, mass, above := p.MarginalMasses(0, h.Lo, h.Hi, h.Bins)
	err = study.Resolve(c, mass, below+above, "histogram")
	if err != nil {
		return nil, err
	}
	law := Law{Mass: mass, Sigma: p.MeanGradCov()}
	if len(p.Modes) > 1 {
		law.Weight = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
	}
	return &Marginal{
		Posterior: p, Histogram: h, Law: law, settings: s.Settings, digest: digest,
	}, err
}

// Marginal is the posterior of a mixture and its marginal distribution of θ₁, from which the L¹
// error is the distance (eq. erreur_L1).
type Marginal struct {
	Posterior *exact.MixtureGrid
	Histogram simulate.Histogram // of θ₁
	Law

	settings study.Settings
	digest   string   // of the data
	biases   sync.Map // of functions that return the bias in polynomials of a degree
}

// Law are integrals over the posterior of a mixture.
type Law struct {
	Mass   []float64 // of the posterior in each bin
	Weight float64   // of the mode that is not the highest, 0 if there is one mode
	Sigma  []float64 // Σ̄, the mean of Σ_x under the posterior
}

// NewPosterior returns the quadrature of the mixture in the tables [data] and [model] of a spec, or
// an error about what it cannot do: a single component, extreme standard deviations, and data so
// far apart, in units of the least standard deviation l of a θ_i, that the nodes would fill the
// memory.
func NewPosterior(
	c *experiment.Context, m *model.Mixture, g exact.Grid,
) (*exact.MixtureGrid, error) {
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
		return nil, c.Errorf("data", "quadrature needs data whose range, with 0, is at most %d standard "+
			"deviations l = %.3g of the posterior; got %g to %g", most, l, lo, hi)
	}
	return exact.NewMixtureGrid(m, g), nil
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

// second is 1 where θ is nearer to the second mode.
func (g *Marginal) second() simulate.Moments {
	return simulate.Moments{Of: dynamics.Above{Of: g.crossings().Of}}
}

// Visited returns points that stand for where θ goes: the means over the parts of the plane that
// are nearer to one of the two highest modes than to the other, points two standard deviations to
// either side of them along both axes, and the point halfway.
func (g *Marginal) Visited() [][]float64 {
	modes := g.Posterior.Modes[:min(2, len(g.Posterior.Modes))]
	var sums [2]struct{ mass, x, y, xx, yy float64 }
	g.Posterior.Each(func(theta []float64, mass float64) {
		k := 0
		if len(modes) > 1 && away(theta, modes[1].Theta) < away(theta, modes[0].Theta) {
			k = 1
		}
		s, x, y := &sums[k], theta[0], theta[1]
		s.mass += mass
		s.x += float64(mass * x)
		s.y += float64(mass * y)
		s.xx += float64(mass * float64(x*x))
		s.yy += float64(mass * float64(y*y))
	})
	round := func(x float64) float64 { return math.RoundToEven(x*0x1p10) * 0x1p-10 }
	var points [][]float64
	for k := range modes {
		s := sums[k]
		x, y := s.x/s.mass, s.y/s.mass
		dx := 2 * math.Sqrt(s.xx/s.mass-float64(x*x))
		dy := 2 * math.Sqrt(s.yy/s.mass-float64(y*y))
		for _, p := range [][2]float64{{x, y}, {x - dx, y}, {x + dx, y}, {x, y - dy}, {x, y + dy}} {
			points = append(points, []float64{round(p[0]), round(p[1])}) // the same on every machine
		}
	}
	if len(modes) > 1 {
		a, b := modes[0].Theta, modes[1].Theta
		points = append(points, []float64{round(0.5 * (a[0] + b[0])), round(0.5 * (a[1] + b[1]))})
	}
	return points
}

// away is the square of the distance of two points.
func away(a, b []float64) float64 {
	return float64((a[0]-b[0])*(a[0]-b[0])) + float64((a[1]-b[1])*(a[1]-b[1]))
}

// Chain returns the chain of a scheme, whose time step is p.Dt, at a point. It starts from the two
// highest modes in proportion to their weights, and observes the histogram of θ₁, the crossings,
// and where θ is nearer to the second mode.
func (g *Marginal) Chain(scheme dynamics.Scheme, p study.Point) *simulate.Chain {
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
	c.Observe = append(c.Observe, g.crossings(), g.second())
	return c
}

// L1 adds the L¹ error of one point to a table as [Marginal.Rows] does, and sets the status of row.
func (g *Marginal) L1(t *table.Table, row table.Row, x *simulate.Samples) {
	if x.Diverged {
		study.Classify(row, x, g.Sigma, study.Varying, 1)
		t.Measure(row, "L1", estimate.Unknown())
		return
	}
	var cross *estimate.Crossings
	var modes []*estimate.TimeBlocks
	if len(g.Posterior.Modes) > 1 {
		cross, modes = x.Crossings(g.crossings()), x.All(g.second().Of)
	}
	slowest := 1.0
	if f, ok := x.Chain.Scheme.Friction.(dynamics.Extended); ok {
		slowest = min(1, g.Posterior.SlowestDirection(f.Basis))
	}
	study.Classify(row, x, g.Sigma, study.Varying, slowest, modes...)
	if cross != nil && row["status"] == table.OK && cross.Rate().Value < minCrossings {
		row["status"] = table.Unmixed
	}
	t.MeasureL1(row, "L1", x.Histogram(g.Histogram).L1(g.Mass))
}

// Rows adds the measurements of one point to a table whose columns include "raw" and "floor", and
// "s" for Adaptive Langevin dynamics, each in a copy of row:
//
//	L1          the L¹ error, corrected for noise; raw without correction, and the floor of noise
//	            alone
//	crossings   of a replica from mode to mode
//	xi, var xi  [XiRows], for Adaptive Langevin dynamics
//
// all with the status of the point ([Classify]), which watches the mode weight too. A settled point
// at which the replicas crossed fewer than minCrossings times is unmixed.
func (g *Marginal) Rows(t *table.Table, row table.Row, x *simulate.Samples) {
	if g.L1(t, row, x); x.Diverged {
		return
	}
	if len(g.Posterior.Modes) > 1 {
		t.Measure(row, "crossings", x.Crossings(g.crossings()).Rate())
	}
	if _, adaptive := dynamics.BaseOf(x.Chain.Scheme.Friction); adaptive {
		study.XiRows(t, row, x, g.Sigma, study.Varying)
	}
}

// Model is the [model] table of a spec with a mixture.
type Model struct {
	W          float64 `toml:"w" spec:"positive"`
	Sigma1     float64 `toml:"sigma1" spec:"positive"`
	Sigma2     float64 `toml:"sigma2" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k Model) Posterior(d dataset.Data) *model.Mixture {
	return &model.Mixture{
		X: d.X, W: k.W, Sigma1: k.Sigma1, Sigma2: k.Sigma2, SigmaTheta: k.SigmaTheta,
	}
}
