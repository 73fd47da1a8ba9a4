package main

import (
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 10.
func claims(s Spec, t *table.Table) []claim.Claim {
	e := errs{s, t}
	cs := []claim.Claim{
		e.like("S3-1", "a", study.Scalar, study.Full, "whiten"),
		e.like("S3-1", "b", study.Scalar, study.Full, "scale"),
		e.little("a", "whiten"),
		e.little("b", "scale"),
		e.enough(),
		e.like("S3.4-7", "a", study.Scalar, study.Diagonal, scalings...),
		e.like("S3.4-7", "b", study.Scalar, study.Full, scalings...),
		e.like("S3.4-7", "c", study.Diagonal, study.Full, scalings...),
		e.acceptable("a", "whiten"),
		e.acceptable("b", "scale"),
		e.below("c", "whiten"),
		e.below("d", "scale"),
		e.asDiagonal("e", "whiten"),
		e.asDiagonal("f", "scale"),
	}
	for i, k := range frictions {
		cs = append(cs, e.reduced(string(rune('a'+i)), k))
	}
	return append(cs, e.fullRemoves(), e.understood(), e.allData())
}

// What a friction cannot take off.
const leaves = "Σ_x hardly changes on this posterior, so that a full ξ takes off nearly all " +
	"noise; a diagonal one leaves the covariances between components, and a scalar one all that " +
	"differs from the mean of the variances"

var (
	scalings  = []string{"whiten", "scale"}
	frictions = []study.Friction{study.Scalar, study.Diagonal, study.Full}
)

// errs looks up the mean relative errors of the variances.
type errs struct {
	Spec
	t *table.Table
}

// points returns points with the replicas of a run.
func (e errs) points() *claim.Points { return &claim.Points{Replicas: e.Replicas} }

// at returns the error at n with a friction. It reports false, and names the point in p, where
// there is no stationary state.
func (e errs) at(
	p *claim.Points, scaling string, k study.Friction, n int,
) (estimate.Estimate, bool) {
	return e.of(p, "AdL", scaling, k, n)
}

func (e errs) of(
	p *claim.Points, method, scaling string, k study.Friction, n int,
) (estimate.Estimate, bool) {
	u := e.t.Where("method", method, "quantity", "error", "scaling", scaling, "friction", k, "n", n)
	if u.Len() == 0 {
		return estimate.Unknown(), false
	}
	if status := u.Cell(0, "status"); status != table.OK {
		p.Exclude(status, "%s, %s, n = %d", study.ScalingTitle(scaling), words(method, k), n)
		return estimate.Unknown(), false
	}
	return u.Estimate(0), true
}

func words(method string, k study.Friction) string {
	if method == "AdL" {
		return string(k)
	}
	return method
}

// pairs calls f with the errors of two frictions wherever both have a stationary state.
func (e errs) pairs(
	p *claim.Points, a, b study.Friction, scaling string, f func(x, y estimate.Estimate, n int),
) {
	for _, n := range e.N {
		x, okx := e.at(p, scaling, a, n)
		y, oky := e.at(p, scaling, b, n)
		if okx && oky {
			f(x, y, n)
		}
	}
}

// like decides whether two frictions have the same errors up to a quarter.
func (e errs) like(
	id, part string, a, b study.Friction, scalings ...string,
) claim.Claim {
	all := e.points()
	var holding []string
	for _, scaling := range scalings {
		alone, title := e.points(), study.ScalingTitle(scaling)
		for _, p := range []*claim.Points{all, alone} {
			e.pairs(p, a, b, scaling, func(x, y estimate.Estimate, n int) {
				p.RatioWithin(x, y, 0.8, 1.25, "%s, n = %d", title, n)
			})
		}
		if alone.Verdict() == claim.Holds {
			holding = append(holding, title)
		}
	}
	c := all.Judge(claim.Of(id, part), "error with friction "+string(a)+" over "+string(b)+": ")
	if len(holding) > 0 {
		return claim.Because(c, claim.Parameters, "it holds with %s; the paper does not give the scaling",
			strings.Join(holding, " and "))
	}
	return claim.IfFails(c, claim.Finding, leaves)
}

// little decides whether a full friction leaves more than a third of the error of a scalar one.
func (e errs) little(part, scaling string) claim.Claim {
	p := e.points()
	e.pairs(p, study.Full, study.Scalar, scaling, func(x, y estimate.Estimate, n int) {
		p.RatioAbove(x, y, 1./3, "n = %d", n)
	})
	return claim.IfFails(p.Judge(claim.Of("S3.4-1", part), "error with friction full over scalar: "),
		claim.Finding, leaves)
}

// enough decides whether the errors are below a tenth of those of Langevin dynamics.
func (e errs) enough() claim.Claim {
	p := e.points()
	for _, k := range frictions {
		e.overLangevin(p, k, []int{100}, scalings, 0.1)
	}
	return p.Judge(claim.Of("S3.4-4", "b"), "error over that of Langevin dynamics: ")
}

// overLangevin adds the ratios of errors to those of Langevin dynamics with the same batches.
func (e errs) overLangevin(
	p *claim.Points, k study.Friction, ns []int, scalings []string, bound float64,
) {
	for _, scaling := range scalings {
		for _, n := range ns {
			x, okx := e.at(p, scaling, k, n)
			y, oky := e.of(p, "Langevin", scaling, "", n)
			if okx && oky {
				p.RatioBelow(x, y, bound, "%s, %s, n = %d", study.ScalingTitle(scaling), k, n)
			}
		}
	}
}

// acceptable decides whether a scalar friction leaves errors of at most 10 %, at every n.
func (e errs) acceptable(part, scaling string) claim.Claim {
	p := e.points()
	for _, n := range e.N {
		if x, ok := e.at(p, scaling, study.Scalar, n); ok {
			p.Below(x, 0.1, "n = %d", n)
		}
	}
	c := p.Judge(claim.Of("S3.4-8", part), "error with friction scalar: ")
	return e.from(c, scaling, func(p *claim.Points, n int) {
		if x, ok := e.at(p, scaling, study.Scalar, n); ok {
			p.Below(x, 0.1, "n = %d", n)
		}
	})
}

// from gives parameters as the reason if a claim that fails at some n holds from another on.
func (e errs) from(c claim.Claim, scaling string, add func(p *claim.Points, n int)) claim.Claim {
	if c.Verdict != claim.Fails {
		return c
	}
	first := 0
	for j := len(e.N) - 1; j >= 0; j-- { // in increasing order
		p := e.points()
		for _, n := range e.N[j:] {
			add(p, n)
		}
		if p.Len() == 0 || p.Verdict() != claim.Holds {
			break
		}
		first = e.N[j]
	}
	if first == 0 {
		return claim.IfFails(c, claim.Finding, leaves)
	}
	return claim.Because(c, claim.Parameters, "with %s it holds from n = %d on",
		study.ScalingTitle(scaling), first)
}

// below decides whether a scalar friction leaves less than a third of the error of Langevin
// dynamics.
func (e errs) below(part, scaling string) claim.Claim {
	p := e.points()
	e.overLangevin(p, study.Scalar, e.Langevin.N, []string{scaling}, 1./3)
	return claim.IfFails(p.Judge(claim.Of("S3.4-8", part),
		"error with friction scalar over Langevin dynamics: "), claim.Finding, leaves)
}

// asDiagonal decides whether a scalar friction has an error of at most 1.25 times that of a
// diagonal one.
func (e errs) asDiagonal(part, scaling string) claim.Claim {
	p := e.points()
	e.pairs(p, study.Scalar, study.Diagonal, scaling, func(x, y estimate.Estimate, n int) {
		p.RatioBelow(x, y, 1.25, "n = %d", n)
	})
	return claim.IfFails(p.Judge(claim.Of("S3.4-8", part),
		"error with friction scalar over diagonal: "), claim.Finding, leaves)
}

// reduced decides whether the error is below a third of that of Langevin dynamics.
func (e errs) reduced(part string, k study.Friction) claim.Claim {
	p := e.points()
	e.overLangevin(p, k, e.Langevin.N, scalings, 1./3)
	return claim.IfFails(p.Judge(claim.Of("S5-2", part), "error over that of Langevin dynamics: "),
		claim.Finding, leaves)
}
