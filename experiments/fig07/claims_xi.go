package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

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

// meanXi compares the means of ξ with A.
func meanXi(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	u := t.Where("method", law, "source", table.Simulation)
	for i := range u.Len() {
		q := u.Cell(i, "quantity")
		if !strings.HasPrefix(q, "xi") || !settled(&p, u, i) {
			continue
		}
		a, ok := t.Lookup("value", "method", law, "source", table.Prediction, "quantity", q,
			"friction", u.Cell(i, "friction"), "eta", u.Cell(i, "eta"), "n", u.Cell(i, "n"))
		if !ok {
			continue
		}
		chi.Add(u.Estimate(i), a)
		if q != "xi 12" { // A₁₂ is nearly 0
			p.RatioWithin(u.Estimate(i), claim.Exact(a), 0.9, 1.1, "%s, η = %s, %s", q, u.Cell(i, "eta"),
				where(u, i))
		}
	}
	return both(&p, chi, claim.Of("S3.2.1-2", "a"), "mean of ξ over A: ")
}

func varianceXi(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	u := t.Where("method", law, "source", table.Simulation)
	for i := range u.Len() {
		q := u.Cell(i, "quantity")
		if !strings.HasPrefix(q, "var xi") || !settled(&p, u, i) {
			continue
		}
		want := 1 / u.Float(i, "eta")
		if q == "var xi 12" {
			want /= 2
		}
		chi.Add(u.Estimate(i), want)
		p.RatioWithin(u.Estimate(i), claim.Exact(want), 0.9, 1.1, "%s, η = %s, %s", q, u.Cell(i, "eta"),
			where(u, i))
	}
	return both(&p, chi, claim.Of("S3.2.1-2", "b"), "variance of ξ over that of the lemma: ")
}

func normalXi(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	u := t.Where("method", law, "source", table.Simulation)
	for i := range u.Len() {
		q := u.Cell(i, "quantity")
		switch {
		case strings.HasPrefix(q, "correlation") && u.Cell(i, "status") == table.OK:
			chi.Add(u.Estimate(i), 0)
		case strings.HasPrefix(q, "D of xi") && settled(&p, u, i):
			p.Below(u.Estimate(i), 0.02, "%s, η = %s, %s", q, u.Cell(i, "eta"), where(u, i))
		}
	}
	return both(&p, chi, claim.Of("S3.2.1-2", "c"), "D of the entries of ξ: ")
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
