package main

import (
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// choice is a basis and a form of ξ_k, with its norm.
type choice struct {
	errors *table.Table
	norm   float64
	form   string
}

// choices lists all bases and forms at the paper's η.
func (b biases) choices() (all []choice) {
	t := b.t.Where("quantity", "projection error")
	for i := range t.Len() {
		k, f, cuts := t.Cell(i, "K"), t.Cell(i, "friction"), t.Cell(i, "cuts")
		u := b.other("eta", b.s.Eta, "friction", f, "K", k)
		u = u.Filter(func(i int) bool { return u.Cell(i, "cuts") == cuts })
		if u.Len() > 0 {
			all = append(all, choice{u, t.Float(i, "value"), f})
		}
	}
	return all
}

// order judges that the errors of pairs of choices have the order of their norms.
func (b biases) order(p *claim.Points, all []choice, take func(x, y choice) bool) {
	for i, x := range all {
		for _, y := range all[:i] {
			x, y := x, y
			if x.norm > y.norm {
				x, y = y, x
			}
			if !take(x, y) || !(x.norm < y.norm) {
				continue
			}
			b.pairs(p, x.errors, y.errors, func(e, f estimate.Estimate, where string) {
				p.Below(estimate.Sub(e, f), 0, "%s, less that of %s, norms %.3g and %.3g", where,
					strings.TrimPrefix(place(y.errors, 0), pointOf(y.errors)), x.norm, y.norm)
			})
		}
	}
}

// pointOf is the part of place that says n and Δt.
func pointOf(t *table.Table) string {
	return fmt.Sprintf("n = %s, Δt = %s, ", t.Cell(0, "n"), t.Cell(0, "dt"))
}

// ordered: S4.2-3.
func (b biases) ordered() []claim.Claim {
	p := b.points()
	b.order(p, b.choices(), func(_, _ choice) bool { return true })
	c := p.Judge(claim.Of("S4.2-3", ""),
		"error of the basis that fits better less that of the other, all pairs of bases and forms: ")
	return []claim.Claim{claim.IfFails(c, claim.Finding, "the norm counts all entries of Σ_x − S_K "+
		"alike, wherever θ is, and the error on θ₁ does not")}
}

// forms: S4.2-4.
func (b biases) forms() []claim.Claim {
	exact, p := &claim.Points{}, b.points()
	for _, k := range b.ks() {
		d := b.norm(study.Diagonal, k)
		exact.Below(claim.Exact(b.norm(study.Full, k)-d), 0, "full less diagonal, K = %s", k)
		exact.Below(claim.Exact(d-b.norm(study.Scalar, k)), 0, "diagonal less scalar, K = %s", k)
	}
	all := b.choices()
	b.order(p, all, func(x, y choice) bool {
		return x.form != y.form && x.errors.Cell(0, "K") == y.errors.Cell(0, "K") &&
			x.errors.Cell(0, "cuts") == y.errors.Cell(0, "cuts") && y.norm > 1.1*x.norm
	})
	return []claim.Claim{
		exact.Judge(claim.Of("S4.2-4", "a"), "difference of the norms: "),
		p.Judge(claim.Of("S4.2-4", "b"), "difference of the errors at the same K: "),
	}
}
