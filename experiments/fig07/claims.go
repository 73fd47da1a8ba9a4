package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 7, and what theory says about its model (theory.go).
func claims(s Spec, t *table.Table) []claim.Claim {
	const full, scalar, diagonal = study.Full, study.Scalar, study.Diagonal
	cs := []claim.Claim{
		s.corrects(t, "b", full), s.corrects(t, "c", scalar),
		identity(t), normalMomentum(t), scalarMomentum(t),
		replaced(t), outsidePosterior(s, t), outsidePoints(t),
		varying(t, "a", full), varying(t, "b", scalar),
		s.prefactor(t, "a", full), s.prefactor(t, "b", scalar),
		ordered(t, "a", full, diagonal), ordered(t, "b", diagonal, scalar),
		ordered(t, "c", full, scalar),
		affine(t), stepOrder(s, t),
		isMetastable(t, "a", full), isMetastable(t, "b", scalar), largerEta(s, t),
		farBelow(t, "a", full), farBelow(t, "b", scalar),
		largerSteps(t, "c", full), largerSteps(t, "d", scalar),
		affected(t, "a", full), affected(t, "b", scalar),
		s.linear(t, "a", full), s.linear(t, "b", scalar), s.linear(t, "c", diagonal), s.oneLine(t), s.proportional(t),
		threeTimes(t), constantXi(t), degrades(s, t),
	}
	return append(cs, s.theoryClaims(t)...)
}

// corrects compares ξ̄ − γ with ε(n)Δt Σ̄/2.
func (s Spec) corrects(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	for _, place := range places(k) {
		sigma, gamma := s.own(t, "mean of Sigma"+place), s.Gamma
		switch place {
		case "":
			sigma = 0.5 * (s.own(t, "mean of Sigma 11") + s.own(t, "mean of Sigma 22"))
		case " 12":
			gamma = 0
		}
		u := t.Where("method", curve, "friction", k, "quantity", "xi"+place, "source", table.Simulation)
		for i := range u.Len() {
			want := 0.5 * noise(u, i) * sigma
			if u.Float(i, "s") <= 0.05 && math.Abs(want) >= 0.1 && settled(&p, u, i) {
				e := u.Estimate(i)
				e.Value -= gamma
				p.RatioWithin(e, claim.Exact(want), 0.9, 1.1, "ξ%s, %s", place, where(u, i))
			}
		}
	}
	c := p.Judge(claim.Of("S0-1", part), "(ξ̄ − γ)/(ε(n)Δt Σ̄/2): ")
	return because(c, claim.Finding, "Σ_x depends on θ, and the law of θ that the covariance is "+
		"averaged over is not the posterior: a finding about the mixture, not about AdL")
}

// identity is about the mean of p pᵀ over the D's.
func identity(t *table.Table) claim.Claim {
	var chi claim.ChiSquare
	u := t.Where("method", momentum, "status", table.OK)
	for i := range u.Len() {
		if strings.HasPrefix(u.Cell(i, "quantity"), "mean of pp - 1") && u.Float(i, "s") <= 0.5 {
			chi.Add(u.Estimate(i), 0)
		}
	}
	return chi.Judge(claim.Of("S1-2", "a"), "E(p_i p_j) − δ_ij over the D's, from the slope of ξ: ")
}

// scalarMomentum is what a scalar friction leaves of the law of p.
func scalarMomentum(t *table.Table) claim.Claim {
	p := claim.Points{Rule: claim.Somewhere}
	u := t.Where("method", momentum, "friction", study.Scalar, "quantity", "pp at the last D 12")
	for i := range u.Len() {
		if settled(&p, u, i) {
			e := u.Estimate(i)
			e.Value = math.Abs(e.Value)
			p.Above(e, 0.1, "%s", where(u, i))
		}
	}
	return p.Judge(claim.Ours("velocities with a scalar friction", "With a scalar friction only the "+
		"kinetic energy is right: the components of p are correlated where the noise of batches is.",
		"|E(p₁p₂)| above 0.1 at one point"), "|E(p₁p₂)|: ")
}

func normalMomentum(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("method", momentum)
	for i := range u.Len() {
		if q := u.Cell(i, "quantity"); strings.HasPrefix(q, "D of p") && u.Float(i, "s") <= 0.5 &&
			settled(&p, u, i) {
			p.Below(u.Estimate(i), 0.02, "%s, %s", q, where(u, i))
		}
	}
	c := p.Judge(claim.Of("S1-2", "b"), "D of p at the last D of a step: ")
	return because(c, claim.Parameters, "%s", rangeOf(u, "D of p", 0.02))
}

// rangeOf says up to which s no point of a quantity is above a bound by its standard error.
func rangeOf(t *table.Table, prefix string, bound float64) string {
	least := math.Inf(1)
	for i := range t.Len() {
		if strings.HasPrefix(t.Cell(i, "quantity"), prefix) && t.Estimate(i).Z(bound) > 2 {
			least = min(least, t.Float(i, "s"))
		}
	}
	if math.IsInf(least, 1) {
		return "no point is above the bound by two standard errors"
	}
	return fmt.Sprintf("where s, the noise of a step, is below %.2g", least)
}

// replaced compares errors with replacement with the curve of those without.
func replaced(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	u := errors(t, replacement, "")
	for i := range u.Len() {
		line := errors(t, curve, study.Friction(u.Cell(i, "friction"))).Where("dt", u.Cell(i, "dt"))
		e, ok := interpolate(line.Where("status", table.OK), u.Float(i, "epsilon"))
		switch {
		case !settled(&p, u, i):
		case !ok:
			p.Exclude("no point without replacement that mixed beside", "%s", where(u, i))
		default:
			p.RatioWithin(u.Estimate(i), e, 0.9, 1.1, "%s", where(u, i))
			chi.Add(estimate.Sub(u.Estimate(i), e), 0)
		}
	}
	return both(&p, chi, claim.Of("S2.2-5", "b"), "errors with replacement over those without: ")
}

// interpolate returns the error at ε(n) = eps by linear interpolation between two rows.
func interpolate(t *table.Table, eps float64) (estimate.Estimate, bool) {
	t = t.Sort("epsilon")
	for i := range t.Len() {
		if t.Float(i, "epsilon") == eps {
			return t.Estimate(i), true
		}
		if i > 0 && t.Float(i-1, "epsilon") < eps && eps < t.Float(i, "epsilon") {
			u := t.Filter(func(k int) bool { return k == i-1 || k == i })
			return claim.Line(u, "epsilon").At(eps), true
		}
	}
	return estimate.Unknown(), false
}

// outsidePosterior compares the mass outside the histogram with the least error that is resolved.
func outsidePosterior(s Spec, t *table.Table) claim.Claim {
	least := math.Inf(1)
	for _, k := range s.Friction {
		u := errors(t, curve, k).Where("status", table.OK)
		for i := range u.Len() {
			if e := u.Estimate(i); e.Z(0) > 2 {
				least = min(least, e.Value)
			}
		}
	}
	var p claim.Points
	if !math.IsInf(least, 1) {
		p.Below(claim.Exact(s.own(t, "posterior outside")), least/10,
			"the least error of two standard errors is %.2g", least)
	}
	slopes := t.Where("method", langevin, "source", table.Prediction)
	var by []string
	for i := range slopes.Len() {
		by = append(by, fmt.Sprintf("%.5g in %s", slopes.Float(i, "value"),
			strings.TrimPrefix(slopes.Cell(i, "quantity"), "slope in ")))
	}
	c := p.Judge(claim.Of("S2.5.2-6", "a"), "mass of π outside: ")
	c.Measured += "; Langevin's predicted slope " + strings.Join(by, ", ")
	return c
}

func outsidePoints(t *table.Table) claim.Claim {
	var p claim.Points
	for _, k := range t.Distinct("friction") {
		u := t.Where("method", curve, "friction", k)
		pairs(&p, u.Where("quantity", "outside"), errors(u, curve, ""),
			func(out, e estimate.Estimate, at string) { p.RatioBelow(out, e, 0.1, "%s", at) })
	}
	return p.Judge(claim.Of("S2.5.2-6", "b"), "mass outside over the error: ")
}

// varying compares the errors with constant covariance with those of Σ_x(θ).
func varying(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	pairs(&p, errors(t, constant, k), errors(t, curve, k), func(x, y estimate.Estimate, at string) {
		if y.Value <= small {
			p.RatioBelow(x, y, 1./3, "%s", at)
		}
	})
	return p.Judge(claim.Of("S3.2.2-4", part), "error with constant covariance over that of batches: ")
}

// prefactor compares the slopes of the errors.
func (s Spec) prefactor(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	a := slope(adl(t, k))
	for _, method := range []string{sgld, langevin} {
		b := slope(errors(t, method, ""))
		p.RatioBelow(a, b, 1./3, "slope %.3g over that of %s, %.3g", a, method, b)
	}
	c := p.Judge(claim.Of("S3.3.1-1", part), "")
	return because(c, claim.Finding, "‖Σ_x − S*‖ is %.2g of ‖Σ_x‖", norm(t, s.Data.Seed, k)/
		s.own(t, "norm of Sigma"))
}

// ordered compares the errors of two frictions, of which the first has more entries.
func ordered(t *table.Table, part string, more, less study.Friction) claim.Claim {
	var p claim.Points
	pairs(&p, errors(t, curve, more), errors(t, curve, less),
		func(x, y estimate.Estimate, at string) {
			if math.Abs(x.Value) <= small && math.Abs(y.Value) <= small {
				p.Below(estimate.Sub(x, y), 0, "%s", at)
			}
		})
	return p.Judge(claim.Of("S3.3.1-3", part), fmt.Sprintf("error, %s less %s: ", more, less))
}

// affine fits a line against ε(n)Δt for every friction and time step.
func affine(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	var slopes []string
	for _, k := range []study.Friction{study.Full, study.Scalar} {
		u := smallErrors(errors(t, curve, k))
		var fits []estimate.Estimate
		var dts []string
		for _, dt := range u.Distinct("dt") {
			v := u.Where("dt", dt)
			v = v.Filter(known(v))
			x, y, e := []float64{}, v.Floats("value"), v.Floats("stderr")
			for i := range v.Len() {
				x = append(x, noise(v, i))
			}
			if a := all(t, k, v.Float(0, "dt")); a.StdErr > 0 {
				x, y, e = append(x, 0), append(y, a.Value), append(e, a.StdErr)
			}
			if len(x) < 3 {
				continue
			}
			l := estimate.Fit(x, y, e)
			chi = chi.Plus(claim.Deviations(l))
			for i := range v.Len() {
				p.RatioWithin(v.Estimate(i), claim.Exact(l.At(x[i]).Value), 0.9, 1.1, "%s", where(v, i))
			}
			p.Above(l.Slope, 0, "slope, %s, Δt = %s", k, dt)
			fits, dts = append(fits, l.Slope), append(dts, dt)
		}
		if len(fits) == 0 {
			continue
		}
		m := weightedMean(fits)
		for i, f := range fits {
			p.RatioWithin(f, claim.Exact(m), 0.9, 1.1, "slope over the mean slope, %s, Δt = %s", k, dts[i])
			slopes = append(slopes, fmt.Sprintf("%.2g ± %.1g (%s, Δt = %s)", f.Value, f.StdErr, k, dts[i]))
		}
	}
	return both(&p, chi, claim.Of("S3.3.2-1", "a"), "slopes "+strings.Join(slopes, ", ")+"; errors "+
		"over the lines: ")
}

func weightedMean(es []estimate.Estimate) float64 {
	a, b := 0.0, 0.0
	for _, e := range es {
		w := 1 / (e.StdErr * e.StdErr)
		a, b = a+w*e.Value, b+w
	}
	return a / b
}

// stepOrder fits a power of Δt to the errors with all data.
func stepOrder(s Spec, t *table.Table) claim.Claim {
	u := errors(t, allData, "").Where("status", table.OK)
	u = u.Filter(func(i int) bool { return u.Estimate(i).Z(0) > 2 })
	c := claim.Of("S3.3.2-1", "b")
	var rest []string
	w := errors(t, allData, study.Full)
	for i := range w.Len() {
		predicted, _ := t.Lookup("value", "method", allData, "dt", w.Float(i, "dt"),
			"source", table.Prediction, "quantity", "L1")
		rest = append(rest, fmt.Sprintf("%.3f (%.2g) at Δt = %s", w.Estimate(i), predicted, w.Cell(i, "dt")))
	}
	text := "errors with all data, predicted to leading order in brackets: " + strings.Join(rest, ", ")
	if len(u.Distinct("dt")) < 3 {
		return claim.Judged(c, claim.Undecided, "fewer than three time steps with a resolved error; "+
			"%s", text)
	}
	l, err := estimate.FitPower(u.Floats("dt"), u.Floats("value"), u.Floats("stderr"))
	if err != nil {
		return claim.Judged(c, claim.Undecided, "%v; %s", err, text)
	}
	var p claim.Points
	p.Within(l.Slope, 1.9, 2.1, "exponent")
	return p.Judge(c, text+"; ")
}

// isMetastable compares the rates at which modes are exchanged.
func isMetastable(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Rule: claim.Somewhere}
	u := t.Where("method", metastable, "friction", k, "quantity", "crossings")
	for _, seed := range u.Distinct("data") {
		for _, dt := range u.Where("data", seed).Distinct("dt") {
			v := u.Where("data", seed, "dt", dt).Sort("eta")
			for i := 1; i < v.Len(); i++ {
				at := fmt.Sprintf("η = %s, ε(n)Δt = %.3g, data %s", v.Cell(i, "eta"), noise(v, i), seed)
				if s := v.Cell(i, "status"); s != table.OK && s != table.Unmixed && s != table.Unsettled {
					p.Exclude(s, "%s", at)
				} else {
					p.RatioBelow(v.Estimate(i), v.Estimate(0), 1./3, "%s", at)
				}
			}
		}
	}
	c := p.Judge(claim.Of("S3.3.2-4", part), "exchanges of modes over those at η = 0.1: ")
	return because(c, claim.Finding, "what freezes the modes is ε(n)Δt with a scalar ξ, and the "+
		"data, at every η")
}

// largerEta is what η does instead.
func largerEta(s Spec, t *table.Table) claim.Claim {
	var p claim.Points
	u := errors(t, metastable, study.Full).Where("data", s.Data.Seed, "status", table.OK).Sort("eta")
	for i := 1; i < u.Len(); i++ {
		p.Above(estimate.Sub(u.Estimate(i), u.Estimate(0)), 0, "η = %s, %.3f beside %.3f at η = %s",
			u.Cell(i, "eta"), u.Estimate(i), u.Estimate(0), u.Cell(0, "eta"))
	}
	return p.Judge(claim.Ours("error grows with eta",
		"With a full friction and much noise, a larger η makes the error larger.",
		"the error at larger η above that at the smallest, by the difference"), "difference: ")
}

// farBelow compares the errors with those of SGLD and Langevin dynamics at the same points.
func farBelow(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	for _, method := range []string{sgld, langevin} {
		pairs(&p, adl(t, k), errors(t, method, ""), func(x, y estimate.Estimate, at string) {
			p.RatioBelow(x, y, 1./3, "%s, %s", method, at)
		})
	}
	c := p.Judge(claim.Of("S3.3.2-5", part), "error over that of SGLD and Langevin dynamics: ")
	upTo, ok := belowUpTo(t, k)
	if !ok {
		return because(c, claim.Finding, "the slope of the error is not below a third of theirs either")
	}
	return because(c, claim.Parameters, "%s", upTo)
}

// belowUpTo says up to which ε(n)Δt no ratio of farBelow exceeds 1/3 by two standard errors.
// It reports false where there is no such range.
func belowUpTo(t *table.Table, k study.Friction) (text string, ok bool) {
	worst, least := math.Inf(1), math.Inf(1)
	for _, method := range []string{sgld, langevin} {
		a := adl(t, k).Where("status", table.OK)
		for i := range a.Len() {
			e, ok := errors(t, method, "").Where("status", table.OK).LookupEstimate(
				"n", a.Cell(i, "n"), "dt", a.Cell(i, "dt"))
			third := estimate.Estimate{Value: e.Value / 3, StdErr: e.StdErr / 3}
			if !ok {
				continue
			}
			switch z := estimate.Sub(a.Estimate(i), third).Z(0); {
			case z > 2:
				worst = min(worst, noise(a, i))
			case z < -2:
				least = min(least, noise(a, i))
			}
		}
	}
	return fmt.Sprintf("holds below ε(n)Δt = %.3g", worst), least < worst
}

// largerSteps compares the errors with those of the other methods at time steps 3 to 5 times
// smaller.
func largerSteps(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	a := adl(t, k)
	for _, method := range []string{sgld, langevin} {
		b := errors(t, method, "")
		for i := range a.Len() {
			for j := range b.Len() {
				r := a.Float(i, "dt") / b.Float(j, "dt")
				if a.Cell(i, "n") == b.Cell(j, "n") && 2.99 < r && r < 5.01 &&
					settled(&p, a, i) && settled(&p, b, j) {
					p.Below(estimate.Sub(a.Estimate(i), b.Estimate(j)), 0, "%s at %.0f times Δt, %s",
						method, r, where(b, j))
				}
			}
		}
	}
	c := p.Judge(claim.Of("S3.3.2-5", part),
		"error at 3 to 5 Δt less that of SGLD and Langevin dynamics at Δt: ")
	return because(c, claim.Finding, "a gain of less than 3 in the slope is lost at 3 times Δt")
}

// affected compares what batches add to the error with the error with all data.
func affected(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	u := errors(t, curve, k)
	for i := range u.Len() {
		a := all(t, k, u.Float(i, "dt"))
		if n := u.Float(i, "n"); n > 5 || !settled(&p, u, i) {
			continue
		}
		twice := estimate.Estimate{Value: 2 * math.Max(a.Value, 0), StdErr: 2 * a.StdErr}
		p.Above(estimate.Sub(u.Estimate(i), twice), 0, "%s", where(u, i))
	}
	return p.Judge(claim.Of("S3.3.2-6", part), "error less twice that with all data: ")
}

// batchPart returns what batches add to small errors, against ε(n)Δt.
func batchPart(
	t *table.Table, k study.Friction,
) (u *table.Table, x []float64, y []estimate.Estimate) {
	u = smallErrors(errors(t, curve, k))
	u = u.Filter(func(i int) bool { return u.Float(i, "epsilon") > 0 && u.Float(i, "stderr") > 0 })
	for i := range u.Len() {
		e := u.Estimate(i)
		if a := all(t, k, u.Float(i, "dt")); a.StdErr > 0 {
			e = estimate.Sub(e, a)
		}
		x, y = append(x, noise(u, i)), append(y, e)
	}
	return u, x, y
}

// lineOf is the line of batchPart, per ε(n)Δt.
func lineOf(x []float64, y []estimate.Estimate) estimate.Line {
	if len(x) < 2 {
		return estimate.Line{Slope: estimate.Unknown()}
	}
	v, e := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		v[i], e[i] = y[i].Value, y[i].StdErr
	}
	return estimate.FitOrigin(x, v, e)
}

// linear fits one line for all time steps.
func (s Spec) linear(t *table.Table, part string, k study.Friction) claim.Claim {
	u, x, y := batchPart(t, k)
	l := lineOf(x, y)
	var p claim.Points
	for i, e := range y {
		p.RatioWithin(e, claim.Exact(l.Slope.Value*x[i]), 0.9, 1.1, "%s", where(u, i))
	}
	c := both(&p, claim.Deviations(l), claim.Of("S3.3.2-7", part),
		fmt.Sprintf("slope %.4f per norm; batch part of the error over the line: ",
			scaled(l.Slope, 1/norm(t, s.Data.Seed, k))))
	return because(c, claim.Finding, "the error bends below the line as ξ̄ = γ + ε(n)Δt s*/2 grows, "+
		"as the prediction with frozen ξ does")
}

// otherEntries is why errors are not in the ratio of the norms.
const otherEntries = "the norm bounds the error of any observable; the marginal of θ₁ is moved " +
	"by some entries of Σ_x − S* alone, on the mixture hardly by the off-diagonal ones, in which " +
	"diagonal and full differ"

func scaled(e estimate.Estimate, a float64) estimate.Estimate {
	return estimate.Estimate{Value: a * e.Value, StdErr: math.Abs(a) * e.StdErr}
}

// oneLine compares the slopes per norm of the frictions.
func (s Spec) oneLine(t *table.Table) claim.Claim {
	var p claim.Points
	per := func(k study.Friction) estimate.Estimate {
		_, x, y := batchPart(t, k)
		return scaled(lineOf(x, y).Slope, 1/norm(t, s.Data.Seed, k))
	}
	full := per(study.Full)
	for _, k := range []study.Friction{study.Scalar, study.Diagonal} {
		p.RatioWithin(per(k), full, 0.9, 1.1, "%s over full", k)
	}
	c := p.Judge(claim.Of("S3.3.2-7", "d"), "slopes per ε(n)Δt‖Σ_x − S*‖: ")
	return because(c, claim.Finding, otherEntries)
}

// proportional compares the ratios of errors with those of the norms.
func (s Spec) proportional(t *table.Table) claim.Claim {
	var p claim.Points
	full := norm(t, s.Data.Seed, study.Full)
	for _, k := range []study.Friction{study.Scalar, study.Diagonal} {
		ratio := norm(t, s.Data.Seed, k) / full
		pairs(&p, errors(t, curve, k), errors(t, curve, study.Full),
			func(x, y estimate.Estimate, at string) {
				p.RatioWithin(x, scaled(y, ratio), 0.9, 1.1, "%s", at)
			})
	}
	c := p.Judge(claim.Of("S1-6", "a"), "error over that of a full ξ, over the ratio of the norms: ")
	return because(c, claim.Finding, otherEntries)
}

// threeTimes is about the ratio of the scalar error to the full one, by bands of ε(n)Δt.
func threeTimes(t *table.Table) claim.Claim {
	var every claim.Points
	bands := []float64{0, 1, 10, 100}
	var texts, holding []string
	for b := range bands[1:] {
		var p claim.Points
		a := table.New(t.Columns()...)
		a.Append(errors(t, curve, study.Scalar))
		a.Append(errors(t, long, study.Scalar))
		a = a.Filter(func(i int) bool { x := noise(a, i); return bands[b] < x && x <= bands[b+1] })
		pairs(&p, a, errors(t, curve, study.Full), func(x, y estimate.Estimate, at string) {
			p.RatioWithin(x, y, 2.5, 3.5, "%s", at)
			every.RatioWithin(x, y, 2.5, 3.5, "%s", at)
		})
		name := fmt.Sprintf("ε(n)Δt %g to %g", bands[b], bands[b+1])
		texts = append(texts, fmt.Sprintf("%s: %s, %s", name, p.Verdict(), p.String()))
		if p.Verdict() == claim.Holds {
			holding = append(holding, name)
		}
	}
	c := claim.Judged(claim.Of("S3.3.2-9", "a"), every.Verdict(), "scalar over full error; %s",
		strings.Join(texts, "; "))
	if len(holding) > 0 {
		return because(c, claim.Parameters, "holds for %s", strings.Join(holding, ", "))
	}
	return because(c, claim.Finding, "the ratio of the errors is not that of the norms: it is "+
		"larger where the errors are small, and falls as ε(n)Δt grows and the scalar error saturates")
}

// constantXi compares the mean of ξ in the cells of θ with the mean over all.
func constantXi(t *table.Table) claim.Claim {
	var p claim.Points
	var texts []string
	u := t.Where("method", conditional, "source", table.Simulation)
	for _, eta := range u.Distinct("eta") {
		var apart claim.Points
		for _, n := range u.Distinct("n") {
			v := u.Where("eta", eta, "n", n)
			mean := map[string]float64{}
			for _, q := range places(study.Full) {
				mean[q], _ = v.Lookup("value", "quantity", "xi"+q)
			}
			tolerance := 0.1 * (0.5*(mean[" 11"]+mean[" 22"]) - 1)
			for i := range v.Len() {
				q, in := strings.CutPrefix(v.Cell(i, "quantity"), "xi in cell")
				if !in || v.Float(i, "weight") < 0.05 || !settled(&p, v, i) {
					continue
				}
				e := v.Estimate(i)
				e.Value -= mean[q]
				for _, p := range []*claim.Points{&p, &apart} {
					p.Within(e, -tolerance, tolerance, "ξ%s at (%.2g, %.2g), ξ̄ = %.3g, η = %s, %s", q,
						v.Float(i, "theta1"), v.Float(i, "theta2"), mean[q], eta, where(v, i))
				}
			}
		}
		texts = append(texts, fmt.Sprintf("η = %s: %s, %s", eta, apart.Verdict(), apart.String()))
	}
	c := claim.Judged(claim.Of("S5-1", "a"), p.Verdict(), "E(ξ | θ) less ξ̄, %s", strings.Join(texts, "; "))
	return because(c, claim.Finding, "ξ follows θ")
}

// degrades compares ratios of norms with ratios of errors.
func degrades(s Spec, t *table.Table) claim.Claim {
	var p claim.Points
	a := study.Scalar
	for _, k := range []study.Friction{study.Diagonal, study.Full} {
		norms := norm(t, s.Data.Seed, a) / norm(t, s.Data.Seed, k)
		x, y := slope(errors(t, curve, a)), slope(errors(t, curve, k))
		if norms <= 1.25 {
			p.RatioBelow(x, y, 1.25, "%s over %s, norms %.3g", a, k, norms)
		} else {
			p.RatioAbove(x, y, 1.25, "%s over %s, norms %.3g", a, k, norms)
		}
	}
	c := claim.Of("S5-4", "")
	c.Name = "mixture"
	return because(p.Judge(c, "slopes of the error: "), claim.Finding, otherEntries)
}
