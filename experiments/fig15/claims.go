package main

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of sections 3.3 and 4.3 about the projections of Σ_x. Those about
// the bias and the projection error are in Figure 14.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		projections(t), order(t),
		norm(t, "a", study.Scalar, scalarNorm), norm(t, "b", study.Full, fullNorm), bothNorms(t),
		small(t), dramatic(t),
	}
}

// projections decides whether the constant matrices are the projections of Σ_x.
func projections(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "gradient of the squared distance")
	for i := range u.Len() {
		p.Below(u.Estimate(i), 1e-10, "%s", u.Cell(i, "friction"))
	}
	return p.Judge(claim.Of("S3.3.1-2", "a"), "largest entry of the gradient of ‖Σ_x − M‖²: ")
}

// order decides whether the projection on a larger space is nearer.
func order(t *table.Table) claim.Claim {
	var p claim.Points
	var steps []string
	u := t.Where("quantity", "projection error", "K", 0)
	for _, f := range []struct{ smaller, larger study.Friction }{
		{study.Full, study.Diagonal}, {study.Diagonal, study.Scalar},
	} {
		a, _ := u.LookupEstimate("friction", f.smaller)
		b, _ := u.LookupEstimate("friction", f.larger)
		p.Below(a, b.Value, "%s against %s", f.smaller, f.larger)
		steps = append(steps, fmt.Sprintf("%s %.3f of %s", f.smaller, a.Value/b.Value, f.larger))
	}
	return p.Judge(claim.Of("S3.3.1-2", "b"), strings.Join(steps, ", ")+": ")
}

// The norms of section 3.3.2.
const (
	scalarNorm = 1.75 // ‖Σ_x − s* I‖
	fullNorm   = 0.57 // ‖Σ_x − Σ̄‖
)

// others returns the distances from the projections of a friction for the other data sets.
func others(t *table.Table, f study.Friction) []float64 {
	return t.Where("quantity", "projection error of another data set", "friction", f).Floats("value")
}

// norm decides whether a distance is about that of the paper.
func norm(t *table.Table, part string, f study.Friction, paper float64) claim.Claim {
	var s claim.Share
	all := others(t, f)
	for _, x := range all {
		s.Add(math.Abs(x/paper-1) < 1./6)
	}
	own, _ := t.Lookup("value", "quantity", "projection error", "K", 0, "friction", f)
	c := s.Judge(claim.Of("S3.3.2-8", part),
		"the norm is %.2f with a standard deviation of %.2f among them; %.3f for the data of the "+
			"figure, which were chosen for these norms", stat.Mean(all, nil), stat.StdDev(all, nil), own)
	return claim.Because(c, claim.DataSet, "the norm varies from data set to data set of the same law")
}

// bothNorms decides whether the paper's norms are a pair that data sets of the law have.
func bothNorms(t *table.Table) claim.Claim {
	x, y := others(t, study.Scalar), others(t, study.Full)
	c := claim.Of("S3.3.2-8", "c")
	if len(x) < 10 {
		return claim.Because(claim.Judged(c, claim.Undecided, "%d data sets", len(x)), claim.DataSet,
			"the law of the data is not known, or data sets are few")
	}
	u := (scalarNorm - stat.Mean(x, nil)) / stat.StdDev(x, nil)
	v := (fullNorm - stat.Mean(y, nil)) / stat.StdDev(y, nil)
	r := stat.Correlation(x, y, nil)
	chi := claim.ChiSquare{Value: (u*u - 2*r*u*v + v*v) / (1 - r*r), Dof: 2}
	return claim.Because(chi.Judge(c, fmt.Sprintf("the norms %g and %g of the paper are %+.2f and "+
		"%+.2f standard deviations from the means over %d data sets, which have a correlation of "+
		"%.2f: ",
		scalarNorm, fullNorm, u, v, len(x), r)), claim.DataSet, "hardly any data set of the law has them")
}

// small decides whether monomials of the degrees of Figure 14 and somewhat above are small but near
// the edge of a cell.
func small(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "part of a cell where the monomial is above 0.1").Sort("degree")
	v := t.Where("quantity", "part of a cell where the product is above 0.1")
	from := "no degree"
	for i := u.Len() - 1; i >= 0; i-- {
		degree := u.Float(i, "degree")
		if u.Float(i, "value") < edge {
			from = fmt.Sprintf("degree %g", degree)
		}
		if degree >= 2 && degree <= 4 {
			product, _ := v.Lookup("value", "degree", degree)
			p.Below(u.Estimate(i), edge, "u^%g; %.2f for (uv)^%g", degree, product, degree)
		}
	}
	return claim.Because(p.Judge(claim.Of("S4.3-2", "a"), "part of a cell where u^deg > 0.1: "),
		claim.Parameters, "the paper does not say what a high degree is; holds from %s on", from)
}

// edge is a small part of a cell.
const edge = 1. / 3

// dramatic is a finding of ours beside the bias, which the paper says to decrease dramatically.
func dramatic(t *table.Table) claim.Claim {
	c := claim.Ours("projection error at K = 15", "the projection error falls as dramatically at K "+
		"= 15 as the paper says of the bias", "below 1/5 of that at K = 0")
	u := t.Where("quantity", "projection error", "friction", study.Full)
	zero, _ := u.LookupEstimate("K", 0)
	fifteen, _ := u.LookupEstimate("K", 15)
	var p claim.Points
	p.RatioBelow(fifteen, zero, 0.2, "full coefficients")
	return p.Judge(c, "")
}
