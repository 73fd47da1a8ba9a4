package grid

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// function is an observed function of θ.
type function struct {
	name      string
	component int                           // its number, −1 if it is another function
	at        func(theta []float64) float64 // its value
}

// observable is a function other than a component as a chain observes it.
func (f function) observable() dynamics.Function {
	return dynamics.Function{Name: f.name, N: 1, Of: func(y, theta []float64) { y[0] = f.at(theta) }}
}

// blocks are the moments of the function in a run.
func (f function) blocks(x *simulate.Samples) *estimate.TimeBlocks {
	if f.component >= 0 {
		return x.Theta(f.component)
	}
	return x.Blocks(f.observable(), 0)
}

// functions returns the functions that names stand for, and whether xi is among them.
func functions(m model.Model, names []string) (fs []function, xi bool, err error) {
	for _, name := range names {
		words := strings.Fields(name)
		switch strings.Join(words, " ") {
		case "xi":
			xi = true
		case "theta":
			for i := range m.Dim() {
				fs = append(fs, product([]int{i}))
			}
		case "log posterior":
			fs = append(fs, function{name, -1, m.LogPosterior})
		default:
			var factors []int
			for _, word := range words {
				digits, ok := strings.CutPrefix(word, "theta")
				k, err := strconv.Atoi(digits)
				if !ok || err != nil || k < 1 || k > m.Dim() {
					factors = nil
					break
				}
				factors = append(factors, k-1)
			}
			if factors == nil {
				return nil, false, fmt.Errorf("expected theta, theta1 to theta%d, products of these such as "+
					"\"theta1 theta1\", \"log posterior\" or xi, got %q", m.Dim(), name)
			}
			fs = append(fs, product(factors))
		}
	}
	var distinct []function
	for _, f := range fs {
		if !slices.ContainsFunc(distinct, func(g function) bool { return g.name == f.name }) {
			distinct = append(distinct, f)
		}
	}
	return distinct, xi, nil
}

// product returns the product of components of θ.
func product(factors []int) function {
	var words []string
	for _, i := range factors {
		words = append(words, fmt.Sprintf("theta%d", i+1))
	}
	f := function{strings.Join(words, " "), -1, func(theta []float64) float64 {
		y := 1.0
		for _, i := range factors {
			y = float64(y * theta[i])
		}
		return y
	}}
	if len(factors) == 1 {
		f.component = factors[0]
	}
	return f
}

// posterior is a model on data, with the reference for its moments.
type posterior struct {
	model.Model
	digest string
	of     []function
	xi     bool

	starts [][]float64
	sigma  []float64 // Σ̄, or Σ_x where the runs start

	exact          *study.Exact        // the reference up to two parameters; nil where it is a run
	mean, variance []estimate.Estimate // of either, for each function
	status         string              // of the run, ok for a quadrature
}

// quadrature is the largest number of parameters of a reference by quadrature.
const quadrature = 2

// load loads the data of a point and finds where its runs start.
func (s *Sweep) load(c *experiment.Context, p *point) (*posterior, error) {
	m, digest, err := p.load(c)
	if err != nil {
		return nil, err
	}
	o := &posterior{Model: m, digest: digest, status: table.OK}
	names := s.shared.Observe
	if names == nil {
		names = []string{"theta", "xi"}
	}
	if o.of, o.xi, err = functions(m, names); err != nil {
		return nil, c.Errorf("observe", "%v", err)
	}
	d := m.Dim()
	o.sigma = make([]float64, d*d) // that of one datum
	if d <= quadrature {
		rough, err := exact.NewBox(m, 1)
		if err != nil {
			return nil, c.Errorf("data", "expected a posterior with a maximum: %v", err)
		}
		if o.starts = rough.Points(64); m.Ndata() > 1 {
			o.sigma = rough.MeanGradCov()
		}
		o.exact = o.byQuadrature()
		return o, nil
	}
	start := make([]float64, d)
	for i := range start { // off points where a gradient vanishes by symmetry
		start[i] = float64(i%7-3) / 64
	}
	mode, _, err := exact.Maximum(m, start)
	switch {
	case err == nil:
		start = mode
	case o.Key()["is"] != "network": // which has many
		return nil, c.Errorf("data", "expected a posterior with a maximum: %v", err)
	}
	if o.starts = [][]float64{start}; m.Ndata() > 1 {
		o.sigma = exact.GradCov(m, start)
	}
	return o, nil
}

// byQuadrature returns the moments of the functions as a task.
func (o *posterior) byQuadrature() *study.Exact {
	var names []string
	for _, f := range o.of {
		names = append(names, f.name)
	}
	n := len(o.of)
	return &study.Exact{
		Key: spec.Key{"is": "quadrature", "model": o.Key(), "of": names}, Digest: o.digest, Digits: 12,
		Arrays: []study.Array{{Name: "mean", Len: n}, {Name: "variance", Len: n}},
		Of: func() [][]float64 {
			b, err := exact.NewBox(o.Model, 0)
			if err != nil {
				panic("grid: " + err.Error()) // there was a rougher one
			}
			moment := func(of func(k int, x float64) float64) []float64 {
				return b.Expect(n, func(y, theta []float64) {
					for k, f := range o.of {
						y[k] = of(k, f.at(theta))
					}
				})
			}
			mean := moment(func(_ int, x float64) float64 { return x })
			return [][]float64{mean, moment(func(k int, x float64) float64 {
				return float64((x - mean[k]) * (x - mean[k]))
			})}
		},
	}
}

// longRun returns a run of Langevin dynamics with all the data, with the settings of a point.
func (s *Sweep) longRun(o *posterior, p *point) *simulate.Chain {
	t, dt, set := s.shared.Reference.T, s.shared.Reference.Dt, p.Settings
	for _, q := range s.points {
		if s.shared.Reference.T == 0 {
			t = max(t, 4*q.T)
		}
		if s.shared.Reference.Dt == 0 && (dt == 0 || q.Dt < dt) {
			dt = q.Dt
		}
	}
	set.T = t
	gamma := p.Gamma
	if gamma == 0 {
		gamma = 1
	}
	c := set.Chain(o.Model, o.digest, dynamics.Scheme{
		Word: "OABAO", Friction: dynamics.Constant{Gamma: gamma},
	}, study.Point{N: o.Ndata(), Sampling: minibatch.Without, Dt: dt})
	o.observe(c)
	return c
}

// observe adds what all chains observe, and where they start.
func (o *posterior) observe(c *simulate.Chain) {
	c.Theta = o.starts
	for _, f := range o.of {
		if f.component < 0 {
			c.Observe = append(c.Observe, simulate.Moments{Of: f.observable()})
		}
	}
}

// found sets the reference from the quadrature.
func (o *posterior) found() {
	for k := range o.of {
		o.mean = append(o.mean, estimate.Known(o.exact.Found("mean")[k]))
		o.variance = append(o.variance, estimate.Known(o.exact.Found("variance")[k]))
	}
}

// measured sets the reference from a run.
func (o *posterior) measured(x *simulate.Samples) {
	row := table.Row{}
	study.Classify(row, x, o.sigma, study.Varying, 1)
	o.status = row["status"].(string)
	for _, f := range o.of {
		mean, variance := estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			mean, variance = f.blocks(x).Mean(), f.blocks(x).Variance()
		}
		o.mean, o.variance = append(o.mean, mean), append(o.variance, variance)
	}
}

// errors returns the error of a mean, in standard deviations, and the relative one of a variance.
func (o *posterior) errors(k int, mean, variance estimate.Estimate) (m, v estimate.Estimate) {
	m = estimate.Sub(mean, o.mean[k]).Times(1 / math.Sqrt(o.variance[k].Value))
	v = estimate.Ratio(variance, o.variance[k])
	v.Value--
	return m, v
}
