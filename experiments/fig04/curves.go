package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// lines calls f with the straight line in ε(n) through the errors below small, for every method and
// Δt at which at least four ε(n) have such errors.
func (j judge) lines(
	p *claim.Points, method string, f func(dt string, below *table.Table, l estimate.Line),
) {
	t := j.errors(p, "method", method)
	for _, dt := range t.Distinct("dt") {
		u := t.Where("dt", dt)
		below := u.Filter(func(i int) bool { return u.Float(i, "value") < small })
		if len(below.Distinct("epsilon")) >= 4 {
			f(dt, below, claim.Line(below, "epsilon"))
		}
	}
}

// stepSlopes compares the slopes of these lines over Δt with the one that is known best.
func (j judge) stepSlopes() *claim.Points {
	p := j.none()
	for _, m := range j.Method {
		var dts []string
		var slopes []estimate.Estimate
		best := 0
		j.lines(&p, m.Name, func(dt string, below *table.Table, l estimate.Line) {
			h := below.Float(0, "dt")
			e := estimate.Estimate{Value: l.Slope.Value / h, StdErr: l.Slope.StdErr / h}
			if dts, slopes = append(dts, dt), append(slopes, e); e.StdErr < slopes[best].StdErr {
				best = len(slopes) - 1
			}
		})
		for i, e := range slopes {
			if i != best {
				p.RatioWithin(e, slopes[best], 0.9, 1.1, "%s, Δt = %s against %s", m.Name, dts[i], dts[best])
			}
		}
	}
	return &p
}

func (j judge) slopesPerStep() claim.Claim {
	return j.narrow(j.stepSlopes().Judge(claim.Of("S2.5.2-2", "a"),
		"slopes of lines through the errors below 0.1, over Δt: "), judge.stepSlopes,
		"the lines bend before the errors are 0.1")
}

// equal calls f with the rows of every method whose ε(n)Δt are equal, at two or more Δt.
func equal(t *table.Table, f func(*table.Table)) {
	for _, m := range t.Distinct("method") {
		u := t.Where("method", m)
		at := func(i int) float64 { return u.Float(i, "epsilon") * u.Float(i, "dt") }
		done := make([]bool, u.Len())
		for i := range u.Len() {
			if done[i] {
				continue
			}
			x := at(i)
			group := u.Filter(func(k int) bool {
				same := math.Abs(at(k)/x-1) < 0.01
				done[k] = done[k] || same
				return same
			})
			if len(group.Distinct("dt")) > 1 {
				f(group)
			}
		}
	}
}

// best is the row of the smallest standard error.
func best(t *table.Table) int {
	b := 0
	for i := range t.Len() {
		if t.Float(i, "stderr") < t.Float(b, "stderr") {
			b = i
		}
	}
	return b
}

// collapse compares the errors below small at equal ε(n)Δt with the one that is known best.
func (j judge) collapse() *claim.Points {
	p := j.none()
	t := j.errors(&p)
	t = t.Filter(func(i int) bool { return t.Float(i, "value") < small })
	equal(t, func(u *table.Table) {
		b := best(u)
		for i := range u.Len() {
			if u.Cell(i, "dt") != u.Cell(b, "dt") {
				p.RatioWithin(u.Estimate(i), u.Estimate(b), 0.9, 1.1, "%s, against Δt = %s",
					where(u, i), u.Cell(b, "dt"))
			}
		}
	})
	return &p
}

func (j judge) oneCurve() claim.Claim {
	return j.narrow(j.collapse().Judge(claim.Of("S2.5.2-2", "b"), "errors at equal ε(n)Δt: "),
		judge.collapse, "the error of SGLD's time step, at ε = 0, grows with Δt")
}

// atZero compares the errors with all the data with those at the same Δt.
func (j judge) atZero() *claim.Points {
	p := j.none()
	for _, m := range j.Method {
		j.overAllData(&p, m.Name, 0.9, 3)
	}
	return &p
}

func (j judge) littleAtZero() claim.Claim {
	return j.narrow(j.atZero().Judge(claim.Of("S2.5.2-2", "c"), "error(n)/error(Nd), above 3: "),
		judge.atZero, "the error of SGLD's time step is not small against that of large batches")
}

func (j judge) affine(part, method string) claim.Claim {
	p := j.none()
	x := claim.ChiSquare{Replicas: simulate.Groups}
	j.lines(&p, method, func(_ string, below *table.Table, l estimate.Line) {
		for i := range below.Len() {
			p.RatioWithin(below.Estimate(i), l.At(below.Float(i, "epsilon")), 0.9, 1.1,
				"%s", where(below, i))
		}
		x = x.Plus(claim.Deviations(l))
	})
	c := claim.IfFails(p.JudgeWith(x, claim.Of("S2.5.2-4", part),
		"errors below 0.1 over straight lines through them: "), claim.Finding,
		"the errors are known so well that they are seen to bend below the lines, by less than 10 %%")
	return claim.IfUndecided(c, "the smallest errors are not known to 10 %%")
}

func (j judge) bent() claim.Claim {
	p := j.none()
	for _, m := range j.Method {
		j.lines(&p, m.Name, func(dt string, below *table.Table, l estimate.Line) {
			t := j.errors(nil, "method", m.Name, "dt", dt)
			for i := range t.Len() {
				e, y := t.Estimate(i), l.At(t.Float(i, "epsilon"))
				switch {
				case e.Value < 0.2 || e.Value > 0.4:
				case e.Value < y.Value:
					p.RatioBelow(e, y, 0.9, "%s", where(t, i))
				default:
					p.RatioAbove(e, y, 1.1, "%s", where(t, i))
				}
			}
		})
	}
	return p.Judge(claim.Of("S2.5.2-4", "c"), "errors from 0.2 to 0.4 over these lines, outside "+
		"0.9 to 1.1: ")
}

// relevant compares the largest error over n at every Δt that keep admits with small.
func (j judge) relevant(
	add func(p *claim.Points, e estimate.Estimate, where string), keep func(dt float64) bool,
) *claim.Points {
	p := j.none()
	t := j.errors(&p)
	for _, m := range t.Distinct("method") {
		for _, dt := range t.Distinct("dt") {
			u := t.Where("method", m, "dt", dt)
			if u.Len() == 0 || !keep(u.Float(0, "dt")) {
				continue
			}
			u = u.Sort("value")
			add(&p, u.Estimate(u.Len()-1), where(u, u.Len()-1))
		}
	}
	return &p
}

// fine reports whether the paper calls the affine regime relevant at a Δt.
func fine(dt float64) bool { return dt <= 1.01e-4 }

func (j judge) belowSmall() *claim.Points {
	return j.relevant(func(p *claim.Points, e estimate.Estimate, where string) {
		p.Below(e, small, "%s", where)
	}, fine)
}

func (j judge) below() claim.Claim {
	return j.narrow(j.belowSmall().Judge(claim.Of("S2.5.2-5", "a"), "largest error over n: "),
		judge.belowSmall, "the smallest batches have larger errors")
}

func (j judge) above() claim.Claim {
	return j.relevant(func(p *claim.Points, e estimate.Estimate, where string) {
		p.Above(e, small, "%s", where)
	}, func(dt float64) bool { return !fine(dt) }).Judge(claim.Of("S2.5.2-5", "b"),
		"largest error over n: ")
}

func (j judge) posteriorOutside() claim.Claim {
	p := j.none()
	out, ok := j.t.Lookup("value", "quantity", "posterior outside")
	t := j.errors(&p).Sort("value")
	t = t.Filter(func(i int) bool { return t.Float(i, "value") > 0 })
	if ok && t.Len() > 0 {
		p.RatioBelow(claim.Exact(out), claim.Exact(t.Float(0, "value")), 0.1, "%s", where(t, 0))
	}
	c := p.Judge(claim.Of("S2.5.2-6", "a"), "mass of π outside over the least error: ")
	fine := j.slope("SGLD", "epsilon dt", table.Prediction).Value
	if half, ok := j.t.Lookup("value", "quantity", "slope with half the bins", "method", "SGLD"); ok {
		c.Measured += fmt.Sprintf("; half as many bins change SGLD's slope by %.1g of it",
			math.Abs(half/fine-1))
	}
	return c
}

// outside compares the mass outside the histogram with the error.
func (j judge) outside() *claim.Points {
	p := j.none()
	t := j.errors(&p)
	out := j.t.Where("quantity", "outside", "source", table.Simulation, "run", nil)
	for _, e := range claim.Pairs(t, out, "method", "sampling", "dt", "n") {
		p.RatioBelow(e.B, e.A, 0.1, "%s, error with the mass outside %.3g", where(t, e.Row),
			e.A.Value+e.B.Value)
	}
	return &p
}

func (j judge) pointsOutside() claim.Claim {
	return j.narrow(j.outside().Judge(claim.Of("S2.5.2-6", "b"), "mass outside over the error: "),
		judge.outside, "elsewhere the L¹ error is understated")
}

// narrow gives the reason of a claim that fails: parameters if it holds on a range of Δt or n, the
// one with the most points, and else a finding.
func (j judge) narrow(c claim.Claim, of func(judge) *claim.Points, why string) claim.Claim {
	if c.Verdict != claim.Fails {
		return c
	}
	most, text := 0, ""
	try := func(column, sign string, x float64, keep func(v float64) bool) {
		p := of(j.on(func(t *table.Table, i int) bool { return keep(t.Float(i, column)) }))
		if p.Verdict() == claim.Holds && p.Len() > most {
			most, text = p.Len(), fmt.Sprintf("holds for %s %s %g", name[column], sign, x)
		}
	}
	for _, x := range j.Dt {
		try("dt", "≤", x, func(v float64) bool { return v <= x*1.001 })
	}
	for _, n := range j.N {
		x := float64(n)
		try("n", "≥", x, func(v float64) bool { return v >= x })
		try("n", "≤", x, func(v float64) bool { return v <= x })
	}
	if text == "" {
		return claim.Because(c, claim.Finding, "%s", why)
	}
	return claim.Because(c, claim.Parameters, "%s: %s", text, why)
}
