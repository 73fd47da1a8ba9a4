package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 8, and checks that the posterior predicts labels.
func claims(s Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		closeToNormal("a", t, func(r int) bool { return shownIn(s, t, r) }),
		closeToNormal("b", t, func(r int) bool { return t.Cell(r, "component2") == "" }),
		sampledRight(s, t),
		constant(t),
		gaussian(t),
		labels(t),
	}
}

// shownIn reports whether row r is about a law that the figure shows.
func shownIn(s Spec, t *table.Table, r int) bool {
	if t.Cell(r, "component2") != "" {
		return true
	}
	for _, k := range s.Observe.Components {
		if t.Float(r, "component") == float64(k) {
			return true
		}
	}
	return false
}

// closeToNormal decides whether laws of the posterior are close to normal.
func closeToNormal(part string, t *table.Table, of func(r int) bool) claim.Claim {
	p := claim.Points{Replicas: 0}
	above, total := 0, 0
	for r := range t.Len() {
		if t.Cell(r, "quantity") != "D to normal" || !of(r) {
			continue
		}
		e, name := t.Estimate(r), "θ_"+t.Cell(r, "component")
		if second, minus := strings.CutPrefix(t.Cell(r, "component2"), "-"); minus {
			name += " − θ_" + second
		} else if second != "" {
			name += " + θ_" + second
		}
		p.Below(e, 0.02, "%s, %s", name, study.ScalingTitle(t.Cell(r, "scaling")))
		if total++; e.Value > 0.02 {
			above++
		}
	}
	c := p.Judge(claim.Of("S3.4-3", part), "D of the posterior to a normal law: ")
	if total > 0 {
		c.Measured += extremes(t, of, above, total)
	}
	return c
}

// sampledRight decides whether the marginal laws with mini-batches are those of the posterior.
func sampledRight(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: s.Replicas}
	each := map[string]*claim.Points{}
	u := t.Where("method", "AdL", "quantity", "D to posterior")
	for r := range u.Len() {
		k, friction := u.Cell(r, "component"), u.Cell(r, "friction")
		scaling := study.ScalingTitle(u.Cell(r, "scaling"))
		if status := u.Cell(r, "status"); status != table.OK {
			p.Exclude(status, "θ_%s, %s, %s", k, friction, scaling)
			continue
		}
		p.Below(u.Estimate(r), 0.02, "θ_%s, %s, %s", k, friction, scaling)
		if each[friction] == nil {
			each[friction] = &claim.Points{Replicas: s.Replicas}
		}
		each[friction].Below(u.Estimate(r), 0.02, "θ_%s, %s", k, scaling)
	}
	c := p.Judge(claim.Of("S3.4-4", "a"), "D between the marginals, noise taken off: ")
	for _, k := range s.Friction {
		if q := each[string(k)]; q != nil {
			c.Measured += fmt.Sprintf("; %s %s", k, q.Verdict())
			if c.Verdict == claim.Fails && q.Verdict() == claim.Holds {
				c = claim.Because(c, claim.Parameters, "it holds with friction %s; the text does not say "+
					"which one the figure shows", k)
			}
		}
	}
	return c
}

// constant tells by how much Σ_x changes over the posterior: the logistic part of S0-2.
func constant(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "change of Sigma")
	for r := range u.Len() {
		p.Above(u.Estimate(r), 0.1, "%s", study.ScalingTitle(u.Cell(r, "scaling")))
	}
	c := claim.Of("S0-2", "a")
	c.Name = "logistic"
	return claim.IfFails(p.Judge(c, "mean of ‖Σ_x − Σ̄‖/‖Σ̄‖: "), claim.Finding,
		"so many data make a posterior that is narrow, and Σ_x hardly changes on it")
}

// gaussian tells how far the noise of one datum is from normal: the logistic part of S0-2.
func gaussian(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "D of Z at n = 1")
	for r := range u.Len() {
		p.Above(u.Estimate(r), 0.02, "θ_%s, %s", u.Cell(r, "component"),
			study.ScalingTitle(u.Cell(r, "scaling")))
	}
	c := claim.Of("S0-2", "b")
	c.Name = "logistic"
	return p.Judge(c, "D of a component of Z: ")
}

// labels decides whether the predicted labels of the data held out are right.
func labels(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "accuracy", "method", "AdL")
	for r := range u.Len() {
		scaling := study.ScalingTitle(u.Cell(r, "scaling"))
		friction := cmp.Or(u.Cell(r, "friction"), "none")
		p.Within(u.Estimate(r), 0.94, 0.98, "%s, %s", friction, scaling)
	}
	return p.Judge(claim.Ours("labels of the data held out",
		"The posterior predicts the labels of images held out.",
		"fraction that is right from 0.94 to 0.98"), "")
}

// extremes tells how many laws are farther than the bound, and the largest skewness and excess
// kurtosis.
func extremes(t *table.Table, of func(r int) bool, above, total int) string {
	var skewness, kurtosis float64
	for r := range t.Len() {
		switch v := t.Float(r, "value"); {
		case !of(r):
		case t.Cell(r, "quantity") == "skewness" && math.Abs(v) > math.Abs(skewness):
			skewness = v
		case t.Cell(r, "quantity") == "excess kurtosis" && math.Abs(v) > math.Abs(kurtosis):
			kurtosis = v
		}
	}
	return fmt.Sprintf("; above 0.02: %d of %d; largest skewness %.2f, excess kurtosis %.2f", above,
		total, skewness, kurtosis)
}
