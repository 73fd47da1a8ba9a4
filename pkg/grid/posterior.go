package grid

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// posterior is a model on data, with the reference for its moments.
type posterior struct {
	model.Model
	digest string
	names  []string          // of the observed functions of θ
	of     dynamics.Function // all of them
	xi     bool              // ξ is observed too

	starts [][]float64
	sigma  []float64 // Σ̄, or Σ_x where the runs start

	exact          bool                // the reference is a quadrature, not a run
	mean, variance []estimate.Estimate // of each function
	status         string              // of the reference
}

// observe sets the functions that names stand for.
func (o *posterior) observe(names []string) error {
	for _, name := range names {
		switch name {
		case "xi":
			o.xi = true
		case "theta":
			for i := range o.Dim() {
				o.names = append(o.names, fmt.Sprintf("theta%d", i+1))
			}
		default:
			o.names = append(o.names, name)
		}
	}
	fs := make([]func(theta []float64) float64, len(o.names))
	for k, name := range o.names {
		if fs[k] = o.function(name); fs[k] == nil {
			return fmt.Errorf("expected theta, theta1 to theta%d, products of these such as "+
				"\"theta1 theta1\", \"log posterior\" or xi, got %q", o.Dim(), name)
		}
	}
	o.of = dynamics.Function{
		Name: strings.Join(o.names, ", "), N: len(fs), Of: func(y, theta []float64) {
			for k, f := range fs {
				y[k] = f(theta)
			}
		},
	}
	return nil
}

// function returns log π or a product of components of θ by its name, or nil.
func (o *posterior) function(name string) func(theta []float64) float64 {
	if name == "log posterior" {
		return o.LogPosterior
	}
	words := strings.Fields(name)
	factors := make([]int, len(words))
	for i, word := range words {
		fmt.Sscanf(word, "theta%d", &factors[i])
		if k := factors[i]; k < 1 || k > o.Dim() || word != fmt.Sprintf("theta%d", k) {
			return nil
		}
	}
	if len(factors) == 0 {
		return nil
	}
	return func(theta []float64) float64 {
		y := 1.0
		for _, k := range factors {
			y = float64(y * theta[k-1])
		}
		return y
	}
}

// load loads the data of a point, finds where its runs start, and the reference up to two
// parameters.
func (s *Sweep) load(c *experiment.Context, p *point) (*posterior, error) {
	m, digest, err := p.load(c)
	if err != nil {
		return nil, err
	}
	o := &posterior{Model: m, digest: digest}
	names := p.Observe
	if names == nil {
		names = []string{"theta", "xi"}
	}
	if err := o.observe(names); err != nil {
		return nil, c.Errorf("observe", "%v", err)
	}
	d := m.Dim()
	o.sigma = make([]float64, d*d) // that of one datum
	if d > 2 {
		start := make([]float64, d)
		for i := range start { // off points where a gradient vanishes by symmetry
			start[i] = float64(i%7-3) / 64
		}
		if mode, _, err := exact.Maximum(m, start); err == nil {
			start = mode
		}
		if o.starts = [][]float64{start}; m.Ndata() > 1 {
			o.sigma = exact.GradCov(m, start)
		}
		return o, nil
	}
	rough, err := exact.NewBox(m, 1)
	if err != nil {
		return nil, c.Errorf("data", "expected a posterior with a maximum: %v", err)
	}
	if o.starts = rough.Points(64); m.Ndata() > 1 {
		o.sigma = rough.MeanGradCov()
	}
	b, err := exact.NewBox(m, 0)
	if err != nil {
		return nil, c.Errorf("data", "%v", err)
	}
	mean := b.Expect(o.of.N, o.of.Of)
	variance := b.Expect(o.of.N, func(y, theta []float64) {
		o.of.Of(y, theta)
		for k := range y {
			y[k] = float64((y[k] - mean[k]) * (y[k] - mean[k]))
		}
	})
	for k := range mean {
		o.mean, o.variance = append(o.mean, known(mean[k])), append(o.variance, known(variance[k]))
	}
	o.exact, o.status = true, table.OK
	return o, nil
}

// known returns x to 12 digits, which are the same on all machines.
func known(x float64) estimate.Estimate {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return estimate.Known(x)
}

// reference returns the run that stands for the posterior of more than two parameters: Langevin
// dynamics with all the data, four times as long as the points, with the least of their time steps.
func (s *Sweep) reference(o *posterior, p *point) *simulate.Chain {
	set, dt := p.Settings, p.Dt
	for _, q := range s.points {
		set.T, dt = max(set.T, 4*q.T), min(dt, q.Dt)
	}
	return o.chain(set, dynamics.Scheme{
		Word: "OABAO", Dt: dt, Friction: dynamics.Constant{Gamma: cmp.Or(p.Gamma, 1)},
	}, o.Ndata(), minibatch.Without)
}

// chain returns a run with what all runs observe, and where they start.
func (o *posterior) chain(
	set study.Settings, scheme dynamics.Scheme, n int, sampling minibatch.Sampling,
) *simulate.Chain {
	c := set.Chain(o.Model, o.digest, scheme, study.Point{N: n, Sampling: sampling, Dt: scheme.Dt})
	c.Theta = o.starts
	if o.of.N > 0 {
		c.Observe = append(c.Observe, simulate.Moments{Of: o.of})
	}
	return c
}

// measured sets the reference from a run.
func (o *posterior) measured(x *simulate.Samples) {
	row := table.Row{}
	study.Classify(row, x, o.sigma, study.Varying, 1)
	o.status = row["status"].(string)
	for k := range o.of.N {
		mean, variance := estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			mean, variance = x.Blocks(o.of, k).Mean(), x.Blocks(o.of, k).Variance()
		}
		o.mean, o.variance = append(o.mean, mean), append(o.variance, variance)
	}
}
