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
	chain := p.Chain(o.Model, o.digest, p.scheme(f),
		study.Point{Sampling: p.Sampling, N: p.N, Dt: p.Dt})
	o.observe(chain)
	if p.adaptive() {
		times := 5.
		if p.BurnInXi != nil {
			times = *p.BurnInXi
		}
		study.Settle(chain, o.sigma, times)
	}
	return chain, nil
}

// Compute runs all points, for experiment.Program. Every point has, for each function f of θ, the
// mean and the variance beside those of the posterior, the error of the mean in standard deviations
// of the posterior, and the relative error of the variance, which have the status of the reference
// if that of the point is ok; and for AdL the moments of ξ.
func Compute(c *experiment.Context, s *Sweep) (*table.Table, error) {
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
	t := table.New(table.Columns(s.columns(), "exact", "s")...)
	samples, err := study.Sweep(c, chains, all...)
	if err != nil {
		return nil, err
	}
	for i, o := range long {
		o.measured(samples[i])
	}
	for i, x := range samples[len(long):] {
		s.rows(t, s.points[i], of[i], x)
	}
	return t, nil
}

// rows adds what a run gave.
func (s *Sweep) rows(t *table.Table, p *point, o *posterior, x *simulate.Samples) {
	if o.mean == nil {
		o.found()
	}
	row := p.row()
	row["epsilon"] = x.Chain.Epsilon()
	study.Classify(row, x, o.sigma, study.Varying, 1)
	if x.Diverged {
		for _, f := range o.of {
			t.AddDiagnostic(row, "variance error "+f.name, math.NaN())
		}
		return
	}
	// An error is a result only if the reference is one.
	errors := maps.Clone(row)
	if row["status"] == table.OK {
		errors["status"] = o.status
	}
	for k, f := range o.of {
		b := f.blocks(x)
		mean, variance := b.Mean(), b.Variance()
		var exactMean, exactVariance []float64
		if o.exact != nil {
			exactMean, exactVariance = []float64{o.mean[k].Value}, []float64{o.variance[k].Value}
		}
		t.Measure(row, "mean "+f.name, mean, exactMean...)
		t.Measure(row, "variance "+f.name, variance, exactVariance...)
		m, v := o.errors(k, mean, variance)
		t.Measure(errors, "mean error "+f.name, m)
		t.Measure(errors, "variance error "+f.name, v)
	}
	if o.xi && p.adaptive() {
		study.XiRows(t, row, x, o.sigma, true)
	}
}
