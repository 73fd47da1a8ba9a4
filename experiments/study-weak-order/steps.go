package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/gaussian"
	"adl/pkg/study"
)

// words adds the slope of the error in ε(n)Δt for the six Strang splittings. A word with two B's is
// written as the cycle in which they stand at one θ.
func (r rows) words(s Spec, m study.Method) {
	for _, w := range []struct{ word, cycle string }{
		{gaussian.Langevin, ""}, {"AOBOA", ""},
		{"BAOAB", "AOABB"}, {"BOAOB", "OAOBB"}, {"ABOBA", "ABOBA"}, {"OBABO", "ABOOB"},
	} {
		for _, dt := range append([]float64{s.Theory.Dt[0]}, s.Dt...) {
			row := r.ExactRow(m, dt)
			row["method"] = w.word
			slope := func(word, quantity string, share bool) {
				x, _ := r.Law.BatchSlope(r.Law.Step(word, m.Gamma, dt, share), dt)
				r.AddValue(row, quantity, x)
			}
			slope(w.word, "slope in ε(n)Δt", false)
			if w.cycle != "" {
				slope(w.cycle, "slope in ε(n)Δt with one batch a step", true)
			}
		}
	}
}

// maps adds the distance of the step's map from the one of appendix B, and its spectral radius.
func (r rows) maps(e Theory, m study.Method) {
	a := r.Law.A
	for _, m.Gamma = range e.Gamma {
		for _, x := range e.Kinetic {
			dt := math.Sqrt(x / a)
			step, worst := r.Law.Step(m.Word, m.Gamma, dt, false), 0.0
			got := append(append(step.M, step.Noise[0]...), append(step.Noise[1], step.Kicks[0]...)...)
			for i, want := range printed(a, m.Gamma, dt) {
				worst = max(worst, math.Abs(got[i]-want)/max(1, math.Abs(want)))
			}
			row := r.ExactRow(m, dt)
			r.AddValue(row, "distance of a step's map from appendix B", worst)
			r.AddValue(row, "spectral radius", step.Radius())
		}
	}
}

// printed returns the entries of M₁, of (1 − α_Δt)^(1/2) M₂, the first column before the second,
// and of V₃/b (appendix B).
func printed(a, gamma, dt float64) []float64 {
	alpha, half := math.Exp(-float64(gamma*dt)), math.Exp(-float64(float64(0.5*gamma)*dt))
	f, x := math.Sqrt(1-alpha), float64(a*float64(dt*dt))
	q, r := 1-float64(0.5*x), 1-float64(0.25*x)
	return []float64{
		q, float64(half * float64(dt*r)), -float64(a * float64(dt*half)), float64(alpha * q),
		float64(f * float64(dt*r)), float64(f * float64(half*q)), 0, f,
		float64(0.5 * float64(dt*dt)), float64(half * dt),
	}
}

// oneStep adds the least powers of Δt at which a step and the modified generator differ. AdL has a
// frozen ξ of five times γ.
func (r rows) oneStep(methods []study.Method) {
	for _, m := range methods {
		var rest exact.Remainder
		switch m.Word {
		case dynamics.SGLD:
			rest = r.Law.SGLDRemainder()
		case gaussian.Langevin:
			rest = r.Law.Remainder(m.Word, m.Gamma, m.Gamma)
			adl := m
			adl.Name, adl.Word = "AdL", "ODABADO"
			r.powers(adl, r.Law.Remainder(adl.Word, float64(5*m.Gamma), m.Gamma))
		default:
			continue
		}
		r.powers(m, rest)
	}
}

// powers adds the powers of a remainder.
func (r rows) powers(m study.Method, e exact.Remainder) {
	row := r.ExactRow(m, 0)
	row["dt"] = nil
	for _, q := range []struct {
		what  string
		power int
	}{
		{"mean", e.Mean}, {"covariance", e.Cov}, {"covariance from batches", e.BatchCov},
		{"third cumulants", e.Third},
	} {
		r.AddValue(row, "one-step power of Δt: "+q.what, float64(q.power))
	}
}
