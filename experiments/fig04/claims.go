package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 4.
func claims(s Spec, t *table.Table) []claim.Claim {
	j := judge{s, t}
	return slices.Concat(j.theory(), []claim.Claim{
		j.dominates(),
		j.withLarger(),
		j.decreases("a", "dt"),
		j.decreases("b", "n"),
		j.byOrders(),
		j.dominatesLangevin(),
		j.sameOrder(),
		j.replacement("a", "SGLD"),
		j.replacement("b", "Langevin"),
		j.slopesPerStep(),
		j.oneCurve(),
		j.littleAtZero(),
		j.similar(),
		j.affine("a", "SGLD"),
		j.affine("b", "Langevin"),
		j.bent(),
		j.below(),
		j.above(),
		j.posteriorOutside(),
		j.pointsOutside(),
		j.farFromNormal(),
	})
}

const (
	small  = 0.1 // an error in the affine regime
	sqrt10 = 3.1622776601683795
)

// judge decides from a table.
type judge struct {
	Spec
	t *table.Table
}

// on is a judge of a part of the grid.
func (j judge) on(keep func(t *table.Table, i int) bool) judge {
	t := j.t
	return judge{j.Spec, t.Filter(func(i int) bool {
		return t.Cell(i, "run") != "" || t.Cell(i, "n") == "" || keep(t, i)
	})}
}

// errors returns the L¹ errors at the points of the grid that mixed. The others are named in p.
func (j judge) errors(p *claim.Points, conditions ...any) *table.Table {
	t := j.t.Where("quantity", "L1", "source", table.Simulation, "run", nil).Where(conditions...)
	for i := range t.Len() {
		if s := t.Cell(i, "status"); p != nil && s != table.OK {
			p.Exclude(s, "%s", where(t, i))
		}
	}
	return t.Where("status", table.OK)
}

// none returns no points yet, with standard errors from the replicas of the spec.
func (j judge) none() claim.Points { return claim.Points{Replicas: simulate.Groups} }

// where names the point of row i.
func where(t *table.Table, i int) string {
	return fmt.Sprintf("%s, n = %s %s replacement, Δt = %g",
		t.Cell(i, "method"), t.Cell(i, "n"), t.Cell(i, "sampling"), t.Float(i, "dt"))
}

// slope returns a slope of the table.
func (j judge) slope(method, per, source string) estimate.Estimate {
	e, _ := j.t.LookupEstimate("method", method, "quantity", "slope", "per", per, "source", source,
		"data set", nil)
	return e
}

// total is the number of data.
func (j judge) total() float64 {
	n := j.t.Where("run", "all data", "quantity", "L1").Floats("n")
	if len(n) == 0 {
		return math.NaN()
	}
	return n[0]
}

// allData returns the error with all the data at a time step: simulated where it is run, and else,
// where it is far below the noise, predicted.
func (j judge) allData(method string, dt float64) estimate.Estimate {
	e, ok := j.t.LookupEstimate("quantity", "L1", "method", method, "run", "all data", "dt", dt,
		"status", table.OK)
	switch {
	case ok:
		return e
	case method == "SGLD":
		return claim.Exact(j.slope(method, "dt", table.Prediction).Value * dt)
	}
	return claim.Exact(j.slope(method, "dt^2", table.Prediction).Value * dt * dt)
}

// overAllData adds the errors of a method, over those with all the data, that are to lie above a
// bound.
func (j judge) overAllData(p *claim.Points, method string, share, bound float64) {
	t := j.errors(p, "method", method)
	for i := range t.Len() {
		if t.Float(i, "n") < share*j.total() || math.IsNaN(j.total()) {
			p.RatioAbove(t.Estimate(i), j.allData(method, t.Float(i, "dt")), bound, "%s", where(t, i))
		}
	}
}

// leastEpsilon is the ε(n) at which the predicted part of mini-batching is r times that of the time
// step of SGLD.
func (j judge) leastEpsilon(r float64) float64 {
	return r * j.slope("SGLD", "dt", table.Prediction).Value /
		j.slope("SGLD", "epsilon dt", table.Prediction).Value
}

// largest is the n with replacement that has this ε(n).
func (j judge) largest(r float64) float64 { return j.total() * (j.total() - 1) / j.leastEpsilon(r) }

func (j judge) dominates() claim.Claim {
	p := j.none()
	j.overAllData(&p, "SGLD", 0.9, 1+3)
	return claim.Because(p.Judge(claim.Of("S1-1", "b"), "error(n)/error(Nd), above 1 + 3: "),
		claim.Finding, "by the predicted slopes ε(n) must be above %.0f, whatever Δt, or n below %.0f "+
			"of %.0f with replacement", j.leastEpsilon(3), j.largest(3), j.total())
}

func (j judge) byOrders() claim.Claim {
	p := j.none()
	p.Rule = claim.Most
	j.overAllData(&p, "SGLD", 0.1001, 1+100)
	return claim.Because(p.Judge(claim.Of("S2.3.2-4", "b"), "error(n)/error(Nd), above 1 + 100: "),
		claim.Finding, "by the predicted slopes ε(n) must be above %.0f, whatever Δt, or n below %.1f "+
			"of %.0f", j.leastEpsilon(100), j.largest(100), j.total())
}

func (j judge) dominatesLangevin() claim.Claim {
	p := j.none()
	j.overAllData(&p, "Langevin", 0.9, 1+3)
	c := p.Judge(claim.Of("S2.4.2-2", "b"), "error(n)/error(Nd), the latter predicted, above 1 + 3: ")
	x := claim.ChiSquare{Replicas: simulate.Groups}
	x.Add(estimate.Sub(j.slope("Langevin", "dt^2", table.Simulation),
		j.slope("Langevin", "dt^2", table.Prediction)), 0)
	if x.Dof == 0 {
		return c
	}
	return x.Confirms(c)
}

func (j judge) withLarger() claim.Claim {
	p := j.none()
	t := j.errors(&p)
	for _, e := range claim.Pairs(
		t.Where("sampling", minibatch.With), t.Where("sampling", minibatch.Without), "method", "dt", "n",
	) {
		u := t.Where("sampling", minibatch.With)
		if u.Float(e.Row, "n") >= 0.2*j.total() {
			p.Above(estimate.Sub(e.A, e.B), 0, "%s, n = %s, Δt = %g",
				u.Cell(e.Row, "method"), u.Cell(e.Row, "n"), u.Float(e.Row, "dt"))
		}
	}
	return claim.IfUndecided(
		p.Judge(claim.Of("S2.2-2", "c"), "error with less error without replacement: "),
		"both errors are close to the noise where Δt is small")
}

// decreases compares errors at neighbouring values of a column, dt or n.
func (j judge) decreases(part, column string) claim.Claim {
	p := j.none()
	other := map[string]string{"dt": "n", "n": "dt"}[column]
	t := j.errors(&p).Sort("method", "sampling", other, column)
	for i := 1; i < t.Len(); i++ {
		same := true
		for _, c := range []string{"method", "sampling", other} {
			same = same && t.Cell(i, c) == t.Cell(i-1, c)
		}
		if same {
			d := estimate.Sub(t.Estimate(i), t.Estimate(i-1))
			if column == "n" {
				d.Value = -d.Value
			}
			p.Above(d, 0, "%s, against the next smaller %s", where(t, i), name[column])
		}
	}
	return p.Judge(claim.Of("S2.3.2-3", part), "differences of neighbours: ")
}

var name = map[string]string{"dt": "Δt", "n": "n"}

// ratios adds the errors of SGLD over those of Langevin dynamics.
func (j judge) ratios(lo, hi float64) *claim.Points {
	p := j.none()
	t := j.errors(&p)
	u := t.Where("method", "SGLD")
	for _, e := range claim.Pairs(u, t.Where("method", "Langevin"), "sampling", "dt", "n") {
		p.RatioWithin(e.A, e.B, lo, hi, "n = %s %s replacement, Δt = %g",
			u.Cell(e.Row, "n"), u.Cell(e.Row, "sampling"), u.Float(e.Row, "dt"))
	}
	return &p
}

func (j judge) sameOrder() claim.Claim {
	return j.ratios(1/sqrt10, sqrt10).Judge(claim.Of("S2.4.2-4", "b"), "error of SGLD over "+
		"Langevin's: ")
}

func (j judge) similar() claim.Claim {
	of := func(j judge) *claim.Points {
		p := j.ratios(0.8, 1.25)
		p.RatioWithin(claim.Exact(j.slope("SGLD", "epsilon dt", table.Prediction).Value),
			claim.Exact(j.slope("Langevin", "epsilon dt", table.Prediction).Value), 0.8, 1.25,
			"predicted slopes")
		return p
	}
	var s claim.Share
	lo, hi := math.Inf(1), 0.0
	for _, x := range j.sets() {
		q := x.sgld / x.langevin
		s.Add(0.8 <= q && q <= 1.25)
		lo, hi = min(lo, q), max(hi, q)
	}
	c := of(j).Judge(claim.Of("S2.5.2-3", ""), "error of SGLD over Langevin's: ")
	c.Measured += "; predicted slopes similar: " + s.String()
	c = j.narrow(c, of, "the time step adds to SGLD's error, and large errors saturate")
	if c.Verdict == claim.Fails && s.All > 0 && s.Verdict() != claim.Fails {
		c = claim.Because(c, claim.DataSet,
			"the ratio of the predicted slopes is %.2f for these data and from %.2f to %.2f for others; %s",
			j.slope("SGLD", "epsilon dt", table.Prediction).Value/
				j.slope("Langevin", "epsilon dt", table.Prediction).Value, lo, hi, c.Why)
	}
	return c
}

// replacement compares the errors without replacement with the curve of those with.
func (j judge) replacement(part, method string) claim.Claim {
	p := j.none()
	x := claim.ChiSquare{Replicas: simulate.Groups}
	t := j.errors(&p, "method", method)
	for _, dt := range t.Distinct("dt") {
		u := t.Where("dt", dt)
		with, without := u.Where("sampling", minibatch.With), u.Where("sampling", minibatch.Without)
		for i := range without.Len() {
			if y, ok := claim.Interpolate(with, "epsilon", without.Float(i, "epsilon")); ok {
				e := without.Estimate(i)
				p.RatioWithin(e, y, 0.9, 1.1, "%s", where(without, i))
				x.Add(estimate.Sub(e, y), 0)
			}
		}
	}
	return claim.IfUndecided(p.JudgeWith(x, claim.Of("S2.5.2-1", part),
		"error without replacement over that with, at the same ε(n): "),
		"few of the errors are known to 5 %%")
}
