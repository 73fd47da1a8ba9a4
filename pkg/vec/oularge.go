package vec

import "math"

// OULarge is the Ornstein–Uhlenbeck step at a full symmetric friction ξ of large order d, without
// eigenvectors: with Y = 2hξ and s the mean of its diagonal,
//
//	e^(−Y/2) p + √(2hγ) s(Y) g,   s(y)² = (1 − e^(−y))/y,
//
// is summed as two power series in Y − s, term by term for both vectors, until the remainder is
// below 10⁻¹² times the result: five products of ξ with two vectors if ‖hξ‖ is a few hundredths.
// Both functions are analytic within a distance of at least 2π about s. The Frobenius norm bounds
// the norm of Y − s. If it is above 2, or |s| is above 4, the step is divided into as many equal
// parts as needed, each with its own normals.
type OULarge struct {
	h, gamma     float64
	d            int
	fact         [ouSymTerms + 1]float64 // 1/k!
	a, e, g      [ouSymTerms + 1]float64 // series of s², e^(−y/2) and s about s
	rest         [ouSymTerms + 1]float64 // bounds of the terms after a term, divided by its norm
	out          []Row
	x, y         []Row // two vectors each
	lanes        Row   // zero, scratch of norm
	Parts, Terms int   // of the latest step
}

const (
	ouSymDegree = 32 // largest degree
	ouSymTerms  = 64
	ouSymParts  = 4096
)

// Large returns the step at full symmetric frictions of large order d. The result has scratch space
// for one goroutine.
func (o OU) Large(d int) *OULarge {
	n := Components.Rows(d)
	r := Rows(5 * n)
	l := &OULarge{h: o.H, gamma: o.Gamma, d: d, out: r[:n], x: r[n : 3*n], y: r[3*n:]}
	l.fact[0] = 1
	for k := 1; k < len(l.fact); k++ {
		l.fact[k] = l.fact[k-1] / float64(k)
	}
	return l
}

// Step adds the matrices add to xi and advances p. normals returns new normals at every call, zero
// past the d-th. If ξ is not finite, or so large that thousands of parts would not suffice, p
// becomes NaN.
func (o *OULarge) Step(p, xi []Row, normals func() []Row, add ...RankOne) {
	d := o.d
	for ; len(add) > 2; add = add[2:] {
		Sym(d).Add(xi, add[:2]...)
	}
	x, y, n := o.x, o.y, len(o.out)
	copy(x, p)
	copy(x[n:], normals())
	squares := symMul(y[:n], y[n:], xi, x[:n], x[n:], d, add, true)
	trace := 0.0
	b := groups(d)
	for i := range b {
		x := &xi[symBlock(b, i)]
		for j := 0; j < 64; j += 9 {
			trace += x[j]
		}
	}
	mean := trace / float64(d)
	// the norm of ξ − mean, with an allowance for rounding
	spread := math.Sqrt(max(0, squares-float64(float64(mean*mean)*float64(d))))
	spread += float64(1e-7 * math.Sqrt(squares))
	shift, bound := float64(float64(2*o.h)*mean), float64(float64(2*o.h)*spread)
	parts := math.Ceil(max(1, bound/2, math.Abs(shift)/4))
	if !(parts <= ouSymParts) {
		f := flat(p)[:d]
		for i := range f {
			f[i] = math.NaN()
		}
		return
	}
	o.Parts = int(parts)
	c := float64(2*o.h) / parts
	degree := o.series(shift/parts, bound/parts, math.Sqrt(float64(c*o.gamma)))
	// |y| in the k-th term is at least ratioᵏ |p|, in the mean square over all directions of p
	ratio := bound / parts / math.Sqrt(float64(d))
	for part := range o.Parts {
		if part > 0 {
			copy(x, o.out)
			copy(x[n:], normals())
			symMul(y[:n], y[n:], xi, x[:n], x[n:], d, nil, false)
		}
		copy(o.out, x[:n])
		ScaleAdd(o.out, x[n:], o.e[0], o.g[0])
		small, typical := float64(1e-12*o.norm(o.out)), ratio
		for k := 1; ; k++ {
			ScaleAdd(y, x, c, -float64(c*mean)) // y = c (ξ − mean) x
			AddTwo(o.out, y[:n], y[n:], o.e[k], o.g[k])
			o.Terms = k
			late := float64(typical*o.rest[k]) <= 1e-12 // before, the next line would be in vain
			if k == degree || late && !(float64(o.norm(y)*o.rest[k]) > small) {
				break
			}
			typical = float64(typical * ratio)
			x, y = y, x
			symMul(y[:n], y[n:], xi, x[:n], x[n:], d, nil, false)
		}
	}
	copy(p, o.out)
}

// norm is |x|, for one vector or two.
func (o *OULarge) norm(x []Row) float64 {
	AddNorm(&o.lanes, x, 1, 0)
	s := SumLanes(&o.lanes)
	o.lanes = Row{} // here, because AddNorm would wait for it
	return math.Sqrt(s)
}

// series computes the coefficients about y0, the bounds for ‖Y − y0‖ ≤ b ≤ 2, and the degree whose
// error is at most 10⁻¹⁵.
func (o *OULarge) series(y0, b, amp float64) (degree int) {
	degree = 2
	for t := float64(b * b); t > 1e-15 && degree < ouSymDegree; degree++ {
		t = float64(t*b) * 0.17 // the distance of singularities is at least 2π > 1/0.17
	}
	// a_k of u(y) = (1 − e^(−y))/y about y0 by y0 a_k + a_(k−1) = −e^(−y0) (−1)^k/k!, downwards
	top := degree + 10 + int(math.Ceil(float64(4*math.Abs(y0))))
	half := Exp(float64(-0.5 * y0))
	e := float64(half * half)
	a := 0.0
	for k := top; k > 0; k-- {
		f := float64(e * o.fact[k])
		if k%2 == 0 {
			f = -f
		}
		a = math.FMA(-y0, a, f)
		if k <= degree+1 {
			o.a[k-1] = a
		}
	}
	s0 := math.Sqrt(o.a[0])
	o.g[0], o.e[0] = s0, half
	r := 0.5 / s0
	t := 1.0
	for k := 1; k <= degree; k++ {
		sum := o.a[k]
		for i := 1; i < k; i++ {
			sum = math.FMA(-o.g[i], o.g[k-i], sum)
		}
		o.g[k] = float64(sum * r)
		t = float64(t * -0.5)
		o.e[k] = float64(float64(half*t) * o.fact[k])
	}
	for k := 0; k <= degree; k++ {
		o.g[k] = float64(o.g[k] * amp)
	}
	// terms decrease at least by a factor b/4, so the rest is below 1/(1 − b/4) times the largest
	rest := 1 / (1 - float64(b/4))
	o.rest[degree] = 0
	for k := degree; k > 0; k-- {
		size := math.Sqrt(math.FMA(o.e[k], o.e[k], float64(o.g[k]*o.g[k])))
		o.rest[k-1] = float64(b * max(float64(rest*size), o.rest[k]))
	}
	return degree
}
