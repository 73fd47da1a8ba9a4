package sweep

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// params are the columns that every table has.
var params = []string{"scheme", "friction", "gamma", "eta", "sampling", "n", "dt"}

// Compute runs all points, for experiment.Program. For each function f of θ every point has the
// mean and the variance with their values for the posterior, the error of the mean in standard
// deviations of the posterior, and the relative error of the variance. If the status of the point
// is ok, the errors have the status of the reference. Points of AdL also have the moments of ξ. A
// reference that is not exact has a mean and a variance too; without one there are no errors.
// Compute also prints a [summary].
func Compute(c *experiment.Context, s *Spec) (*table.Table, error) {
	columns := slices.Clone(params)
	for _, a := range s.axes {
		if !slices.Contains(params, a.Key) {
			columns = append(columns, a.Key)
		}
	}
	t := table.New(table.Columns(columns, "exact", "s")...)
	byData := map[string]*posterior{}
	lists := make([][]*study.Run, len(s.points))
	T, dt := 0.0, math.Inf(1)
	for i, p := range s.points {
		if p.posterior = byData[p.data]; p.posterior == nil {
			var err error
			if p.posterior, err = p.loaded(c, t); err != nil {
				return nil, err
			}
			byData[p.data] = p.posterior
		}
		var err error
		if lists[i], err = p.List(c, p); err != nil {
			return nil, err
		}
		for _, r := range lists[i] {
			T, dt = max(T, r.Chain.T), min(dt, r.Dt)
			p.cost += r.Chain.Units() * float64(r.N)
		}
	}
	var runs []*study.Run // a reference precedes the runs of its posterior
	for i, p := range s.points {
		if p.refers && p.reference == nil {
			if p.refer(c, p, T, dt); p.refers {
				runs = append(runs, p.reference)
			}
		}
		runs = append(runs, lists[i]...)
	}
	note(c, runs)
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	text := newSummary(columns)
	for i, r := range runs {
		if p := r.Posterior.(*point); r == p.reference {
			p.measured()
		} else {
			p.list(t)
			from := t.Len()
			p.rows(t, r)
			text.add(t, from, c.Seconds(i))
		}
	}
	return t, c.Printf("%s", text)
}

// note prints a line for every scheme and posterior with steps that are too long.
func note(c *experiment.Context, runs []*study.Run) {
	steps := map[string][]float64{} // by the end of the line
	for _, r := range runs {
		scheme, curvature := r.Chain.Scheme, r.Posterior.(*point).curvature
		longest := scheme.Longest(curvature)
		if !(r.Dt > longest) {
			continue
		}
		line := fmt.Sprintf("above the limit %.3g of %s for the curvature λ_max = %.4g at the mode; "+
			"mini-batches and nonlinearity, which the limit neglects, may shift it",
			longest, scheme.Word, curvature)
		if !slices.Contains(steps[line], r.Dt) {
			steps[line] = append(steps[line], r.Dt)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(steps)) {
		c.Notef("%s: dt = %v, %s", table.TooLong, steps[line], line)
	}
}

// Target is the model.
func (p *point) Target() model.Model { return p.Model }

// Chain returns the chain of a scheme at a point, with the observables and the starting points of
// all runs.
func (p *point) Chain(scheme dynamics.Scheme, at study.Point) *simulate.Chain {
	c := p.Settings.Chain(p.Model, p.digest, scheme, at)
	c.Control, c.Layout, c.Theta = p.control, p.layout(scheme), study.Rounded(p.starts)
	if p.of.N > 0 {
		c.Observe = append(c.Observe, simulate.Moments{Of: p.of})
	}
	if p.turned != nil {
		c.Model = p.turned
	}
	study.Settle(c, p.cov(), max(5, p.BurnInXi))
	return c
}

// Turned returns the point with chains along other axes (see study.Rotatable).
func (p *point) Turned(m *model.Rotated, sigma []float64) study.Posterior {
	r := *p
	r.turned, r.turnedSigma = m, sigma
	return &r
}

// cov returns Σ̄ in the coordinates of ξ.
func (p *point) cov() []float64 {
	if p.turned != nil {
		return p.turnedSigma
	}
	return p.sigma
}

// meanCov returns average in the coordinates of ξ.
func (p *point) meanCov() []float64 {
	cov := p.average()
	if cov == nil || p.turned == nil {
		return cov
	}
	q := p.turned.Q
	return linalg.Mul(linalg.Transpose(q), linalg.Mul(cov, q))
}

// Criteria returns those of study.NewCriteria, unless the step is too long.
func (p *point) Criteria(x *simulate.Samples) study.Criteria {
	k := study.NewCriteria(x, p.cov())
	if s := x.Chain.Scheme; s.Dt > s.Longest(p.curvature) {
		k.KnownStatus = table.TooLong
	}
	return k
}

// Cells returns the values of the axes, as written, on which a run depends.
func (p *point) Cells(r *study.Run) table.Row {
	row := table.Row{}
	for k, a := range p.axes {
		if uses(r.Chain.Scheme.Word, a.Key) {
			row[a.Key] = a.Values[p.at[k]]
		}
	}
	if row["control"] != nil {
		row["control"] = p.Control // it may be a list
	}
	return row
}

// rows adds the results of a run.
func (p *point) rows(t *table.Table, r *study.Run) {
	row := r.Row(t)
	errors := study.Against(row, p.status)
	for k, name := range p.names {
		mean, variance := p.moments(r, k)
		t.Measure(row, "mean "+name, mean, p.exact(p.mean[k]))
		t.Measure(row, "variance "+name, variance, p.exact(p.variance[k]))
		sd := math.Sqrt(p.variance[k].Value)
		if math.IsNaN(sd) {
			continue // no reference
		}
		t.Measure(errors, "mean error "+name, estimate.Sub(mean, p.mean[k]).Times(1/sd))
		ratio := estimate.Ratio(variance, p.variance[k])
		ratio.Value--
		t.Measure(errors, "variance error "+name, ratio)
	}
	if p.xi {
		study.XiRows(t, row, r.Samples, p.meanCov(), true)
	}
}

// moments returns the mean and the variance of a function, which are unknown if the run diverged.
func (o *posterior) moments(r *study.Run, k int) (mean, variance estimate.Estimate) {
	if r.Diverged {
		return estimate.Unknown(), estimate.Unknown()
	}
	b := r.Blocks(o.of, k)
	return b.Mean(), b.Variance()
}
