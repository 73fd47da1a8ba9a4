package main

import (
	"math"
	"slices"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/mixture"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// frozen is where errors are predicted: those of Langevin dynamics with the friction A = γ +
// ε(n)Δt S*/2 and the noise A(θ), to leading order. They would be the errors of AdL if ξ did not
// move, and depend on ε(n)Δt alone.
type frozen struct {
	lo, hi float64   // of ε(n)
	at     []float64 // ε(n)Δt
}

func (s Spec) frozen(points []study.Point) frozen {
	f := frozen{lo: math.Inf(1)}
	for _, p := range points {
		if p.Epsilon > 0 {
			f.lo, f.hi = min(f.lo, p.Epsilon), max(f.hi, p.Epsilon)
		}
	}
	if f.hi > 0 {
		f.at = linalg.LogSpace(f.lo*slices.Min(s.Dt), f.hi*slices.Max(s.Dt), 17)
	}
	return f
}

// tasks returns a task for every friction.
func (f frozen) tasks(s Spec, g *mixture.Marginal) (tasks []*study.Exact, err error) {
	if f.at == nil {
		return nil, nil
	}
	h := g.Histogram
	for _, k := range s.Friction {
		form, err := k.Form(g.Posterior.Model)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, g.FromBias("predicted error, "+string(k)+" ξ",
			spec.Key{
				"is": "bias of frozen friction", "friction": form.Key(), "gamma": s.Gamma,
				"epsilon dt": f.at, "lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
			},
			s.Prediction.Degree, []study.Array{{Name: "L1", Len: len(f.at)}},
			func(b *exact.Bias) [][]float64 {
				var l1 []float64
				for _, x := range f.at {
					l1 = append(l1, b.AdL(form, x, s.Gamma).L1(0, h.Lo, h.Hi, h.Bins))
				}
				return [][]float64{l1}
			}))
	}
	return tasks, nil
}

// rows adds the errors that the tasks found.
func (f frozen) rows(t *table.Table, s Spec, found [][][]float64) {
	for i, arrays := range found {
		for j, x := range f.at {
			v := float64(x * arrays[0][j])
			for _, dt := range s.Dt {
				if epsilon := x / dt; v <= s.Prediction.Most && f.lo <= epsilon && epsilon <= f.hi {
					t.AddValue(table.Row{
						"method": curve, "friction": s.Friction[i], "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, "L1", v)
				}
			}
		}
	}
}
