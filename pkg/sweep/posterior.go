package sweep

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// posterior is a model on data, with the reference for its moments.
type posterior struct {
	model.Model
	control model.Control
	digest  string
	// names of the observed functions of θ, products of factors; the factors of log π are nil
	names   []string
	factors [][]int
	of      dynamics.Function // all observed functions
	xi      bool              // ξ is observed too

	starts   [][]float64
	sigma    []float64 // Σ̄, or Σ_x at the starting points of the runs
	cov      []float64 // of the Laplace approximation at the starting point, nil if no mode is found
	averaged []float64 // Σ̄ (see average)
	// curvature is λ_max at the mode. It is 0 if no mode is found, as for networks, whose gradient
	// jumps.
	curvature float64

	mean, variance []estimate.Estimate // of each function
	status         string              // of the moments
	quadrature     bool                // computes the moments
	refers         bool                // a reference measures the moments
	reference      *study.Run
	row            table.Row // of the moments, unless a quadrature computes them
}

// loaded loads the posterior of a point, and finds the starting points of its runs.
func (p *point) loaded(c *experiment.Context) (*posterior, error) {
	m, digest, err := p.load(c)
	if err != nil {
		return nil, err
	}
	control, err := p.Control.Centres(c, p.key("control"), m)
	if err != nil {
		return nil, err
	}
	o := &posterior{
		Model: m, control: control, digest: digest, sigma: make([]float64, m.Dim()*m.Dim()),
	}
	if err := o.observe(p.Observe); err != nil {
		return nil, c.Errorf(p.key("observe"), "%v", err)
	}
	many := o.Ndata() > vec.MaxIndex
	if o.Dim() <= 2 && !many || o.Dim() == 3 && o.Ndata() <= boxData {
		if err := o.integrate(); err != nil {
			return nil, c.Errorf("data", "expected a posterior with a maximum: %v", err)
		}
		return o, nil
	}
	o.row = table.Row{"n": o.Ndata(), "epsilon": 0., "source": table.Prediction, "status": table.OK}
	for k, a := range p.axes {
		if strings.HasPrefix(a.Key, "data.") || strings.HasPrefix(a.Key, "model.") {
			o.row[a.Key] = a.Values[p.at[k]]
		}
	}
	var start, cov []float64
	modes, err := exact.Modes(m)
	if err == nil {
		start, cov, err = exact.Maximum(m, modes[0])
	}
	switch {
	case err == nil:
		o.curvature, o.cov = exact.Curvature(m, start), cov
	case many:
		return nil, c.Errorf("data", "expected a posterior with a maximum: %v", err)
	default:
		start = exact.Start(o.Dim())
	}
	if o.starts = [][]float64{start}; o.Ndata() > 1 {
		o.sigma = exact.GradCov(control.Terms(m), start)
	}
	if many {
		c.Notef("reference: the Laplace approximation, because there are more than %d data", vec.MaxIndex)
		o.approximate(start, cov)
		return o, nil
	}
	o.refers = true
	return o, nil
}

// MeanCov returns average. It returns an error for networks and without a mode.
func (o *posterior) MeanCov() (sigma []float64, gradients int, err error) {
	sigma = o.average()
	switch _, network := o.Model.(*model.Network); {
	case network:
		return nil, 0, errors.New("a network has too many modes for the mean of Σ_x")
	case sigma == nil:
		return nil, 0, errors.New("the posterior has no mode")
	case o.quadrature:
		return sigma, math.MaxInt, nil
	case o.Ndata() > vec.MaxIndex:
		return sigma, o.Ndata(), nil
	}
	return sigma, exact.LaplacePoints(o.Dim()) * o.Ndata(), nil
}

// average returns Σ̄, for what is expected of ξ: by quadrature, over the Laplace approximation, or
// Σ_x at the mode of so many data that the difference is negligible. It is nil for networks and
// without a mode.
func (o *posterior) average() []float64 {
	_, network := o.Model.(*model.Network)
	switch {
	case o.averaged != nil || network:
	case o.quadrature || o.Ndata() < 2 || o.Ndata() > vec.MaxIndex:
		o.averaged = o.sigma
	case o.cov != nil:
		o.averaged = exact.LaplaceGradCov(o.Model, o.control.Terms(o.Model), o.starts[0], o.cov)
	}
	return o.averaged
}

// refer makes the reference of the posterior: Langevin dynamics with full batches (n = Nd), four
// times as long as the runs of a sweep, T, and with their smallest time step.
func (o *posterior) refer(p *point, T, dt float64) {
	at := study.Point{Sampling: minibatch.Without, N: o.Ndata(), Dt: dt}
	gamma := append(slices.Clone(p.Gamma), 1)[0]
	chain := p.Chain(study.Langevin("OABAO", gamma), at)
	chain.T = max(p.T, 4*T)
	o.reference = &study.Run{Point: at, Posterior: p, Chain: chain}
	maps.Copy(o.row, table.Row{
		"scheme": "OABAO", "gamma": gamma, "sampling": at.Sampling, "dt": at.Dt,
		"source": table.Simulation,
	})
}

// observe sets the functions that names stand for: log π and products of components of θ.
func (o *posterior) observe(names []string) error {
	if names == nil {
		names = []string{"theta", "xi"}
	}
	var components []string
	for i := range o.Dim() {
		components = append(components, fmt.Sprintf("theta%d", i+1))
	}
	if i := slices.Index(names, "theta"); i >= 0 {
		names = slices.Replace(slices.Clone(names), i, i+1, components...)
	}
	for _, name := range names {
		var product []int
		for _, word := range strings.Fields(name) {
			product = append(product, slices.Index(components, word))
		}
		switch {
		case name == "xi":
			o.xi = true
			continue
		case name == "log posterior":
			product = nil
		case len(product) == 0 || slices.Contains(product, -1):
			return fmt.Errorf("expected theta, theta1 to theta%d, products of these such as "+
				"\"theta1 theta1\", \"log posterior\" or xi, got %q", o.Dim(), name)
		}
		if o.Ndata() > vec.MaxIndex && len(product) != 1 {
			return fmt.Errorf("with more than %d data expected theta, theta1 to theta%d or xi, got %q",
				vec.MaxIndex, o.Dim(), name)
		}
		o.names, o.factors = append(o.names, name), append(o.factors, product)
	}
	o.of = dynamics.Function{
		Name: strings.Join(o.names, ", "), N: len(o.factors), F: func(y, theta []float64) {
			for k, product := range o.factors {
				if y[k] = 1; product == nil {
					y[k] = o.LogPosterior(theta)
				}
				for _, i := range product {
					y[k] = y[k] * theta[i]
				}
			}
		},
	}
	return nil
}

// approximate sets the moments of the components of θ by the Laplace approximation, whose errors
// are of the order of Nd^(−1/2) posterior standard deviations.
func (o *posterior) approximate(mode, cov []float64) {
	var mean, variance []float64
	for _, product := range o.factors {
		i := product[0]
		mean, variance = append(mean, mode[i]), append(variance, cov[i*(o.Dim()+1)])
	}
	o.mean, o.variance, o.status = known(mean), known(variance), table.OK
}

// boxData is the largest number of data for the quadrature of three parameters, which has about
// 40,000 nodes. It takes up to ten seconds.
const boxData = 1 << 12

// integrate sets the starts, Σ̄ and the moments by quadrature.
func (o *posterior) integrate() error {
	b, err := exact.NewBox(o.Model, 0)
	if err != nil {
		return err
	}
	o.curvature = exact.Curvature(o.Model, b.Mode)
	if o.starts = b.Points(64); o.Ndata() > 1 {
		o.sigma = b.With(o.control.Terms(o.Model)).MeanGradCov()
	}
	mean := b.Expect(o.of.N, o.of.F)
	variance := b.Expect(o.of.N, func(y, theta []float64) {
		o.of.F(y, theta)
		for k := range y {
			y[k] = (y[k] - mean[k]) * (y[k] - mean[k])
		}
	})
	o.mean, o.variance, o.status, o.quadrature = known(mean), known(variance), table.OK, true
	return nil
}

// known returns numbers without errors.
func known(x []float64) (known []estimate.Estimate) {
	for _, v := range x {
		known = append(known, estimate.Known(v))
	}
	return known
}

// exact is the value of a moment of the posterior if a quadrature knows it, otherwise NaN.
func (o *posterior) exact(moment estimate.Estimate) float64 {
	if !o.quadrature {
		return math.NaN()
	}
	return moment.Value
}

// layout returns the faster layout for a scheme.
func (o *posterior) layout(scheme dynamics.Scheme) vec.Layout {
	wide, many := false, o.Ndata() > vec.MaxIndex
	xi, adaptive := scheme.Friction.(dynamics.AdL)
	switch o.Model.(type) {
	case *model.Logistic:
		wide = !o.quadrature // there are runs with all data
	case *model.Linear:
		_, full := xi.Form.(dynamics.Full)
		wide = o.Dim() > 8 || full && o.Dim() > 2 || many
	}
	if adaptive && xi.Check(vec.Components, o.Dim()) != nil {
		wide = false
	}
	if wide {
		return vec.Components
	}
	return vec.Replicas
}

// measured takes the moments from the reference.
func (p *point) measured() {
	x := p.reference.Samples
	study.Classify(p.row, x, p.Criteria(x))
	p.status = p.row["status"].(string)
	for k := range p.of.N {
		mean, variance := p.moments(p.reference, k)
		p.mean, p.variance = append(p.mean, mean), append(p.variance, variance)
	}
}

// list adds the rows of the reference, once.
func (o *posterior) list(t *table.Table) {
	if o.row == nil {
		return
	}
	for k, name := range o.names {
		t.Measure(o.row, "mean "+name, o.mean[k], math.NaN())
		t.Measure(o.row, "variance "+name, o.variance[k], math.NaN())
	}
	o.row = nil
}
