package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// corrects compares ξ̄ − γ with ε(n)Δt Σ̄/2.
func (s Spec) corrects(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
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
	return claim.IfFails(c, claim.Finding,
		"Σ_x depends on θ, and the law of θ that the covariance is "+
			"averaged over is not the posterior: a finding about the mixture, not about AdL")
}

// eachXi calls do for the measurements of the law of ξ whose quantity begins with a word, if they
// count, and names the others among the points.
func eachXi(
	p *claim.Points, t *table.Table, word string, do func(u *table.Table, i int, at string),
) {
	u := t.Where("method", law, "source", table.Simulation)
	for i := range u.Len() {
		q := u.Cell(i, "quantity")
		if strings.HasPrefix(q, word) && settled(p, u, i) {
			do(u, i, fmt.Sprintf("%s, η = %s, %s", q, u.Cell(i, "eta"), where(u, i)))
		}
	}
}

// meanXi compares the means of ξ with A.
func meanXi(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	eachXi(&p, t, "xi", func(u *table.Table, i int, at string) {
		q := u.Cell(i, "quantity")
		a, ok := t.Lookup("value", "method", law, "source", table.Prediction, "quantity", q,
			"friction", u.Cell(i, "friction"), "eta", u.Cell(i, "eta"), "n", u.Cell(i, "n"))
		if !ok {
			return
		}
		chi.Add(u.Estimate(i), a)
		if q != "xi 12" { // A₁₂ is nearly 0
			p.RatioWithin(u.Estimate(i), claim.Exact(a), 0.9, 1.1, "%s", at)
		}
	})
	return p.JudgeWith(chi, claim.Of("S3.2.1-2", "a"), "mean of ξ over A: ")
}

// varianceXi compares the variances of ξ with those of the lemma.
func varianceXi(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	eachXi(&p, t, "var xi", func(u *table.Table, i int, at string) {
		want := 1 / u.Float(i, "eta")
		if u.Cell(i, "quantity") == "var xi 12" {
			want /= 2
		}
		chi.Add(u.Estimate(i), want)
		p.RatioWithin(u.Estimate(i), claim.Exact(want), 0.9, 1.1, "%s", at)
	})
	return p.JudgeWith(chi, claim.Of("S3.2.1-2", "b"), "variance of ξ over that of the lemma: ")
}

// normalXi is about the distances of the entries of ξ from normal laws, and their correlations.
func normalXi(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	eachXi(&p, t, "D of xi", func(u *table.Table, i int, at string) {
		p.Below(u.Estimate(i), 0.02, "%s", at)
	})
	eachXi(&claim.Points{}, t, "correlation", func(u *table.Table, i int, _ string) {
		chi.Add(u.Estimate(i), 0)
	})
	return p.JudgeWith(chi, claim.Of("S3.2.1-2", "c"), "D of the entries of ξ: ")
}

// constantXi compares the mean of ξ in the cells of θ with the mean over all.
func constantXi(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	var texts []string
	u := t.Where("method", conditional, "source", table.Simulation)
	for _, eta := range u.Distinct("eta") {
		apart := claim.Points{Replicas: simulate.Groups}
		for _, n := range u.Distinct("n") {
			inCells(u.Where("eta", eta, "n", n), &p, &apart)
		}
		texts = append(texts, fmt.Sprintf("η = %s: %s, %s", eta, apart.Verdict(), apart.String()))
	}
	c := claim.Judged(claim.Of("S5-1", "a"), p.Verdict(), "E(ξ | θ) less ξ̄, %s",
		strings.Join(texts, "; "))
	return claim.IfFails(c, claim.Finding, "ξ follows θ")
}

// inCells adds to the points of all η and of one the means of ξ in the cells of a run, less its
// mean over all. A tenth of what the noise adds to the mean is allowed.
func inCells(t *table.Table, every, apart *claim.Points) {
	mean := map[string]float64{}
	for _, q := range places(study.Full) {
		mean[q], _ = t.Lookup("value", "quantity", "xi"+q)
	}
	tolerance := 0.1 * (0.5*(mean[" 11"]+mean[" 22"]) - 1)
	for i := range t.Len() {
		q, in := strings.CutPrefix(t.Cell(i, "quantity"), "xi in cell")
		if !in || t.Float(i, "weight") < 0.05 || !settled(every, t, i) {
			continue
		}
		e := t.Estimate(i)
		e.Value -= mean[q]
		for _, p := range []*claim.Points{every, apart} {
			p.Within(e, -tolerance, tolerance, "ξ%s at (%.2g, %.2g), ξ̄ = %.3g, η = %s, %s", q,
				t.Float(i, "theta1"), t.Float(i, "theta2"), mean[q], t.Cell(i, "eta"), where(t, i))
		}
	}
}
