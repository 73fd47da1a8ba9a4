package grid

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// params are the columns that every table has.
var params = []string{"scheme", "friction", "gamma", "eta", "sampling", "n", "dt"}

// row returns the cells of a point.
func (p *point) row() table.Row {
	row := table.Row{
		"scheme": p.Word, "sampling": p.Sampling, "n": p.N, "dt": p.Dt, "source": table.Simulation,
	}
	for key, x := range map[string]any{"gamma": p.Gamma, "friction": p.Friction, "eta": p.Eta} {
		if p.uses(key) {
			row[key] = x
		}
	}
	for k, a := range p.axes {
		if p.uses(a.Key) {
			row[a.Key] = a.Values[p.at[k]]
		}
	}
	return row
}

// chain returns the run of a point.
func (p *point) chain(c *experiment.Context, o *posterior) (*simulate.Chain, error) {
	if err := p.Sampling.Check(o.Ndata(), p.N); err != nil {
		return nil, c.Errorf(p.key("n"), "%v", err)
	}
	if !p.adaptive() {
		return o.chain(p.Settings, p.scheme(nil), p.N, p.Sampling), nil
	}
	form, err := p.Friction.Form(o.Model)
	if err != nil {
		return nil, c.Errorf(p.key("friction"), "%v", err)
	}
	chain := o.chain(p.Settings, p.scheme(form), p.N, p.Sampling)
	study.Settle(chain, o.sigma, 5)
	return chain, nil
}

// Compute runs all points, for experiment.Program. Every point has, for each function f of θ, the
// mean and the variance beside those of the posterior, the error of the mean in standard deviations
// of the posterior, and the relative error of the variance, which have the status of the reference
// if that of the point is ok; and for AdL the moments of ξ.
func Compute(c *experiment.Context, s *Sweep) (*table.Table, error) {
	byData := map[string]*posterior{}
	var of, long []*posterior          // of the points, and those with a run as reference
	var chains, runs []*simulate.Chain // of both
	for _, p := range s.points {
		o := byData[p.data]
		if o == nil {
			var err error
			if o, err = s.load(c, p); err != nil {
				return nil, err
			}
			byData[p.data] = o
			if !o.exact {
				long, runs = append(long, o), append(runs, s.reference(o, p))
			}
		}
		chain, err := p.chain(c, o)
		if err != nil {
			return nil, err
		}
		of, chains = append(of, o), append(chains, chain)
	}
	runs = append(runs, chains...)
	columns := slices.Clone(params)
	for _, a := range s.axes {
		if !slices.Contains(params, a.Key) {
			columns = append(columns, a.Key)
		}
	}
	t := table.New(table.Columns(columns, "exact", "s")...)
	samples, err := study.Sweep(c, runs)
	if err != nil {
		return nil, err
	}
	for i, o := range long {
		o.measured(samples[i])
	}
	for i, x := range samples[len(long):] {
		s.points[i].rows(t, of[i], x)
	}
	return t, nil
}

// rows adds what a run gave.
func (p *point) rows(t *table.Table, o *posterior, x *simulate.Samples) {
	row := p.row()
	row["epsilon"] = x.Chain.Epsilon()
	study.Classify(row, x, o.sigma, study.Varying, 1)
	if x.Diverged {
		for _, name := range o.names {
			t.AddDiagnostic(row, "variance error "+name, math.NaN())
		}
		return
	}
	// An error is a result only if the reference is one.
	errors := maps.Clone(row)
	if row["status"] == table.OK {
		errors["status"] = o.status
	}
	for k, name := range o.names {
		b := x.Blocks(o.of, k)
		exactMean, exactVariance := math.NaN(), math.NaN()
		if o.exact {
			exactMean, exactVariance = o.mean[k].Value, o.variance[k].Value
		}
		t.Measure(row, "mean "+name, b.Mean(), exactMean)
		t.Measure(row, "variance "+name, b.Variance(), exactVariance)
		ofMean := estimate.Sub(b.Mean(), o.mean[k]).Times(1 / math.Sqrt(o.variance[k].Value))
		ofVariance := estimate.Ratio(b.Variance(), o.variance[k])
		ofVariance.Value--
		t.Measure(errors, "mean error "+name, ofMean)
		t.Measure(errors, "variance error "+name, ofVariance)
	}
	if o.xi && p.adaptive() {
		study.XiRows(t, row, x, o.sigma, true)
	}
}
