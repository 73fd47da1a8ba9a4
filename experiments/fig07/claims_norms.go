package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// ordered compares the errors of two frictions, of which the first has more entries.
func ordered(t *table.Table, part string, more, less study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	pairs(&p, errors(t, curve, more), errors(t, curve, less),
		func(x, y estimate.Estimate, at string) {
			if math.Abs(x.Value) <= small && math.Abs(y.Value) <= small {
				p.Below(estimate.Sub(x, y), 0, "%s", at)
			}
		})
	return p.Judge(claim.Of("S3.3.1-3", part), fmt.Sprintf("error, %s less %s: ", more, less))
}

// otherEntries is why errors are not in the ratio of the norms.
const otherEntries = "the norm bounds the error of any observable; the marginal of θ₁ is moved " +
	"by some entries of Σ_x − S* alone, on the mixture hardly by the off-diagonal ones, in which " +
	"diagonal and full differ"

// oneLine compares the slopes per norm of the frictions.
func (s Spec) oneLine(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	per := func(k study.Friction) estimate.Estimate {
		_, x, y := batchPart(t, k)
		return lineOf(x, y).Slope.Times(1 / norm(t, s.Data.Seed, k))
	}
	full := per(study.Full)
	for _, k := range []study.Friction{study.Scalar, study.Diagonal} {
		p.RatioWithin(per(k), full, 0.9, 1.1, "%s over full", k)
	}
	c := p.Judge(claim.Of("S3.3.2-7", "d"), "slopes per ε(n)Δt‖Σ_x − S*‖: ")
	return claim.IfFails(c, claim.Finding, otherEntries)
}

// proportional compares the ratios of errors with those of the norms.
func (s Spec) proportional(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	full := norm(t, s.Data.Seed, study.Full)
	for _, k := range []study.Friction{study.Scalar, study.Diagonal} {
		ratio := norm(t, s.Data.Seed, k) / full
		pairs(&p, errors(t, curve, k), errors(t, curve, study.Full),
			func(x, y estimate.Estimate, at string) {
				p.RatioWithin(x, y.Times(ratio), 0.9, 1.1, "%s", at)
			})
	}
	c := p.Judge(claim.Of("S1-6", "a"), "error over that of a full ξ, over the ratio of the norms: ")
	return claim.IfFails(c, claim.Finding, otherEntries)
}

// threeTimes is about the ratio of the scalar error to the full one, by bands of ε(n)Δt.
func threeTimes(t *table.Table) claim.Claim {
	every := claim.Points{Replicas: simulate.Groups}
	var texts, holding []string
	bands := []float64{0, 1, 10, 100}
	for b := range bands[1:] {
		p := claim.Points{Replicas: simulate.Groups}
		pairs(&p, inBand(t, bands[b], bands[b+1]), errors(t, curve, study.Full),
			func(x, y estimate.Estimate, at string) {
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
		return claim.IfFails(c, claim.Parameters, "holds for %s", strings.Join(holding, ", "))
	}
	return claim.IfFails(c, claim.Finding, "the ratio of the errors is not that of the norms: it is "+
		"larger where the errors are small, and falls as ε(n)Δt grows and the scalar error saturates")
}

// inBand are the errors with a scalar friction, of long runs too, for ε(n)Δt in (lo, hi].
func inBand(t *table.Table, lo, hi float64) *table.Table {
	u := table.New(t.Columns()...)
	u.Append(errors(t, curve, study.Scalar))
	u.Append(errors(t, long, study.Scalar))
	return u.Filter(func(i int) bool { x := noise(u, i); return lo < x && x <= hi })
}

// degrades compares ratios of norms with ratios of errors.
func degrades(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
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
	return claim.IfFails(p.Judge(c, "slopes of the error: "), claim.Finding, otherEntries)
}

// oneConstant compares the slopes of the error per norm of three data sets.
func (s Spec) oneConstant(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	var per []estimate.Estimate
	var texts []string
	for _, seed := range append([]uint64{s.Data.Seed}, s.otherSeeds()...) {
		u := errors(t, others, study.Full).Where("data", seed)
		if seed == s.Data.Seed {
			u = errors(t, curve, study.Full)
		}
		x := norm(t, seed, study.Full)
		e := slope(u).Times(1 / x)
		per = append(per, e)
		texts = append(texts, fmt.Sprintf("%.2g ± %.1g (norm %.2g)", e.Value, e.StdErr, x))
	}
	byValue := func(a, b estimate.Estimate) int { return int(math.Copysign(1, a.Value-b.Value)) }
	if len(per) > 1 {
		p.RatioBelow(slices.MaxFunc(per, byValue), slices.MinFunc(per, byValue), math.Sqrt(10),
			"largest over least")
	}
	return p.Judge(claim.Of("S2.4.3-1", "b"),
		"slope per norm by data set: "+strings.Join(texts, ", ")+"; ")
}
