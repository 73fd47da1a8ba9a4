package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 9.
func claims(s Spec, t *table.Table) []claim.Claim {
	cs := []claim.Claim{
		estimated(s, t, "a", printed(s)),
		estimated(s, t, "b", corrected),
		agree(s, t),
	}
	whitened, scaled := dominant(t, "a", "whiten"), dominant(t, "b", "scale")
	if whitened.Verdict == claim.Holds && scaled.Verdict == claim.Fails {
		scaled = claim.Because(scaled, claim.Parameters,
			"s* I dominates with whitened scores only; the paper does not give the scaling")
	}
	return append(cs, whitened, scaled, many(t, "c", "whiten"), many(t, "d", "scale"))
}

// estimator is an estimate of a diagonal entry of Σ̄, or of s*, from row r of a table of xi or
// Sigma.
type estimator struct {
	quantity string
	of       func(t *table.Table, r int) estimate.Estimate
}

// printed is (ξ̄ − γ)/(ε(n)Δt), as the paper has it.
func printed(s Spec) estimator {
	return estimator{"xi", func(t *table.Table, r int) estimate.Estimate {
		scale := t.Float(r, "epsilon") * t.Float(r, "dt")
		e := t.Estimate(r)
		return estimate.Estimate{Value: (e.Value - s.Gamma) / scale, StdErr: e.StdErr / scale}
	}}
}

// corrected is the estimate with the factor 2 of eq. A, at finite Δt.
var corrected = estimator{"Sigma", (*table.Table).Estimate}

// entry is an estimate of an entry of the diagonal, or of s*, beside Σ̄ itself.
type entry struct {
	i     string // empty for s*
	e     estimate.Estimate
	exact float64
}

// diagonalOf returns the estimates of a friction: all entries of the diagonal, or s* alone.
func diagonalOf(t *table.Table, scaling string, k study.Friction, of estimator) (es []entry) {
	known := t.Where("method", "Laplace", "scaling", scaling)
	u := t.Where("method", "AdL", "scaling", scaling, "friction", k, "quantity", of.quantity,
		"status", table.OK)
	for r := range u.Len() {
		i := u.Cell(r, "i")
		if i != u.Cell(r, "j") {
			continue
		}
		want, ok := known.Lookup("value", "quantity", "s*")
		if i != "" {
			want, ok = known.Lookup("value", "quantity", "Sigma", "i", i, "j", i)
		}
		if ok {
			es = append(es, entry{i, of.of(u, r), want})
		}
	}
	return es
}

// estimated decides whether an estimate of Σ̄ from the mean friction is right up to a tenth.
func estimated(s Spec, t *table.Table, part string, of estimator) claim.Claim {
	p := claim.Points{Replicas: s.Replicas}
	for _, scaling := range t.Where("quantity", "data").Distinct("scaling") {
		for _, k := range s.Friction {
			for _, x := range diagonalOf(t, scaling, k, of) {
				p.RatioWithin(x.e, claim.Exact(x.exact), 0.9, 1.1, "%s, %s, %s",
					study.ScalingTitle(scaling), k, name(x.i))
			}
		}
	}
	c := p.Judge(claim.Of("S3.4-5", part), "estimate over Σ̄: ")
	if part == "a" && c.Verdict == claim.Fails {
		c = claim.Because(c, claim.Finding, "the formula lacks the factor 2 of eq. (A): a misprint")
	}
	return c
}

func name(i string) string {
	if i == "" {
		return "s*"
	}
	return "entry " + i
}

// agree decides whether the frictions give the same s* and the same diagonal.
func agree(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: s.Replicas}
	for _, scaling := range t.Where("quantity", "data").Distinct("scaling") {
		scaled := study.ScalingTitle(scaling)
		a := diagonalOf(t, scaling, study.Diagonal, corrected)
		b := diagonalOf(t, scaling, study.Full, corrected)
		for i := range min(len(a), len(b)) {
			p.RatioWithin(a[i].e, b[i].e, 0.9, 1.1, "diagonal over full, %s, %s", scaled, name(a[i].i))
		}
		for _, x := range diagonalOf(t, scaling, study.Scalar, corrected) {
			for k, es := range [][]entry{a, b} {
				if len(es) > 0 {
					p.RatioWithin(x.e, mean(es), 0.9, 1.1, "scalar over the mean of %s, %s",
						[]study.Friction{study.Diagonal, study.Full}[k], scaled)
				}
			}
		}
	}
	return p.Judge(claim.Of("S3.4-5", "c"), "")
}

// mean is the mean of estimates, with the standard error that it has if they are independent.
func mean(es []entry) (m estimate.Estimate) {
	n := float64(len(es))
	square := 0.0
	for _, x := range es {
		m.Value += x.e.Value / n
		square += x.e.StdErr * x.e.StdErr / (n * n)
	}
	m.StdErr = math.Sqrt(square)
	return m
}

// of returns a number about the mean of Σ_x over the Laplace approximation.
func of(t *table.Table, scaling, quantity string) (float64, bool) {
	return t.Lookup("value", "method", "Laplace", "scaling", scaling, "quantity", quantity)
}

// dominant decides whether s* I is more than half of Σ̄, in the squared Frobenius norm.
func dominant(t *table.Table, part, scaling string) claim.Claim {
	var p claim.Points
	unit, ok := of(t, scaling, "norm of s* I")
	on, _ := of(t, scaling, "norm of the rest of the diagonal")
	off, _ := of(t, scaling, "norm off the diagonal")
	if ok {
		p.Above(claim.Exact(unit*unit/(unit*unit+on*on+off*off)), 0.5, "%s",
			study.ScalingTitle(scaling))
	}
	return p.Judge(claim.Of("S3.4-6", part), "share of s* I in ‖Σ̄‖²: ")
}

// many decides whether a tenth of the entries off the diagonal are larger than s*/10.
func many(t *table.Table, part, scaling string) claim.Claim {
	var p claim.Points
	if x, ok := of(t, scaling, "share of entries off the diagonal beyond s*/10"); ok {
		p.Above(claim.Exact(x), 0.1, "%s", study.ScalingTitle(scaling))
	}
	return p.Judge(claim.Of("S3.4-6", part), "share of the entries beyond s*/10: ")
}
