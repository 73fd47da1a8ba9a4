package main

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/mixture"
)

// node is a node with the matrices Σ and Σ_x.
type node = mixture.CovarianceNode

// nodes returns the nodes of the quadrature that have more than a least mass.
func nodes(p *exact.MixtureGrid, least float64) []node {
	var ns []node
	p.Each(func(theta []float64, mass float64) {
		if mass > least {
			ns = append(ns, node{Theta: slices.Clone(theta), Mass: mass})
		}
	})
	return ns
}

// densest returns the nodes of highest density that hold a mass. All have the same weight in the
// quadrature, so that their masses are in the order of the density.
func densest(ns []node, mass float64) []node {
	ns = slices.Clone(ns)
	slices.SortStableFunc(ns, func(a, b node) int { return cmp.Compare(b.Mass, a.Mass) })
	held := 0.0
	for i, n := range ns {
		if held += n.Mass; held >= mass {
			return ns[:i+1]
		}
	}
	return ns
}

// inside returns the nodes within r standard deviations of a mode.
func inside(ns []node, m exact.Mode, r float64) []node {
	return slices.DeleteFunc(slices.Clone(ns), func(n node) bool {
		return m.Distance(n.Theta) > float64(r*r)
	})
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
			m[k] = math.FMA(n.Mass, x, m[k])
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
		s = math.FMA(n.Mass, q, s)
	}
	return math.Sqrt(s)
}

// constant returns a function that does not depend on θ.
func constant(c []float64) func(node) []float64 {
	return func(node) []float64 { return c }
}

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
		variances, axes, _ := linalg.Eigen(nearest(modes, n.Theta).Laplace)
		for k, v := range variances {
			for _, sd := range []float64{math.Sqrt(v), -math.Sqrt(v)} {
				all = append(all, node{Theta: []float64{
					math.FMA(sd, axes[k], n.Theta[0]), math.FMA(sd, axes[2+k], n.Theta[1]),
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
