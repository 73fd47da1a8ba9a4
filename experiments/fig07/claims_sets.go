package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

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
		"data: %.3g", median(ratios),
		norm(t, s.Data.Seed, study.Scalar)/norm(t, s.Data.Seed, study.Full))
	return claim.IfFails(c, claim.DataSet,
		"the paper's two norms are those of its data set; most sets of "+
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
	return share.Judge(claim.Of("S5-3", "a"), "D smaller at Nd = %d than at %d, medians %s",
		large, small, s.medians(t, func(n int) []float64 { return s.setsOf(t, "D of theta1", n) }))
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
	p := claim.Points{Replicas: simulate.Groups}
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
