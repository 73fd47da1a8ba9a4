package main

import (
	"maps"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Prediction is the [prediction] table of the spec.
type Prediction struct {
	// Degree is the degree of the polynomials in which the predicted perturbation is expanded.
	Degree int `toml:"degree" spec:"min=6,max=40"`
	// Fit is the largest ε(n)Δt of the simulations with which the slope is compared.
	Fit float64 `toml:"fit" spec:"positive"`
	// FitLangevin is the same for Langevin dynamics.
	FitLangevin float64 `toml:"fit_langevin" spec:"positive"`
}

// drawn is the largest predicted error that is drawn: larger ones are beyond first order.
const drawn = 0.5

// slope is a predicted error per ε(n)Δt or per power of Δt.
type slope struct {
	per   string
	task  *study.Exact // its L¹ norm, and the changes of the masses of the bins
	found [][]float64
}

// slopes lists what theory predicts for each method (propositions prop:SGLD_error and
// prop:Langevin_error), the time step first. Methods with more than one B per step are left out.
func (s Spec) slopes(g *study.Marginal) [][]*slope {
	degree, bins := s.Prediction.Degree, g.Histogram.Bins
	all := make([][]*slope, len(s.Method))
	for i, m := range s.Method {
		add := func(task *study.Exact) {
			all[i] = append(all[i], &slope{per: task.Key["per"].(string), task: task})
		}
		switch {
		case m.Word == dynamics.SGLD:
			add(g.Slope("dt", "SGLD", 0, degree, bins, func(b *exact.Bias) *exact.Perturbation {
				_, f := b.SGLD()
				return f
			}))
			add(g.Slope("epsilon dt", "SGLD", 0, degree, bins,
				func(b *exact.Bias) *exact.Perturbation {
					f, _ := b.SGLD()
					return f
				}))
		case strings.Count(m.Word, "B") == 1:
			if m.Word == "OABAO" {
				add(g.StepSlope(m.Gamma, degree))
			}
			add(g.BatchSlope(m.Gamma, degree, bins))
		}
	}
	return all
}

// sample is a point with what was simulated there, and the cells of its rows.
type sample struct {
	study.Point
	row     table.Row
	samples *simulate.Samples
}

// predict adds the errors of each method to leading order in ε(n)Δt and Δt:
//
//	slope          the error per ε(n)Δt, and per Δt or Δt² (column per), beside those of the
//	               simulation
//	L1             the curves of the panels
//	leading order  the error at a simulated point, up to drawn
//	signed error   of the simulation there: Σ_b ±(h_b − π_b), with the signs of the predicted
//	               perturbation. It is the L¹ error where the signs are right, and unlike the L¹
//	               error it is linear in the histogram h, so that noise does not bias it
//	batch part     the same with the signs of f_mb, less the predicted part of the time step
func (s Spec) predict(t *table.Table, g *study.Marginal, samples []sample, slopes [][]*slope) {
	for i, m := range s.Method {
		if len(slopes[i]) == 0 {
			continue
		}
		p := prediction{Spec: s, Marginal: g, method: m.Name}
		for _, x := range samples {
			if x.row["method"] == m.Name && !x.samples.Diverged {
				p.samples = append(p.samples, x)
			}
		}
		for _, x := range slopes[i] {
			v := x.found[0]
			t.Measure(p.row(x.per, table.Prediction), "slope",
				estimate.Estimate{Value: v[0], StdErr: v[1]}, math.NaN())
			if x.per == "epsilon dt" {
				p.batch = x.found[1]
			} else {
				p.per, p.step = x.per, x.found[1]
			}
		}
		t.AddValue(p.row("epsilon dt", table.Prediction), "slope with half the bins", halved(p.batch))
		p.simulated(t)
		p.curves(t)
		p.points(t)
	}
}

// prediction computes the predicted errors of a method.
type prediction struct {
	Spec
	*study.Marginal
	method  string
	samples []sample

	per         string    // "dt" or "dt^2": the order of the time step's part
	batch, step []float64 // changes of the masses of the bins per ε(n)Δt and, if known, per p.per
}

// row returns the cells of a slope.
func (p prediction) row(per, source string) table.Row {
	return table.Row{"method": p.method, "per": per, "status": table.OK, "source": source}
}

// order is Δt or Δt², by which the time step's part grows.
func (p prediction) order(dt float64) float64 {
	if p.per == "dt^2" {
		return float64(dt * dt)
	}
	return dt
}

// change returns the changes of the masses of the bins to the leading order.
func (p prediction) change(epsilon, dt float64) []float64 {
	sum := make([]float64, len(p.batch))
	for b := range sum {
		sum[b] = float64(float64(epsilon*dt) * p.batch[b])
		if p.step != nil {
			sum[b] += float64(p.order(dt) * p.step[b])
		}
	}
	return sum
}

// part returns the signed sum of the deviations of a sample along f, whose signs count, less the
// part of the time step.
func (p prediction) part(x sample, f []float64) estimate.Estimate {
	d := x.samples.Histogram(p.Marginal.Histogram).Along(p.Mass, settled(f))
	// the same on every machine
	step := math.RoundToEven(along(p.step, p.batch)*0x1p20) * 0x1p-20
	d.Value -= float64(p.order(x.Dt) * step)
	return d
}

// simulated adds the slopes of the simulation: the slope at 0 of a saturating law in ε(n)Δt through
// the batch parts, and with all the data that of a parabola in Δt or Δt² through the signed errors.
func (p prediction) simulated(t *table.Table) {
	fit := p.Prediction.Fit
	if p.per != "dt" {
		fit = p.Prediction.FitLangevin
	}
	var batch, step series
	for _, q := range p.samples {
		switch at := float64(q.Epsilon * q.Dt); {
		case q.row["run"] == "length":
		case 0 < at && at <= fit:
			batch.add(at, p.part(q, p.batch))
		case at == 0 && p.step != nil:
			d := q.samples.Histogram(p.Marginal.Histogram).Along(p.Mass, settled(p.step))
			step.add(p.order(q.Dt), d)
		}
	}
	if len(batch.x) > 3 {
		t.Measure(p.row("epsilon dt", table.Simulation), "slope",
			estimate.FitSaturating(batch.x, batch.y, batch.e))
	}
	if len(step.x) > 2 {
		t.Measure(p.row(p.per, table.Simulation), "slope",
			estimate.FitQuadraticOrigin(step.x, step.y, step.e).Slope)
	}
}

// series are points of a fit.
type series struct{ x, y, e []float64 }

func (s *series) add(x float64, y estimate.Estimate) {
	s.x, s.y, s.e = append(s.x, x), append(s.y, y.Value), append(s.e, y.StdErr)
}

// curves adds the predicted errors against ε(n).
func (p prediction) curves(t *table.Table) {
	all := t.Where("quantity", "L1", "source", table.Simulation, "run", nil).Floats("epsilon")
	lo, hi := max(1, slices.Min(all)), slices.Max(all)
	for _, dt := range p.Dt {
		for _, epsilon := range linalg.LogSpace(lo, hi, 25) {
			sum := p.change(epsilon, dt)
			if v := along(sum, sum); v <= drawn {
				t.AddValue(table.Row{
					"method": p.method, "dt": dt, "epsilon": epsilon,
					"status": table.OK, "source": table.Prediction,
				}, "L1", v)
			}
		}
	}
}

// points adds the errors at the simulated points.
func (p prediction) points(t *table.Table) {
	for _, q := range p.samples {
		sum := p.change(q.Epsilon, q.Dt)
		v := along(sum, sum)
		if q.row["run"] == "length" || !(0 < v && v <= drawn) {
			continue
		}
		row := maps.Clone(q.row)
		t.Measure(row, "signed error",
			q.samples.Histogram(p.Marginal.Histogram).Along(p.Mass, settled(sum)))
		if q.row["run"] == "equal" {
			t.Measure(row, "batch part", p.part(q, p.batch))
		}
		row["source"] = table.Prediction
		t.AddValue(row, "leading order", v)
	}
}

// halved returns the L¹ norm of f on bins of twice the width.
func halved(f []float64) float64 {
	s := 0.0
	for pair := range slices.Chunk(f, 2) {
		sum := 0.0
		for _, x := range pair {
			sum += x
		}
		s += math.Abs(sum)
	}
	return s
}

// settled returns f with 0 in the bins whose sign is a matter of rounding.
func settled(f []float64) []float64 {
	g, top := slices.Clone(f), max(slices.Max(f), -slices.Min(f))
	for b, x := range f {
		if !(math.Abs(x) > 1e-9*top) {
			g[b] = 0
		}
	}
	return g
}

// along returns Σ_b sign(f_b) d_b.
func along(d, f []float64) float64 {
	s := 0.0
	for b, d := range d {
		if f[b] < 0 {
			d = -d
		}
		s += d
	}
	return s
}
