package exact

import (
	"math"
	"math/cmplx"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
)

// batchMoments returns the skewness E T³/(E T²)^(3/2) and the excess kurtosis E T⁴/(E T²)² − 3 of
// the centred sum T of n of the numbers z, drawn with or without replacement. With z a row of Atoms
// these are the moments of a coordinate of Z (eq. hypothese). The numbers need be neither centred
// nor scaled.
//
// With replacement the n terms are independent. Without, k different data are all in the batch with
// probability π_k = n…(n−k+1)/(N…(N−k+1)), and with the power sums P_k = Σ (z_i − z̄)^k, where P_1
// = 0,
//
//	E T² = (π₁ − π₂) P₂,   E T³ = (π₁ − 3π₂ + 2π₃) P₃,
//	E T⁴ = (π₁ − 7π₂ + 12π₃ − 6π₄) P₄ + 3(π₂ − 2π₃ + π₄) P₂².
//
// It panics if there is no such batch, if T does not vary, and if n = N without replacement.
func batchMoments(z []float64, n int, s minibatch.Sampling) (skewness, kurtosis float64) {
	if err := s.Check(len(z), n); err != nil {
		panic("exact: " + err.Error())
	}
	if s == minibatch.Without && n == len(z) {
		panic("exact: all the data leave no noise")
	}
	c := slices.Clone(z)
	centre(c)
	var p2, p3, p4 float64
	for _, x := range c {
		q := float64(x * x)
		p2 += q
		p3 = math.FMA(q, x, p3)
		p4 = math.FMA(q, q, p4)
	}
	if p2 == 0 {
		panic("exact: numbers that are all the same leave no noise")
	}
	c2, c3, c4, c22 := batchFactors(float64(len(z)), float64(n), s)
	v := float64(c2 * p2)
	skewness = float64(c3*p3) / float64(v*math.Sqrt(v))
	kurtosis = math.FMA(c4, p4, float64(c22*float64(p2*p2)))/float64(v*v) - 3
	return skewness, kurtosis
}

// BatchSkewness returns E Z³ of one coordinate of the noise Z (eq. hypothese) of batches of n out
// of data with the values z, which need be neither centred nor scaled; 0 where n = N leaves no
// noise. It panics if there is no such batch, or if the values are all the same.
func BatchSkewness(z []float64, n int, s minibatch.Sampling) float64 {
	if s == minibatch.Without && n == len(z) {
		return 0
	}
	skewness, _ := batchMoments(z, n, s)
	return skewness
}

// batchFactors returns the factors in E T² = c₂ P₂, E T³ = c₃ P₃, E T⁴ = c₄ P₄ + c₂₂ P₂² for
// batches of k of total data.
func batchFactors(total, k float64, s minibatch.Sampling) (c2, c3, c4, c22 float64) {
	if s == minibatch.With {
		c2 = k / total
		return c2, c2, c2, float64(float64(3*c2)*(k-1)) / total
	}
	// the sums of π_k above, as products, which do not cancel
	c2 = float64(k*(total-k)) / float64(total*(total-1))
	if total > 2 {
		c3 = float64(c2*(total-float64(2*k))) / (total - 2)
	}
	if total <= 3 {
		return c2, c3, c2, 0 // one datum, or all but one: the same up to its sign
	}
	f := c2 / float64((total-2)*(total-3))
	c4 = float64(f * (math.FMA(total, total, float64(6*float64(k*(k-total)))) + total))
	return c2, c3, c4, float64(float64(3*f) * float64((k-1)*(total-k-1)))
}

// NoiseMoments returns the mean and the covariance, a d×d matrix, of Z (eq. hypothese) for batches
// of n, from its values for n = 1 (see Atoms) and the probabilities π₁, π₂ that one and two data
// are in a batch: with Z = c Σ z_i over the batch, c = (N/n) ((N−1)/(N ε(n)))^(1/2),
//
//	E Z = c π₁ Σ z_i,   E Z Zᵀ = c² (π₁ − π₂) Σ z_i z_iᵀ,
//
// where π₁ − π₂ is n/N with replacement. They are 0 and I up to rounding. It panics if there is no
// such batch and if n = N without replacement.
func NoiseMoments(z [][]float64, n int, s minibatch.Sampling) (mean, cov []float64) {
	d, total := len(z), len(z[0])
	if err := s.Check(total, n); err != nil {
		panic("exact: " + err.Error())
	}
	epsilon := s.Epsilon(total, n)
	if epsilon == 0 {
		panic("exact: all the data leave no noise")
	}
	size, k := float64(total), float64(n)
	c2, _, _, _ := batchFactors(size, k, s)
	square := float64(float64(size/k)*float64(size/k)) * ((size - 1) / float64(size*epsilon)) // c²
	mean, cov = make([]float64, d), make([]float64, d*d)
	for i := range z {
		for _, x := range z[i] {
			mean[i] += x
		}
		mean[i] *= float64(math.Sqrt(square) * (k / size))
		for j := range z {
			cov[i*d+j] = float64(square * float64(c2*linalg.Dot(z[i], z[j])))
		}
	}
	return mean, cov
}

// NoiseDistance returns the Kolmogorov distance from N(0, 1) of a coordinate of Z (eq. hypothese)
// for batches of n without replacement, which has the values z for n = 1 (see Atoms): that of
// NoiseLaw, but for 2 < n ≤ N/3 in a hundredth of the time.
//
// It inverts the characteristic function φ of Z. With Z = Σ a_j over the batch, φ(t) is the
// coefficient of x^n in Π_j (1 + x e^{ita_j}), divided by that in (1 + x)^N. On the circle |x| = r
// = n/(N−n), where the product is
//
//	exp Σ_m (−1)^{m+1} x^m S_m(t)/m,   S_m(t) = Σ_j e^{imta_j},
//
// the trapezoidal rule gives both coefficients to about 1e-12. The distance is good to about 5e-4
// for n = 5, and to 2e-5 from n = 10 on. It is rounded to 1e-6, since the sines and exponentials of
// package math differ in their last bits from machine to machine.
//
// It panics if there is no such batch, if n = N, and if the data are all the same.
func NoiseDistance(z []float64, n int) float64 {
	total := len(z)
	if n <= 2 || 3*n > total {
		return NewNoiseLaw(z, n, minibatch.Without).Kolmogorov()
	}
	const (
		period = 20.0 // of the Fourier series of the distribution function less that of N(0, 1)
		points = 1024 // on [−4, 4]
		step   = 2 * math.Pi / period
	)
	last := max(12, 240/float64(n)) // where t ends
	a := scaled(z, math.Sqrt(float64(total-1)/float64(n*(total-n))))
	w, turn := make([]complex128, total), make([]complex128, total)
	for j, x := range a {
		w[j], turn[j] = 1, cmplx.Exp(complex(0, step*x))
	}
	c := newCoefficient(total, n)
	one := c.of(w)
	diff := make([]float64, points+1)
	for k := 1; float64(k)*step <= last; k++ {
		t := float64(k) * step
		for j, x := range turn {
			w[j] = times(w[j], x)
		}
		phi := c.of(w) / one
		// F(x) − Φ(x) = −(1/π) Σ_k Im((φ(t) − e^(−t²/2)) e^{−itx})/k
		f := phi - complex(math.Exp(-0.5*t*t), 0)
		f = times(f, cmplx.Rect(-1/(math.Pi*float64(k)), 4*t))
		next := cmplx.Rect(1, -t*8/points)
		for i := range diff {
			diff[i] += imag(f)
			f = times(f, next)
		}
	}
	sup := 0.0
	for _, d := range diff {
		sup = max(sup, math.Abs(d))
	}
	const grid = 1e6
	return math.Round(sup*grid) / grid
}

// coefficient finds that of x^n in Π (1 + x w_j), up to a factor that does not depend on w, where
// all |w_j| are 1.
type coefficient struct {
	n      int
	shift  float64      // the largest exponent
	terms  []float64    // (−1)^{m+1} r^m/m
	circle []complex128 // x/r
	sums   []complex128 // of powers of w
	power  []complex128 // of w
}

func newCoefficient(total, n int) *coefficient {
	r := float64(n) / float64(total-n)
	c := &coefficient{n: n, shift: float64(total) * math.Log1p(r), power: make([]complex128, total)}
	for m, x := 1, r; float64(total)*math.Abs(x) > 1e-13*float64(m); m++ {
		c.terms = append(c.terms, x/float64(m))
		x *= -r
	}
	c.sums = make([]complex128, len(c.terms))
	// of data that are taken with probability n/N, the number is this near to n but for 1e-13
	nodes := min(total+1, 16+int(16*math.Sqrt(float64(n))))
	for k := range nodes {
		c.circle = append(c.circle, cmplx.Exp(complex(0, 2*math.Pi*float64(k)/float64(nodes))))
	}
	return c
}

func (c *coefficient) of(w []complex128) complex128 {
	copy(c.power, w)
	for m := range c.sums {
		var sum complex128
		for j, x := range c.power {
			sum += x
			c.power[j] = times(x, w[j])
		}
		c.sums[m] = times(sum, complex(c.terms[m], 0))
	}
	var all complex128
	for k, x := range c.circle {
		var e complex128 // by Horner's rule
		for m := len(c.sums) - 1; m >= 0; m-- {
			e = times(e+c.sums[m], x)
		}
		back := c.circle[(len(c.circle)-k*c.n%len(c.circle))%len(c.circle)] // (x/r)^−n
		all += times(cmplx.Exp(e-complex(c.shift, 0)), back)
	}
	return all
}

// times is the product, with every multiplication rounded.
func times(a, b complex128) complex128 {
	return complex(
		float64(real(a)*real(b))-float64(imag(a)*imag(b)),
		float64(real(a)*imag(b))+float64(imag(a)*real(b)))
}

// NormalDistance returns the Kolmogorov distance sup_t |F(t) − Φ((t − m)/s)| between the
// distribution of θ[dim], whose distribution function is F, and the normal distribution of the same
// mean and variance.
//
// F is taken at the nodes of the quadrature and halfway between them, by the trapezoidal rule with
// its first correction: good to 10⁻³. It panics if the quadrature has cuts.
func (p *MixtureGrid) NormalDistance(dim int) float64 {
	t := p.axis[dim].t
	if h := t[1] - t[0]; !(math.Abs(t[len(t)-1]-t[len(t)-2]-h) < 1e-9*h) {
		panic("exact: NormalDistance needs a quadrature without cuts")
	}
	mass := make([]float64, len(t)+2) // of node i in i + 1
	n := len(p.axis[1].t)
	for k, m := range p.mass {
		mass[[2]int{k / n, k % n}[dim]+1] += m
	}
	mean, square := 0.0, 0.0
	for i, x := range t {
		mean = math.FMA(mass[i+1], x, mean)
	}
	for i, x := range t {
		square = math.FMA(mass[i+1], float64((x-mean)*(x-mean)), square)
	}
	s, h, d, below := math.Sqrt(square), t[1]-t[0], 0.0, 0.0
	at := func(x, f float64) { d = max(d, math.Abs(f-estimate.NormalCDF((x-mean)/s))) }
	for i, x := range t {
		m := mass[i+1]
		at(x, below+float64(0.5*m)-(mass[i+2]-mass[i])/24)
		below += m
		at(x+float64(0.5*h), below+(mass[i+2]-m)/24)
	}
	return d
}
