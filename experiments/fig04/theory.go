package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// theory decides the sentences on what theory predicts for the mixture.
func (j judge) theory() []claim.Claim {
	return []claim.Claim{
		j.statistical(),
		j.normalMeans(),
		j.step("c", "SGLD", "dt"),
		j.step("d", "Langevin", "dt^2"),
		j.asymptotic(),
		j.oneParameter(),
		j.anyLaw(),
		j.slopes(claim.Of("S2.3.2-1", "b"), "SGLD", "epsilon dt", "dt"),
		j.largerNoise(),
		j.slopes(claim.Of("S2.4.2-1", "b"), "Langevin", "epsilon dt"),
		j.oneConstant(),
	}
}

// statistical fits a power of T to the standard errors, each of which is known to 1/√(2(R−1)).
func (j judge) statistical() claim.Claim {
	p := j.none()
	t := j.t.Where("run", "length", "quantity", "mean")
	for _, n := range t.Distinct("n") {
		u := t.Where("n", n).Sort("T")
		var x, y, e []float64
		for i := range u.Len() {
			x, y = append(x, u.Float(i, "T")), append(y, u.Float(i, "stderr"))
			e = append(e, y[i]/math.Sqrt(2*float64(max(j.Length.Replicas, 2)-1)))
		}
		if f, err := estimate.FitPower(x, y, e); err == nil {
			p.Within(f.Slope, -0.6, -0.4, "%s, T = %g to %g", where(u, 0), x[0], x[len(x)-1])
		}
	}
	return p.Judge(claim.Of("S2.1-1", "a"), "exponent in T of the standard error of the mean of θ₁: ")
}

func (j judge) normalMeans() claim.Claim {
	t := j.t.Where("run", "length", "quantity", "Shapiro–Wilk deviate of the means of replicas").
		Sort("T")
	c := claim.Of("S2.1-1", "b")
	least, at, points := math.Inf(1), "", 0
	for _, n := range t.Distinct("n") {
		u := t.Where("n", n)
		i := u.Len() - 1 // the largest T
		points++
		if p := estimate.NormalCDF(-u.Float(i, "value")); p < least {
			least, at = p, fmt.Sprintf("%s, T = %s", where(u, i), u.Cell(i, "T"))
		}
	}
	verdict := claim.Holds
	switch {
	case points == 0:
		return claim.Judged(c, claim.Undecided, "no run")
	case least < claim.Level/float64(points):
		verdict = claim.Fails
	}
	return claim.Judged(c, verdict, "least p of %d tests that replicas' means are normal: %.2g (%s)",
		points, least, at)
}

// slopes compares simulated slopes with predicted ones.
func (j judge) slopes(c claim.Claim, method string, per ...string) claim.Claim {
	p := j.none()
	for _, x := range per {
		p.RatioWithin(j.slope(method, x, table.Simulation), j.slope(method, x, table.Prediction),
			0.9, 1.1, "per %s", inWords[x])
	}
	return claim.IfUndecided(p.Judge(c, "simulated over predicted slope: "),
		"the simulated slope is not known to a few per cent")
}

var inWords = map[string]string{"epsilon dt": "ε(n)Δt", "dt": "Δt", "dt^2": "Δt²"}

func (j judge) step(part, method, per string) claim.Claim {
	return j.slopes(claim.Of("S2.1-2", part), method, per)
}

// asymptotic compares the signed errors with the leading order, which has their signs.
func (j judge) asymptotic() claim.Claim {
	p := j.none()
	t := j.t.Where("quantity", "signed error", "source", table.Simulation)
	for _, e := range claim.Pairs(t, j.t.Where("quantity", "leading order"),
		"method", "sampling", "n", "dt", "run", "T") {
		at := t.Float(e.Row, "epsilon") * t.Float(e.Row, "dt")
		switch s := t.Cell(e.Row, "status"); {
		case !(0 < at && at <= 0.1001):
		case s != table.OK:
			p.Exclude(s, "%s", where(t, e.Row))
		default:
			p.RatioWithin(e.A, e.B, 0.9, 1.1, "%s, ε(n)Δt = %.2g", where(t, e.Row), at)
		}
	}
	return claim.IfUndecided(p.Judge(claim.Of("S2.2-4", "a"),
		"error over leading order at ε(n)Δt ≤ 0.1: "), "errors of 0.02 and less are not known to 5 %%")
}

// oneParameter compares errors over their leading order at equal ε(n)Δt and different Δt.
func (j judge) oneParameter() claim.Claim {
	p := j.none()
	lead := j.t.Where("quantity", "leading order", "run", nil)
	equal(j.errors(&p), func(t *table.Table) {
		b := best(t)
		first, ok := lookLike(lead, t, b)
		for i := range t.Len() {
			l, known := lookLike(lead, t, i)
			if i != b && ok && known && t.Cell(i, "dt") != t.Cell(b, "dt") {
				p.RatioWithin(over(t.Estimate(i), l), over(t.Estimate(b), first), 0.9, 1.1,
					"%s, against Δt = %s", where(t, i), t.Cell(b, "dt"))
			}
		}
	})
	return p.Judge(claim.Of("S2.2-4", "b"), "errors over leading order at equal ε(n)Δt, ratios: ")
}

// lookLike returns the value of the row of t that has the parameters of row i of u.
func lookLike(t, u *table.Table, i int) (float64, bool) {
	return t.Lookup("value", "method", u.Cell(i, "method"), "sampling", u.Cell(i, "sampling"),
		"n", u.Cell(i, "n"), "dt", u.Cell(i, "dt"))
}

func over(e estimate.Estimate, x float64) estimate.Estimate {
	return estimate.Estimate{Value: e.Value / x, StdErr: e.StdErr / x}
}

// anyLaw compares n = 1, where the law of the noise is far from normal, with larger n at the same
// ε(n)Δt.
func (j judge) anyLaw() claim.Claim {
	p := j.none()
	t := j.t.Where("run", "equal", "quantity", "batch part")
	equal(t, func(u *table.Table) {
		one := u.Where("n", 1)
		for i := range u.Len() {
			if one.Len() == 1 && u.Float(i, "n") >= 10 {
				p.RatioWithin(u.Estimate(i), one.Estimate(0), 0.9, 1.1, "n = %s, ε(n)Δt = %.3g",
					u.Cell(i, "n"), u.Float(i, "epsilon")*u.Float(i, "dt"))
			}
		}
	})
	return p.Judge(claim.Of("S2.2-7", "c"), "mini-batching part of SGLD's error over that at n = 1: ")
}

// set is what is predicted for a data set.
type set struct{ sgld, langevin, norm, theta1, theta2 float64 }

// sets returns the values of the data sets, the figure's own left out.
func (j judge) sets() (all []set) {
	t := j.t.Filter(func(i int) bool { return j.t.Cell(i, "data set") != "" })
	column := func(conditions ...any) []float64 { return t.Where(conditions...).Floats("value") }
	sgld := column("quantity", "slope", "method", "SGLD")
	langevin := column("quantity", "slope", "method", "Langevin")
	norm := column("quantity", "norm of Sigma")
	theta1 := column("quantity", "distance of theta1 to normal")
	theta2 := column("quantity", "distance of theta2 to normal")
	for i := range sgld {
		all = append(all, set{sgld[i], langevin[i], norm[i], theta1[i], theta2[i]})
	}
	return all
}

func (j judge) largerNoise() claim.Claim {
	c := claim.Of("S2.3.2-2", "b")
	var slope, norm, shape []float64
	for _, x := range j.sets() {
		slope, norm, shape = append(slope, x.sgld), append(norm, x.norm), append(shape, x.theta1)
	}
	if len(slope) < 3 {
		return claim.Judged(c, claim.Undecided, "no data sets")
	}
	rho, p := estimate.RankCorrelation(slope, norm)
	verdict := claim.Undecided
	switch {
	case p < claim.Level:
		verdict = claim.Holds
	case p > 1-claim.Level:
		verdict = claim.Fails
	}
	c = claim.Judged(c, verdict,
		"rank correlation of SGLD's predicted L¹ slope and ‖Σ_x‖ over %d data sets: %.2f, p = %.2g",
		len(slope), rho, p)
	other, _ := estimate.RankCorrelation(slope, shape)
	return claim.Because(c, c.Reason, "‖Σ_x‖ is %.2f to %.2f, the slope %.2f to %.2f; it goes with "+
		"the shape of the posterior: its rank correlation with D of the marginal of θ₁ is %.2f",
		slices.Min(norm), slices.Max(norm), slices.Min(slope), slices.Max(slope), other)
}

func (j judge) oneConstant() claim.Claim {
	p := j.none()
	lo, hi := math.Inf(1), 0.0
	for _, x := range j.sets() {
		q := x.langevin / x.norm
		lo, hi = min(lo, q), max(hi, q)
	}
	if lo <= hi {
		p.Below(claim.Exact(hi/lo), sqrt10, "slopes per norm from %.3f to %.3f, %d data sets", lo, hi,
			len(j.sets()))
	}
	return claim.Because(p.Judge(claim.Of("S2.4.3-1", "a"),
		"largest over least predicted slope of Langevin dynamics per ‖Σ_x‖: "),
		claim.Finding, "C is not the same for all data: it is larger where π has two separate modes")
}

func (j judge) farFromNormal() claim.Claim {
	p := claim.Points{Rule: claim.Somewhere}
	for i := range 2 {
		q := fmt.Sprintf("distance of theta%d to normal", i+1)
		if d, ok := j.t.Lookup("value", "quantity", q, "data set", nil); ok {
			p.Above(claim.Exact(d), 0.05, "θ%s", []string{"₁", "₂"}[i])
		}
	}
	var s claim.Share
	for _, x := range j.sets() {
		s.Add(max(x.theta1, x.theta2) >= 0.05)
	}
	c := p.Judge(claim.Of("S5-7", ""), "D of the marginals, one of them above 0.05: ")
	c.Measured += "; " + s.String()
	return c
}
