package exact

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/model"
)

// Nodes are the points θ of a quadrature with their masses under π(θ|x), which add to 1.
type Nodes struct {
	theta, mass []float64 // [node][component], [node]
	least       float64   // mass of a node that enters integrals of Σ_x

	gradCov func() [][]float64 // Σ_x at the nodes, nil at less mass
}

// normalise takes log masses, up to a constant, and returns log Σ e^mass.
func (n *Nodes) normalise() float64 {
	top, sum := floats.Max(n.mass), 0.0
	for k, x := range n.mass {
		n.mass[k] = math.Exp(x - top)
		sum += n.mass[k]
	}
	floats.Scale(1/sum, n.mass)
	return top + math.Log(sum)
}

// sample sets Σ_x at node k, which is computed when it is first needed.
func (n *Nodes) sample(gradCov func(k int) []float64) {
	n.gradCov = sync.OnceValue(func() [][]float64 {
		cov := make([][]float64, len(n.mass))
		for k, m := range n.mass {
			if m > n.least {
				cov[k] = gradCov(k)
			}
		}
		return cov
	})
}

// With returns the nodes with the Σ_x of a gradient's terms, such as control variates of the model.
func (n *Nodes) With(t model.Terms) *Nodes {
	c := *n
	c.sample(func(k int) []float64 { return GradCov(t, c.at(k)) })
	return &c
}

func (n *Nodes) at(k int) []float64 {
	d := len(n.theta) / len(n.mass)
	return n.theta[k*d:][:d]
}

// Each calls do with every node and its mass. do must not change or retain θ.
func (n *Nodes) Each(do func(theta []float64, mass float64)) {
	for k, m := range n.mass {
		do(n.at(k), m)
	}
}

// Expect returns the expectations of the k numbers that f writes into y. Where f jumps, they have
// errors of the order of the spacing of the nodes.
func (n *Nodes) Expect(k int, f func(y, theta []float64)) []float64 {
	y, sum := make([]float64, k), make([]float64, k)
	n.Each(func(theta []float64, mass float64) {
		if mass > 0 {
			f(y, theta)
			linalg.AddScaled(sum, mass, y)
		}
	})
	return sum
}

// Moments returns the mean and the covariance of θ, d×d.
func (n *Nodes) Moments() (mean, cov []float64) {
	d := len(n.at(0))
	mean = n.Expect(d, func(y, theta []float64) { copy(y, theta) })
	cov = n.Expect(d*d, func(y, theta []float64) {
		for i := range d {
			for j := range d {
				y[i*d+j] = (theta[i] - mean[i]) * (theta[j] - mean[j])
			}
		}
	})
	return mean, cov
}

// MeanGradCov returns Σ̄_x = E Σ_x (eq. sigma_bar), d×d.
func (n *Nodes) MeanGradCov() []float64 {
	d, sum := len(n.at(0)), 0.0
	mean := make([]float64, d*d)
	for k, s := range n.gradCov() {
		if s != nil {
			sum += n.mass[k]
			linalg.AddScaled(mean, n.mass[k], s)
		}
	}
	return scaled(mean, 1/sum)
}

// GradCovNorm returns the norm of Σ_x in L²(π), with the Frobenius norm. It bounds the bias of
// Langevin dynamics, as the distances of ProjectBasis bound the bias of AdL (eq. erreur_gen).
func (n *Nodes) GradCovNorm() float64 {
	q := 0.0
	for k, s := range n.gradCov() {
		q += n.mass[k] * linalg.Dot(s, s)
	}
	return math.Sqrt(q)
}

// Points returns count points distributed like the posterior: its quantiles (k + ½)/count in the
// order of the nodes.
func (n *Nodes) Points(count int) (points [][]float64) {
	below := 0.0
	n.Each(func(theta []float64, mass float64) {
		for below += mass; float64(count)*below > float64(len(points))+0.5; {
			points = append(points, slices.Clone(theta))
		}
	})
	return points
}
