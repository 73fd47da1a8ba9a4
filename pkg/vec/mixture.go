package vec

import "math"

// Mixture is the force of a mixture of two Gaussians with centres θ = (θ₁, θ₂) (section 2.5.2):
//
//	f₁ = −θ₁/σ_θ² + (N/n) Σ r(x) (x − θ₁)/σ₁²
//	f₂ = −θ₂/σ_θ² + (N/n) Σ (1 − r(x)) (x − θ₂)/σ₂²
//	r(x) = 1/(1 + exp z(x)),
//	z(x) = log((1−w)σ₁/(wσ₂)) + (x−θ₁)²/(2σ₁²) − (x−θ₂)²/(2σ₂²),
//
// where the sums run over the n data of a batch. It takes one exponential per datum and one
// division per eight data.
type Mixture struct {
	mixtureConstants
	a, b           Row        // z = c x² + b x + a, in units of (ln 2)/16
	s, sr, sx      Row        // Σ x, Σ r, Σ r x
	e              [chunk]Row // 1 + e^z of some data
	rows           [chunk]Row // for ForceAll
	finite, inside uint8      // lanes of a vector: the force is finite; z needs no clamp
}

// mixtureConstants are the constants of a Mixture, each eight times.
type mixtureConstants struct {
	inv1, inv2, minusInv2 v8 // 1/σ₁², 1/σ₂² in units of (ln 2)/16
	c                     v8 // x² in z: (1/σ₁² − 1/σ₂²)/2, in the same units
	logw                  v8 // log((1−w)σ₁/(wσ₂)), in the same units
	minusPrior            v8 // −1/σ_θ²
	scale1, scale2        v8 // N/(n σ²)
	count, reach          v8 // n, and the largest |x|

	linear bool // the variances are equal
	_      [63]uint8
}

// NewMixture returns the force for batches of n of the total data, none larger than reach in
// absolute value, with weight 0 < w < 1. The result has scratch rows for one goroutine.
func NewMixture(w, sigma1, sigma2, sigmaTheta float64, total, n int, reach float64) *Mixture {
	c := &aligned[Mixture](1)[0]
	inv1, inv2 := 1/float64(sigma1*sigma1), 1/float64(sigma2*sigma2)
	f := float64(total) / float64(n)
	c.scale1, c.scale2 = broadcast(float64(f*inv1)), broadcast(float64(f*inv2))
	inv1, inv2 = float64(inv1*unit), float64(inv2*unit)
	c.inv1, c.inv2, c.minusInv2 = broadcast(inv1), broadcast(inv2), broadcast(-inv2)
	c.c, c.linear = broadcast(float64(0.5*(inv1-inv2))), inv1-inv2 == 0
	c.logw = broadcast(float64(Log(float64((1-w)*sigma1)/float64(w*sigma2)) * unit))
	c.minusPrior = broadcast(-1 / float64(sigmaTheta*sigmaTheta))
	c.count, c.reach = broadcast(float64(n)), broadcast(reach)
	return c
}

// Force computes the force of the batch whose data are the n rows of x. f and theta have two rows
// and do not overlap.
func (c *Mixture) Force(f, theta, x []Row) { active.mixtureForce(c, f, theta, x) }

func (*portable) mixtureForce(c *Mixture, f, theta, x []Row) {
	c.begin(theta)
	if len(x) == 1 {
		c.single(&x[0])
	} else {
		c.sum(x)
	}
	c.end(f, theta)
}

// ForceAll computes the force of the batch that holds the data x in every lane.
func (c *Mixture) ForceAll(f, theta []Row, x []float64) {
	if len(x) == 1 {
		Fill(c.rows[:1], x[0])
		c.Force(f, theta, c.rows[:1])
		return
	}
	active.mixtureForceAll(c, f, theta, x)
}

func (*portable) mixtureForceAll(c *Mixture, f, theta []Row, x []float64) {
	c.begin(theta)
	c.chunks(x, c.sum)
	c.end(f, theta)
}

// chunks passes the data to sum as rows, at most chunk at a time.
func (c *Mixture) chunks(x []float64, sum func([]Row)) {
	// the remainder of groups of eight comes first
	for n := (len(x)-1)%chunk + 1; len(x) > 0; n = chunk {
		for j, x := range x[:n] {
			Fill(c.rows[j:j+1], x)
		}
		sum(c.rows[:n])
		x = x[n:]
	}
}

// begin computes the coefficients of z and empties the sums.
func (c *Mixture) begin(theta []Row) {
	t1, t2 := &theta[0], &theta[1]
	for l := range c.a {
		u, v := float64(t1[l]*c.inv1[0]), float64(t2[l]*c.inv2[0])
		c.b[l] = v - u
		c.a[l] = math.FMA(0.5, math.FMA(u, t1[l], -float64(v*t2[l])), c.logw[0])
	}
	c.s, c.sr, c.sx = Row{}, Row{}, Row{}
}

// single adds one datum to the empty sums. Lanes l and l + 8 share a division, and so a NaN. A NaN
// in any lane ends a run.
func (c *Mixture) single(x *Row) {
	for l, x := range x {
		c.sr[l] = c.one(l, x).d
	}
	for l := 0; l < Lanes; l += 16 {
		e, f := (*[8]float64)(c.sr[l:]), (*[8]float64)(c.sr[l+8:])
		for l := range e {
			q := 1 / float64(e[l]*f[l])
			e[l], f[l] = float64(f[l]*q), float64(e[l]*q)
		}
	}
	for l, x := range x {
		c.s[l], c.sx[l] = c.s[l]+x, math.FMA(x, c.sr[l], c.sx[l])
	}
}

// sum adds data to the sums, in groups of eight that share a division; the remainder comes first.
func (c *Mixture) sum(x []Row) {
	if m := len(x) & 7; m != 0 {
		for l := range c.s {
			p := c.one(l, x[0][l])
			for j := 1; j < m; j++ {
				p = p.join(c.one(l, x[j][l]))
			}
			c.add(l, p)
		}
		x = x[m:]
	}
	for ; len(x) > 0; x = x[8:] {
		for l := range c.s {
			p, q := c.one(l, x[0][l]), c.one(l, x[4][l])
			for j := 1; j < 4; j++ {
				p, q = p.join(c.one(l, x[j][l])), q.join(c.one(l, x[j+4][l]))
			}
			c.add(l, p.join(q))
		}
	}
}

// part is the contribution of some data to the sums: s to Σ x, r/d to Σ r, and x/d to Σ r x.
type part struct{ s, d, r, x float64 }

func (c *Mixture) one(l int, x float64) part {
	return part{x, onePlusExp(math.FMA(math.FMA(c.c[0], x, c.b[l]), x, c.a[l])), 1, x}
}

func (p part) join(q part) part {
	return part{
		s: p.s + q.s,
		d: float64(p.d * q.d),
		r: math.FMA(p.r, q.d, float64(q.r*p.d)),
		x: math.FMA(p.x, q.d, float64(q.x*p.d)),
	}
}

func (c *Mixture) add(l int, p part) {
	q := 1 / p.d
	c.s[l] += p.s
	c.sr[l] = math.FMA(p.r, q, c.sr[l])
	c.sx[l] = math.FMA(p.x, q, c.sx[l])
}

func (c *Mixture) end(f, theta []Row) {
	t1, t2 := &theta[0], &theta[1]
	for l := range t1 {
		s, sr, sx := c.s[l], c.sr[l], c.sx[l]
		f[0][l] = math.FMA(sx-float64(t1[l]*sr), c.scale1[0], float64(t1[l]*c.minusPrior[0]))
		v := s - sx - float64(t2[l]*(c.count[0]-sr))
		f[1][l] = math.FMA(v, c.scale2[0], float64(t2[l]*c.minusPrior[0]))
	}
}

// unit converts logarithms to multiples of (ln 2)/16.
const unit = 16 / math.Ln2

// maxLogit bounds z, so that products of eight numbers 1 + e^z and a datum below 2⁷⁰ are finite.
const maxLogit = 1900

// The polynomial 1 + q₁f + … + q₄f⁴ approximates 2^(f/16) for |f| ≤ 1/2 with the smallest relative
// error, 2.6e-12.
const (
	expQ1 = 0x1.62e42fec2d02cp-5
	expQ2 = 0x1.ebfbdff02b7e9p-11
	expQ3 = 0x1.c6b3fda1ef28cp-17
	expQ4 = 0x1.3b2f7b5451112p-23
)

// chunk is the number of data that the SIMD forms take at a time, a multiple of eight.
const chunk = 16

// onePlusExp is 1 + 2^(z/16) for z clamped to ±maxLogit, to a relative 3e-12.
func onePlusExp(z float64) float64 {
	if z > maxLogit { // the built-in min and max are slower here
		z = maxLogit
	}
	if z < -maxLogit {
		z = -maxLogit
	}
	t := z + 0x1.8p52
	f := z - (t - 0x1.8p52)
	p := math.FMA(expQ4, f, expQ3)
	p = math.FMA(p, f, expQ2)
	p = math.FMA(p, f, expQ1)
	p = math.FMA(p, f, 1)
	ti := math.Float64bits(t)
	return math.FMA(math.Float64frombits(expBiased[ti&15]+ti<<48), p, 1)
}
