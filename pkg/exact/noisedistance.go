package exact

import (
	"math"
	"math/cmplx"

	"adl/pkg/minibatch"
)

// NoiseDistance returns the Kolmogorov distance from N(0, 1) of a coordinate of Z (eq. hypothese)
// for batches of n without replacement, which has the values z for n = 1: see Atoms. It is that of
// NoiseLaw where n ≤ 2, or n is more than a third of the data. For other n it takes a hundredth of
// the time of NoiseLaw, and 10⁴ data are not too many.
//
// It inverts the characteristic function φ of Z. With Z = Σ a_j over the batch, φ(t) is the
// coefficient of x^n in Π_j (1 + x e^{ita_j}), divided by that in (1 + x)^N. On the circle |x| = r
// = n/(N−n), where the product is
//
//	exp Σ_m (−1)^{m+1} x^m S_m(t)/m,   S_m(t) = Σ_j e^{imta_j},
//
// the trapezoidal rule gives both coefficients to about 1e-12. The distance is good to about 5e-4
// for n = 5, where φ has not vanished at the last t, and to 2e-5 from n = 10 on. It is rounded to
// 1e-6: the sines and exponentials of package math differ in their last bits from machine to
// machine.
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
	// Where a datum is taken with probability n/N, the number that are taken is within half of the
	// nodes from n, but for about 1e-13.
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
