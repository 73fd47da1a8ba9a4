package main

import (
	"math"
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
		if m.Word == dynamics.SGLD || strings.Count(m.Word, "B") == 1 {
			p := prediction{Spec: s, Marginal: g, bias: bias, method: m}
			p.rows(t, points, samples[i*len(points):][:len(points)])
		}
	}
}

// prediction computes the predicted errors of a method.
type prediction struct {
	Spec
	*study.Marginal
	bias   *exact.Bias
	method study.Method
}

// solver solves for a perturbation of the posterior.
type solver func(*exact.Bias) *exact.Perturbation

func (p prediction) rows(t *table.Table, points []study.Point, samples []*simulate.Samples) {
	miniBatch := func(b *exact.Bias) *exact.Perturbation { return b.Langevin(p.method.Gamma) }
	var timeStep []float64 // masses per Δt
	if p.method.Word == dynamics.SGLD {
		miniBatch = func(b *exact.Bias) *exact.Perturbation { f, _ := b.SGLD(); return f }
		step := func(b *exact.Bias) *exact.Perturbation { _, f := b.SGLD(); return f }
		timeStep = p.slope(t, "dt", step)
	}
	batch := p.slope(t, "epsilon dt", miniBatch)
	p.simulated(t, batch, timeStep, points, samples)
	p.curves(t, batch, timeStep, points)
}

// row returns the cells of a slope.
func (p prediction) row(per, source string) table.Row {
	return table.Row{"method": p.method.Name, "per": per, "status": table.OK, "source": source}
}

// slope adds the L¹ norm of a perturbation, and returns its masses, bin by bin.
func (p prediction) slope(t *table.Table, per string, solve solver) []float64 {
	h := p.Marginal.Histogram
	v := p.bias.Slope(0, h.Lo, h.Hi, h.Bins, solve)
	t.Measure(p.row(per, table.Prediction), "slope", v, math.NaN())
	return solve(p.bias).Masses(0, h.Lo, h.Hi, h.Bins)
}

// simulated adds the slope of the simulation: the slope at 0 of a parabola in ε(n)Δt through Σ_b
// ±(h_b − π_b), with the signs of the predicted perturbation. This sum is the L¹ error where the
// signs are right, and unlike the L¹ error it is linear in the histogram h, so that noise does not
// bias it. For SGLD the predicted part of the time step is subtracted.
func (p prediction) simulated(
	t *table.Table, batch, timeStep []float64, points []study.Point, samples []*simulate.Samples,
) {
	signs := settled(batch)
	step := math.RoundToEven(along(timeStep, batch)*0x1p20) * 0x1p-20 // the same on every machine
	var x, y, e []float64
	for j, q := range points {
		at := float64(q.Epsilon * q.Dt)
		if samples[j].Diverged || !(0 < at && at <= p.Prediction.Fit) {
			continue
		}
		d := samples[j].Histogram(p.Marginal.Histogram).Along(p.Mass, signs)
		x, y, e = append(x, at), append(y, d.Value-float64(q.Dt*step)), append(e, d.StdErr)
	}
	if len(x) > 3 {
		f := estimate.FitQuadraticOrigin(x, y, e)
		t.Measure(p.row("epsilon dt", table.Simulation), "slope", f.Slope, math.NaN())
	}
}

// curves adds the predicted errors against ε(n).
func (p prediction) curves(t *table.Table, batch, timeStep []float64, points []study.Point) {
	lo, hi := points[0].Epsilon, points[0].Epsilon
	for _, q := range points {
		lo, hi = min(lo, q.Epsilon), max(hi, q.Epsilon)
	}
	for _, dt := range p.Dt {
		for _, epsilon := range linalg.LogSpace(max(lo, 1), hi, 25) {
			sum := make([]float64, len(batch))
			for b := range sum {
				sum[b] = float64(epsilon * batch[b])
				if timeStep != nil {
					sum[b] += timeStep[b]
				}
			}
			if v := float64(dt * along(sum, sum)); v <= drawn {
				t.Add(table.Row{
					"method": p.method.Name, "quantity": "L1", "dt": dt, "epsilon": epsilon,
					"value": v, "stderr": 0, "status": table.OK, "source": table.Prediction,
				})
			}
		}
	}
}

// settled returns f with 0 in the bins whose sign is a matter of rounding.
func settled(f []float64) []float64 {
	top := 0.0
	for _, x := range f {
		top = max(top, math.Abs(x))
	}
	g := make([]float64, len(f))
	for b, x := range f {
		if math.Abs(x) > 1e-9*top {
			g[b] = x
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
