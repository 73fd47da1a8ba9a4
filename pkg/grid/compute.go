package grid

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

var nan = math.NaN()

// params are the columns that every table has.
var params = []string{"scheme", "friction", "gamma", "eta", "sampling", "n", "dt"}

// columns are params and the other keys that are swept.
func (s *Sweep) columns() []string {
	all := slices.Clone(params)
	for _, a := range s.axes {
		if !slices.Contains(all, a.Key) {
			all = append(all, a.Key)
		}
	}
	return all
}

// row returns the cells of a point.
func (p *point) row() table.Row {
	row := table.Row{
		"scheme": p.Word, "sampling": p.Sampling, "n": p.N, "dt": p.Dt,
		"status": table.OK, "source": table.Simulation,
	}
	if p.uses("gamma") {
		row["gamma"] = p.Gamma
	}
	if p.adaptive() {
		row["friction"], row["eta"] = p.Friction, p.Eta
	}
	for k, a := range p.axes {
		if !slices.Contains(params, a.Key) && p.uses(a.Key) {
			row[a.Key] = a.Values[p.at[k]]
		}
	}
	return row
}

// chain returns the run of a point.
func (s *Sweep) chain(
	c *experiment.Context, o *posterior, p *point,
) (*simulate.Chain, error) {
	if err := p.Sampling.Check(o.Ndata(), p.N); err != nil {
		return nil, c.Errorf(p.key("n"), "%v", err)
	}
	var f dynamics.Friction = dynamics.Constant{Gamma: p.Gamma}
	if p.adaptive() {
		form, err := p.Friction.Form(o.Model)
		if err != nil {
			return nil, c.Errorf(p.key("friction"), "%v", err)
		}
		f = dynamics.AdL{Form: form, Gamma: p.Gamma, Eta: p.Eta}
	}
	chain := p.Chain(o.Model, o.digest, p.scheme(f), p.N, p.Sampling)
	s.observe(o, chain)
	if p.adaptive() {
		times := 5.
		if p.BurnInXi != nil {
			times = *p.BurnInXi
		}
		sigma, _ := o.kick(p.Dt)
		study.Settle(chain, sigma, times)
	}
	return chain, nil
}

// Compute runs all points, for experiment.Program. Every point has, for each function f of θ, the
// mean and the variance beside those of the posterior, the error of the mean in standard deviations
// of the posterior, and the relative error of the variance, which have the status of the reference
// if that of the point is ok; with [histogram] the L¹ error on the
// marginal of θ₁; and for AdL the moments of ξ.
func Compute(c *experiment.Context, s *Sweep) (*table.Table, error) {
	if h := s.shared.Histogram; h != nil {
		if err := h.Check(c); err != nil {
			return nil, err
		}
	}
	byData := map[string]*posterior{}
	var of []*posterior // of the points
	var all []*study.Exact
	var chains []*simulate.Chain // long runs, then those of the points
	var long []*posterior
	for _, p := range s.points {
		o := byData[p.data]
		if o == nil {
			var err error
			if o, err = s.load(c, p); err != nil {
				return nil, err
			}
			byData[p.data] = o
			if o.exact != nil {
				all = append(all, o.exact)
			} else {
				chains, long = append(chains, s.longRun(o, p)), append(long, o)
			}
		}
		of = append(of, o)
	}
	for i, p := range s.points {
		chain, err := s.chain(c, of[i], p)
		if err != nil {
			return nil, err
		}
		chains = append(chains, chain)
	}
	t := table.New(table.Columns(s.columns(), "exact", "raw", "floor", "s")...)
	run := func(i int) (*simulate.Chain, error) { return chains[i], nil }
	err := study.Stream(c, len(chains), run, all, func(i int, x *simulate.Samples) error {
		if i < len(long) {
			long[i].find(x, s.shared.Histogram)
			return nil
		}
		i -= len(long)
		s.rows(t, s.points[i], of[i], x)
		return nil
	})
	return t, err
}

// rows adds what a run gave.
func (s *Sweep) rows(t *table.Table, p *point, o *posterior, x *simulate.Samples) {
	if o.exact != nil && o.known.mean == nil {
		o.find(nil, s.shared.Histogram)
	}
	row := p.row()
	row["epsilon"] = x.Chain.Epsilon()
	sigma, constant := o.kick(p.Dt)
	study.Classify(row, x, sigma, constant, 1)
	if x.Diverged {
		for _, f := range o.of {
			t.AddDiagnostic(row, "variance error "+f.name, nan)
		}
		return
	}
	// An error is a result only if the reference is one.
	errors := maps.Clone(row)
	if row["status"] == table.OK {
		errors["status"] = o.known.status
	}
	for k, f := range o.of {
		b := f.blocks(x)
		mean, variance := b.Mean(), b.Variance()
		exactMean, exactVariance := nan, nan
		if o.exact != nil {
			exactMean, exactVariance = o.known.mean[k].Value, o.known.variance[k].Value
		}
		t.Measure(row, "mean "+f.name, mean, exactMean)
		t.Measure(row, "variance "+f.name, variance, exactVariance)
		m, v := o.known.errors(k, mean, variance)
		t.Measure(errors, "mean error "+f.name, m)
		t.Measure(errors, "variance error "+f.name, v, o.closed(p, f, x.Chain.Epsilon()))
	}
	if h := s.shared.Histogram; h != nil {
		counts := x.Histogram(h.Of(dynamics.Component{I: 0}))
		if o.known.mass != nil {
			t.MeasureL1(errors, "L1 theta1", counts.L1(o.known.mass))
		} else if o.known.histogram != nil {
			t.MeasureL1(errors, "L1 theta1", counts.L1To(o.known.histogram))
		}
	}
	if o.xi && p.adaptive() {
		study.XiRows(t, row, x, sigma, constant)
	}
}

// closed returns the relative error on the variance of a Gaussian posterior, which is exact for
// SGLD and Langevin dynamics and for AdL that of a frozen ξ; NaN where it is not known.
func (o *posterior) closed(p *point, f function, epsilon float64) float64 {
	if o.law == nil || f.of != nil {
		return nan
	}
	return o.law.RelError(p.Word, epsilon, p.Gamma, p.Dt)
}
