package study

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Regression are the keys of a spec that samples the posterior of logistic regression (section
// 3.4). Figures 8 to 10 share these keys and the cached runs.
type Regression struct {
	Chains
	Runs

	// Scaling lists the scores that serve as covariates: "whiten" for unit variance, "scale" for
	// pixels in [0, 1]. Other data are used unchanged.
	Scaling []string `toml:"scaling" spec:"in=whiten|scale,nonempty,distinct"`

	// Observe lists observables besides the moments of θ and ξ, in runs with batches of N data.
	Observe struct {
		N          int     `toml:"n" spec:"min=1"`
		Components []int   `toml:"components" spec:"min=1,distinct"` // of θ, from 1
		Pairs      [][]int `toml:"pairs"`
		// Width is half the width of the histograms, in standard deviations of the Laplace
		// approximation.
		Width     float64 `toml:"width" spec:"min=0.001,max=1000"`
		Bins      int     `toml:"bins" spec:"min=1,max=10000"`
		JointBins int     `toml:"joint_bins" spec:"min=2,max=200"`
	} `toml:"observe"`

	// Draws is the number of pairs of points of the Laplace approximation over which Σ_x is averaged.
	// This mean determines the start of ξ and serves as a reference.
	Draws int `toml:"draws" spec:"min=1,max=1000"`

	Data    dataset.LabelledSource `toml:"data"`
	Control Control                `toml:"control,omitempty" spec:"optional"`
}

// RegressionPosterior is the posterior for the scores of one scaling, with its Laplace
// approximation and its runs.
type RegressionPosterior struct {
	Regression
	Scaling string // of the scores; empty for data without scores
	Train   dataset.Labelled
	Digest  string // of Train
	Model   *model.Logistic
	Laplace *exact.Laplace
	// Sigma is Σ̄, the mean of Σ_x over the Laplace approximation, in the coordinates of the chains
	// (see [RegressionPosterior.Turned]).
	Sigma []float64
	Runs  []*Run

	centres model.Control // of control variates
	draws   []*Exact
	turned  *model.Rotated // the model of chains, nil in the given coordinates
}

// Streams of a spec's seed for points of the Laplace approximation.
const (
	keySigma    = iota // over which Σ_x is averaged
	keyStart           // for the starts of replicas
	keyWeighted        // for weighted draws of the posterior
)

// Load loads the data in every scaling, approximates the posteriors and checks the spec.
func (s Regression) Load(c Context) (ps []*RegressionPosterior, err error) {
	if s.Data.PCA != "" {
		return nil, c.Errorf("data.pca", "expected none, since the key scaling lists the scores")
	}
	if s.Data.File != "" || s.Data.Kind == "classes" || s.Data.Kind == "correlated" {
		s.Scaling = []string{""}
	}
	for _, scaling := range s.Scaling {
		p, err := s.load(c, scaling)
		if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// load loads the data in a scaling.
func (s Regression) load(c Context, scaling string) (*RegressionPosterior, error) {
	s.Data.PCA = scaling
	train, _, err := c.Labelled(s.Data)
	if err != nil {
		return nil, err
	}
	if len(train.Y) < 2 {
		return nil, c.Errorf("data", "expected at least two data, got %d", len(train.Y))
	}
	for i, k := range s.Observe.Components {
		if k > train.D {
			return nil, c.Errorf(fmt.Sprintf("observe.components[%d]", i),
				"expected one of the %d components, got %d", train.D, k)
		}
	}
	for i, p := range s.Observe.Pairs {
		if len(p) != 2 || min(p[0], p[1]) < 1 || max(p[0], p[1]) > train.D {
			return nil, c.Errorf(fmt.Sprintf("observe.pairs[%d]", i),
				"expected two of the %d components, got %d", train.D, p)
		}
	}
	p := &RegressionPosterior{
		Regression: s, Scaling: scaling, Train: train, Digest: train.Digest(),
		Model: &model.Logistic{Z: train.Z, D: train.D, Y: train.Y},
	}
	if p.Laplace, err = exact.NewLaplace(p.Model); err != nil {
		return nil, c.Errorf("data", "%v", err)
	}
	return p, p.estimate(c)
}

// Variants returns the posterior with other control variates (see [Varied]). Its data have no
// seeds.
func (p *RegressionPosterior) Variants(
	c Context, seeds []uint64, k Control, key string,
) ([]Posterior, error) {
	if seeds != nil {
		return nil, c.Errorf("seeds", "expected none, since the data have no seed")
	}
	q := *p
	q.Control, q.Runs = k, nil
	return []Posterior{&q}, q.estimate(c)
}

// estimate finds the centres of control variates, and Σ̄ with them.
func (p *RegressionPosterior) estimate(c Context) (err error) {
	if p.centres, err = p.Control.Centres(c, "control", p.Model); err != nil {
		return err
	}
	p.Sigma = exact.MeanGradCov(p.centres.Terms(p.Model), p.Laplace.Draws(p.Draws, p.Seed, keySigma))
	return nil
}

// MeanCov returns Σ̄ over the Laplace approximation.
func (p *RegressionPosterior) MeanCov() (sigma []float64, gradients int, err error) {
	return p.Sigma, 2 * p.Draws * p.Model.Ndata(), nil
}

// Turned returns the posterior with chains along other axes (see [Rotatable]).
func (p *RegressionPosterior) Turned(m *model.Rotated, sigma []float64) Posterior {
	r := *p
	r.turned, r.Sigma = m, sigma
	return &r
}

// Apart returns points of the Laplace approximation that Σ̄ does not use.
func (p *RegressionPosterior) Apart() [][]float64 { return p.Laplace.Draws(2, p.Seed, keyWeighted) }

// List lists the runs of the spec.
func (p *RegressionPosterior) List(c Context) (err error) {
	p.Runs, err = p.Regression.List(c, p)
	for _, r := range p.Runs {
		if f, ok := r.Chain.Scheme.Friction.(dynamics.AdL); ok {
			if err := f.Check(vec.Components, p.Model.D); err != nil {
				return c.Errorf("friction", "%v", err)
			}
		}
	}
	return err
}

// Target is p.Model.
func (p *RegressionPosterior) Target() model.Model { return p.Model }

// Cells returns the scaling.
func (p *RegressionPosterior) Cells(*Run) table.Row { return table.Row{"scaling": p.Scaling} }

// Chain returns the chain of a scheme at a point. It starts at points of the Laplace approximation.
// ξ starts with the distribution of Lemma lemmeADL for the mean covariance Σ̄ of one datum's
// gradient: mean exact.MeanXi, variance 1/η, or 1/(2η) off the diagonal.
func (p *RegressionPosterior) Chain(scheme dynamics.Scheme, at Point) *simulate.Chain {
	c := p.Chains.Chain(p.Model, p.Digest, scheme, at)
	c.Control, c.Layout = p.centres, vec.Components
	c.Theta = Rounded(p.Laplace.Draws((p.Replicas+1)/2, p.Seed, keyStart))
	c.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Theta{}}}
	if p.turned != nil {
		c.Model = p.turned
	}
	Settle(c, p.Sigma, 0)
	if form, _ := formOf(scheme.Friction); form == nil {
		return c
	}
	f, adaptive := scheme.Friction.(dynamics.AdL)
	if adaptive {
		c.XiVar = 1 / f.Eta
		c.Observe = append(c.Observe, simulate.Moments{Of: dynamics.Xi{Diagonal: true}})
	}
	c.Observe = append(c.Observe, simulate.Last{Of: dynamics.Theta{}})
	if at.N == p.Observe.N {
		p.observe(c)
		if adaptive {
			c.Observe = append(c.Observe, simulate.Mean{Of: dynamics.Xi{}})
		}
	}
	return c
}

// Criteria returns what decides the status of a run. ξ starts from its stationary distribution, as
// far as it is known, so the burn-in may be short. θ and the entries of ξ have to settle; θ has to
// mix. A run from rest has no burn-in.
func (p *RegressionPosterior) Criteria(x *simulate.Samples) Criteria {
	c, k := x.Chain, Criteria{Constant: true}
	_, adaptive := c.Scheme.Friction.(dynamics.AdL)
	if s := noiseOf(c, p.Sigma); !math.IsNaN(s) {
		k.S = s
	}
	if c.Rest {
		k.KnownStatus = table.Unsettled
	}
	if x.Diverged || c.Rest {
		return k
	}
	k.Watch(x.All(dynamics.Theta{})...)
	if adaptive {
		k.Growing = grows(x.All(dynamics.Xi{Diagonal: true}))
		for _, w := range watchXi(x, 0) {
			w.apart = true
			k.watch = append(k.watch, w)
		}
	}
	return k
}

// grows reports whether the mean over the diagonal of ξ grows (estimate.Grows), or whether one
// diagonal entry grows by more than ten standard errors. The threshold is ten because, of a hundred
// entries measured by few replicas, some are off by five.
func grows(entries []*estimate.TimeBlocks) bool {
	weight := make([]float64, len(entries))
	for i, b := range entries {
		weight[i] = 1 / float64(len(entries))
		trend := b.Trend()
		if estimate.Grows(trend, b.Mean()) && trend.Value > 10*trend.StdErr {
			return true
		}
	}
	mean := average(entries, weight)
	return estimate.Grows(mean.Trend(), mean.Mean())
}

// observe adds the statistics that Figures 8 and 9 need.
func (p *RegressionPosterior) observe(c *simulate.Chain) {
	for _, k := range p.Observe.Components {
		c.Observe = append(c.Observe, p.Marginal(k))
	}
	for _, k := range p.Observe.Pairs {
		c.Observe = append(c.Observe, p.Joint(k))
	}
}

// span returns the ends of the histograms of component k, counted from 1.
func (p *RegressionPosterior) span(k int) (lo, hi float64) {
	mean, sd := p.Laplace.Mean[k-1], math.Sqrt(p.Laplace.Cov[(k-1)*p.Train.D+k-1])
	half := p.Observe.Width * sd
	return linalg.Round(mean-half, digits), linalg.Round(mean+half, digits)
}

// Marginal returns the histogram of component k, counted from 1.
func (p *RegressionPosterior) Marginal(k int) simulate.Histogram {
	lo, hi := p.span(k)
	return simulate.Histogram{Of: dynamics.Component{I: k - 1}, Lo: lo, Hi: hi, Bins: p.Observe.Bins}
}

// Joint returns the joint histogram of two components, counted from 1.
func (p *RegressionPosterior) Joint(pair []int) simulate.Joint {
	j := simulate.Joint{
		X: dynamics.Component{I: pair[0] - 1}, Y: dynamics.Component{I: pair[1] - 1},
		Bins: p.Observe.JointBins,
	}
	for i, k := range pair {
		j.Lo[i], j.Hi[i] = p.span(k)
	}
	return j
}

// Sampled loads the data and runs the runs of the spec, in every scaling.
func (s Regression) Sampled(c Context) ([]*RegressionPosterior, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, p := range ps {
		if err := p.List(c); err != nil {
			return nil, err
		}
	}
	return ps, SampleRegression(c, ps)
}

// SampleRegression runs the chains and the draws of one or more posteriors, together with exact
// computations.
func SampleRegression(c Context, ps []*RegressionPosterior, exact ...*Exact) error {
	var runs []*Run
	for _, p := range ps {
		runs, exact = append(runs, p.Runs...), slices.Concat(exact, p.draws)
	}
	return Sample(c, runs, exact...)
}

// RegressionTable returns a table with columns for the results and for the parameters, including
// "scaling" and "data". The table begins with a row about the data for each scaling.
func RegressionTable(ps []*RegressionPosterior, params []string, results ...string) *table.Table {
	t := table.New(table.Columns(params, results...)...)
	for _, p := range ps {
		t.AddValue(table.Row{
			"scaling": p.Scaling, "data": p.Train.Origin, "source": table.Exact, "status": table.OK,
		}, table.DataPoint, float64(len(p.Train.Y)))
	}
	return t
}

// Errors adds the mean errors of the variances of θ in a run, relative to those of the posterior
// (Draw).
func (p *RegressionPosterior) Errors(t *table.Table, row table.Row, run *Run) {
	if run.Diverged {
		t.Measure(row, table.Error, estimate.Unknown())
		return
	}
	e := estimate.NewVariances(run.All(dynamics.Theta{})).Error(p.Variances())
	t.MeasureL1(row, "error", e.L1)
	t.Measure(row, "signed error", e.Signed)
}
