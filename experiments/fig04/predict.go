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

// predict adds the errors of each method to leading order in ε(n)Δt and Δt (propositions
// prop:SGLD_error and prop:Langevin_error). The rows "slope" have the error per ε(n)Δt, and for
// SGLD also per Δt (column per), beside the slope of the simulation. The other rows are the curves
// of the panels. Schemes with more than one B per step are left out.
func (s Spec) predict(
	t *table.Table, g *study.Marginal, points []study.Point, samples []*simulate.Samples,
) {
	bias := exact.NewBias(g.Posterior, s.Prediction.Degree)
	for i, m := range s.Method {
		p := prediction{Spec: s, Marginal: g, bias: bias, method: m.Name, points: points}
		switch {
		case m.Word == dynamics.SGLD:
			p.step = p.slope(t, "dt", func(b *exact.Bias) *exact.Perturbation {
				_, f := b.SGLD()
				return f
			})
			p.batch = p.slope(t, "epsilon dt", func(b *exact.Bias) *exact.Perturbation {
				f, _ := b.SGLD()
				return f
			})
		case strings.Count(m.Word, "B") == 1:
			p.batch = p.slope(t, "epsilon dt", func(b *exact.Bias) *exact.Perturbation {
				return b.Langevin(m.Gamma)
			})
		default:
			continue
		}
		p.simulated(t, samples[i*len(points):])
		p.curves(t)
	}
}

// prediction computes the predicted errors of a method.
type prediction struct {
	Spec
	*study.Marginal
	bias   *exact.Bias
	method string
	points []study.Point

	batch, step []float64 // changes of the masses of the bins per ε(n)Δt and, if known, per Δt
}

// row returns the cells of a slope.
func (p prediction) row(per, source string) table.Row {
	return table.Row{"method": p.method, "per": per, "status": table.OK, "source": source}
}

// slope adds the L¹ norm of the perturbation that solve returns, and returns its masses in the bins.
func (p prediction) slope(
	t *table.Table, per string, solve func(*exact.Bias) *exact.Perturbation,
) []float64 {
	h := p.Marginal.Histogram
	v := p.bias.Slope(0, h.Lo, h.Hi, h.Bins, solve)
	t.Measure(p.row(per, table.Prediction), "slope", v, math.NaN())
	return solve(p.bias).Masses(0, h.Lo, h.Hi, h.Bins)
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
