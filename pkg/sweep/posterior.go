package sweep

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
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
	// covariates have the components of θ as coefficients, and their names; otherwise there are none
	covariates dataset.Labelled
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
	quadrature     bool                // computes Σ̄ and the moments
	known          bool                // the moments are exact
	refers         bool                // a reference measures the moments
	reference      *study.Run
	row            table.Row // of the moments, unless they are exact
	cost           float64   // of the runs, in gradients of a datum
}

// loaded loads the posterior of a point, for a table, and finds the starting points of its runs.
func (p *point) loaded(c *experiment.Context, t *table.Table) (*posterior, error) {
	m, data, err := p.load(c)
	if err != nil {
		return nil, err
	}
	control, err := p.Control.Centres(c, p.key("control"), m)
	if err != nil {
		return nil, err
	}
	o := &posterior{
		Model: m, control: control, digest: data.Digest(), sigma: make([]float64, m.Dim()*m.Dim()),
	}
	if _, network := m.(*model.Network); !network {
		o.covariates, _ = data.(dataset.Labelled)
	}
	if err := o.observe(p.Observe, t); err != nil {
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
	if o.known = err == nil && o.normal(); o.known || many {
		o.approximate(c)
	} else {
		o.refers = true
	}
	return o, nil
}

// normal reports whether the posterior is a normal distribution.
func (o *posterior) normal() bool {
	m, linear := o.Model.(*model.Linear)
	_, gaussian := o.Model.(*model.Gaussian)
	return gaussian || linear && m.Nu == 0
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
// times as long as the runs of a sweep, T, but not more costly than all of them, and with their
// smallest time step. It is the Laplace approximation instead if there is no time for a block, or
// if the run would have larger errors: that of a mean is √(2γ/(λT)) standard deviations, with λ the
// least curvature, against Nd^(−1/2). Without a mode there is no reference then.
func (o *posterior) refer(c *experiment.Context, p *point, T, dt float64) {
	at := study.Point{Sampling: minibatch.Without, N: o.Ndata(), Dt: dt}
	gamma := append(slices.Clone(p.Gamma), 1)[0]
	chain, nd := p.Chain(study.Langevin("OABAO", gamma), at), float64(o.Ndata())
	chain.Seed += 1 << 32 // it is independent of a point with full batches
	burn, _, _ := chain.Steps()
	most := dt * (o.cost/nd - float64(chain.Replicas*burn))
	if chain.T = max(p.T, 4*T); most < chain.T {
		chain.T = max(most, dt)
		short := most < chain.Time()/1.5
		o.refers = !short && !(o.cov != nil && most < 2*gamma*nd*slices.Max(linalg.Diagonal(o.cov)))
		switch {
		case o.refers:
		case o.cov != nil:
			o.approximate(c)
			return
		default:
			c.Notef("no reference and no errors, because a run would cost more than the points")
			o.mean, o.row = slices.Repeat([]estimate.Estimate{estimate.Unknown()}, o.of.N), nil
			o.variance = o.mean
			return
		}
	}
	o.reference = &study.Run{Point: at, Posterior: p, Chain: chain}
	maps.Copy(o.row, table.Row{
		"scheme": "OABAO", "gamma": gamma, "sampling": at.Sampling, "dt": at.Dt,
		"source": table.Simulation,
	})
}

// maxFactors bounds the factors of a product, whose variance has 10⁵ terms (moment).
const maxFactors = 6

// reserved are names that columns of data do not give to parameters.
var reserved = regexp.MustCompile(`^(theta\d*|xi|log|posterior|error|)$`)

// components returns the names of the components of θ in a table: those of the covariates that
// nothing else has, otherwise theta1, theta2 and so on.
func (o *posterior) components(t *table.Table) (names, thetas []string) {
	count := map[string]int{}
	for _, name := range o.covariates.Names {
		name = strings.ReplaceAll(name, " ", "_")
		names = append(names, name)
		count[name]++
	}
	names = append(names, make([]string, o.Dim()-len(names))...)
	for i, name := range names {
		thetas = append(thetas, fmt.Sprint("theta", i+1))
		if reserved.MatchString(name) || count[name] > 1 || len(name) > 40 || t.Has(name) {
			names[i] = thetas[i]
		}
	}
	return names, thetas
}

// observe sets the functions that names stand for: log π and products of components of θ, which are
// the coefficients of the covariates as they are in the data.
func (o *posterior) observe(names []string, t *table.Table) error {
	if names == nil {
		names = []string{"theta", "xi"}
	}
	components, thetas := o.components(t)
	if i := slices.Index(names, "theta"); i >= 0 {
		names = slices.Replace(slices.Clone(names), i, i+1, components...)
	}
	var keys []string
	for _, name := range names {
		var product []int
		for _, word := range strings.Fields(name) {
			product = append(product, max(slices.Index(components, word), slices.Index(thetas, word)))
		}
		switch {
		case name == "xi":
			o.xi = true
			continue
		case name == "log posterior":
			product = nil
		case len(product) == 0 || len(product) > maxFactors || slices.Contains(product, -1):
			some := strings.Join(components[:min(8, len(components))], ", ")
			return fmt.Errorf("expected theta, products of at most %d of the %d parameters %s, "+
				"\"log posterior\" or xi, got %q", maxFactors, o.Dim(), some, name)
		}
		keys = append(keys, fmt.Sprint(name, product)) // in another file the name has another place
		o.names, o.factors = append(o.names, name), append(o.factors, product)
	}
	o.of = dynamics.Function{
		Name: strings.Join(keys, ", "), N: len(o.factors), F: func(y, theta []float64) {
			for k, product := range o.factors {
				if y[k] = 1; product == nil {
					y[k] = o.LogPosterior(theta)
				}
				for _, i := range product {
					y[k] = y[k] * o.covariates.Coefficient(theta, i)
				}
			}
		},
	}
	return nil
}

// approximate sets the moments to those of the normal distribution N(θ*, C), with the mode θ* and
// C = (−∇² log π)⁻¹ there. Unless the posterior is normal, the errors are of the order of Nd^(−1/2)
// posterior standard deviations; of logistic regression less, as its mean is m to the next order
// (exact.Laplace).
func (o *posterior) approximate(c *experiment.Context) {
	if o.known {
		o.row = nil
	} else {
		c.Notef("reference: the Laplace approximation, because a run would cost more than the points")
	}
	d, mode, theta := o.Dim(), o.starts[0], o.starts[0]
	if m, ok := o.Model.(*model.Logistic); ok {
		if l, err := exact.NewLaplace(m); err == nil {
			theta = l.Mean
		}
	}
	mean, a, unit := make([]float64, d), make([]float64, d*d), linalg.Identity(d, 1) // β = A θ
	for j := range d {
		mean[j] = o.covariates.Coefficient(theta, j)
		for i := range d {
			a[i*d+j] = o.covariates.Coefficient(unit[j*d:][:d], i)
		}
	}
	cov := linalg.Mul(a, linalg.Transpose(linalg.Mul(a, o.cov)))
	for _, product := range o.factors {
		m, v := o.LogPosterior(mode)-float64(d)/2, float64(d)/2
		switch len(product) {
		case 0: // log π
		case 1:
			m, v = mean[product[0]], cov[product[0]*(d+1)]
		default:
			m = moment(mean, cov, product)
			v = moment(mean, cov, slices.Concat(product, product)) - m*m
		}
		o.mean, o.variance = append(o.mean, estimate.Known(m)), append(o.variance, estimate.Known(v))
	}
	o.status = table.OK
}

// moment returns the mean of the product of components of N(m, C), by Isserlis' theorem:
//
//	E x_i Π_j x_j = m_i E Π_j x_j + Σ_k C_ik E Π_{j≠k} x_j
func moment(m, c []float64, of []int) float64 {
	if len(of) == 0 {
		return 1
	}
	i, others := of[0], of[1:]
	sum := m[i] * moment(m, c, others)
	for k, j := range others {
		sum += c[i*len(m)+j] * moment(m, c, slices.Delete(slices.Clone(others), k, k+1))
	}
	return sum
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
	o.mean, o.variance, o.status = known(mean), known(variance), table.OK
	o.quadrature, o.known = true, true
	return nil
}

// known returns numbers without errors.
func known(x []float64) (known []estimate.Estimate) {
	for _, v := range x {
		known = append(known, estimate.Known(v))
	}
	return known
}

// exact is the value of a moment of the posterior if it is exact, otherwise NaN.
func (o *posterior) exact(moment estimate.Estimate) float64 {
	if !o.known {
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
