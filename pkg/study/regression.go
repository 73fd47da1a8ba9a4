package study

import (
	"fmt"
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
	"adl/pkg/vec"
)

// Regression are the keys of a spec that samples the posterior of logistic regression (section
// 3.4). Figures 8 to 10 share these keys and the cached runs.
type Regression struct {
	Chains
	AdL
	Friction []Friction `toml:"friction" spec:"nonempty,distinct"`
	Dt       float64    `toml:"dt" spec:"positive"`

	// Scaling lists the scores that serve as covariates: "whiten" for unit variance, "scale" for
	// pixels in [0, 1]. Data from a file are used unchanged.
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
		JointBins int     `toml:"joint_bins" spec:"min=1,max=200"`
		// Predict is the time between states used for the posterior predictive probabilities.
		Predict float64 `toml:"predict_every" spec:"positive"`
	} `toml:"observe"`

	// Draws is the number of pairs of points of the Laplace approximation over which Σ_x is averaged.
	// This mean determines the start of ξ and serves as a reference.
	Draws int `toml:"draws" spec:"min=1,max=1000"`

	Data dataset.LabelledSource `toml:"data"`
	Estimator
}

// RegressionPosterior is the posterior for the scores of one scaling, with its Laplace
// approximation and its runs.
type RegressionPosterior struct {
	Regression
	Scaling        string // of the scores; empty for data without scores
	Train, HeldOut dataset.Labelled
	Digest         string // of Train
	Model          *model.Logistic
	Laplace        *exact.Laplace
	Sigma          []float64 // the mean of Σ_x over the Laplace approximation
	Runs           []*RegressionRun

	sampled model.Model // Model, perhaps with control variates
	draws   []*Exact
}

// RegressionRun is a run of Adaptive Langevin dynamics, or of Langevin dynamics without a friction.
type RegressionRun struct {
	Run
	S       float64 // exact.BatchNoise; 0 for Langevin dynamics and along permutations
	Printed bool    // see Print
}

// Streams of a spec's seed for points of the Laplace approximation.
const (
	keySigma    = iota // over which Σ_x is averaged
	keyStart           // for the starts of replicas
	keyWeighted        // for weighted draws of the posterior
)

// Load loads the data in every scaling, approximates the posteriors and checks the spec.
func (s Regression) Load(c *experiment.Context) (ps []*RegressionPosterior, err error) {
	if s.Data.PCA != "" {
		return nil, c.Errorf("data.pca", "expected none, since the key scaling lists the scores")
	}
	if s.Data.File != "" || s.Data.Kind == "classes" {
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
func (s Regression) load(c *experiment.Context, scaling string) (*RegressionPosterior, error) {
	s.Data.PCA = scaling
	train, heldOut, err := c.Labelled(s.Data)
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
		Regression: s, Scaling: scaling, Train: train, HeldOut: heldOut, Digest: train.Digest(),
		Model: &model.Logistic{Z: train.Z, D: train.D, Y: train.Y},
	}
	if p.Laplace, err = exact.NewLaplace(p.Model); err != nil {
		return nil, c.Errorf("data", "%v", err)
	}
	return p, p.estimate(c)
}

// Estimating returns the posterior without its runs, for runs that estimate the gradient in a way.
func (p *RegressionPosterior) Estimating(
	c *experiment.Context, way Gradient,
) (*RegressionPosterior, error) {
	q := *p
	q.Control, q.Sampling = way.Keys()
	q.Runs = nil
	return &q, q.estimate(c)
}

// estimate makes the model that is sampled.
func (p *RegressionPosterior) estimate(c *experiment.Context) (err error) {
	if p.sampled, err = p.Control.Of(c, "control", p.Model); err != nil {
		return err
	}
	p.Sigma = exact.MeanGradCov(p.sampled, p.Laplace.Draws(p.Draws, p.Seed, keySigma))
	return nil
}

// Apart returns points of the Laplace approximation that Σ̄ does not use.
func (p *RegressionPosterior) Apart() [][]float64 { return p.Laplace.Draws(2, p.Seed, keyWeighted) }

// Add adds a run with a friction, batches of n data, by default without replacement, and the total
// time T. With the friction "" it is a run of Langevin dynamics, scheme OABAO. key names n in the
// spec. Runs start at points of the Laplace approximation. ξ starts with the distribution of Lemma
// lemmeADL for the mean covariance Σ̄ of one datum's gradient: mean exact.MeanXi, variance 1/η, or
// 1/(2η) off the diagonal.
func (p *RegressionPosterior) Add(
	c *experiment.Context, key string, k Friction, n int, T float64,
) (*RegressionRun, error) {
	point, err := NewPoint(c, key, p.Sampling, p.Model.Ndata(), n, p.Dt)
	if err != nil {
		return nil, err
	}
	method, scheme := "Langevin", Langevin("OABAO", p.Gamma)
	if k != "" {
		method = "AdL"
		name := fmt.Sprintf("friction[%d]", slices.Index(p.Friction, k))
		if scheme, err = p.Scheme(c, p.Model, k, name); err != nil {
			return nil, err
		}
		if err := scheme.Friction.(dynamics.AdL).Check(vec.Components, p.Model.D); err != nil {
			return nil, c.Errorf(name, "%v", err)
		}
	}
	chain := p.Chain(p.sampled, p.Digest, scheme, point)
	chain.Layout, chain.T = vec.Components, T
	chain.Theta = p.Laplace.Draws((p.Replicas+1)/2, p.Seed, keyStart)
	chain.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Theta{}}}
	run := &RegressionRun{Run: Run{Point: point, Method: method, Friction: k, Chain: chain}}
	p.Runs = append(p.Runs, run)
	if k == "" {
		return run, nil
	}
	f := run.AdL()
	chain.Xi, _ = exact.MeanXi(f.Form, p.Sigma, run.Epsilon, f.Gamma, p.Dt)
	chain.XiVar = 1 / f.Eta
	if !point.Sampling.Along() {
		run.S = exact.BatchNoise(run.Epsilon, p.Dt, exact.Lambda(f.Form, p.Sigma))
	}
	chain.Observe = append(chain.Observe,
		simulate.Moments{Of: dynamics.Xi{Diagonal: true}}, simulate.Last{Of: dynamics.Theta{}})
	if n == p.Observe.N {
		p.observe(chain)
	}
	return run, nil
}

// Print makes the run start as in the paper, at θ = p = 0 and ξ = γI, without a burn-in.
func (r *RegressionRun) Print() {
	c := r.Chain
	r.Printed = true
	c.Theta, c.Rest, c.Xi, c.XiVar, c.BurnIn = nil, true, make([]float64, c.Model.Dim()), 0, 0
	for i := range c.Xi {
		c.Xi[i] = r.AdL().Gamma
	}
}

// observe adds the statistics that Figures 8 and 9 need.
func (p *RegressionPosterior) observe(c *simulate.Chain) {
	for _, k := range p.Observe.Components {
		c.Observe = append(c.Observe, p.Marginal(k))
	}
	for _, k := range p.Observe.Pairs {
		c.Observe = append(c.Observe, p.Joint(k))
	}
	c.Observe = append(c.Observe, simulate.Mean{Of: dynamics.Xi{}})
	if len(p.HeldOut.Y) > 0 { // not needed, but the keys of the committed results name it
		c.Observe = append(c.Observe, simulate.Mean{
			Of: dynamics.Predictive{
				Model: p.Model, Z: p.HeldOut.Z, Digest: p.HeldOut.Digest(),
			},
			Every: p.Observe.Predict,
		})
	}
}

// span returns the ends of the histograms of component k, counted from 1.
func (p *RegressionPosterior) span(k int) (lo, hi float64) {
	mean, sd := p.Laplace.Mean[k-1], math.Sqrt(p.Laplace.Cov[(k-1)*p.Train.D+k-1])
	return mean - p.Observe.Width*sd, mean + p.Observe.Width*sd
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

// SampleObserved loads the data and runs every friction with batches of Observe.N data, in every
// scaling.
func (s Regression) SampleObserved(c *experiment.Context) ([]*RegressionPosterior, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, p := range ps {
		for _, k := range s.Friction {
			if _, err := p.Add(c, "observe.n", k, s.Observe.N, s.T); err != nil {
				return nil, err
			}
		}
	}
	return ps, SampleRegression(c, ps)
}

// SampleRegression runs the chains and the draws of one or more posteriors, together with exact
// computations.
func SampleRegression(c *experiment.Context, ps []*RegressionPosterior, exact ...*Exact) error {
	var runs []*Run
	for _, p := range ps {
		for _, r := range p.Runs {
			runs = append(runs, &r.Run)
		}
		exact = slices.Concat(exact, p.draws)
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

// Row returns the cells of a run.
func (p *RegressionPosterior) Row(run *RegressionRun) table.Row {
	return table.Row{
		"scaling": p.Scaling, "method": run.Method, "friction": run.Friction, "n": run.N,
		"dt": p.Dt, "epsilon": run.Epsilon, "s": run.S, "status": run.Status(),
		"source": table.Simulation,
	}
}

// Errors adds the mean errors of the variances of θ in a run, relative to those of the posterior
// (Draw).
func (p *RegressionPosterior) Errors(t *table.Table, row table.Row, run *RegressionRun) {
	if run.Diverged {
		t.Measure(row, table.Error, estimate.Unknown())
		return
	}
	e := estimate.NewVariances(run.All(dynamics.Theta{})).Error(p.Variances())
	t.MeasureL1(row, "error", e.L1)
	t.Measure(row, "signed error", e.Signed)
}

// Status returns the cell of the column status. The statuses are those of [Classify] with other
// criteria: ξ starts from its stationary distribution, as far as it is known, so the burn-in may be
// short. θ and the entries of ξ have to settle; θ has to mix.
func (r *RegressionRun) Status() string {
	switch {
	case r.Diverged:
		return table.Diverged
	case r.Printed:
		return table.Unsettled // there is no burn-in
	case r.S >= 1 || r.Friction != "" && r.grows():
		return table.Runaway
	}
	var k Criteria
	k.Watch(r.All(dynamics.Theta{})...)
	watch := k.watch
	if r.Friction != "" {
		for _, w := range watchXi(r.Samples, 0) {
			w.apart = true
			watch = append(watch, w)
		}
	}
	return relaxed(r.Chain, 0, watch)
}

// grows reports whether the mean over the diagonal of ξ grows (estimate.Grows), or whether one
// diagonal entry grows by more than ten standard errors. The threshold is ten because, of a hundred
// entries measured by few replicas, some are off by five.
func (r *RegressionRun) grows() bool {
	entries := r.All(dynamics.Xi{Diagonal: true})
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
