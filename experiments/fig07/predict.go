package main

import (
	"math"
	"slices"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// theory is what is predicted for the frictions: errors at values of ε(n)Δt.
type theory struct {
	lo, hi float64   // of ε(n)
	at     []float64 // ε(n)Δt
	tasks  []*study.Exact
}

// theory lists the tasks of the errors of Langevin dynamics with the friction A = γ + ε(n)Δt S*/2
// and the noise A(θ), to leading order, for every friction. They would be the errors of AdL if ξ did
// not move, and depend on ε(n)Δt alone.
func (s Spec) theory(g *study.Marginal, runs []run) (theory, error) {
	h, bias := g.Histogram, g.Bias(s.Prediction.Degree)
	p := theory{lo: math.Inf(1)}
	for _, r := range runs {
		if r.method == curve && r.Epsilon > 0 {
			p.lo, p.hi = min(p.lo, r.Epsilon), max(p.hi, r.Epsilon)
		}
	}
	if p.hi == 0 {
		return p, nil
	}
	p.at = linalg.LogSpace(p.lo*slices.Min(s.Dt), p.hi*slices.Max(s.Dt), 17)
	for _, k := range s.Friction {
		form, err := k.Form(g.Posterior.Model)
		if err != nil {
			return p, err
		}
		p.tasks = append(p.tasks, g.FromBias("predicted error, "+string(k)+" ξ",
			spec.Key{
				"is": "bias of frozen friction", "friction": form.Key(), "gamma": s.Gamma,
				"epsilon dt": p.at, "lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
			},
			s.Prediction.Degree, bias, []study.Array{{Name: "L1", Len: len(p.at)}},
			func(b *exact.Bias) [][]float64 {
				var l1 []float64
				for _, x := range p.at {
					l1 = append(l1, b.AdL(form, x, s.Gamma).L1(0, h.Lo, h.Hi, h.Bins))
				}
				return [][]float64{l1}
			}))
	}
	return p, nil
}

// predict adds the errors that the tasks of theory found.
func (s Spec) predict(t *table.Table, p theory, found [][][]float64) {
	for i := range p.tasks {
		for j, h := range p.at {
			v := float64(h * found[i][0][j])
			for _, dt := range s.Dt {
				if epsilon := h / dt; v <= s.Prediction.Most && p.lo <= epsilon && epsilon <= p.hi {
					t.AddValue(table.Row{
						"method": curve, "friction": s.Friction[i], "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, "L1", v)
				}
			}
		}
	}
}
