package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

const section = "3.3.2"

// claims evaluates what sections 3.2.1 and 3.3.2 say about Figure 7. Runaway points never enter, unmixed ones neither.
func claims(s Spec, t *table.Table) []experiment.Claim {
	cs := norms(t)
	l1 := t.Where("quantity", "L1", "source", table.Simulation, "status", table.OK)
	curves := l1.Where("method", "AdL")

	// far below Figure 4
	for _, k := range s.Friction {
		var ratios []float64
		langevin := l1.Where("method", "Langevin")
		for i := range langevin.Len() {
			a := curves.Where("friction", k, "dt", langevin.Cell(i, "dt"), "n", langevin.Cell(i, "n"))
			if a.Len() == 1 && langevin.Float(i, "value") > 5*langevin.Float(i, "stderr") {
				ratios = append(ratios, a.Float(0, "value")/langevin.Float(i, "value"))
			}
		}
		c := experiment.Claim{
			Name: "far below Langevin, " + string(k), Section: section,
			Sentence: "AdL greatly reduces the L¹ error compared to SGLD and Langevin dynamics",
			Measured: "no point in common that mixed", Verdict: experiment.Undecided,
		}
		if len(ratios) > 0 {
			lo, hi := ratios[0], ratios[0]
			for _, r := range ratios {
				lo, hi = min(lo, r), max(hi, r)
			}
			c.Measured = fmt.Sprintf("error over that of Langevin dynamics at the same Δt and n: %.2f to %.2f at the %d points where the latter is known to 20 %%, expected below 0.5", lo, hi, len(ratios))
			c.Verdict = experiment.Less(hi, 0, 0.5, 1)
		}
		cs = append(cs, c)
	}

	for _, k := range s.Friction {
		u := curves.Where("friction", k)
		// not zero
		most := 0.0
		at := ""
		for i := range u.Len() {
			if z := u.Float(i, "value") / u.Float(i, "stderr"); z > most {
				most = z
				at = fmt.Sprintf("%.4f ± %.4f at n = %s, Δt = %s", u.Float(i, "value"), u.Float(i, "stderr"), u.Cell(i, "n"), u.Cell(i, "dt"))
			}
		}
		cs = append(cs, experiment.Claim{
			Name: "not zero, " + string(k), Section: section,
			Sentence: "AdL fails to completely correct the bias due to mini-batching",
			Measured: "most significant error: " + at, Verdict: experiment.Greater(most, 1, 0, 5),
		})
		// linear when small
		var x, y, e []float64
		norm := distance(t, k)
		for i := range u.Len() {
			if v, eps := u.Float(i, "value"), u.Float(i, "epsilon"); v < 0.1 && eps > 0 {
				x = append(x, float64(eps*u.Float(i, "dt"))*norm)
				y, e = append(y, v), append(e, u.Float(i, "stderr"))
			}
		}
		c := experiment.Claim{
			Name: "linear when small, " + string(k), Section: section,
			Sentence: "the bias scales linearly with ε(n)Δt ‖Σ_x − S*‖ when this is small",
			Measured: "fewer than four errors below 0.1", Verdict: experiment.Undecided,
		}
		if len(x) >= 4 && slices.Min(x) < slices.Max(x) {
			line, curve := estimate.FitOrigin(x, y, e), estimate.FitQuadraticOrigin(x, y, e)
			c.Measured = fmt.Sprintf("errors below 0.1, all Δt, line through the origin: slope %.5f ± %.5f, %s; with a quadratic term %s ± %s: χ² = %.0f",
				line.Slope.Value, line.Slope.StdErr, experiment.Deviations(line), short(curve.Curvature.Value), short(curve.Curvature.StdErr), curve.Chi2)
			c.Verdict = experiment.Deviations(line).Verdict()
		}
		cs = append(cs, c)
	}
	return append(append(append(cs, ratio(s, curves)...), metastable(s, t)...), law(s, t)...)
}

func short(x float64) string { return fmt.Sprintf("%.2g", x) }

// distance is ‖Σ_x − S*‖ for a friction.
func distance(t *table.Table, k exact.Friction) float64 {
	v, _ := t.Lookup("value", "quantity", map[exact.Friction]string{
		exact.Full: "norm of Sigma - mean", exact.Diagonal: "norm of Sigma - D", exact.Scalar: "norm of Sigma - s I"}[k])
	return v
}

// norms compares the two projection errors with the paper's numbers, which are those of its own data set.
func norms(t *table.Table) []experiment.Claim {
	var cs []experiment.Claim
	for _, c := range []struct {
		k     exact.Friction
		paper float64
	}{{exact.Scalar, 1.75}, {exact.Full, 0.57}} {
		v := distance(t, c.k)
		cs = append(cs, experiment.Claim{
			Name: "projection error, " + string(c.k), Section: section,
			Sentence: fmt.Sprintf("‖Σ_x − S*‖ ≈ %g for a %s friction (the paper's data set is not known)", c.paper, c.k),
			Measured: fmt.Sprintf("%.3f, %+.0f %%, expected within 10 %%", v, 100*(v/c.paper-1)),
			Verdict:  experiment.Within(v, 0, 0.9*c.paper, 1.1*c.paper, 1),
		})
	}
	return cs
}

// ratio is the scalar error over the matrix error as a function of ε(n)Δt. The claim is about every point.
func ratio(s Spec, t *table.Table) []experiment.Claim {
	full, scalar := t.Where("friction", exact.Full), t.Where("friction", exact.Scalar)
	type point struct {
		x float64
		r estimate.Estimate
	}
	var points []point
	for i := range full.Len() {
		b := scalar.Where("dt", full.Cell(i, "dt"), "n", full.Cell(i, "n"))
		x := float64(full.Float(i, "epsilon") * full.Float(i, "dt"))
		if b.Len() != 1 || x > 100 {
			continue
		}
		a := estimate.Estimate{Value: full.Float(i, "value"), StdErr: full.Float(i, "stderr")}
		r := estimate.Ratio(estimate.Estimate{Value: b.Float(0, "value"), StdErr: b.Float(0, "stderr")}, a)
		if a.Z(0) >= 4 && r.StdErr < 0.3*math.Abs(r.Value) {
			points = append(points, point{x, r})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	c := experiment.Claim{
		Name: "scalar error three times the matrix error", Section: section,
		Sentence: "for ε(n)Δt ≤ 100 the error in the scalar case is roughly 3 times that in the matrix case",
		Measured: "no ratio is known to 30 %", Verdict: experiment.Undecided,
	}
	if len(points) > 0 {
		var parts []string
		c.Verdict = experiment.Holds
		for _, p := range points {
			parts = append(parts, fmt.Sprintf("%.1f ± %.1f at %.3g", p.r.Value, p.r.StdErr, p.x))
			c.Verdict = experiment.Worse(c.Verdict, experiment.Within(p.r.Value, p.r.StdErr, 2, 4, 2))
		}
		c.Measured = "ratio by ε(n)Δt, expected 2 to 4 where it is known to 30 %: " + strings.Join(parts, ", ")
	}
	return []experiment.Claim{c}
}

// metastable compares the rates at which modes are exchanged for several η.
func metastable(s Spec, t *table.Table) []experiment.Claim {
	t = t.Where("method", "metastable", "quantity", "crossings")
	var parts []string
	verdict := experiment.Undecided
	var first estimate.Estimate
	for i := range t.Len() {
		v := estimate.Estimate{Value: t.Float(i, "value"), StdErr: t.Float(i, "stderr")}
		parts = append(parts, fmt.Sprintf("%.2f ± %.2f for η = %s", v.Value, v.StdErr, t.Cell(i, "eta")))
		if i == 0 {
			first = v
			continue
		}
		r := estimate.Ratio(v, first)
		verdict = experiment.Less(r.Value, r.StdErr, 0.5, 2)
	}
	return []experiment.Claim{{
		Name: "larger η are metastable", Section: section,
		Sentence: "η = 0.1 is motivated by metastability for larger values of η",
		Measured: fmt.Sprintf("exchanges of modes by a replica at n = %d, Δt = %g: %s; metastable if the largest η has less than half those of the smallest",
			s.Metastable.N, s.Metastable.Dt, strings.Join(parts, ", ")),
		Verdict: verdict,
	}}
}

// law compares the variances of ξ with those of the Lemma.
func law(s Spec, t *table.Table) []experiment.Claim {
	var cs []experiment.Claim
	for _, k := range s.Friction {
		u := t.Where("method", "law", "friction", k)
		var sum experiment.ChiSquare
		var parts []string
		worst := 0.0
		for i := range u.Len() {
			if !strings.HasPrefix(u.Cell(i, "quantity"), "var xi") {
				continue
			}
			v, want := estimate.Estimate{Value: u.Float(i, "value"), StdErr: u.Float(i, "stderr")}, u.Float(i, "exact")
			z := v.Z(want)
			sum = sum.Plus(experiment.ChiSquare{Value: float64(z * z), Dof: 1})
			worst = max(worst, math.Abs(v.Value/want-1))
			parts = append(parts, fmt.Sprintf("%s = %.3f ± %.3f (%.3g)", u.Cell(i, "quantity"), v.Value, v.StdErr, want))
		}
		cs = append(cs, experiment.Claim{
			Name: "law of ξ, " + string(k), Section: "3.2.1",
			Sentence: "ξ is Gaussian with variance 1/η an entry (1/(2η) off the diagonal, where ξ is symmetric) when Σ_x is constant",
			Measured: fmt.Sprintf("n = %d, Δt = %g: %s; %s", s.Law.N, s.Law.Dt, strings.Join(parts, ", "), sum),
			Verdict:  sum.Verdict(),
		})
	}
	return cs
}
