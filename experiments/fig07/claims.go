package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of sections 3.2.1 and 3.3.2 about Figure 7. Runaway and unmixed
// points never enter.
func claims(s Spec, t *table.Table) []claim.Claim {
	l1 := t.Where("quantity", "L1", "source", table.Simulation, "status", table.OK)
	curves := l1.Where("method", curve)
	cs := []claim.Claim{
		projectionError(t, study.Scalar, 1.75), projectionError(t, study.Full, 0.57),
	}
	for _, k := range s.Friction {
		cs = append(cs, farBelowLangevin(l1, k))
	}
	for _, k := range s.Friction {
		u := curves.Where("friction", k)
		cs = append(cs, notZero(u, k), linearWhenSmall(u, k, study.Distance(t, k)))
	}
	cs = append(cs, threeTimes(curves), largerEta(s, t))
	for _, k := range s.Friction {
		cs = append(cs, lawOfXi(s, t, k))
	}
	return cs
}

// projectionError compares ‖Σ_x − S*‖ with the paper's number, which belongs to its own data set.
func projectionError(t *table.Table, k study.Friction, paper float64) claim.Claim {
	v := study.Distance(t, k)
	return claim.Claim{
		Name: "projection error, " + string(k),
		Sentence: fmt.Sprintf("‖Σ_x − S*‖ ≈ %g for a %s friction (the paper's data set is not known)",
			paper, k),
		Measured: fmt.Sprintf("%.3f, %+.0f %%, expected within 10 %%", v, 100*(v/paper-1)),
		Verdict:  claim.Within(claim.Exact(v), 0.9*paper, 1.1*paper, 1),
	}
}

func farBelowLangevin(l1 *table.Table, k study.Friction) claim.Claim {
	adl := l1.Where("method", curve, "friction", k)
	var ratios []float64
	for _, e := range claim.Pairs(l1.Where("method", langevin), adl, "dt", "n") {
		if e.A.Z(0) > 5 {
			ratios = append(ratios, e.B.Value/e.A.Value)
		}
	}
	var p claim.Parts
	if len(ratios) > 0 {
		lo, hi := slices.Min(ratios), slices.Max(ratios)
		p.Add(claim.Less(claim.Exact(hi), 0.5, 1),
			"error over that of Langevin dynamics at the same Δt and n: %.2f to %.2f at the %d points "+
				"where the latter is known to 20 %%, expected below 0.5", lo, hi, len(ratios))
	}
	return p.Judge(claim.Claim{
		Name:     "far below Langevin, " + string(k),
		Sentence: "AdL greatly reduces the L¹ error compared to SGLD and Langevin dynamics",
	}, "", "no point in common that mixed")
}

func notZero(t *table.Table, k study.Friction) claim.Claim {
	most := 0.0 // standard errors above 0
	var p claim.Parts
	for i := range t.Len() {
		e := t.Estimate(i)
		z := e.Z(0)
		most = max(most, z)
		p.NoteLargest(z, "%.4f at n = %s, Δt = %s", e, t.Cell(i, "n"), t.Cell(i, "dt"))
	}
	return claim.Claim{
		Name:     "not zero, " + string(k),
		Sentence: "AdL fails to completely correct the bias due to mini-batching",
		Measured: "most significant error: " + p.Measured("", ""),
		Verdict:  claim.Greater(estimate.Estimate{Value: most, StdErr: 1}, 0, 5),
	}
}

// linearWhenSmall fits the errors against ε(n)Δt times norm, ‖Σ_x − S*‖.
func linearWhenSmall(t *table.Table, k study.Friction, norm float64) claim.Claim {
	t = t.Filter(func(i int) bool { return t.Float(i, "value") < 0.1 && t.Float(i, "epsilon") > 0 })
	x := t.Floats("epsilon")
	for i, dt := range t.Floats("dt") {
		x[i] = float64(x[i]*dt) * norm
	}
	var p claim.Parts
	if len(x) >= 4 && slices.Min(x) < slices.Max(x) {
		y, e := t.Floats("value"), t.Floats("stderr")
		line, curve := estimate.FitOrigin(x, y, e), estimate.FitQuadraticOrigin(x, y, e)
		deviations := claim.Deviations(line)
		p.Add(deviations.Verdict(), "errors below 0.1, all Δt, line through the origin: "+
			"slope %.5f, %s; with a quadratic term %.2g: χ² = %.0f",
			line.Slope, deviations, curve.Curvature, curve.Chi2)
	}
	return p.Judge(claim.Claim{
		Name:     "linear when small, " + string(k),
		Sentence: "the bias scales linearly with ε(n)Δt ‖Σ_x − S*‖ when this is small",
	}, "", "fewer than four errors below 0.1")
}

// threeTimes is about the points with ε(n)Δt ≤ 100, in this order, whose ratio is known to 30 %.
func threeTimes(t *table.Table) claim.Claim {
	scalar, full := t.Where("friction", study.Scalar), t.Where("friction", study.Full)
	noise := func(q claim.Pair) float64 {
		return float64(scalar.Float(q.Row, "epsilon") * scalar.Float(q.Row, "dt"))
	}
	pairs := claim.Pairs(scalar, full, "dt", "n")
	slices.SortFunc(pairs, func(a, b claim.Pair) int { return cmp.Compare(noise(a), noise(b)) })
	var p claim.Parts
	for _, q := range pairs {
		r := q.Ratio()
		if noise(q) <= 100 && q.B.Z(0) >= 4 && r.StdErr < 0.3*math.Abs(r.Value) {
			p.Add(claim.Within(r, 2, 4, 2), "%.1f at %.3g", r, noise(q))
		}
	}
	return p.Judge(claim.Claim{
		Name: "scalar error three times the matrix error",
		Sentence: "for ε(n)Δt ≤ 100 the error in the scalar case is roughly 3 times " +
			"that in the matrix case",
	}, "ratio by ε(n)Δt, expected 2 to 4 where it is known to 30 %: ",
		"no ratio is known to 30 %")
}

// largerEta compares the rates at which modes are exchanged for several η.
func largerEta(s Spec, t *table.Table) claim.Claim {
	t = t.Where("method", metastable, "quantity", "crossings")
	var p claim.Parts
	for i := range t.Len() {
		p.Note("%.2f for η = %s", t.Estimate(i), t.Cell(i, "eta"))
	}
	if last := t.Len() - 1; last > 0 {
		p.Decide(claim.Less(estimate.Ratio(t.Estimate(last), t.Estimate(0)), 0.5, 2))
	}
	return claim.Claim{
		Name:     "larger η are metastable",
		Sentence: "η = 0.1 is motivated by metastability for larger values of η",
		Measured: fmt.Sprintf("exchanges of modes by a replica at n = %d, Δt = %g: %s; "+
			"metastable if the largest η has less than half those of the smallest",
			s.Metastable.N, s.Metastable.Dt, p.Measured("", "")),
		Verdict: p.Verdict(),
	}
}

func lawOfXi(s Spec, t *table.Table, k study.Friction) claim.Claim {
	t = t.Where("method", law, "friction", k)
	t = t.Filter(func(i int) bool { return strings.HasPrefix(t.Cell(i, "quantity"), "var xi") })
	var p claim.Parts
	for i := range t.Len() {
		p.Note("%s = %.3f (%.3g)", t.Cell(i, "quantity"), t.Estimate(i), t.Float(i, "exact"))
	}
	c := claim.ChiSquareOf(t)
	return claim.Claim{
		Name: "law of ξ, " + string(k), Section: "3.2.1",
		Sentence: "ξ is Gaussian with variance 1/η an entry (1/(2η) off the diagonal, " +
			"where ξ is symmetric) when Σ_x is constant",
		Measured: fmt.Sprintf("n = %d, Δt = %g: %s; %s",
			s.Law.N, s.Law.Dt, p.Measured("", ""), c),
		Verdict: c.Verdict(),
	}
}
