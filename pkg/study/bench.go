package study

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Bench are the keys of a spec that compares methods on one posterior, at the points of a grid.
type Bench struct {
	Settings
	Grid
	Methods  []Sampler `toml:"method" spec:"nonempty"`
	BurnInXi float64   `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
}

// Sampler is a [[method]] of a spec: SGLD, Langevin dynamics with its gamma, or Adaptive Langevin
// dynamics with gamma, eta and the form of its friction.
type Sampler struct {
	Method
	Friction Friction `toml:"friction" spec:"optional"`
	Eta      float64  `toml:"eta" spec:"optional,positive"`
}

// Posterior is a model with what a [Bench] needs to know about it.
type Posterior struct {
	Model  model.Model
	Digest string      // of its data
	Starts [][]float64 // where replicas start, in turn; none is 0
	// Mean is Σ̄, the mean covariance of one datum's gradient (exact.GradCov); nil is that at the
	// first start. Sigma says whether Σ_x is the same at every θ.
	Mean  []float64
	Sigma Covariance
	// Observe are statistics besides the moments of θ and ξ.
	Observe []simulate.Statistic
}

// Quantity is measured in every run that did not diverge.
type Quantity struct {
	Name string
	// Of returns its value. It is called once before anything is computed, with samples that are 0.
	Of func(x *simulate.Samples) estimate.Estimate
}

// Scheme returns the method at a time step, or an error about a key of the table called key.
func (s Sampler) Scheme(
	c *experiment.Context, key string, m model.Model, dt float64,
) (dynamics.Scheme, error) {
	scheme := s.Method.Scheme(dt)
	if s.Friction != "" {
		form, err := s.Friction.Form(m)
		if err != nil {
			return scheme, c.Errorf(key+".friction", "%v", err)
		}
		scheme.Friction = dynamics.AdL{Form: form, Gamma: s.Gamma, Eta: s.Eta}
	}
	if err := figure.CheckText(s.Name); err != nil {
		return scheme, c.Errorf(key+".name", "%v", err)
	}
	if err := scheme.Check(); err != nil {
		return scheme, c.Errorf(key+".scheme", "%v", err)
	}
	switch {
	case scheme.Friction != nil && s.Gamma == 0:
		return scheme, c.Errorf(key, "scheme %s needs the key gamma", s.Word)
	case s.Friction != "" && s.Eta == 0:
		return scheme, c.Errorf(key, "friction %s needs the key eta", s.Friction)
	}
	return scheme, nil
}

// Table runs every method at every point of the grid, and returns a row for each quantity of each
// run, with the status that [Classify] gives it. Runs of Adaptive Langevin dynamics start with ξ at
// its expected mean ([Settle]), and have rows about ξ beside its prediction ([XiRows]).
func (b Bench) Table(
	c *experiment.Context, p Posterior, quantities ...Quantity,
) (*table.Table, error) {
	if err := b.Settings.Check(); err != nil {
		return nil, c.Errorf("replicas", "%v", err)
	}
	points, err := b.Points(c, p.Model.Ndata())
	if err != nil {
		return nil, err
	}
	if p.Mean == nil && p.Model.Ndata() < 2 {
		return nil, c.Errorf("data", "expected at least two data, got %d", p.Model.Ndata())
	} else if p.Mean == nil {
		at := make([]float64, p.Model.Dim())
		if len(p.Starts) > 0 {
			at = p.Starts[0]
		}
		p.Mean = exact.GradCov(p.Model, at)
	}
	var chains []*simulate.Chain
	var rows []table.Row
	for i, method := range b.Methods {
		for _, point := range points {
			scheme, err := method.Scheme(c, fmt.Sprintf("method[%d]", i), p.Model, point.Dt)
			if err != nil {
				return nil, err
			}
			chain := b.Chain(p.Model, p.Digest, scheme, point.N, point.Sampling)
			chain.Theta, chain.Observe = p.Starts, append(chain.Observe, p.Observe...)
			if _, ok := scheme.Friction.(dynamics.AdL); ok {
				Settle(chain, p.Mean, b.BurnInXi)
			}
			row := point.Row(method.Name)
			for name, x := range map[string]any{
				"friction": method.Friction, "gamma": method.Gamma, "eta": method.Eta,
			} {
				if x != Friction("") && x != 0. {
					row[name] = x
				}
			}
			chains, rows = append(chains, chain), append(rows, row)
		}
	}
	for i, chain := range chains {
		for _, q := range quantities {
			if err := chain.Reads(func(x *simulate.Samples) { q.Of(x) }); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", q.Name, rows[i]["method"], err)
			}
		}
	}
	samples, err := Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns(
		[]string{"method", "friction", "sampling", "n", "dt", "gamma", "eta"}, "exact", "s")...)
	for i, x := range samples {
		Classify(rows[i], x, p.Mean, p.Sigma, 1)
		for _, q := range quantities {
			e := estimate.Unknown()
			if !x.Diverged {
				e = q.Of(x)
			}
			t.Measure(rows[i], q.Name, e)
		}
		if _, ok := x.Chain.Scheme.Friction.(dynamics.AdL); ok && !x.Diverged {
			XiRows(t, rows[i], x, p.Mean, p.Sigma)
		}
	}
	return t, nil
}
