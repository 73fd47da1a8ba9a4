package main

import (
	"math"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// Prediction is the [prediction] table of the spec.
type Prediction struct {
	Degree int     `toml:"degree" spec:"min=6,max=40"` // of the polynomials that the predicted perturbation is expanded in
	Fit    float64 `toml:"fit" spec:"positive"`        // the largest ε(n)Δt of the simulations that the slope is compared with
}

// drawn is the largest predicted error that is drawn: first order says nothing of larger ones.
const drawn = 0.5

// predict adds what theory says to the leading order in ε(n)Δt and Δt (propositions prop:SGLD_error and prop:Langevin_error): rows "slope", the error per ε(n)Δt, for
// SGLD per Δt too (column per), and the curves of the panels. Schemes with another number of batches a step than one are left out.
//
// It adds the slope that the simulation has: that at 0 of a parabola in ε(n)Δt through Σ_b ±(h_b − π_b), with the signs of the predicted perturbation, which
// is the L¹ error where those are right, and unlike it linear in the histogram h, so that noise does not bias it. The time step's part of it, as predicted, is taken out
// of SGLD's.
func (s Spec) predict(t *table.Table, g *simulate.Marginal, points []experiment.Point, samples []*simulate.Samples) {
	h := g.Bins
	bias := exact.NewBias(g.Posterior, s.Prediction.Degree)
	masses := func(f *exact.Perturbation) []float64 {
		_, m, _ := f.Masses(h.Dim, h.Lo, h.Hi, h.Bins)
		return m
	}
	for i, m := range s.Method {
		if m.Word != dynamics.SGLD && strings.Count(m.Word, "B") != 1 {
			continue
		}
		miniBatch := func(b *exact.Bias) *exact.Perturbation { return b.Langevin(m.Gamma) }
		var disc []float64 // per Δt
		row := table.Row{"method": m.Name, "quantity": "slope", "status": table.OK, "source": table.Prediction}
		slope := func(per string, solve func(*exact.Bias) *exact.Perturbation) {
			v := bias.Slope(h.Dim, h.Lo, h.Hi, h.Bins, solve)
			row["per"], row["value"], row["stderr"] = per, v.Value, v.Error
			t.Add(row)
		}
		if m.Word == dynamics.SGLD {
			miniBatch = func(b *exact.Bias) *exact.Perturbation { f, _ := b.SGLD(); return f }
			timeStep := func(b *exact.Bias) *exact.Perturbation { _, f := b.SGLD(); return f }
			slope("dt", timeStep)
			disc = masses(timeStep(bias))
		}
		slope("epsilon dt", miniBatch)
		mb := masses(miniBatch(bias))

		signs, step := settled(mb), math.RoundToEven(along(disc, mb)*0x1p20)*0x1p-20 // so that these rows are the same bits on every machine
		var x, y, e []float64
		for j, p := range points {
			v := samples[i*len(points)+j]
			if at := float64(p.Epsilon * p.Dt); !v.Diverged && 0 < at && at <= s.Prediction.Fit {
				d := v.Bins(&h).Along(g.Mass, signs)
				x, y, e = append(x, at), append(y, d.Value-float64(p.Dt*step)), append(e, d.StdErr)
			}
		}
		if len(x) > 3 {
			f := estimate.FitQuadraticOrigin(x, y, e)
			row["source"], row["value"], row["stderr"] = table.Simulation, f.Slope.Value, f.Slope.StdErr
			t.Add(row)
		}

		lo, hi := points[0].Epsilon, points[0].Epsilon
		for _, p := range points {
			lo, hi = min(lo, p.Epsilon), max(hi, p.Epsilon)
		}
		for _, dt := range s.Dt {
			for _, epsilon := range experiment.LogSpace(max(lo, 1), hi, 25) {
				sum := make([]float64, len(mb))
				for b := range sum {
					sum[b] = float64(epsilon * mb[b])
					if disc != nil {
						sum[b] += disc[b]
					}
				}
				if v := float64(dt * along(sum, sum)); v <= drawn {
					t.Add(table.Row{"method": m.Name, "quantity": "L1", "dt": dt, "epsilon": epsilon, "value": v, "stderr": 0,
						"status": table.OK, "source": table.Prediction})
				}
			}
		}
	}
}

// settled is f without the bins whose sign is a matter of rounding.
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

// along is Σ_b sign(f_b) d_b.
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
