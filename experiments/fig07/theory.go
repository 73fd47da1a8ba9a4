package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// theoryClaims decides what theory says about the mixture and Adaptive Langevin dynamics.
func (s Spec) theoryClaims(t *table.Table) []claim.Claim {
	cs := []claim.Claim{
		s.oneConstant(t), meanXi(t), varianceXi(t), normalXi(t),
		otherOrder(t, "a", study.Full), otherOrder(t, "b", study.Scalar), oneGradient(t),
	}
	if len(t.Distinct("ndata")) > 1 {
		cs = append(cs, s.normRatio(t), s.becomesNormal(t), s.becomesConstant(t), s.capturesMost(t))
	}
	return cs
}

// oneConstant compares the slopes of the error per norm of three data sets.
func (s Spec) oneConstant(t *table.Table) claim.Claim {
	var p claim.Points
	var per []estimate.Estimate
	var texts []string
	for _, seed := range append([]uint64{s.Data.Seed}, s.otherSeeds()...) {
		u := errors(t, others, study.Full).Where("data", seed)
		if seed == s.Data.Seed {
			u = errors(t, curve, study.Full)
		}
		x := norm(t, seed, study.Full)
		e := scaled(slope(u), 1/x)
		per = append(per, e)
		texts = append(texts, fmt.Sprintf("%.2g ± %.1g (norm %.2g)", e.Value, e.StdErr, x))
	}
	byValue := func(a, b estimate.Estimate) int { return int(math.Copysign(1, a.Value-b.Value)) }
	if len(per) > 1 {
		p.RatioBelow(slices.MaxFunc(per, byValue), slices.MinFunc(per, byValue), math.Sqrt(10),
			"largest over least")
	}
	return p.Judge(claim.Of("S2.4.3-1", "b"), "slope per norm by data set: "+strings.Join(texts, ", ")+"; ")
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

// otherOrder compares the errors of other orders of the steps with those of the paper's.
func otherOrder(t *table.Table, part string, k study.Friction) claim.Claim {
	var p claim.Points
	u := errors(t, order, k)
	for _, word := range u.Distinct("scheme") {
		pairs(&p, u.Where("scheme", word), errors(t, curve, k), func(x, y estimate.Estimate, at string) {
			p.RatioWithin(x, y, 0.8, 1.25, "%s, %s", word, at)
		})
	}
	return p.Judge(claim.Of("S3.2.2-5", part), "error over that of ODABADO: ")
}

func oneGradient(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("method", order, "quantity", "gradients a step")
	for _, word := range u.Distinct("scheme") {
		p.Within(u.Where("scheme", word).Estimate(0), 0.5, 1.5, "%s", word)
	}
	return p.Judge(claim.Of("S3.2.2-5", "c"), "evaluations of the gradient in a step: ")
}

// sets returns the numbers of a quantity of the data sets with ndata data, in their order.
func (s Spec) setsOf(t *table.Table, quantity string, ndata int) (x []float64) {
	u := t.Where("quantity", quantity, "ndata", ndata, "source", table.Exact)
	last := s.Sets.Seed + uint64(s.Sets.Count) // of any number of data
	for i := range u.Len() {
		if seed := uint64(u.Float(i, "data")); s.Sets.Seed <= seed && seed < last {
			x = append(x, u.Float(i, "value"))
		}
	}
	return x
}

// normRatio is about the ratio of the norms.
func (s Spec) normRatio(t *table.Table) claim.Claim {
	var share claim.Share
	a, b := s.setsOf(t, "norm of Sigma - s I", s.Data.N), s.setsOf(t, "norm of Sigma - mean", s.Data.N)
	var ratios []float64
	for i := range a {
		ratios = append(ratios, a[i]/b[i])
		share.Add(2.5 <= ratios[i] && ratios[i] <= 3.5)
	}
	c := share.Judge(claim.Of("S3.3.2-9", "b"), "median %.3g; ratio of the norms for the figure's "+
		"data: %.3g", median(ratios), norm(t, s.Data.Seed, study.Scalar)/norm(t, s.Data.Seed, study.Full))
	return because(c, claim.DataSet, "the paper's two norms are those of its data set; most sets of "+
		"the same law have a smaller ratio, and the figure's own was chosen by the paper's norms")
}

// becomesNormal is about the distance of the posterior from a normal law, for the least and the
// largest number of data.
func (s Spec) becomesNormal(t *table.Table) claim.Claim {
	large, small := s.Sets.largeAndSmall()
	var share claim.Share
	a, b := s.setsOf(t, "D of theta1", large), s.setsOf(t, "D of theta1", small)
	for i := range min(len(a), len(b)) {
		share.Add(a[i] < b[i])
	}
	return share.Judge(claim.Of("S5-3", "a"), "D smaller at Nd = %d than at %d, medians %s", large, small,
		s.medians(t, func(n int) []float64 { return s.setsOf(t, "D of theta1", n) }))
}

// medians are those of numbers by the number of data.
func (s Spec) medians(t *table.Table, of func(ndata int) []float64) string {
	var texts []string
	for _, n := range s.Sets.Ndata {
		texts = append(texts, fmt.Sprintf("%.2g (%d)", median(of(n)), n))
	}
	return strings.Join(texts, ", ")
}

// median returns the middle one of numbers, NaN if there are none.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(x))[len(x)/2]
}

// becomesConstant is about how much Σ_x varies, relative to its norm.
func (s Spec) becomesConstant(t *table.Table) claim.Claim {
	relative := func(n int) (x []float64) {
		all := s.setsOf(t, "norm of Sigma", n)
		for i, d := range s.setsOf(t, "norm of Sigma - mean", n) {
			x = append(x, d/all[i])
		}
		return x
	}
	large, small := s.Sets.largeAndSmall()
	var share claim.Share
	a, b := relative(large), relative(small)
	for i := range min(len(a), len(b)) {
		share.Add(a[i] < b[i]/3)
	}
	return share.Judge(claim.Of("S5-3", "b"), "‖Σ_x − Σ̄‖/‖Σ_x‖ at Nd = %d below 1/3 of that at %d, "+
		"medians %s", large, small, s.medians(t, relative))
}

// capturesMost compares the predicted errors of Adaptive Langevin dynamics with those of Langevin
// dynamics, for more data than the figure's.
func (s Spec) capturesMost(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "error over Langevin's")
	for i := range u.Len() {
		if u.Float(i, "ndata") > 200 {
			p.Below(claim.Exact(u.Float(i, "value")), 0.5, "Nd = %s, seed %s", u.Cell(i, "ndata"),
				u.Cell(i, "data"))
		}
	}
	return p.Judge(claim.Of("S5-3", "c"),
		"predicted error, full ξ frozen at its mean, over that of Langevin dynamics: ")
}
