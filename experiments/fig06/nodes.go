package main

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// node is a point of Θ with the matrices Σ(θ) and Σ_x(θ), and its mass if it is a node of the
// quadrature of a posterior.
type node struct {
	theta       []float64
	mass        float64
	sigma, data []float64
}

// axis checks the spec and returns the nodes along a side of the square.
func (s Spec) axis(c *experiment.Context, m *model.Mixture) ([]float64, error) {
	switch {
	case m.Ndata() < 2:
		return nil, c.Errorf("data", "a covariance needs at least 2 data, got %d", m.Ndata())
	case s.Square[0] >= s.Square[1]:
		return nil, c.Errorf("square", "expected the lower end first, got %g", s.Square)
	case !(work(m, s.Theta0, s.Square) < 5e5):
		key := c.Suspect("square", "theta0", "model.sigma1", "model.sigma2")
		return nil, c.Errorf(key, "the integral over x in Σ would be too long: %g is too far from "+
			"theta0 = %g, or sigma1 = %g and sigma2 = %g are too different", s.Square, s.Theta0,
			m.Sigma1, m.Sigma2)
	}
	axis := linalg.LinSpace(s.Square[0], s.Square[1], s.Nodes)
	if len(slices.Compact(slices.Clone(axis))) < s.Nodes {
		return nil, c.Errorf("square", "%g has no room for %d nodes", s.Square, s.Nodes)
	}
	return axis, nil
}

// nodes returns the nodes of the quadrature that have more than a least mass.
func nodes(p *exact.Posterior, least float64) []node {
	var ns []node
	p.Each(func(theta []float64, mass float64) {
		if mass > least {
			ns = append(ns, node{theta: slices.Clone(theta), mass: mass})
		}
	})
	return ns
}

// densest returns the nodes of highest density that hold a mass. All have the same weight in the
// quadrature, so that their masses are in the order of the density.
func densest(ns []node, mass float64) []node {
	ns = slices.Clone(ns)
	slices.SortStableFunc(ns, func(a, b node) int { return cmp.Compare(b.mass, a.mass) })
	held := 0.0
	for i, n := range ns {
		if held += n.mass; held >= mass {
			return ns[:i+1]
		}
	}
	return ns
}

// inside returns the nodes within r standard deviations of a mode.
func inside(ns []node, m exact.Mode, r float64) []node {
	l := m.Laplace
	bound := float64(float64(r*r) * (float64(l[0]*l[3]) - float64(l[1]*l[2])))
	var in []node
	for _, n := range ns {
		u, v := n.theta[0]-m.Theta[0], n.theta[1]-m.Theta[1]
		q := float64(l[3]*float64(u*u)) - float64(2*float64(l[1]*float64(u*v))) +
			float64(l[0]*float64(v*v))
		if q <= bound {
			in = append(in, n)
		}
	}
	return in
}

// extremes returns the least and the largest value of entry k of a matrix-valued function, NaN
// where there are no nodes.
func extremes(ns []node, f func(node) []float64, k int) (lo, hi float64) {
	var x []float64
	for _, n := range ns {
		x = append(x, f(n)[k])
	}
	if len(x) == 0 {
		return math.NaN(), math.NaN()
	}
	return slices.Min(x), slices.Max(x)
}

// mean returns the expectation of a matrix-valued function.
func mean(ns []node, f func(node) []float64) []float64 {
	m := make([]float64, 4)
	for _, n := range ns {
		for k, x := range f(n) {
			m[k] = math.FMA(n.mass, x, m[k])
		}
	}
	return m
}

// distance returns the distance of two matrix-valued functions in L²(π), Frobenius norm.
func distance(ns []node, f, g func(node) []float64) float64 {
	s := 0.0
	for _, n := range ns {
		a, b := f(n), g(n)
		q := 0.0
		for k := range a {
			q = math.FMA(a[k]-b[k], a[k]-b[k], q)
		}
		s = math.FMA(n.mass, q, s)
	}
	return math.Sqrt(s)
}

// constant returns a function that does not depend on θ.
func constant(c []float64) func(node) []float64 { return func(node) []float64 { return c } }

// nearest returns the mode that is nearest to θ.
func nearest(modes []exact.Mode, theta []float64) exact.Mode {
	return slices.MinFunc(modes, func(a, b exact.Mode) int {
		return cmp.Compare(floats.Distance(theta, a.Theta, 2), floats.Distance(theta, b.Theta, 2))
	})
}

// beside returns four nodes for each one: those that lie one standard deviation of the nearest mode
// away from it, along the axes of the mode's ellipse.
func beside(ns []node, modes []exact.Mode) (all []node) {
	for _, n := range ns {
		variances, axes, _ := linalg.Eigen(nearest(modes, n.theta).Laplace)
		for k, v := range variances {
			for _, sd := range []float64{math.Sqrt(v), -math.Sqrt(v)} {
				all = append(all, node{theta: []float64{
					math.FMA(sd, axes[k], n.theta[0]), math.FMA(sd, axes[2+k], n.theta[1]),
				}})
			}
		}
	}
	return all
}

// largestChange returns the largest ‖f(b) − f(a)‖ of a node a and one beside it, Frobenius norm.
func largestChange(ns, beside []node, f func(node) []float64) float64 {
	most := 0.0
	for i, b := range beside {
		most = max(most, floats.Distance(f(b), f(ns[i/4]), 2))
	}
	return most
}

// weights returns the mass of the points nearest to each mode.
func weights(p *exact.Posterior) []float64 {
	w := make([]float64, len(p.Modes))
	if len(w) == 2 {
		w[1] = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
		w[0] = 1 - w[1]
		return w
	}
	p.Each(func(theta []float64, mass float64) {
		best, least := 0, math.Inf(1)
		for i, x := range p.Modes {
			u, v := theta[0]-x.Theta[0], theta[1]-x.Theta[1]
			if d := float64(u*u) + float64(v*v); d < least {
				best, least = i, d
			}
		}
		w[best] += mass
	})
	return w
}

// work returns roughly the number of nodes of the integral over x in Σ(θ) at the far corner of a
// square: the range of x in units of the width of the gradient's features, σ²/|x − θ|.
func work(m *model.Mixture, theta0, square [2]float64) float64 {
	least, most := min(m.Sigma1, m.Sigma2), max(m.Sigma1, m.Sigma2)
	reach := 0.0
	for _, c := range theta0 {
		reach = max(reach, math.Abs(square[0]-c), math.Abs(square[1]-c))
	}
	length := math.Abs(theta0[0]-theta0[1]) + float64(18*most)
	return length / least * ((reach + float64(9*most)) / least)
}

// onDiagonal returns Σ(θ) for θ₁ = θ₂ and σ₁ = σ₂ = σ, where every datum belongs to the two
// components with the probabilities w and 1−w:
//
//	var(x)/σ⁴ (w, 1−w)(w, 1−w)ᵀ,   var(x) = σ² + w(1−w)(θ₀₁ − θ₀₂)².
func onDiagonal(w, sigma float64, theta0 [2]float64) []float64 {
	v, d := float64(sigma*sigma), theta0[0]-theta0[1]
	k := (v + float64(float64(w*(1-w))*float64(d*d))) / float64(v*v)
	off := float64(k * float64(w*(1-w)))
	return []float64{float64(k * float64(w*w)), off, off, float64(k * float64((1-w)*(1-w)))}
}
