package main

import (
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Prediction is the [prediction] table of the spec.
type Prediction struct {
	// Degree is the degree of the polynomials in which the predicted perturbation is expanded.
	Degree int `toml:"degree" spec:"min=6,max=40"`
	// Fit is the largest ε(n)Δt of the simulations with which the slope is compared.
	Fit float64 `toml:"fit" spec:"positive"`
}

// drawn is the largest predicted error that is drawn: larger ones are beyond first order.
const drawn = 0.5

// slope is a predicted error per ε(n)Δt or, for SGLD, per Δt.
type slope struct {
	per   string
	task  *study.Exact // its L¹ norm, and the changes of the masses of the bins
	found [][]float64
}

// slopes lists what theory predicts for each method (propositions prop:SGLD_error and
// prop:Langevin_error), the slope per Δt first. Methods with more than one B per step are left out.
func (s Spec) slopes(g *study.Marginal) [][]*slope {
	bias, h := g.Bias(s.Prediction.Degree), g.Histogram
	add := func(per, name string, gamma float64, solve func(*exact.Bias) *exact.Perturbation) *slope {
		return &slope{per: per, task: g.FromBias(
			"predicted error of "+name+" per "+per,
			spec.Key{
				"is": "bias slope", "dynamics": name, "per": per, "gamma": gamma,
				"lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
			},
			s.Prediction.Degree, bias, []study.Array{{Name: "slope", Len: 2}, {Name: "masses", Len: h.Bins}},
			func(b *exact.Bias) [][]float64 {
				v := b.Slope(0, h.Lo, h.Hi, h.Bins, solve)
				return [][]float64{{v.Value, v.StdErr}, solve(b).Masses(0, h.Lo, h.Hi, h.Bins)}
			})}
	}
	all := make([][]*slope, len(s.Method))
	for i, m := range s.Method {
		switch {
		case m.Word == dynamics.SGLD:
			all[i] = []*slope{
				add("dt", "SGLD", 0, func(b *exact.Bias) *exact.Perturbation {
					_, f := b.SGLD()
					return f
				}),
				add("epsilon dt", "SGLD", 0, func(b *exact.Bias) *exact.Perturbation {
					f, _ := b.SGLD()
					return f
				}),
			}
		case strings.Count(m.Word, "B") == 1:
			all[i] = []*slope{
				add("epsilon dt", "Langevin", m.Gamma, func(b *exact.Bias) *exact.Perturbation {
					return b.Langevin(m.Gamma)
				}),
			}
		}
	}
	return all
}

// predict adds the errors of each method to leading order in ε(n)Δt and Δt. The rows "slope" have
// the error per ε(n)Δt, and for SGLD also per Δt (column per), beside the slope of the simulation.
// The other rows are the curves of the panels.
func (s Spec) predict(
	t *table.Table, g *study.Marginal, points []study.Point, samples []*simulate.Samples,
	slopes [][]*slope,
) {
	for i, m := range s.Method {
		if len(slopes[i]) == 0 {
			continue
		}
		p := prediction{Spec: s, Marginal: g, method: m.Name, points: points}
		for _, x := range slopes[i] {
			v := x.found[0]
			t.Measure(p.row(x.per, table.Prediction), "slope",
				estimate.Estimate{Value: v[0], StdErr: v[1]}, math.NaN())
			if p.batch = x.found[1]; x.per == "dt" {
				p.step = p.batch
			}
		}
		p.simulated(t, samples[i*len(points):])
		p.curves(t)
	}
}

// prediction computes the predicted errors of a method.
type prediction struct {
	Spec
	*study.Marginal
	method string
	points []study.Point

	batch, step []float64 // changes of the masses of the bins per ε(n)Δt and, if known, per Δt
}

// row returns the cells of a slope.
func (p prediction) row(per, source string) table.Row {
	return table.Row{"method": p.method, "per": per, "status": table.OK, "source": source}
}

// simulated adds the slope of the simulation: the slope at 0 of a parabola in ε(n)Δt through Σ_b
// ±(h_b − π_b), with the signs of the predicted perturbation. This sum is the L¹ error where the
// signs are right, and unlike the L¹ error it is linear in the histogram h, so that noise does not
// bias it. For SGLD the predicted part of the time step is subtracted.
func (p prediction) simulated(t *table.Table, samples []*simulate.Samples) {
	signs := settled(p.batch)
	step := math.RoundToEven(along(p.step, p.batch)*0x1p20) * 0x1p-20 // the same on every machine
	var x, y, e []float64
	for j, q := range p.points {
		at := float64(q.Epsilon * q.Dt)
		if samples[j].Diverged || !(0 < at && at <= p.Prediction.Fit) {
			continue
		}
		d := samples[j].Histogram(p.Marginal.Histogram).Along(p.Mass, signs)
		x, y, e = append(x, at), append(y, d.Value-float64(q.Dt*step)), append(e, d.StdErr)
	}
	if len(x) > 3 {
		f := estimate.FitQuadraticOrigin(x, y, e)
		t.Measure(p.row("epsilon dt", table.Simulation), "slope", f.Slope)
	}
}

// curves adds the predicted errors against ε(n).
func (p prediction) curves(t *table.Table) {
	all := t.Where("quantity", "L1", "source", table.Simulation).Floats("epsilon")
	lo, hi := max(1, slices.Min(all)), slices.Max(all)
	sum := make([]float64, len(p.batch))
	for _, dt := range p.Dt {
		for _, epsilon := range linalg.LogSpace(lo, hi, 25) {
			for b := range sum {
				sum[b] = float64(epsilon * p.batch[b])
				if p.step != nil {
					sum[b] += p.step[b]
				}
			}
			if v := float64(dt * along(sum, sum)); v <= drawn {
				t.AddValue(table.Row{
					"method": p.method, "dt": dt, "epsilon": epsilon,
					"status": table.OK, "source": table.Prediction,
				}, "L1", v)
			}
		}
	}
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
