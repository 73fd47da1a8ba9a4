package vec

import (
	"math"
	"unsafe"
)

// AddScaled is dst += h src, row by row: the flows A (θ += h p) and B (p += h F̂).
func AddScaled(dst, src []Row, h float64) { active.addScaled(dst, src, h) }

func (*portable) addScaled(dst, src []Row, h float64) {
	for i := range dst {
		d, s := &dst[i], &src[i]
		for l := range d {
			d[l] = math.FMA(s[l], h, d[l])
		}
	}
}

// ScaleAdd is dst = alpha dst + sigma g: the Ornstein–Uhlenbeck step at a constant friction.
func ScaleAdd(dst, g []Row, alpha, sigma float64) { active.scaleAdd(dst, g, alpha, sigma) }

func (*portable) scaleAdd(dst, g []Row, alpha, sigma float64) {
	for i := range dst {
		d, s := &dst[i], &g[i]
		for l := range d {
			d[l] = math.FMA(d[l], alpha, float64(sigma*s[l]))
		}
	}
}

// AddTwo is dst += a x + b y: the Euler–Maruyama step.
func AddTwo(dst, x, y []Row, a, b float64) { active.addTwo(dst, x, y, a, b) }

func (*portable) addTwo(dst, x, y []Row, a, b float64) {
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for l := range d {
			d[l] = math.FMA(x[l], a, math.FMA(y[l], b, d[l]))
		}
	}
}

// AddOuter is xi += k (p pᵀ − 1): the flow D of a full friction. The rows of xi are its upper
// triangle in row order: 11, 12, …, 1d, 22, ….
func AddOuter(xi, p []Row, k float64) { active.addOuter(xi, p, k) }

func (*portable) addOuter(xi, p []Row, k float64) {
	n := 0
	for i := range p {
		for j := i; j < len(p); j++ {
			c := 0.0
			if i == j {
				c = -1
			}
			x, a, b := &xi[n], &p[i], &p[j]
			for l := range x {
				x[l] = math.FMA(math.FMA(a[l], b[l], c), k, x[l])
			}
			n++
		}
	}
}

// AddSquares is xi[i] += k (p[i]² − 1): the flow D of a diagonal friction.
func AddSquares(xi, p []Row, k float64) { active.addSquares(xi, p, k) }

func (*portable) addSquares(xi, p []Row, k float64) {
	for i := range p {
		x, a := &xi[i], &p[i]
		for l := range x {
			x[l] = math.FMA(math.FMA(a[l], a[l], -1), k, x[l])
		}
	}
}

// AddNorm is xi += k (|p|² − d): the flow D of a scalar friction.
func AddNorm(xi *Row, p []Row, k, d float64) { active.addNorm(xi, p, k, d) }

func (*portable) addNorm(xi *Row, p []Row, k, d float64) {
	var s Row
	for i := range p {
		a := &p[i]
		for l := range s {
			s[l] = math.FMA(a[l], a[l], s[l])
		}
	}
	for l := range s {
		xi[l] = math.FMA(s[l]-d, k, xi[l])
	}
}

// SumAffine is dst = a y + b Σ x. It panics unless x has at least one row.
func SumAffine(dst, y *Row, x []Row, a, b float64) { active.sumAffine(dst, y, x, a, b) }

func (*portable) sumAffine(dst, y *Row, x []Row, a, b float64) {
	s := x[0]
	for i := range x[1:] {
		for l := range s {
			s[l] += x[i+1][l]
		}
	}
	for l := range s {
		dst[l] = math.FMA(y[l], a, float64(b*s[l]))
	}
}

// Affine is dst = a y + b.
func Affine(dst, y *Row, a, b float64) {
	for l := range dst {
		dst[l] = math.FMA(y[l], a, b)
	}
}

// AccumulateProduct is s += x y.
func AccumulateProduct(s, x, y *Row) {
	for l := range x {
		s[l] = math.FMA(x[l], y[l], s[l])
	}
}

// Bin is dst = ⌊(x − lo) scale⌋ where this is in {0, …, n−1}, −1 below and for NaN, n above.
func Bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) { active.bin(dst, x, lo, scale, n) }

func (*portable) bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	for l := range dst {
		v := float64((x[l] - lo) * scale)
		switch {
		case !(v >= 0):
			dst[l] = -1
		case v < float64(n):
			dst[l] = int32(v)
		default:
			dst[l] = int32(n)
		}
	}
}

// The routines below, and in regression.go, sym.go and oularge.go, are for one replica in many
// dimensions: a vector of d numbers is ⌈d/64⌉ rows, read as one list of consecutive components,
// zero past the d-th. Routines that work lane by lane apply to such vectors too.

// flat returns the rows as one list.
func flat(r []Row) []float64 {
	if len(r) == 0 {
		return nil
	}
	return unsafe.Slice(&r[0][0], len(r)*Lanes)
}

// groups returns the number of groups of eight that hold d numbers. A sum over a vector is eight
// partial sums added by tree8: partial sum i is over the components ≡ i modulo eight in increasing
// order.
func groups(d int) int { return (d + 7) / 8 }

// tree8 adds eight partial sums.
func tree8(q *v8) float64 {
	return (q[0] + q[1] + (q[2] + q[3])) + (q[4] + q[5] + (q[6] + q[7]))
}

// SumLanes is the sum of the lanes, eight by eight.
func SumLanes(x *Row) (s float64) {
	for l := 0; l < Lanes; l += 8 {
		s += tree8((*v8)(x[l:]))
	}
	return s
}
