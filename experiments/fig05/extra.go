package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
)

// Extra is an [[extra]] table of the spec: runs that claims need and the figure does not draw.
type Extra struct {
	Run run       `toml:"run"`
	Dt  []float64 `toml:"dt" spec:"optional,positive,distinct"`
	// instead of Dt
	EpsilonDt []float64            `toml:"epsilon_dt" spec:"optional,positive,distinct"`
	N         []int                `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling  []minibatch.Sampling `toml:"sampling" spec:"optional,in=with|without,distinct"`
	Gamma     []float64            `toml:"gamma" spec:"optional,positive,distinct"`
	Eta       []float64            `toml:"eta" spec:"optional,positive,distinct"`
	S         []float64            `toml:"s" spec:"optional,positive,max=0.999,distinct"`
	Symmetric bool                 `toml:"symmetric" spec:"optional"`
	Time      float64              `toml:"time" spec:"positive"`
}

// run is a name of runs in the table.
type run string

// The runs. The figure's own have no name.
const (
	drawn     run = ""
	laws      run = "laws"
	samplings run = "samplings"
	sameA     run = "same A"
	inertia   run = "inertia"
	asymptote run = "asymptotic variance"
	anyNoise  run = "any noise"
	symmetric run = "symmetric data"
)

// UnmarshalText reads a name from a spec.
func (r *run) UnmarshalText(text []byte) error {
	names := []run{laws, samplings, sameA, inertia, asymptote, anyNoise, symmetric}
	if *r = run(text); !slices.Contains(names, *r) {
		return fmt.Errorf("unknown run %.40q, expected one of %q", text, names)
	}
	return nil
}

// small is the s up to which a frozen ξ is a good approximation.
const small = 0.5

// job is a run with what it depends on.
type job struct {
	study.Point
	study.AdL
	run   run
	time  float64 // of T
	data  dataset.Data
	model *model.Gaussian
	law   exact.Gaussian
}

// jobs returns the runs of the figure, and those of its extra tables.
func (s Spec) jobs(c *experiment.Context, data dataset.Data) (js []job, err error) {
	base := job{AdL: s.AdL, time: 1}
	if err := s.posterior(c, &base, data); err != nil {
		return nil, err
	}
	points, err := s.Points(c, base.model.Ndata())
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		j := base
		j.Point = p
		js = append(js, j)
	}
	for i, e := range s.Extra {
		more, err := s.more(c, fmt.Sprintf("extra[%d]", i), e, base)
		if err != nil {
			return nil, err
		}
		js = append(js, more...)
	}
	return js, nil
}

// posterior sets the data of a job and what follows from them, or returns an error about a key of
// the model.
func (s Spec) posterior(c *experiment.Context, j *job, data dataset.Data) error {
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
	j.data, j.model, j.law = data, m, law
	return nil
}

// more returns the runs of an extra table, which stands under key, with the data of base.
func (s Spec) more(c *experiment.Context, key string, e Extra, base job) (js []job, err error) {
	if (len(e.Dt) == 0) == (len(e.EpsilonDt) == 0) {
		return nil, c.Errorf(key, "expected one of the keys dt and epsilon_dt")
	}
	base.run, base.time = e.Run, e.Time
	if e.Symmetric {
		if err := s.posterior(c, &base, mirrored(base.data)); err != nil {
			return nil, err
		}
	}
	for _, sampling := range or(e.Sampling, s.Sampling[0]) {
		for k, n := range e.N {
			at := fmt.Sprintf("%s.n[%d]", key, k)
			p, err := study.NewPoint(c, at, sampling, base.model.Ndata(), n, 0)
			if err != nil {
				return nil, err
			}
			for _, dt := range e.steps(p.Epsilon, base.law) {
				p.Dt = dt
				for _, gamma := range or(e.Gamma, s.Gamma) {
					for _, eta := range or(e.Eta, s.Eta) {
						j := base
						j.Point, j.Gamma, j.Eta = p, gamma, eta
						js = append(js, j)
					}
				}
			}
		}
	}
	if len(e.S) > 0 {
		return s.louder(c, e.S, js)
	}
	return js, nil
}

// or returns a list, or x alone if it is empty.
func or[T any](list []T, x T) []T {
	if len(list) == 0 {
		return []T{x}
	}
	return list
}

// steps returns the time steps at an ε(n): Dt, or those for which ε(n)Δt is in EpsilonDt and ξ is
// nearly frozen.
func (e Extra) steps(epsilon float64, law exact.Gaussian) []float64 {
	steps := slices.Clone(e.Dt)
	for _, x := range e.EpsilonDt {
		dt := x / epsilon
		if epsilon > 0 && exact.BatchNoise(epsilon, dt, kick(law, dt)[0]) <= small {
			steps = append(steps, dt)
		}
	}
	return steps
}

// mirrored returns the first half of data and its mirror image.
func mirrored(d dataset.Data) dataset.Data {
	x := make([]float64, len(d.X))
	for i := range len(x) / 2 {
		x[i], x[len(x)-1-i] = d.X[i], -d.X[i]
	}
	return dataset.Data{X: x, Origin: "mirrored " + d.Origin}
}

// louder returns every job with each s: the data are spread about their mean, which multiplies Σ_x
// and leaves the posterior as it is.
func (s Spec) louder(c *experiment.Context, values []float64, js []job) (all []job, err error) {
	for _, j := range js {
		noise := j.noise()
		if !(noise > 0) {
			continue
		}
		for _, v := range values {
			k := j
			if err := s.posterior(c, &k, spread(j.data, math.Sqrt(v/noise))); err != nil {
				return nil, err
			}
			all = append(all, k)
		}
	}
	return all, nil
}

// spread returns the data with their distances from the mean multiplied by a factor.
func spread(d dataset.Data, factor float64) dataset.Data {
	mean := 0.0
	for _, v := range d.X {
		mean += v / float64(len(d.X))
	}
	x := make([]float64, len(d.X))
	for i, v := range d.X {
		x[i] = math.FMA(factor, v-mean, mean)
	}
	return dataset.Data{X: x, Origin: "spread " + d.Origin}
}

// Observables of one number, and what is kept of them.
var (
	theta   = dynamics.Theta{}
	square  = dynamics.Product{X: theta, Y: theta}
	cube    = dynamics.Product{X: theta, Y: square}
	p       = dynamics.Momentum{}
	kinetic = dynamics.Product{X: p, Y: p}
	xi      = dynamics.Xi{}

	lawOfP = simulate.Histogram{Of: p, Lo: -6, Hi: 6, Bins: 240}
)

// lawOfXi is the histogram of ξ within six standard deviations of a mean.
func lawOfXi(mean, eta float64) simulate.Histogram {
	reach := 6 / math.Sqrt(eta)
	return simulate.Histogram{Of: xi, Lo: mean - reach, Hi: mean + reach, Bins: 240}
}

// A run with a slow ξ burns in for minBurnIn relaxation times of it, unless that is more than
// maxBurnIn times the run: then it is unsettled.
const (
	minBurnIn = 3
	maxBurnIn = 1.5
)

// chain returns the chain of a job. A slow ξ starts from its law in Lemma lemmeADL, with the mean
// of a frozen ξ.
func (s Spec) chain(c *experiment.Context, j job) (*simulate.Chain, error) {
	scheme, err := j.Scheme(c, j.model, s.Friction, "friction", j.Dt)
	if err != nil {
		return nil, err
	}
	chain := s.Chain(j.model, j.data.Digest(), scheme, j.N, j.Sampling)
	chain.T = float64(j.time * s.T)
	chain.Theta = [][]float64{{j.model.Mean()}}
	switch mean := kick(j.law, j.Dt); j.run {
	case asymptote, anyNoise:
		study.Settle(chain, mean, 0)
		fast := max(chain.BurnIn, 10/j.Gamma, 5*chain.Xi[0]/j.law.A) // θ and p
		study.Settle(chain, mean, minBurnIn)
		if chain.BurnIn > float64(maxBurnIn*chain.T)/float64(chain.Replicas) {
			chain.BurnIn = 0
		}
		chain.BurnIn = max(chain.BurnIn, fast)
		chain.XiVar = 1 / j.Eta
	default:
		study.Settle(chain, mean, s.BurnInXi)
	}
	moments := func(of ...dynamics.Observable) {
		for _, o := range of {
			chain.Observe = append(chain.Observe, simulate.Moments{Of: o})
		}
	}
	switch j.run {
	case laws:
		moments(cube, square, kinetic, dynamics.Product{X: xi, Y: square},
			dynamics.Product{X: xi, Y: kinetic})
		chain.Observe = append(chain.Observe, lawOfP, lawOfXi(chain.Xi[0], j.Eta))
	case symmetric:
		moments(cube)
	}
	return chain, nil
}
