package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// affine fits a line against ε(n)Δt for every friction and time step.
func affine(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	var slopes []string
	for _, k := range []study.Friction{study.Full, study.Scalar} {
		u := smallErrors(errors(t, curve, k))
		var fits []estimate.Estimate
		var dts []string
		for _, dt := range u.Distinct("dt") {
			v := u.Where("dt", dt)
			l, ok := affineAt(&p, v.Filter(known(v)), all(t, k, v.Float(0, "dt")))
			if ok {
				chi = chi.Plus(claim.Deviations(l))
				p.Above(l.Slope, 0, "slope, %s, Δt = %s", k, dt)
				fits, dts = append(fits, l.Slope), append(dts, dt)
			}
		}
		for i, f := range fits {
			p.RatioWithin(f, claim.Exact(weightedMean(fits)), 0.9, 1.1,
				"slope over the mean slope, %s, Δt = %s", k, dts[i])
			slopes = append(slopes, fmt.Sprintf("%.2g ± %.1g (%s, Δt = %s)", f.Value, f.StdErr, k,
				dts[i]))
		}
	}
	c := p.JudgeWith(chi, claim.Of("S3.3.2-1", "a"), "slopes "+strings.Join(slopes, ", ")+
		"; errors over the lines: ")
	return claim.IfUndecided(claim.IfFails(c, claim.Finding, bends),
		"the smallest errors are not known to 10 %%")
}

// bends is why errors are not on lines.
const bends = "the error bends below the line as ξ̄ = γ + ε(n)Δt s*/2 grows, as the prediction " +
	"with frozen ξ does"

// affineAt fits a line to the errors at a time step, with that of all data if it is known, and
// adds the errors over the line to the points. It reports false if there are too few of them.
func affineAt(
	p *claim.Points, t *table.Table, allData estimate.Estimate,
) (l estimate.Line, ok bool) {
	x, y, e := []float64{}, t.Floats("value"), t.Floats("stderr")
	for i := range t.Len() {
		x = append(x, noise(t, i))
	}
	if allData.StdErr > 0 {
		x, y, e = append(x, 0), append(y, allData.Value), append(e, allData.StdErr)
	}
	if len(x) < 3 {
		return l, false
	}
	l = estimate.Fit(x, y, e)
	for i := range t.Len() {
		p.RatioWithin(t.Estimate(i), claim.Exact(l.At(x[i]).Value), 0.9, 1.1, "%s", where(t, i))
	}
	return l, true
}

// weightedMean is the mean with weights 1/se².
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
		rest = append(rest, fmt.Sprintf("%.3f (%.2g) at Δt = %s", w.Estimate(i), predicted,
			w.Cell(i, "dt")))
	}
	text := "errors with all data, predicted to leading order in brackets: " + strings.Join(rest, ", ")
	if len(u.Distinct("dt")) < 3 {
		return claim.IfUndecided(claim.Judged(c, claim.Undecided,
			"fewer than three time steps with a resolved error; %s", text), inNoise)
	}
	l, err := estimate.FitPower(u.Floats("dt"), u.Floats("value"), u.Floats("stderr"))
	if err != nil {
		return claim.Judged(c, claim.Undecided, "%v; %s", err, text)
	}
	p := claim.Points{Replicas: simulate.Groups}
	p.Within(l.Slope, 1.9, 2.1, "exponent")
	return claim.IfUndecided(p.Judge(c, text+"; "), inNoise)
}

// inNoise is why an exponent of Δt is not known.
const inNoise = "the error with all data, of order Δt², is in the noise at all time steps but " +
	"the largest"

// affected compares what batches add to the error with the error with all data.
func affected(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
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
	p := claim.Points{Replicas: simulate.Groups}
	for i, e := range y {
		p.RatioWithin(e, claim.Exact(l.Slope.Value*x[i]), 0.9, 1.1, "%s", where(u, i))
	}
	c := p.JudgeWith(claim.Deviations(l), claim.Of("S3.3.2-7", part),
		fmt.Sprintf("slope %.4f per norm; batch part of the error over the line: ",
			l.Slope.Times(1/norm(t, s.Data.Seed, k))))
	return claim.IfFails(c, claim.Finding, bends)
}
