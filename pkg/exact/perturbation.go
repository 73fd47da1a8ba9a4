package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
)

// Perturbation is the change of a density to first order, π (1 + h f), by a polynomial f(θ) with
// mean 0 under π.
type Perturbation struct {
	bias *Bias
	coef []float64
}

// weights returns f times the mass of every node.
func (f *Perturbation) weights() []float64 {
	b := f.bias.basis
	v := make([]float64, len(b.root))
	for a, c := range f.coef {
		linalg.AddScaled(v, c, b.q[a])
	}
	return product(v, b.root)
}

// Masses returns ∫ f π over the bins of MixtureGrid.MarginalMasses: the changes of their masses
// divided by h. It uses cardinal series between the nodes. It panics unless bins > 0 and lo < hi.
func (f *Perturbation) Masses(dim int, lo, hi float64, bins int) []float64 {
	edges, axis := linalg.LinSpace(lo, hi, bins+1), f.bias.axis[dim]
	start, end, h := axis.t[0], axis.t[len(axis.t)-1], axis.w[0]
	marginal := make([]float64, len(axis.t))
	for k, w := range f.weights() {
		marginal[int((f.bias.theta[dim][k]-start)/h+0.5)] += w / h
	}
	density := func(t []float64) (d []float64) {
		for _, t := range t {
			d = append(d, cardinal(marginal, (t-start)/h))
		}
		return d
	}
	return binned(edges, start, end, 0.25*h, density)
}

// L1 returns Σ |mass| over the bins of Masses: the L¹ error of eq. erreur_L1, divided by h.
func (f *Perturbation) L1(dim int, lo, hi float64, bins int) float64 {
	return floats.Norm(f.Masses(dim, lo, hi, bins), 1)
}

// cardinal is Σ_i y_i sin π(u−i)/(π(u−i)).
func cardinal(y []float64, u float64) float64 {
	near := math.Floor(u + 0.5)
	d := u - near
	if math.Abs(d) < 1e-9 {
		return y[min(max(int(near), 0), len(y)-1)]
	}
	s := 0.0
	for i, v := range y {
		if (i-int(near))%2 != 0 { // sin π(u−i) = ± sin πd
			v = -v
		}
		s += v / (u - float64(i))
	}
	return s * math.Sin(math.Pi*d) / math.Pi
}
