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
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// function is an observed function of θ.
type function struct {
	name string
	i    int                           // of a component
	of   func(theta []float64) float64 // nil for a component
}

// observable is a function of the state, other than a component, that a chain observes.
func (f function) observable() dynamics.Function {
	return dynamics.Function{Name: f.name, N: 1, Of: func(y, theta []float64) { y[0] = f.of(theta) }}
}

func (f function) at(theta []float64) float64 {
	if f.of == nil {
		return theta[f.i]
	}
	return f.of(theta)
}

// blocks are the moments of the function in a run.
func (f function) blocks(x *simulate.Samples) *estimate.TimeBlocks {
	if f.of == nil {
		return x.Theta(f.i)
	}
	return x.Blocks(f.observable(), 0)
}

// functions returns the functions that names stand for, and whether xi is among them.
func functions(m model.Model, names []string) (fs []function, xi bool, err error) {
	for _, name := range names {
		switch name {
		case "xi":
			xi = true
			continue
		case "theta":
			for i := range m.Dim() {
				fs = append(fs, function{name: fmt.Sprintf("theta%d", i+1), i: i})
			}
			continue
		case "log posterior":
			fs = append(fs, function{name: name, of: m.LogPosterior})
			continue
		}
		var factors []int
		for _, word := range strings.Fields(name) {
			digits, ok := strings.CutPrefix(word, "theta")
			k, e := strconv.Atoi(digits)
			if !ok || e != nil || k < 1 || k > m.Dim() {
				return nil, false, fmt.Errorf("expected theta, theta1 to theta%d, products of these such as "+
					"\"theta1 theta1\", \"log posterior\" or xi, got %q", m.Dim(), name)
			}
			factors = append(factors, k-1)
		}
		f := function{name: strings.Join(strings.Fields(name), " ")}
		switch len(factors) {
		case 0:
			return nil, false, fmt.Errorf("expected a name, got %q", name)
		case 1:
			f.i = factors[0]
		default:
			f.of = func(theta []float64) float64 {
				y := 1.0
				for _, k := range factors {
					y = float64(y * theta[k])
				}
				return y
			}
		}
		fs = append(fs, f)
	}
	var seen []string
	fs = slices.DeleteFunc(fs, func(f function) bool {
		again := slices.Contains(seen, f.name)
		seen = append(seen, f.name)
		return again
	})
	return fs, xi, nil
}

// posterior is a model on data, with the reference for its moments.
type posterior struct {
	model.Model
	digest string
	of     []function
	xi     bool

	starts [][]float64
	sigma  []float64 // Σ̄, or Σ_x where the runs start
	law    *exact.Gaussian

	exact *study.Exact // the reference up to three parameters; nil where it is a long run
	known reference    // of either
}

// reference are moments of the functions, and the histogram of θ₁.
type reference struct {
	mean, variance []estimate.Estimate
	mass           []float64
	histogram      *estimate.Histogram
	status         string // of a long run, ok for a quadrature
}

// quadrature is the largest number of parameters of a reference by quadrature.
const quadrature = 3

// load loads the data of a point and finds where its runs start.
func (s *Sweep) load(c *experiment.Context, p *point) (*posterior, error) {
	m, digest, err := p.load(c)
	if err != nil {
		return nil, err
	}
	o := &posterior{Model: m, digest: digest}
	names := s.shared.Observe
	if names == nil {
		names = []string{"theta", "xi"}
	}
	if o.of, o.xi, err = functions(m, names); err != nil {
		return nil, c.Errorf("observe", "%v", err)
	}
	if q := s.shared.Draw; q != "" && !o.measures(q, s.shared.Histogram != nil) {
		return nil, c.Errorf("draw", "expected mean, variance, mean error or variance error with the "+
			"name of what is observed, got %q", q)
	}
	wrong := func(err error) error {
		return c.Errorf("data", "expected a posterior with a maximum: %v", err)
	}
	if m.Dim() > quadrature {
		start := make([]float64, m.Dim())
		for i := range start { // off points where a gradient vanishes by symmetry
			start[i] = float64(i%7-3) / 64
		}
		if mode, _, err := exact.Maximum(m, start); err == nil {
			start = mode
		} else if o.Key()["is"] != "network" { // which has many
			return nil, wrong(err)
		}
		o.starts, o.sigma = [][]float64{start}, covariance(m, start)
		return o, nil
	}
	rough, err := exact.NewBox(m, 1)
	if err != nil {
		return nil, wrong(err)
	}
	o.starts = rough.Points(64)
	o.sigma = make([]float64, m.Dim()*m.Dim())
	if m.Ndata() > 1 {
		o.sigma = rough.MeanGradCov()
	}
	if g, ok := m.(*model.Gaussian); ok && m.Ndata() > 1 {
		law := exact.NewGaussian(g)
		o.law = &law
	}
	o.exact = o.quadrature(s.shared.Histogram)
	return o, nil
}

// measures reports whether there are rows of a quantity.
func (o *posterior) measures(quantity string, histogram bool) bool {
	if quantity == "L1 theta1" && histogram || o.xi && strings.Contains(quantity, "xi") {
		return true
	}
	return slices.ContainsFunc(o.of, func(f function) bool {
		rest, ok := strings.CutSuffix(quantity, " "+f.name)
		return ok && slices.Contains([]string{"mean", "variance", "mean error", "variance error"}, rest)
	})
}

// covariance is Σ_x, 0 for one datum.
func covariance(m model.Model, theta []float64) []float64 {
	if m.Ndata() < 2 {
		return make([]float64, len(theta)*len(theta))
	}
	return exact.GradCov(m, theta)
}

// kick returns the mean covariance that enters the criterion s at a time step.
func (o *posterior) kick(dt float64) ([]float64, study.Covariance) {
	if o.law == nil {
		return o.sigma, study.Varying
	}
	return gaussian.Kick(*o.law, dt), study.Constant
}

// quadrature returns the moments, and the histogram of θ₁ if h is not nil, as a task.
func (o *posterior) quadrature(h *study.Histogram) *study.Exact {
	n := len(o.of)
	names := make([]string, n)
	for k, f := range o.of {
		names[k] = f.name
	}
	key := spec.Key{"is": "quadrature", "model": o.Key(), "of": names}
	arrays := []study.Array{{Name: "mean", Len: n}, {Name: "variance", Len: n}}
	if h != nil {
		key["histogram"] = []any{h.Lo, h.Hi, h.Bins}
		arrays = append(arrays, study.Array{Name: "mass", Len: h.Bins})
	}
	at := func(step float64) [][]float64 {
		b, err := exact.NewBox(o.Model, step)
		if err != nil {
			panic("grid: " + err.Error())
		}
		mean := b.Expect(n, func(y, theta []float64) {
			for k, f := range o.of {
				y[k] = f.at(theta)
			}
		})
		variance := b.Expect(n, func(y, theta []float64) {
			for k, f := range o.of {
				x := f.at(theta) - mean[k]
				y[k] = float64(x * x)
			}
		})
		all := [][]float64{mean, variance}
		if h != nil && step == 0 {
			mass, err := b.Marginal(0, h.Lo, h.Hi, h.Bins)
			if err != nil {
				panic("grid: " + err.Error())
			}
			all = append(all, mass)
		}
		return all
	}
	return &study.Exact{
		Title: "moments of the posterior by quadrature", Key: key, Digest: o.digest, Arrays: arrays,
		Digits: 12,
		Of:     func() [][]float64 { return at(0) },
		Part:   func() []float64 { return at(1)[0] },
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
	scheme := dynamics.Scheme{
		Word: "OABAO", Dt: dt, Friction: dynamics.Constant{Gamma: gamma},
	}
	c := set.Chain(o.Model, o.digest, scheme, o.Ndata(), minibatch.Without)
	s.observe(o, c)
	return c
}

// observe adds what all chains observe, and where they start.
func (s *Sweep) observe(o *posterior, c *simulate.Chain) {
	c.Theta = o.starts
	for _, f := range o.of {
		if f.of != nil {
			c.Observe = append(c.Observe, simulate.Moments{Of: f.observable()})
		}
	}
	if h := s.shared.Histogram; h != nil {
		c.Observe = append(c.Observe, h.Of(dynamics.Component{I: 0}))
	}
}

// find sets the reference from a long run, or from the quadrature if x is nil.
func (o *posterior) find(x *simulate.Samples, h *study.Histogram) {
	if x == nil {
		o.known.status = table.OK
		for k := range o.of {
			o.known.mean = append(o.known.mean, estimate.Known(o.exact.Found("mean")[k]))
			o.known.variance = append(o.known.variance, estimate.Known(o.exact.Found("variance")[k]))
		}
		if h != nil {
			o.known.mass = o.exact.Found("mass")
		}
		return
	}
	row := table.Row{}
	study.Classify(row, x, o.sigma, study.Varying, 1)
	o.known.status = row["status"].(string)
	for _, f := range o.of {
		mean, variance := estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			b := f.blocks(x)
			mean, variance = b.Mean(), b.Variance()
		}
		o.known.mean = append(o.known.mean, mean)
		o.known.variance = append(o.known.variance, variance)
	}
	if h != nil && !x.Diverged {
		o.known.histogram = x.Histogram(h.Of(dynamics.Component{I: 0}))
	}
}

// errors returns the error of a mean, in standard deviations, and the relative one of a variance.
func (r *reference) errors(k int, mean, variance estimate.Estimate) (m, v estimate.Estimate) {
	sd := 1 / math.Sqrt(r.variance[k].Value)
	m = estimate.Sub(mean, r.mean[k]).Times(sd)
	v = estimate.Ratio(variance, r.variance[k])
	v.Value--
	return m, v
}
