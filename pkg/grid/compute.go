package grid

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// params are the columns that every table has.
var params = []string{"scheme", "friction", "gamma", "eta", "sampling", "n", "dt"}

// run is the run of a point or of a reference, with its row.
type run struct {
	study.Run
	of  *posterior
	row table.Row
}

// run returns the run of a point, or an error about one of its keys.
func (p *point) run(c *experiment.Context, o *posterior) (*run, error) {
	at, err := study.NewPoint(c, p.key("n"), p.Sampling, o.Ndata(), p.N, p.Dt)
	if err != nil {
		return nil, err
	}
	row := table.Row{
		"scheme": p.Word, "friction": p.Friction, "gamma": p.Gamma, "eta": p.Eta,
		"sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": at.Epsilon,
		"source": table.Simulation,
	}
	for k, a := range p.axes {
		if row[a.Key] = a.Values[p.at[k]]; a.Key == "control" {
			row[a.Key] = p.Control // it may be a list
		}
	}
	for _, key := range params {
		switch {
		case !p.uses(key):
			delete(row, key)
		case row[key] == 0. || row[key] == study.Friction(""):
			return nil, c.Errorf(key, "scheme %s needs it", p.Word)
		}
	}
	scheme := study.Langevin(p.Word, p.Gamma)
	if p.adaptive() {
		form, err := p.Friction.Form(o.Model)
		if err != nil {
			return nil, c.Errorf(p.key("friction"), "%v", err)
		}
		scheme.Friction = dynamics.AdL{Form: form, Gamma: p.Gamma, Eta: p.Eta}
	}
	if err := scheme.Check(); err != nil {
		return nil, c.Errorf(p.key("scheme"), "%v", err)
	}
	r := o.run(p.Settings, scheme, at)
	if r.row = row; p.adaptive() {
		study.Settle(r.Chain, o.sigma, 5)
	}
	return r, nil
}

// Compute runs all points, for experiment.Program. For each function f of θ every point has the
// mean and the variance with their values for the posterior, the error of the mean in standard
// deviations of the posterior, and the relative error of the variance. If the status of the point
// is ok, the errors have the status of the reference. Points of AdL also have the moments of ξ. A
// reference that is no quadrature has a mean and a variance too.
func Compute(c *experiment.Context, s *Sweep) (*table.Table, error) {
	byData := map[string]*posterior{}
	var runs []*run // a reference precedes its points
	for _, p := range s.points {
		o := byData[p.data]
		if o == nil {
			var err error
			if o, err = s.load(c, p); err != nil {
				return nil, err
			}
			if byData[p.data] = o; o.reference != nil {
				runs = append(runs, o.reference)
			}
		}
		r, err := p.run(c, o)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	note(c, runs)
	all := make([]*study.Run, len(runs))
	for i, r := range runs {
		all[i] = &r.Run
	}
	if err := study.Sample(c, all); err != nil {
		return nil, err
	}
	columns := slices.Clone(params)
	for _, a := range s.axes {
		if !slices.Contains(params, a.Key) {
			columns = append(columns, a.Key)
		}
	}
	t := table.New(table.Columns(columns, "exact", "s")...)
	for _, r := range runs {
		if r == r.of.reference {
			r.of.measured()
		} else {
			r.rows(t)
		}
	}
	return t, nil
}

// note prints a line for every scheme and posterior with steps that are too long.
func note(c *experiment.Context, runs []*run) {
	steps := map[string][]float64{} // by the end of the line
	for _, r := range runs {
		if !r.tooLong() {
			continue
		}
		scheme, curvature := r.Chain.Scheme, r.of.curvature
		line := fmt.Sprintf("above the limit %.3g of %s for the curvature λ_max = %.4g at the mode; "+
			"mini-batches and nonlinearity, which the limit neglects, may shift it",
			scheme.Longest(curvature), scheme.Word, curvature)
		if !slices.Contains(steps[line], r.Dt) {
			steps[line] = append(steps[line], r.Dt)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(steps)) {
		c.Notef("%s: dt = %v, %s", table.TooLong, steps[line], line)
	}
}

func (r *run) tooLong() bool { return r.Dt > r.Chain.Scheme.Longest(r.of.curvature) }

// classify sets the status.
func (r *run) classify(row table.Row) {
	k := study.NewCriteria(r.Samples, r.of.sigma)
	if r.tooLong() {
		k.Known = table.TooLong
	}
	study.Classify(row, r.Samples, k)
}

// rows adds the results of the run of a point.
func (r *run) rows(t *table.Table) {
	o, row := r.of, r.row
	o.list(t)
	r.classify(row)
	errors := maps.Clone(row)
	if row["status"] == table.OK { // an error is a result only if the reference is one
		errors["status"] = o.status
	}
	for k, name := range o.names {
		mean, variance := r.moments(k)
		t.Measure(row, "mean "+name, mean, o.exact(o.mean[k]))
		t.Measure(row, "variance "+name, variance, o.exact(o.variance[k]))
		sd := math.Sqrt(o.variance[k].Value)
		t.Measure(errors, "mean error "+name, estimate.Sub(mean, o.mean[k]).Times(1/sd))
		ratio := estimate.Ratio(variance, o.variance[k])
		ratio.Value--
		t.Measure(errors, "variance error "+name, ratio)
	}
	if _, ok := r.Chain.Scheme.Friction.(dynamics.AdL); ok && o.xi {
		study.XiRows(t, row, r.Samples, o.sigma, true)
	}
}

// moments returns the mean and the variance of a function, which are unknown if the run diverged.
func (r *run) moments(k int) (mean, variance estimate.Estimate) {
	if r.Diverged {
		return estimate.Unknown(), estimate.Unknown()
	}
	b := r.Blocks(r.of.of, k)
	return b.Mean(), b.Variance()
}
