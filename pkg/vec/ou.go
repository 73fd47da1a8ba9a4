package vec

import "math"

// The exact Ornstein–Uhlenbeck step over a time h at a fixed friction ξ (the flow O of Adaptive
// Langevin dynamics, eq. adl_scheme)
//
//	p ← e^(−hξ) p + [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) g
//
// is, with y = 2hξ, p ← e^(−y/2) p + √(2hγ) s(y) g with s(y)² = (1 − e^(−y))/y. Both functions are
// entire or analytic in |y| < 2π, so nothing is singular for ξ ≤ 0. They are evaluated as
// polynomials of degree 6 if the eigenvalues of |y| are at most 1/16, of degree 10 if they are at
// most 1/2 (relative error below 2e-14), and otherwise by these formulas.

const (
	ouDegree = 10
	ouShort  = 6

	seriesBytes = 64 * (ouDegree + 1) // between coefficients of the two series
)

// ouSeries holds the coefficients of e^(−y/2) and of √(2hγ) s(y), and other constants, eight times.
type ouSeries struct {
	e, g          [ouDegree + 1]v8
	h2            v8 // 2h
	limit, limit2 v8 // |y| ≤ 1/2; for 2×2 matrices m² + ρ ≤ 1/8
	short, short2 v8 // |y| ≤ 1/16; m² + ρ ≤ 1/512
	gamma         float64
	_             [56]uint8
}

func newOUSeries(h, gamma float64) *ouSeries {
	c := &aligned[ouSeries](1)[0]
	c.gamma, c.h2 = gamma, broadcast(float64(2*h))
	c.limit, c.limit2 = broadcast(0.5), broadcast(0.125)
	c.short, c.short2 = broadcast(1.0/16), broadcast(1.0/512)
	amp := math.Sqrt(float64(float64(2*h) * gamma))
	var u, g [ouDegree + 1]float64
	fact, half, sign := 1.0, 1.0, 1.0
	for k := range u {
		c.e[k] = broadcast(float64(sign*half) / fact)
		fact = float64(fact * float64(k+1))
		u[k] = sign / fact // (1 − e^(−y))/y = Σ (−y)^k/(k+1)!
		half, sign = float64(half/2), -sign
	}
	g[0] = 1 // the square root of the series u
	for k := 1; k < len(g); k++ {
		s := u[k]
		for i := 1; i < k; i++ {
			s -= float64(g[i] * g[k-i])
		}
		g[k] = s / 2
	}
	for k := range g {
		c.g[k] = broadcast(float64(g[k] * amp))
	}
	return c
}

// functions returns e^(−hx) and [γ (1 − e^(−2hx))/x]^(1/2),
// accurate and finite for every finite hx above −354.
func (c *ouSeries) functions(x float64) (alpha, sigma float64) {
	y := float64(c.h2[0] * x)
	if size := math.Abs(y); size <= c.limit[0] {
		n := ouDegree
		if size <= c.short[0] {
			n = ouShort
		}
		alpha, sigma = c.e[n][0], c.g[n][0]
		for k := n - 1; k >= 0; k-- {
			alpha = math.FMA(alpha, y, c.e[k][0])
			sigma = math.FMA(sigma, y, c.g[k][0])
		}
		return alpha, sigma
	}
	return Exp(float64(-0.5 * y)), math.Sqrt(float64(-Expm1(-y)*c.gamma) / x)
}

// OU is the Ornstein–Uhlenbeck step over a time h > 0 with noise γ ≥ 0. Each of its methods returns
// the step for one kind of friction.
type OU struct{ H, Gamma float64 }

// OUDiagonal is the Ornstein–Uhlenbeck step at a scalar friction that differs between lanes.
type OUDiagonal struct{ c *ouSeries }

// Diagonal returns the step at scalar frictions.
func (o OU) Diagonal() *OUDiagonal { return &OUDiagonal{newOUSeries(o.H, o.Gamma)} }

// Step advances the rows of p by the normals g, at the friction xi[i] for row i, or at xi[0] for
// all rows if xi has one row.
func (o *OUDiagonal) Step(p, xi, g []Row) { active.ou1Step(o, p, xi, g) }

func (*portable) ou1Step(o *OUDiagonal, p, xi, g []Row) {
	var alpha, sigma Row
	for i := range p {
		if i < len(xi) {
			for l, x := range &xi[i] {
				alpha[l], sigma[l] = o.c.functions(x)
			}
		}
		q, w := &p[i], &g[i]
		for l := range q {
			q[l] = math.FMA(alpha[l], q[l], float64(sigma[l]*w[l]))
		}
	}
}

// Functions returns e^(−hξ) and [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) for one friction ξ.
func (o *OUDiagonal) Functions(xi float64) (alpha, sigma float64) { return o.c.functions(xi) }

// OUPair is the Ornstein–Uhlenbeck step at a symmetric 2×2 friction that differs between lanes.
type OUPair struct{ c *ouSeries }

// Pair returns the step at symmetric 2×2 frictions.
func (o OU) Pair() *OUPair { return &OUPair{newOUSeries(o.H, o.Gamma)} }

// Step advances the two rows of p by the two rows of normals g, at the friction with rows ξ₁₁,
// ξ₁₂, ξ₂₂.
//
// With y = m + N, where m is half the trace and N² = ρ is a scalar, Horner's rule runs on pairs (a,
// b) that stand for a + b N.
func (o *OUPair) Step(p, xi, g []Row) { active.ou2Step(o, p, xi, g) }

func (*portable) ou2Step(o *OUPair, p, xi, g []Row) {
	c, h2 := o.c, o.c.h2[0]
	for l := range p[0] {
		a, b, d := float64(xi[0][l]*h2), float64(xi[1][l]*h2), float64(xi[2][l]*h2)
		m, dl := float64((a+d)*0.5), float64((a-d)*0.5)
		rho := math.FMA(dl, dl, float64(b*b))
		n, size := ouDegree, math.FMA(m, m, rho)
		switch {
		case size <= c.short2[0]: // the eigenvalues m ± √ρ are at most 1/16
			n = ouShort
		case !(size <= c.limit2[0]): // they may exceed 1/2
			o.lane(p, xi, g, l)
			continue
		}
		ae, be := math.FMA(m, c.e[n][0], c.e[n-1][0]), c.e[n][0]
		ag, bg := math.FMA(m, c.g[n][0], c.g[n-1][0]), c.g[n][0]
		for i := n - 2; i >= 0; i-- {
			ae, be = math.FMA(ae, m, math.FMA(be, rho, c.e[i][0])), math.FMA(be, m, ae)
			ag, bg = math.FMA(ag, m, math.FMA(bg, rho, c.g[i][0])), math.FMA(bg, m, ag)
		}
		ou2Apply(p, g, l, ae, float64(be*dl), float64(be*b), ag, float64(bg*dl), float64(bg*b))
	}
}

// lane steps one lane by the eigenvalues of ξ.
func (o *OUPair) lane(p, xi, g []Row, l int) {
	a, b, d := xi[0][l], xi[1][l], xi[2][l]
	m, dl := float64(0.5*(a+d)), float64(0.5*(a-d))
	rt := math.Sqrt(math.FMA(dl, dl, float64(b*b)))
	ea, sa := o.c.functions(m + rt)
	eb, sb := o.c.functions(m - rt)
	cc, ss := 0.0, 0.0 // cosine and sine of twice the angle of the eigenvectors
	if rt > 0 {
		cc, ss = dl/rt, b/rt
	}
	em, ed := float64(0.5*(ea+eb)), float64(0.5*(ea-eb))
	sm, sd := float64(0.5*(sa+sb)), float64(0.5*(sa-sb))
	ou2Apply(p, g, l, em, float64(ed*cc), float64(ed*ss), sm, float64(sd*cc), float64(sd*ss))
}

// ou2Apply is p ← (e₀ + [[e₁, e₂], [e₂, −e₁]]) p + (s₀ + [[s₁, s₂], [s₂, −s₁]]) g in lane l.
func ou2Apply(p, g []Row, l int, e0, e1, e2, s0, s1, s2 float64) {
	p1, p2, g1, g2 := p[0][l], p[1][l], g[0][l], g[1][l]
	p[0][l] = math.FMA(e0+e1, p1, math.FMA(e2, p2, math.FMA(s0+s1, g1, float64(s2*g2))))
	p[1][l] = math.FMA(e0-e1, p2, math.FMA(e2, p1, math.FMA(s0-s1, g2, float64(s2*g1))))
}

// OUFull is the Ornstein–Uhlenbeck step at a full symmetric friction of any order that differs
// between lanes, by its eigendecomposition: O(d³) work per lane.
type OUFull struct {
	c       *ouSeries
	d       int
	a, v, q []float64
}

// Full returns the step at full symmetric frictions of order d. The result has scratch space for
// one goroutine.
func (o OU) Full(d int) *OUFull {
	f := func(n int) []float64 { return make([]float64, n) }
	return &OUFull{newOUSeries(o.H, o.Gamma), d, f(d * d), f(d * d), f(d)}
}

// Step advances the d rows of p by the d rows of normals g, at the friction whose upper triangle,
// in row order, is xi. If ξ is not finite, or too large, p becomes NaN.
func (o *OUFull) Step(p, xi, g []Row) {
	d := o.d
	for l := range Lanes {
		n := 0
		for i := range d {
			for j := i; j < d; j++ {
				o.a[i*d+j], o.a[j*d+i] = xi[n][l], xi[n][l]
				n++
			}
		}
		if !EigenSym(o.a, o.v, d) {
			for i := range p {
				p[i][l] = math.NaN()
			}
			continue
		}
		for k := range d { // in the basis of the eigenvectors
			q, w := 0.0, 0.0
			for i := range d {
				q = math.FMA(o.v[i*d+k], p[i][l], q)
				w = math.FMA(o.v[i*d+k], g[i][l], w)
			}
			alpha, sigma := o.c.functions(o.a[k*d+k])
			o.q[k] = math.FMA(alpha, q, float64(sigma*w))
		}
		for i := range d {
			s := 0.0
			for k := range d {
				s = math.FMA(o.v[i*d+k], o.q[k], s)
			}
			p[i][l] = s
		}
	}
}

// EigenSym diagonalises the symmetric n×n matrix a, row-major, by cyclic Jacobi rotations: it
// leaves the eigenvalues on the diagonal of a, and the eigenvectors in the columns of v. It reports
// false, with a and v undefined, if a contains a NaN, an infinity or a number whose square
// overflows. (gonum's mat has faster methods, but their bits depend on the machine.)
func EigenSym(a, v []float64, n int) bool {
	for i := range n {
		for j := range n {
			v[i*n+j] = 0
			if x := a[i*n+j]; x-x != 0 {
				return false
			}
		}
		v[i*n+i] = 1
	}
	for range 60 {
		off, diag := 0.0, 0.0
		for i := range n {
			diag = math.FMA(a[i*n+i], a[i*n+i], diag)
			for j := i + 1; j < n; j++ {
				off = math.FMA(a[i*n+j], a[i*n+j], off)
			}
		}
		if sum := diag + off; sum-sum != 0 {
			return false
		}
		if off <= float64(1e-34*diag) || off == 0 {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				jacobi(a, v, n, p, q)
			}
		}
	}
	return true
}

// jacobi makes a[p,q] zero by a rotation in the plane (p, q).
func jacobi(a, v []float64, n, p, q int) {
	apq := a[p*n+q]
	if apq == 0 {
		return
	}
	tau := float64(a[q*n+q]-a[p*n+p]) / float64(2*apq)
	t := 1 / (math.Abs(tau) + math.Sqrt(math.FMA(tau, tau, 1)))
	if tau < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(math.FMA(t, t, 1))
	s := float64(t * c)
	for k := range n {
		x, y := a[k*n+p], a[k*n+q]
		a[k*n+p], a[k*n+q] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
	for k := range n {
		x, y := a[p*n+k], a[q*n+k]
		a[p*n+k], a[q*n+k] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
	a[p*n+q], a[q*n+p] = 0, 0
	for k := range n {
		x, y := v[k*n+p], v[k*n+q]
		v[k*n+p], v[k*n+q] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
}
