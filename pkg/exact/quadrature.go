package exact

import "math"

// rule is a quadrature in one variable.
type rule struct{ t, w []float64 }

// trapezoid is the trapezoidal rule on [lo, hi] with a spacing of at most h, for functions that
// vanish at both ends.
func trapezoid(lo, hi, h float64) rule {
	n := int(math.Ceil((hi-lo)/h)) + 1
	h = (hi - lo) / float64(n-1)
	var r rule
	for i := range n {
		r.t = append(r.t, math.FMA(float64(i), h, lo))
		r.w = append(r.w, h)
	}
	return r
}

// Gauss–Legendre rules of three and five nodes on [−1, 1].
var (
	gauss3 = rule{
		[]float64{-0.7745966692414833770358531, 0, 0.7745966692414833770358531},
		[]float64{5. / 9, 8. / 9, 5. / 9},
	}
	gauss5 = rule{
		[]float64{
			-0.9061798459386639927976269, -0.5384693101056830910363144, 0,
			0.5384693101056830910363144, 0.9061798459386639927976269,
		},
		[]float64{
			0.2369268850561890875142640, 0.4786286704993664680412915, 128. / 225,
			0.4786286704993664680412915, 0.2369268850561890875142640,
		},
	}
)

// panels adds the nodes of the rule g of [−1, 1] on equal panels of [lo, hi] no wider than h.
func (r *rule) panels(lo, hi, h float64, g rule) {
	n := max(1, int(math.Ceil((hi-lo)/h)))
	half := float64(0.5 * ((hi - lo) / float64(n)))
	for i := range n {
		mid := math.FMA(float64(2*i+1), half, lo)
		for k := range g.t {
			r.t = append(r.t, math.FMA(half, g.t[k], mid))
			r.w = append(r.w, float64(half*g.w[k]))
		}
	}
}

// gaussLegendre is the five-node rule on panels of [lo, hi] no wider than h that end at the cuts.
func gaussLegendre(lo, hi, h float64, cuts []float64) rule {
	var r rule
	from := lo
	for from < hi {
		to := hi
		for _, c := range cuts {
			if c > from && c < to {
				to = c
			}
		}
		r.panels(from, to, h, gauss5)
		from = to
	}
	return r
}

// binEdges are the edges of bins of equal width on [lo, hi].
func binEdges(lo, hi float64, bins int) []float64 {
	if bins < 1 || !(lo < hi) {
		panic("exact: a histogram needs bins and lo < hi")
	}
	e := make([]float64, bins+1)
	for i := range e {
		e[i] = math.FMA(float64(i), (hi-lo)/float64(bins), lo)
	}
	return e
}
