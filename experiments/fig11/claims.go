package main

import (
	"fmt"
	"math"

	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what section 3.5 says about the data set.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "3.5"
	x, y, class := t.Where("quantity", "x1").Floats("value"), t.Where("quantity", "x2").Floats("value"), t.Where("quantity", "x1").Floats("class")
	ones, wrong := 0, 0
	nearest := math.Inf(1)
	for i := range x {
		ones += int(class[i])
		left := 0
		for _, g := range s.Guide {
			left += g.crossings(x[i], y[i])
		}
		if left%2 == int(class[i]) {
			wrong++
		}
		nearest = min(nearest, math.Hypot(x[i]-s.Point.X[0], y[i]-s.Point.X[1]))
	}
	n := float64(len(x))
	balanced := experiment.Fails
	if len(x) == 500 && ones == 250 {
		balanced = experiment.Holds
	}
	return []experiment.Claim{{
		Name: "the classes", Section: section, Sentence: "there are 500 points, 250 in each class",
		Measured: fmt.Sprintf("%d points, %d in class 1", len(x), ones), Verdict: balanced,
	}, {
		Name: "decision boundary", Section: section, Sentence: "solid lines indicate possible decision boundaries",
		Measured: fmt.Sprintf("%d of %d points are on the other side, expected below 5 %%, a bound of ours", wrong, len(x)),
		Verdict:  experiment.Less(float64(wrong)/n, 0, 0.05, 1),
	}, {
		Name: "outside of the data set", Section: section, Sentence: fmt.Sprintf("the point x = (%g, %g) is outside of the data set", s.Point.X[0], s.Point.X[1]),
		Measured: fmt.Sprintf("the nearest of the points is at the distance %.3f (c = %.3f)", nearest, math.Sqrt(s.Data.C2)),
		Verdict:  experiment.Greater(nearest, 0, 0, 1),
	}}
}

// crossings is how often the line lies to the right of a point, at its height.
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
