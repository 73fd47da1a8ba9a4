package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 14. Only points that are ok enter.
func claims(s Spec, t *table.Table) []claim.Claim {
	ks := t.Where("quantity", "projection error").Sort("K").Strings("K") // 0 first
	l1 := t.Where("quantity", "L1", "source", table.Simulation, "status", table.OK)
	extended := l1.Where("method", curve, "sampling", s.Sampling[0])
	rest := extended.Filter(func(i int) bool { // the errors at the larger K that are known
		return slices.Contains(ks[min(2, len(ks)):], extended.Cell(i, "K")) && known(extended.Estimate(i))
	})
	var cs []claim.Claim
	for n, dt := range s.panels {
		cs = append(cs, decreases(extended, ks, n, dt))
	}
	return append(cs,
		below(extended, ks), dramatic(extended, ks),
		allData(l1, rest, ks), sameNoise(l1, rest),
		smallest(s, l1, ks),
		ordered(s, t), controlled(s, t),
	)
}

// panels yields every n and Δt of the curves.
func (s Spec) panels(yield func(n int, dt float64) bool) {
	for _, n := range s.N {
		for _, dt := range s.Dt {
			if !yield(n, dt) {
				return
			}
		}
	}
}

// known reports whether the relative standard error of e is at most 25 %.
func known(e estimate.Estimate) bool { return e.Z(0) >= 4 }

// decreases decides at one n and Δt. Once an error is lost in the noise, its fall is not decided.
func decreases(t *table.Table, ks []string, n int, dt float64) claim.Claim {
	t = t.Where("n", n, "dt", dt)
	var p claim.Parts
	var before estimate.Estimate
	falls := true
	for i, k := range ks {
		e, ok := t.LookupEstimate("K", k)
		if ok {
			p.Note("%.4f at K = %s", e, k)
		} else {
			p.Add(claim.Undecided, "nothing at K = %s", k)
		}
		if i > 0 {
			fall := estimate.Sub(before, e)
			falls = falls && fall.Value > 0
			if i == 1 || known(before) {
				p.Decide(claim.Greater(fall, 0, 2))
			}
		}
		before = e
	}
	measured := p.Measured("", "")
	if falls {
		measured += "; each less than the one before"
	}
	return claim.Claim{
		Name:     fmt.Sprintf("decreases with K, n = %d, Δt = %g", n, dt),
		Sentence: "the bias decreases as K is increased",
		Measured: measured + "; expected by two standard errors where the one before is known to 25 %",
		Verdict:  p.Verdict(),
	}
}

const noRatio = "no denominator is known to 25 %, or the numerator is missing"

// over compares the ratios of the errors at k and at k0 with a bound, at z standard errors, for all
// n and Δt at which the error at k0 is known.
func over(t *table.Table, k, k0 string, bound, z float64) (p claim.Parts) {
	u := t.Where("K", k).Sort("n", "dt")
	for _, q := range claim.Pairs(u, t.Where("K", k0), "n", "dt") {
		if known(q.B) {
			r := q.Ratio()
			p.Add(claim.Less(r, bound, z), "%.3f (n = %s, Δt = %s)",
				r, u.Cell(q.Row, "n"), u.Cell(q.Row, "dt"))
		}
	}
	return p
}

func below(t *table.Table, ks []string) claim.Claim {
	p := over(t, ks[1], ks[0], 1, 2)
	prefix := fmt.Sprintf("error at K = %s over that of AdL, expected below 1: ", ks[1])
	return p.Judge(claim.Claim{
		Name:     "smallest K below AdL",
		Sentence: "the bias decreases compared to AdL even for the smallest value K = 3",
	}, prefix, noRatio)
}

func dramatic(t *table.Table, ks []string) claim.Claim {
	var p claim.Parts
	prefix := ""
	if len(ks) > 2 {
		p = over(t, ks[2], ks[1], 1./3, 1)
		prefix = fmt.Sprintf("error at K = %s over that at K = %s, where the latter is known to 25 %%, "+
			"dramatic if below 1/3: ", ks[2], ks[1])
	}
	return p.Judge(claim.Claim{
		Name:     "dramatic decrease",
		Sentence: "a dramatic decrease is observed for K = 15",
	}, prefix, noRatio)
}

// where names the point of row i.
func where(t *table.Table, i int) string {
	return fmt.Sprintf("n = %s, Δt = %s, K = %s", t.Cell(i, "n"), t.Cell(i, "dt"), t.Cell(i, "K"))
}

const (
	remains = "a small bias remains for K ≥ 15, probably mostly due to the time step error"
	none    = "no error at the larger K is known to 25 %"
)

// allData compares what remains with the error of the time step alone: with all the data, at the
// largest K, which has the same or a larger part of it.
func allData(t, rest *table.Table, ks []string) claim.Claim {
	var p claim.Parts
	for _, q := range claim.Pairs(rest, t.Where("method", all, "K", ks[len(ks)-1]), "dt") {
		half := estimate.Estimate{Value: float64(q.A.Value / 2), StdErr: float64(q.A.StdErr / 2)}
		p.Add(claim.Greater(estimate.Sub(q.B, half), 0, 2),
			"%.4f of %.4f (%s)", q.B, q.A, where(rest, q.Row))
	}
	return p.Judge(claim.Claim{
		Name: "what remains, and all the data", Sentence: remains,
	}, "error with all the data, expected more than half of what remains: ", none)
}

// sameNoise compares what remains with the error at the same ε(n)Δt but a smaller n and Δt, where
// an error of the time step is smaller.
func sameNoise(t, rest *table.Table) claim.Claim {
	var p claim.Parts
	for i := range rest.Len() {
		r, dt := rest.Estimate(i), rest.Float(i, "dt")
		u := t.Where("method", single, "K", rest.Cell(i, "K"))
		for j := range u.Len() {
			e, d := u.Estimate(j), u.Float(j, "dt")
			noise := u.Float(j, "epsilon") * d / (rest.Float(i, "epsilon") * dt)
			if d < dt/2 && math.Abs(noise-1) < 0.05 {
				p.Add(claim.Less(estimate.Ratio(e, r), 0.5, 2), "%.4f for %.4f (%s; n = %s, Δt = %s)",
					e, r, where(rest, i), u.Cell(j, "n"), u.Cell(j, "dt"))
			}
		}
	}
	return p.Judge(claim.Claim{
		Name: "what remains, at the same ε(n)Δt", Sentence: remains,
	}, "error with a smaller n and Δt, expected less than half: ", none)
}

func smallest(s Spec, t *table.Table, ks []string) claim.Claim {
	p := claim.Parts{Sep: "; "}
	for _, k := range ks[1:] {
		p.Join("K = "+k+": ", over(t.Where("method", single), k, ks[0], 0.5, 2))
	}
	return p.Judge(claim.Claim{
		Name:     fmt.Sprintf("better than AdL at n = %d", s.Single.N),
		Sentence: "the bias is significantly reduced even for the smallest values of n, including n = 1",
	}, "error over that of AdL, expected below 0.5: ", noRatio)
}

const noZero = "no error at K = 0 is known to 25 %"

func ordered(s Spec, t *table.Table) claim.Claim {
	c := claim.Claim{
		Name: "same order as the projection error",
		Sentence: "the projection error decays similarly to the bias on the invariant measure " +
			"when K is increased",
		Measured: noZero, Verdict: claim.Undecided,
	}
	var o order
	projections, biases := claim.Parts{}, claim.Parts{Sep: "; "}
	for _, r := range ratios(t)[1:] {
		projections.Note("%.3f (K = %s)", r.projection, r.k)
	}
	for n, dt := range s.panels {
		var p claim.Parts
		rs := settled(relative(s, t, n, dt))
		for i, r := range rs {
			if i > 0 {
				p.Note("%.3f", r.bias)
			}
			o.add(r, rs[:i])
		}
		biases.Join(fmt.Sprintf("n = %d, Δt = %g: ", n, dt), p)
	}
	if biases.Len() > 0 {
		c.Measured = fmt.Sprintf("of the pairs of K at the same n and Δt, %d have the bias in the order "+
			"of the projection error by two standard errors, %d in the other order, and %d are not "+
			"distinguished (expected: none in the other order, and most of them distinguished). "+
			"Projection error over that of K = 0: %s; bias over that of K = 0: %s",
			o.same, o.inverted, o.open, projections.Measured("", ""), biases.Measured("", ""))
		c.Verdict = o.verdict()
	}
	return c
}

// order counts the pairs of K by how the order of their biases compares with that of their
// projection errors.
type order struct{ same, inverted, open int }

// add counts the pairs of r with others, at one n and Δt.
func (o *order) add(r ratio, others []ratio) {
	for _, q := range others {
		d := estimate.Sub(q.bias, r.bias).Z(0)
		if q.projection < r.projection {
			d = -d
		}
		switch {
		case d > 2:
			o.same++
		case d < -2:
			o.inverted++
		default:
			o.open++
		}
	}
}

func (o order) verdict() string {
	switch {
	case o.inverted > 0:
		return claim.Fails
	case o.same > o.open:
		return claim.Holds
	}
	return claim.Undecided
}

func controlled(s Spec, t *table.Table) claim.Claim {
	var p claim.Parts
	for n, dt := range s.panels {
		for _, r := range settled(relative(s, t, n, dt)) {
			q := estimate.Estimate{Value: r.bias.Value / r.projection, StdErr: r.bias.StdErr / r.projection}
			if r.k == "0" || !(q.StdErr < 0.25) {
				continue
			}
			p.Decide(claim.Less(q, 2, 2))
			p.NoteLargest(q.Value, "largest %.2f, at K = %s", q, r.k)
		}
	}
	return p.Judge(claim.Claim{
		Name:     "controlled by the projection error",
		Sentence: "the bias is controlled by the projection error",
	}, "bias over that of K = 0 by projection error over that of K = 0, "+
		"expected at most 2 where it is known to 0.25: ", noZero)
}
