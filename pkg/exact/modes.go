package exact

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// Mode is a local maximum of a posterior.
type Mode struct {
	Theta      []float64
	LogDensity float64   // log π(θ|x), normalised
	Laplace    []float64 // (−∇² log π(θ|x))⁻¹, the covariance of the Laplace approximation
}

// curvature is log π up to a constant, its gradient and its Hessian at θ.
type curvature struct {
	log, g1, g2, h11, h12, h22 float64

	maximum bool // the Hessian is negative definite
}

func curve(m *model.Mixture, t1, t2 float64) curvature {
	i1, i2 := 1/(m.Sigma1*m.Sigma1), 1/(m.Sigma2*m.Sigma2)
	p := 1 / (m.SigmaTheta * m.SigmaTheta)
	c := curvature{
		log: m.LogPosterior([]float64{t1, t2}),
		g1:  -p * t1, g2: -p * t2, h11: -p, h22: -p,
	}
	l := math.Log((1 - m.W) * m.Sigma1 / (m.W * m.Sigma2))
	for _, x := range m.X {
		u, v := (x-t1)*i1, (x-t2)*i2
		z := l + 0.5*(u*(x-t1)-v*(x-t2))
		r, q := vec.Sigmoid(-z), vec.Sigmoid(z) // the probabilities given x of the components
		c.g1 += r * u
		c.g2 += q * v
		rq := r * q
		c.h11 += rq*u*u - r*i1
		c.h22 += rq*v*v - q*i2
		c.h12 -= rq * u * v
	}
	c.maximum = c.h11 < 0 && c.det() > 0
	return c
}

func (c *curvature) det() float64 { return c.h11*c.h22 - c.h12*c.h12 }

// newton is the step −H⁻¹ g.
func (c *curvature) newton() (d1, d2 float64) {
	k := 1 / c.det()
	d1 = (c.h12*c.g2 - c.h22*c.g1) * k
	d2 = (c.h12*c.g1 - c.h11*c.g2) * k
	return d1, d2
}

// uphill goes from θ to a local maximum by damped Newton steps. It reports whether it finds a
// maximum.
func uphill(m *model.Mixture, t1, t2 float64) (Mode, bool) {
	c := curve(m, t1, t2)
	for range 500 {
		d := c
		if !c.maximum { // shift the spectrum below zero
			half, diff := 0.5*(c.h11+c.h22), 0.5*(c.h11-c.h22)
			top := half + math.Sqrt(diff*diff+c.h12*c.h12)
			s := 1.5*math.Max(top, 0) + 0.1*(math.Abs(c.h11)+math.Abs(c.h22))
			d.h11, d.h22 = c.h11-s, c.h22-s
		}
		d1, d2 := d.newton()
		// |d|² in units of the Laplace covariance
		size := -d.h11*d1*d1 - 2*d.h12*d1*d2 - d.h22*d2*d2
		if c.maximum && size < 1e-16 {
			// the last step squares an error of 1e-8 standard deviations
			t1, t2 = t1+d1, t2+d2
			c = curve(m, t1, t2)
			return Mode{[]float64{t1, t2}, c.log, c.laplace()}, c.maximum
		}
		for step := 1.0; ; step /= 2 {
			u1, u2 := t1+step*d1, t2+step*d2
			n := curve(m, u1, u2)
			// near the maximum, rounding hides differences of log π
			if n.log > c.log || c.maximum && size < 1e-8 {
				t1, t2, c = u1, u2, n
				break
			}
			if step < 2e-12 {
				return Mode{}, false
			}
		}
	}
	return Mode{}, false
}

func (c *curvature) laplace() []float64 {
	k := 1 / c.det()
	return []float64{-c.h22 * k, c.h12 * k, c.h12 * k, -c.h11 * k}
}

// scan is the number of nodes, in each direction, of the grid on which modes searches.
const scan = 48

// modes finds the local maxima of the posterior, the highest first and, at equal heights, the
// larger θ₁ first, without those lower by more than edge. It climbs from the local maxima of a grid
// on the square that contains the data and 0. Outside the square the gradient points inwards. It
// panics if there are none.
func modes(m *model.Mixture, edge float64) []Mode {
	lo, hi := min(0, slices.Min(m.X)), max(0, slices.Max(m.X))
	t := make([]float64, scan)
	for i := range t {
		t[i] = lo + (hi-lo)*(float64(i)+0.5)/scan
	}
	tab := newTable(m, t, t)
	l := make([]float64, scan*scan)
	for i := range l {
		l[i] = tab.logPosterior(i/scan, i%scan)
	}
	var found []Mode
	for i := range scan {
		for j := range scan {
			if !peak(l, i, j) {
				continue
			}
			x, ok := uphill(m, t[i], t[j])
			known := func(y Mode) bool { // to a thousandth of a standard deviation
				sd := math.Sqrt(min(y.Laplace[0], y.Laplace[3]))
				return floats.Distance(x.Theta, y.Theta, 2) < 1e-3*sd
			}
			if ok && !slices.ContainsFunc(found, known) {
				found = append(found, x)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Mode) int {
		if d := b.LogDensity - a.LogDensity; math.Abs(d) > 1e-9 {
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(b.Theta[0], a.Theta[0])
	})
	if len(found) == 0 {
		panic("exact: the posterior has no mode")
	}
	low := func(x Mode) bool { return x.LogDensity < found[0].LogDensity-edge }
	return slices.DeleteFunc(found, low)
}

// peak reports whether none of the eight neighbours of (i, j) is higher.
func peak(l []float64, i, j int) bool {
	for a := max(0, i-1); a <= min(scan-1, i+1); a++ {
		for b := max(0, j-1); b <= min(scan-1, j+1); b++ {
			if l[a*scan+b] > l[i*scan+j] {
				return false
			}
		}
	}
	return true
}
