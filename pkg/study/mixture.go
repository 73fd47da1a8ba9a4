package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// MixtureModel is the [model] table of a spec with a mixture of two Gaussians (section 2.5.2).
type MixtureModel struct {
	W          float64 `toml:"w" spec:"positive,below=1"`
	Sigma1     float64 `toml:"sigma1" spec:"positive"`
	Sigma2     float64 `toml:"sigma2" spec:"positive"`
	SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
}

// Posterior returns the posterior given data.
func (k MixtureModel) Posterior(d dataset.Data) *model.Mixture {
	return &model.Mixture{
		X: d.X, W: k.W, Sigma1: k.Sigma1, Sigma2: k.Sigma2, SigmaTheta: k.SigmaTheta,
	}
}

// NewMixtureGrid returns the quadrature of the posterior in the tables [data] and [model] of a
// spec, or an error about cases it cannot treat: extreme standard deviations, and data so far
// apart, in units of the smallest standard deviation l of a θ_i, that the nodes would fill the
// memory.
func NewMixtureGrid(
	c Context, m *model.Mixture, g exact.Grid,
) (*exact.MixtureGrid, error) {
	const most = 1000
	lo, hi := min(0, slices.Min(m.X)), max(0, slices.Max(m.X)) // where the modes are
	sigma := min(m.Sigma1, m.Sigma2)
	l := 1 / math.Sqrt(
		float64(len(m.X))/(sigma*sigma)+1/(m.SigmaTheta*m.SigmaTheta))
	if n := (hi - lo) / l; !(n <= most) {
		return nil, c.Errorf("data", "quadrature needs data whose range, with 0, is at most %d standard "+
			"deviations l = %.3g of the posterior; got %g to %g; model.sigma1, sigma2 and sigma_theta, on "+
			"which l depends, should be of the size of the data", most, l, lo, hi)
	}
	return exact.NewMixtureGrid(m, g), nil
}

// Mixture are the keys of a spec that samples the posterior of a mixture and measures the L¹ error
// on the marginal of θ₁.
type Mixture struct {
	Settings
	Histogram Histogram      `toml:"histogram"`
	Data      dataset.Source `toml:"data"`
	Model     MixtureModel   `toml:"model"`
	Control   Control        `toml:"control,omitempty" spec:"optional"`
}

// MixturePosterior is the posterior and integrals over it. The L¹ error is the distance from its
// marginal distribution of θ₁ (eq. erreur_L1).
type MixturePosterior struct {
	*exact.MixtureGrid
	Seed      uint64             // of the data
	Histogram simulate.Histogram // of θ₁
	Mass      []float64          // of the posterior in each bin
	Weight    float64            // of the second highest mode, 0 if there is one mode
	// Sigma is Σ̄, the mean of Σ_x under the posterior, in the coordinates of the chains (see
	// [MixturePosterior.Turned]).
	Sigma []float64

	spec    Mixture
	data    dataset.Data
	digest  string // of the data
	control model.Control
	others  map[string]*MixturePosterior // with other data or control variates
	biases  *sync.Map                    // functions that return the bias in polynomials of a degree
	turned  *model.Rotated               // the model of chains, nil in the given coordinates
}

// Load loads the data, checks the spec, and computes the integrals.
func (s Mixture) Load(c Context) (*MixturePosterior, error) {
	if err := s.Histogram.Check(c); err != nil {
		return nil, err
	}
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.on(c, data, "control")
}

// on computes the integrals for data. key is the key of the control variates.
func (s Mixture) on(
	c Context, data dataset.Data, key string,
) (*MixturePosterior, error) {
	p, err := NewMixtureGrid(c, s.Model.Posterior(data), exact.Grid{})
	if err != nil {
		return nil, err
	}
	control, err := s.Control.Centres(c, key, p.Model)
	if err != nil {
		return nil, err
	}
	p = p.With(control.Terms(p.Model))
	g := &MixturePosterior{
		MixtureGrid: p, Seed: s.Data.Seed, Histogram: s.Histogram.On(dynamics.Component{I: 0}),
		Sigma: p.MeanGradCov(), spec: s, data: data, digest: data.Digest(), control: control,
		others: map[string]*MixturePosterior{}, biases: new(sync.Map),
	}
	if g.Mass, err = g.masses(c); err != nil {
		return nil, err
	}
	if len(p.Modes) > 1 {
		g.Weight = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
	}
	return g, nil
}

// masses returns the posterior's mass in the bins of the histogram. For data other than the
// figure's, the default range of the histogram is five standard deviations to either side of the
// mean.
func (g *MixturePosterior) masses(c Context) ([]float64, error) {
	h := &g.Histogram
	_, mass, _ := g.MarginalMasses(0, h.Lo, h.Hi, h.Bins)
	const least = 0.5
	if floats.Sum(mass) >= least {
		return mass, nil
	}
	mean, cov := g.Moments()
	reach := 5 * math.Sqrt(cov[0])
	lo, hi := mean[0]-reach, mean[0]+reach
	if !c.Inherits("histogram.lo") || !c.Inherits("histogram.hi") {
		return nil, c.Errorf("histogram.hi", "expected a range with the posterior of θ₁, which is about "+
			"%.3g to %.3g; got %g to %g", lo, hi, h.Lo, h.Hi)
	}
	h.Lo, h.Hi = linalg.Round(lo, digits), linalg.Round(hi, digits)
	c.Notef("histogram: lo = %.3g, hi = %.3g, where the posterior of θ₁ is", h.Lo, h.Hi)
	_, mass, _ = g.MarginalMasses(0, h.Lo, h.Hi, h.Bins)
	return mass, nil
}

// Target is g.Model.
func (g *MixturePosterior) Target() model.Model { return g.Model }

// Cells returns the seed and the number of the data.
func (g *MixturePosterior) Cells(*Run) table.Row {
	return table.Row{"data": g.Seed, "ndata": g.Model.Ndata()}
}

// Variants returns the posteriors given the data of other seeds, and with control variates (see
// [Varied]). Each is made once.
func (g *MixturePosterior) Variants(
	c Context, seeds []uint64, k Control, key string,
) (all []Posterior, err error) {
	k = cmp.Or(k, g.spec.Control)
	for _, seed := range or(seeds, g.Seed) {
		name := fmt.Sprint(seed, k)
		switch {
		case seed == g.Seed && k == g.spec.Control:
			all = append(all, g)
			continue
		case seed != g.Seed && g.spec.Data.File != "":
			continue
		case g.others[name] == nil:
			s, data := g.spec, g.data
			s.Data.Seed, s.Control = seed, k
			if seed != g.Seed {
				if data, err = s.Data.Load(); err != nil {
					return nil, err
				}
			}
			if g.others[name], err = s.on(c, data, key); err != nil {
				return nil, err
			}
		}
		all = append(all, g.others[name])
	}
	return all, nil
}

// MeanCov returns Σ̄ by quadrature.
func (g *MixturePosterior) MeanCov() (sigma []float64, gradients int, err error) {
	return g.Sigma, math.MaxInt, nil
}

// Turned returns the posterior with chains along other axes (see [Rotatable]).
func (g *MixturePosterior) Turned(m *model.Rotated, sigma []float64) Posterior {
	r := *g
	r.turned, r.Sigma = m, sigma
	return &r
}

// Chain returns the chain of a scheme at a point. θ starts from the two highest modes in proportion
// to their weights, and ξ at its expected mean. It observes the histogram of θ₁, the crossings, and
// whether θ is nearer to the second mode. Gaussian noise has the constant covariance Σ̄ in the form
// of ξ.
func (g *MixturePosterior) Chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.chain(scheme, p)
	if g.turned != nil {
		c.Model = g.turned
	}
	Settle(c, g.Sigma, g.spec.BurnInXi)
	f, ok := scheme.Friction.(dynamics.AdL)
	if ok && p.Sampling == minibatch.Gaussian && g.turned == nil {
		s := linalg.RoundedSym(dynamics.Project(f.Form, g.Sigma), digits)
		c.Model = &model.GaussianNoise{
			Model: g.Model, Name: fmt.Sprintf("constant %s", dynamics.Digest(s)),
			Cov: func(cov, _ []float64) { copy(cov, s) },
		}
	}
	return c
}

// chain is Chain without the start of ξ.
func (g *MixturePosterior) chain(scheme dynamics.Scheme, p Point) *simulate.Chain {
	c := g.spec.Chain(g.Model, g.digest, scheme, p)
	c.Control = g.control
	c.Observe = append(c.Observe, g.Histogram)
	if len(g.Modes) < 2 {
		c.Theta = [][]float64{g.mode(0)}
		return c
	}
	seconds := func(replicas int) float64 {
		return math.Round(float64(replicas) * linalg.Round(g.Weight, digits))
	}
	for r := range c.Replicas {
		c.Theta = append(c.Theta, g.mode(int(seconds(r+1)-seconds(r))))
	}
	c.Observe = append(c.Observe, g.crossings(), g.second())
	return c
}

// mode is a mode as chains take it.
func (g *MixturePosterior) mode(k int) []float64 {
	return linalg.Rounded(g.Modes[k].Theta, digits)
}

// minCrossings is how often a replica must change modes, on average, for a point to count as mixed.
// With fewer crossings the weights of the modes depend on the start.
const minCrossings = 10

// crossings counts how often a replica moves between the two highest modes: from halfway between
// their midpoint and one mode to halfway between the midpoint and the other.
func (g *MixturePosterior) crossings() simulate.Crossings {
	between := dynamics.Between{A: g.mode(0), B: g.mode(1)}
	return simulate.Crossings{Of: between, Lo: -0.25, Hi: 0.25}
}

// second is 1 where θ is nearer to the second mode.
func (g *MixturePosterior) second() simulate.Moments {
	return simulate.Moments{Of: dynamics.Above{Of: g.crossings().Of}}
}

// Criteria returns those of [NewCriteria] for Σ̄, with the weight of the second mode among the
// watched numbers. ξ(θ) of an extended friction may relax slowly (exact.SlowestDirection).
func (g *MixturePosterior) Criteria(x *simulate.Samples) Criteria {
	k := NewCriteria(x, g.Sigma)
	if x.Diverged {
		return k
	}
	if f, ok := x.Chain.Scheme.Friction.(dynamics.Extended); ok {
		k.Relaxation /= min(1, g.SlowestDirection(f.Basis))
	}
	if len(g.Modes) > 1 {
		k.Watch(x.All(g.second().Of)...)
		k.RarelyCrosses = x.Crossings(g.crossings()).Rate().Value < minCrossings
	}
	return k
}

// Mixture returns the posterior of a run on a mixture. It panics for other posteriors.
func (r *Run) Mixture() *MixturePosterior {
	if x, ok := r.Posterior.(*extended); ok {
		return x.mixture
	}
	return r.Posterior.(*MixturePosterior)
}

// L1 adds the L¹ error of a run on a mixture, with its cells, to a table whose columns include
// "raw", the error without correction for noise, and "floor", the error from noise alone.
func (r *Run) L1(t *table.Table, row table.Row) {
	if r.Diverged {
		t.Measure(row, table.L1, estimate.Unknown())
		return
	}
	g := r.Mixture()
	t.MeasureL1(row, "L1", r.Histogram(g.Histogram).L1(g.Mass))
}

// Crossings adds how often a replica changed modes, if there are two.
func (g *MixturePosterior) Crossings(t *table.Table, r *Run) {
	if len(g.Modes) > 1 && !r.Diverged {
		t.Measure(r.Row(t), "crossings", r.Samples.Crossings(g.crossings()).Rate())
	}
}

// MixtureTable returns an empty table of runs, with more columns.
func MixtureTable(more ...string) *table.Table {
	params := []string{"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt"}
	return table.New(table.Columns(params, append([]string{"raw", "floor", "s"}, more...)...)...)
}

// MixtureRuns are the keys of a spec for runs on a mixture.
type MixtureRuns struct {
	Mixture
	Runs
}

// Load returns the posterior and all runs.
func (s MixtureRuns) Load(c Context) (*MixturePosterior, []*Run, error) {
	g, err := s.Mixture.Load(c)
	if err != nil {
		return nil, nil, err
	}
	runs, err := s.List(c, g)
	return g, runs, err
}

// MixtureErrors computes the table of the L¹ errors of all runs of a study, and of the mean of a
// diagonal ξ with its prediction (exact.MeanXi).
func MixtureErrors(c Context, s MixtureRuns) (*table.Table, error) {
	_, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := Sample(c, runs); err != nil {
		return nil, err
	}
	t := MixtureTable()
	for _, r := range runs {
		row := r.Row(t)
		r.L1(t, row)
		if r.Friction == Diagonal || r.Friction == Rotated {
			XiRows(t, row, r.Samples, r.Mixture().Sigma, false)
		}
	}
	return t, nil
}
