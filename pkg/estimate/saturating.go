package estimate

import "math"

// FitSaturating fits y = a x/(1 + b x) to y ± stderr at x > 0 by least squares and returns a, the
// slope at 0: the law of an error that is proportional to a small x and grows more slowly later. It
// needs at least three points of different x; with fewer, or if a and b are not determined, a is
// unknown. It panics if the lengths differ.
//
// Gauss and Newton's iteration starts from the line through the origin, and keeps 1 + b x above
// 1/2.
func FitSaturating(x, y, stderr []float64) (a Estimate) {
	check(len(x) == len(y) && len(x) == len(stderr),
		"FitSaturating: %d, %d and %d numbers", len(x), len(y), len(stderr))
	if len(x) < 3 {
		return Unknown()
	}
	p, b, top := 0.0, 0.0, 0.0
	var s11, s12, s22 float64 // normal equations
	sxy, sxx := 0.0, 0.0
	for i, x := range x {
		w := 1 / float64(stderr[i]*stderr[i])
		sxy, sxx, top = math.FMA(w, float64(x*y[i]), sxy), math.FMA(w, float64(x*x), sxx), max(top, x)
	}
	p = sxy / sxx
	for range 100 {
		s11, s12, s22 = 0, 0, 0
		r1, r2 := 0.0, 0.0
		for i, x := range x {
			d := 1 + float64(b*x)
			f, g := x/d, -float64(p*float64(x*x))/float64(d*d) // derivatives by a and b
			w := 1 / float64(stderr[i]*stderr[i])
			r := y[i] - float64(p*f)
			s11, s12, s22 = math.FMA(w, float64(f*f), s11), math.FMA(w, float64(f*g), s12),
				math.FMA(w, float64(g*g), s22)
			r1, r2 = math.FMA(w, float64(f*r), r1), math.FMA(w, float64(g*r), r2)
		}
		det := float64(s11*s22) - float64(s12*s12)
		if !(det > 1e-12*float64(s11*s22)) {
			return Unknown()
		}
		p += (float64(s22*r1) - float64(s12*r2)) / det
		b = max(b+(float64(s11*r2)-float64(s12*r1))/det, -0.5/top)
	}
	return Estimate{p, math.Sqrt(s22 / (float64(s11*s22) - float64(s12*s12)))}
}
