package vec

import "math"

// Mixture is the force of a two-Gaussian mixture with centres θ = (θ₁, θ₂):
//
//	f₁ = −θ₁/σ_θ² + (N/n) Σ r(x) (x − θ₁)/σ₁²
//	f₂ = −θ₂/σ_θ² + (N/n) Σ (1 − r(x)) (x − θ₂)/σ₂²
//	r(x) = 1/(1 + exp z(x)),  z(x) = log((1−w)σ₁/(wσ₂)) + (x−θ₁)²/(2σ₁²) − (x−θ₂)²/(2σ₂²),
//
// where the sums run over the n data of a batch: one exponential a datum and, in pairs, one division for two data.
type Mixture struct {
	inv1, inv2     float64 // 1/σ₁², 1/σ₂²
	c              float64 // x² in z: (1/σ₁² − 1/σ₂²)/2
	logw           float64
	prior          float64 // 1/σ_θ²
	scale1, scale2 float64 // N/(n σ²)
	count          float64
	wide           wideMixture
	a, b           Row // z = c x² + b x + a
	s, sr, sx      Row // Σ x, Σ r, Σ r x
}

// NewMixture returns the force for batches of n data out of total, 0 < w < 1. The result has scratch rows: it serves one goroutine.
func NewMixture(w, sigma1, sigma2, sigmaTheta float64, total, n int) *Mixture {
	c := &aligned[Mixture](1)[0]
	c.inv1, c.inv2 = 1/float64(sigma1*sigma1), 1/float64(sigma2*sigma2)
	c.c = float64(0.5 * (c.inv1 - c.inv2))
	c.logw = Log(float64((1-w)*sigma1) / float64(w*sigma2))
	c.prior = 1 / float64(sigmaTheta*sigmaTheta)
	f := float64(total) / float64(n)
	c.scale1, c.scale2 = float64(f*c.inv1), float64(f*c.inv2)
	c.count = float64(n)
	c.wide.set(c)
	return c
}

// Force is the force of a batch whose data are the rows of x, as many as NewMixture was told; f and theta have two rows and do not overlap.
func (c *Mixture) Force(f, theta, x []Row) {
	switch {
	case active == avx512 && c.force512(f, theta, x), active == avx2 && c.force256(f, theta, x):
		return
	}
	c.logits(theta)
	c.s, c.sr, c.sx = Row{}, Row{}, Row{}
	j := 0
	if len(x)&1 != 0 { // an odd first datum stands alone
		for l := range c.s {
			x := x[0][l]
			r := 1 / (1 + expClamped(math.FMA(math.FMA(c.c, x, c.b[l]), x, c.a[l])))
			c.s[l], c.sr[l], c.sx[l] = x, r, float64(r*x)
		}
		j = 1
	}
	for ; j < len(x); j += 2 {
		p, q := &x[j], &x[j+1]
		for l := range c.s {
			c.pair(l, p[l], q[l])
		}
	}
	c.force(f, theta)
}

// ForceAll is the force of the batch that holds the data x in every lane.
func (c *Mixture) ForceAll(f, theta []Row, x []float64) {
	switch {
	case active == avx512 && c.forceAll512(f, theta, x), active == avx2 && c.forceAll256(f, theta, x):
		return
	}
	c.logits(theta)
	c.s, c.sr, c.sx = Row{}, Row{}, Row{}
	j := 0
	if len(x)&1 != 0 {
		x := x[0]
		for l := range c.s {
			r := 1 / (1 + expClamped(math.FMA(math.FMA(c.c, x, c.b[l]), x, c.a[l])))
			c.s[l], c.sr[l], c.sx[l] = x, r, float64(r*x)
		}
		j = 1
	}
	for ; j < len(x); j += 2 {
		p, q := x[j], x[j+1]
		for l := range c.s {
			c.pair(l, p, q)
		}
	}
	c.force(f, theta)
}

func (c *Mixture) logits(theta []Row) {
	t1, t2 := &theta[0], &theta[1]
	for l := range c.a {
		u, v := float64(t1[l]*c.inv1), float64(t2[l]*c.inv2)
		c.b[l] = v - u
		c.a[l] = math.FMA(0.5, math.FMA(u, t1[l], -float64(v*t2[l])), c.logw)
	}
}

// pair adds two data to the sums of lane l; the two divisions 1/e₁ and 1/e₂ share one.
func (c *Mixture) pair(l int, x, y float64) {
	a, b := c.a[l], c.b[l]
	e1 := expClamped(math.FMA(math.FMA(c.c, x, b), x, a)) + 1
	e2 := expClamped(math.FMA(math.FMA(c.c, y, b), y, a)) + 1
	q := 1 / float64(e1*e2)
	c.s[l] = c.s[l] + x + y
	c.sr[l] = math.FMA(e1+e2, q, c.sr[l])
	c.sx[l] = math.FMA(math.FMA(x, e2, float64(y*e1)), q, c.sx[l])
}

func (c *Mixture) force(f, theta []Row) {
	t1, t2 := &theta[0], &theta[1]
	for l := range t1 {
		s, sr, sx := c.s[l], c.sr[l], c.sx[l]
		f[0][l] = math.FMA(sx-float64(t1[l]*sr), c.scale1, -float64(t1[l]*c.prior))
		f[1][l] = math.FMA(s-sx-float64(t2[l]*(c.count-sr)), c.scale2, -float64(t2[l]*c.prior))
	}
}

// expClamped is e^z for z clamped to ±300, to a relative 2e-13: products of two stay finite.
func expClamped(z float64) float64 {
	if z > 300 { // the built-in min and max are slower here
		z = 300
	}
	if z < -300 {
		z = -300
	}
	t := math.FMA(z, 16/math.Ln2, 0x1.8p52)
	f := math.FMA(t-0x1.8p52, -math.Ln2/16, z)
	p := math.FMA(f, 1.0/120, 1.0/24)
	p = math.FMA(p, f, 1.0/6)
	p = math.FMA(p, f, 0.5)
	p = math.FMA(p, f, 1)
	p = math.FMA(p, f, 1)
	ti := math.Float64bits(t)
	return math.Float64frombits(math.Float64bits(float64(p*expTable[ti&15])) + uint64(int64(ti)>>4)<<52)
}
