package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// claims decides the sentences about the data set.
func claims(s Spec, t *table.Table) []claim.Claim {
	first := t.Where("quantity", "x1")
	d := data{
		x: first.Floats("value"), y: t.Where("quantity", "x2").Floats("value"),
		class: first.Floats("class"),
	}
	return []claim.Claim{classes(d), boundary(s, d), outside(s, d)}
}

// data are the points and their classes.
type data struct{ x, y, class []float64 }

func classes(d data) claim.Claim {
	ones, verdict := 0, claim.Fails
	for _, c := range d.class {
		ones += int(c)
	}
	if len(d.x) == 500 && ones == 250 {
		verdict = claim.Holds
	}
	return claim.Claim{
		Name:     "the classes",
		Sentence: "there are 500 points, 250 in each class",
		Measured: fmt.Sprintf("%d points, %d in class 1", len(d.x), ones), Verdict: verdict,
	}
}

func boundary(s Spec, d data) claim.Claim {
	wrong := 0
	for i := range d.x {
		left := 0
		for _, g := range s.Guide {
			left += g.crossings(d.x[i], d.y[i])
		}
		if left%2 == int(d.class[i]) {
			wrong++
		}
	}
	return claim.Claim{
		Name:     "decision boundary",
		Sentence: "solid lines indicate possible decision boundaries",
		Measured: fmt.Sprintf("%d of %d points are on the other side, "+
			"expected below 5 %%, a bound of ours", wrong, len(d.x)),
		Verdict: claim.Less(claim.Exact(float64(wrong)/float64(len(d.x))), 0.05, 1),
	}
}

func outside(s Spec, d data) claim.Claim {
	x, y := s.Point.X[0], s.Point.X[1]
	nearest := math.Inf(1)
	for i := range d.x {
		nearest = min(nearest, math.Hypot(d.x[i]-x, d.y[i]-y))
	}
	return claim.Claim{
		Name:     "outside of the data set",
		Sentence: fmt.Sprintf("the point x = (%g, %g) is outside of the data set", x, y),
		Measured: fmt.Sprintf("the nearest of the points is at the distance %.3f (c = %.3f)",
			nearest, math.Sqrt(s.Data.C2)),
		Verdict: claim.Greater(claim.Exact(nearest), 0, 1),
	}
}

// crossings returns how often the line passes to the right of the point (x, y), at its height.
func (g Guide) crossings(x, y float64) int {
	n := 0
	for i := 1; i < len(g.X); i++ {
		x0, y0, x1, y1 := g.X[i-1], g.Y[i-1], g.X[i], g.Y[i]
		if (y0 <= y) != (y1 <= y) && x0+(x1-x0)*(y-y0)/(y1-y0) > x {
			n++
		}
	}
	return n
}
