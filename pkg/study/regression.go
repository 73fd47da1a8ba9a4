package study

import (
	"errors"
	"fmt"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Regression are the keys of a spec that samples the posterior of logistic regression (section 3.4). The figures that have them in common have their runs in common too.
type Regression struct {
	Seed     uint64  `toml:"seed"`
	T        float64 `toml:"T" spec:"positive"` // in all, over the replicas
	Replicas int     `toml:"replicas" spec:"min=8,max=1024"`
	BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
	Every    float64 `toml:"observe_every" spec:"positive"`
	Batches  int     `toml:"batches" spec:"min=2,max=1024"`

	Scheme   string           `toml:"scheme"`
	Friction []exact.Friction `toml:"friction" spec:"in=scalar|diagonal|full,nonempty,distinct"`
	Gamma    float64          `toml:"gamma" spec:"positive"`
	Eta      float64          `toml:"eta" spec:"positive"`
	Dt       float64          `toml:"dt" spec:"positive"`

	// Observe says what is observed, beyond the moments of θ and ξ, in the runs with batches of N data.
	Observe struct {
		N          int     `toml:"n" spec:"min=1"`
		Components []int   `toml:"components" spec:"min=1,distinct"` // of θ, from 1, whose marginals are measured
		Pairs      [][]int `toml:"pairs"`
		Width      float64 `toml:"width" spec:"positive"` // half that of the histograms, in standard deviations of the Laplace approximation
		Bins       int     `toml:"bins" spec:"min=1,max=10000"`
		JointBins  int     `toml:"joint_bins" spec:"min=1,max=200"`
		Predict    float64 `toml:"predict_every" spec:"positive"` // time between states that enter the posterior predictive
	} `toml:"observe"`

	// Draws is the number of pairs of points of the Laplace approximation over which Σ_x is averaged: where ξ starts, and a reference.
	Draws int `toml:"draws" spec:"min=1,max=1000"`

	Data dataset.LabelledSource `toml:"data"`
}

// RegressionRun is a chain and what it saw.
type RegressionRun struct {
	Friction exact.Friction
	N        int
	Epsilon  float64
	Gamma    float64
	S        float64 // exact.BatchNoise
	Wide     *simulate.Wide
	*simulate.WideSamples
}

// Status is that of the column status.
func (r *RegressionRun) Status() string {
	switch {
	case r.Diverged:
		return table.Diverged
	case r.Runaway(r.S):
		return table.Runaway
	case !(r.RHat() < mixedRHat):
		return table.Unmixed
	}
	return table.OK
}

// mixedRHat is the R-hat of the worst of many components of θ from which on replicas disagree.
const mixedRHat = 1.1

// RHat is the largest R-hat of the components of θ.
func (r *RegressionRun) RHat() float64 {
	worst := 0.0
	for i := range r.Dim {
		worst = max(worst, r.Theta(i).RHat())
	}
	return worst
}

// Regressed is a posterior of logistic regression, what is known about it, and its runs.
type Regressed struct {
	Train, HeldOut dataset.Labelled
	Model          *model.Logistic
	Laplace        *exact.Laplace
	Sigma          []float64 // the mean of Σ_x over the Laplace approximation
	Runs           []*RegressionRun
}

// Streams of a spec's seed for points of the Laplace approximation.
const (
	keySigma = iota // over which Σ_x is averaged
	keyStart        // where replicas start
)

// Regression loads the data, approximates the posterior and checks the spec.
func (c *Context) Regression(s Regression) (*Regressed, error) {
	train, heldOut, err := c.Labelled("data", s.Data)
	if err != nil {
		return nil, err
	}
	if len(train.Y) < 2 {
		return nil, c.Errorf("data", "expected at least two data, got %d", len(train.Y))
	}
	if train.Surrogate && s.Data.Kind == "mnist" && !c.opt.quiet {
		fmt.Fprintf(c.stderr, "%s: there are no MNIST files in %s (make data): the surrogate stands in\n", c.name, dataset.MNISTDir())
	}
	for i, k := range s.Friction {
		if err := c.wide(s.scheme(simulate.AdL{Kind: k, Gamma: s.Gamma, Eta: s.Eta}), train.D); err != nil {
			return nil, c.Errorf("scheme", "friction[%d] %s: %v", i, k, err)
		}
	}
	for i, k := range s.Observe.Components {
		if k > train.D {
			return nil, c.Errorf(fmt.Sprintf("observe.components[%d]", i), "expected one of the %d components, got %d", train.D, k)
		}
	}
	for i, p := range s.Observe.Pairs {
		if len(p) != 2 || min(p[0], p[1]) < 1 || max(p[0], p[1]) > train.D {
			return nil, c.Errorf(fmt.Sprintf("observe.pairs[%d]", i), "expected two of the %d components, got %d", train.D, p)
		}
	}
	m := &model.Logistic{Z: train.Z, D: train.D, Y: train.Y}
	laplace, err := exact.NewLaplace(m)
	if err != nil {
		return nil, c.Errorf("data", "%v", err)
	}
	r := &Regressed{Train: train, HeldOut: heldOut, Model: m, Laplace: laplace}
	r.Sigma = exact.MeanGradCov(m, laplace.Draws(s.Draws, s.Seed, keySigma))
	return r, nil
}

func (s Regression) scheme(a simulate.AdL) dynamics.Scheme {
	return dynamics.Scheme{Word: s.Scheme, Dt: s.Dt, Friction: a.Friction()}
}

// wide reports what is wrong with a scheme in many dimensions.
func (c *Context) wide(s dynamics.Scheme, d int) error {
	if err := s.Check(); err != nil {
		return err
	}
	if !s.Friction.Adaptive() {
		return errors.New("expected an adaptive friction")
	}
	_, err := s.CompileWide(d)
	return err
}

// Add adds a run with a friction and batches of n data of a total time T, which key names, without replacement.
func (c *Context) Add(r *Regressed, s Regression, key string, a simulate.AdL, n int, T float64) error {
	total := r.Model.Data()
	if err := minibatch.Without.Check(total, n); err != nil {
		return c.Errorf(key, "%v", err)
	}
	w := &simulate.Wide{
		Model: r.Model, Digest: r.Train.Digest(), Scheme: s.scheme(a), N: n, Sampling: minibatch.Without,
		T: T, BurnIn: s.BurnIn, Every: s.Every, Replicas: s.Replicas, Batches: s.Batches, Seed: s.Seed,
	}
	run := &RegressionRun{Friction: a.Kind, N: n, Epsilon: minibatch.Without.Epsilon(total, n), Gamma: a.Gamma, Wide: w}
	run.S = a.Start(w, r.Laplace.Draws((s.Replicas+1)/2, s.Seed, keyStart), r.Sigma)
	if n == s.Observe.N {
		w.Whole = true
		bins := func(dim, n int) (lo, hi float64) {
			sd := math.Sqrt(r.Laplace.Cov[dim*r.Train.D+dim])
			return r.Laplace.Mean[dim] - float64(s.Observe.Width*sd), r.Laplace.Mean[dim] + float64(s.Observe.Width*sd)
		}
		for _, k := range s.Observe.Components {
			b := simulate.Bins{Dim: k - 1, Bins: s.Observe.Bins}
			b.Lo, b.Hi = bins(k-1, b.Bins)
			w.Marginals = append(w.Marginals, b)
		}
		for _, p := range s.Observe.Pairs {
			b := simulate.JointBins{Bins: s.Observe.JointBins}
			for i, k := range p {
				b.Dims[i] = k - 1
				b.Lo[i], b.Hi[i] = bins(k-1, b.Bins)
			}
			w.Joints = append(w.Joints, b)
		}
		if len(r.HeldOut.Y) > 0 {
			w.Prediction = &simulate.Prediction{Z: r.HeldOut.Z, Digest: r.HeldOut.Digest(), Every: s.Observe.Predict}
		}
	}
	r.Runs = append(r.Runs, run)
	return nil
}

// Simulate does the runs of r.
func (c *Context) Simulate(r *Regressed) error {
	tasks := make([]sweep.Task, len(r.Runs))
	for i, run := range r.Runs {
		tasks[i] = run.Wide
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return err
	}
	for i, run := range r.Runs {
		if run.WideSamples, err = simulate.ReadWideSamples(results[i].Arrays); err != nil {
			return err
		}
	}
	return nil
}

// FrictionName names a friction in a figure, and FrictionStyle is its style there.
func FrictionName(f exact.Friction) string {
	return map[exact.Friction]string{exact.Scalar: `$\xi$ scalar`, exact.Diagonal: `$\xi$ diagonal`, exact.Full: `$\xi$ matrix`}[f]
}

// FrictionStyle is the style of a friction among others.
func FrictionStyle(f exact.Friction) figure.Style {
	return figure.Cycle(map[exact.Friction]int{exact.Scalar: 0, exact.Diagonal: 1, exact.Full: 2}[f])
}
