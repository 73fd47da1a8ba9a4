package main

import (
	"slices"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

// predict adds the errors of Langevin dynamics with the friction A = γ + ε(n)Δt S*/2 and the noise
// A(θ), to leading order. They would be the errors of AdL if ξ did not move, and depend on ε(n)Δt
// alone.
func (s Spec) predict(t *table.Table, g *study.Marginal) error {
	bins, bias := g.Histogram, exact.NewBias(g.Posterior, s.Prediction.Degree)
	noisy := t.Where("method", curve)
	noisy = noisy.Filter(func(i int) bool { return noisy.Float(i, "epsilon") > 0 })
	if noisy.Len() == 0 {
		return nil
	}
	lo, hi := slices.Min(noisy.Floats("epsilon")), slices.Max(noisy.Floats("epsilon"))
	for _, k := range s.Friction {
		form, err := k.Form(g.Posterior.Model)
		if err != nil {
			return err
		}
		for _, h := range linalg.LogSpace(lo*slices.Min(s.Dt), hi*slices.Max(s.Dt), 17) {
			v := float64(h * bias.AdL(form, h, s.Gamma).L1(0, bins.Lo, bins.Hi, bins.Bins))
			for _, dt := range s.Dt {
				if epsilon := h / dt; v <= s.Prediction.Most && lo <= epsilon && epsilon <= hi {
					t.AddValue(table.Row{
						"method": curve, "friction": k, "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, "L1", v)
				}
			}
		}
	}
	return nil
}
