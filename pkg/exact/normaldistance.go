package exact

import (
	"math"

	"adl/pkg/estimate"
)

// NormalDistance returns the Kolmogorov distance sup_t |F(t) − Φ((t − m)/s)| between the law of
// θ[dim], whose distribution function is F, and the normal law of the same mean and variance.
//
// F is taken at the nodes of the quadrature and halfway between them, by the trapezoidal rule and
// the first term of the Euler–Maclaurin formula at the end. The supremum over these points is good
// to 10⁻³. It panics if the quadrature has cuts.
func (p *Posterior) NormalDistance(dim int) float64 {
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
