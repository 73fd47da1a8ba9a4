package exact

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"adl/pkg/estimate"
	"adl/pkg/minibatch"
)

// NoiseLaw is the distribution of a coordinate of Z (eq. hypothese).
//
// For n = 1 and n = 2, and their complements, it consists of atoms: the N values, or their pairs.
// For other n an algorithm goes through the data and keeps, for every number k of data taken so
// far, the distribution of their sum on a grid. It divides a value between two nodes so that the
// mean does not change. The distribution function, linear between the nodes, has an error of about
// 1e-5 if it is smooth.
type NoiseLaw struct {
	Skewness float64 // exact, also if the distribution is unknown

	// below[i] is P(Z < at[i]), where at are atoms of the given mass, or, if mass is nil, nodes of a
	// distribution function that is linear between them
	at, below []float64
	mass      []float64
}

const (
	lawStep  = 1.0 / 256
	lawPairs = 2_000_000       // at most
	lawWork  = 2_000_000_000.0 // additions at most
)

// NewNoiseLaw returns the distribution for batches of n out of data that have the values z for n =
// 1: see Atoms. If that would take more than about two seconds, methods return NaN. Without noise
// the methods and the skewness are NaN. NewNoiseLaw panics if there is no such batch.
func NewNoiseLaw(z []float64, n int, s minibatch.Sampling) *NoiseLaw {
	l := &NoiseLaw{Skewness: batchSkewness(z, n, s)}
	total := len(z)
	sign := 1.0
	if s == minibatch.Without && 2*n > total {
		n, sign = total-n, -1 // the values add to 0
	}
	scale := sign / math.Sqrt(float64(n))
	if s == minibatch.Without {
		scale = sign * math.Sqrt(float64(total-1)/float64(n*(total-n)))
	}
	a := scaled(z, scale)
	slices.Sort(a)
	var atoms []atom
	switch {
	case n == 1:
		for _, x := range a {
			atoms = append(atoms, atom{x, 1 / float64(total)})
		}
	case n == 2 && total*(total+1)/2 <= lawPairs:
		atoms = pairs(a, s)
	default:
		l.nodes(a, n, s)
	}
	sum := 0.0
	for _, a := range atoms {
		l.at, l.mass, l.below = append(l.at, a.x), append(l.mass, a.mass), append(l.below, sum)
		sum += a.mass
	}
	return l
}

// batchSkewness returns the skewness E T³/(E T²)^(3/2) of the centred sum T of n of the numbers z,
// drawn with or without replacement: NaN if T is 0. With P_k = Σ (z_i − z̄)^k
//
//	E T² = c₂ P₂,   E T³ = c₃ P₃,
//
// where c₂ = c₃ = n/N with replacement, when the n terms are independent, and without replacement
//
//	c₂ = n(N − n)/(N(N − 1)),   c₃ = c₂ (N − 2n)/(N − 2).
func batchSkewness(z []float64, n int, s minibatch.Sampling) float64 {
	if err := s.Check(len(z), n); err != nil {
		panic("exact: " + err.Error())
	}
	c := slices.Clone(z)
	centre(c)
	var p2, p3 float64
	for _, x := range c {
		p2 += x * x
		p3 += x * x * x
	}
	total, k := float64(len(z)), float64(n)
	c2 := k / total
	c3 := c2
	if s == minibatch.Without {
		c2 = k * (total - k) / (total * (total - 1))
		c3 = c2 * (total - 2*k) / max(1, total-2) // 0 for two numbers
	}
	v := c2 * p2
	return c3 * p3 / (v * math.Sqrt(v))
}

type atom struct{ x, mass float64 }

// pairs returns the sums of two elements of a in increasing order.
func pairs(a []float64, s minibatch.Sampling) (p []atom) {
	ways := len(a) * (len(a) - 1) // ordered ways to draw two data
	if s == minibatch.With {
		ways = len(a) * len(a)
	}
	for i, u := range a {
		if s == minibatch.With {
			p = append(p, atom{u + u, 1 / float64(ways)})
		}
		for _, v := range a[:i] {
			p = append(p, atom{u + v, 2 / float64(ways)})
		}
	}
	slices.SortFunc(p, func(a, b atom) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.mass, b.mass))
	})
	return p
}

// nodes finds the distribution of the sum of n of the sorted numbers a on a grid.
func (l *NoiseLaw) nodes(a []float64, n int, s minibatch.Sampling) {
	total := len(a)
	lo, span := a[0], a[total-1]-a[0]
	reach := float64(n) * span / lawStep
	if work := float64(total) * float64(n) * reach; !(work < lawWork) {
		return
	}
	m := int(reach) + 2*n + 2
	f := make([][]float64, n+1) // f[k]: of the sum of k data, if k of the data so far were taken
	for k := range f {
		f[k] = make([]float64, m)
	}
	f[0][0] = 1
	if s == minibatch.With {
		for k := range n {
			for _, x := range a {
				addShifted(f[k+1], f[k], x-lo, 1/float64(total))
			}
		}
	} else {
		for j, x := range a {
			for k := min(j, n-1); k >= 0; k-- { // f[k+1] before f[k] changes
				p := float64(n-k) / float64(total-j)
				addShifted(f[k+1], f[k], x-lo, p)
				for i := range f[k] {
					f[k][i] *= 1 - p
				}
			}
		}
	}
	// the mass of a node is spread about the node
	start, sum := float64(n)*lo-lawStep/2, 0.0
	for i := range m + 1 {
		l.at, l.below = append(l.at, start+float64(i)*lawStep), append(l.below, sum)
		if i < m {
			sum += f[n][i]
		}
	}
}

// addShifted adds p times the distribution g, shifted by x, to f.
func addShifted(f, g []float64, x, p float64) {
	u := x / lawStep
	i := int(u)
	q := p * (u - float64(i))
	p -= q
	for j, v := range g[:len(g)-i-1] {
		if v != 0 {
			f[i+j] += p * v
			f[i+j+1] += q * v
		}
	}
}

// Below returns P(Z < x).
func (l *NoiseLaw) Below(x float64) float64 {
	if l.at == nil {
		return math.NaN()
	}
	i := sort.SearchFloat64s(l.at, x) // the first at ≥ x
	switch {
	case i == len(l.at):
		return 1
	case l.mass != nil || i == 0:
		return l.below[i]
	}
	t := (x - l.at[i-1]) / (l.at[i] - l.at[i-1])
	return l.below[i-1] + t*(l.below[i]-l.below[i-1])
}

// Kolmogorov returns the distance of the distribution from N(0, 1), sup_x |P(Z < x) − Φ(x)|.
func (l *NoiseLaw) Kolmogorov() float64 {
	switch {
	case l.at == nil:
		return math.NaN()
	case l.mass != nil:
		return estimate.Kolmogorov(l.at, l.mass)
	}
	sup := 0.0
	for i, x := range l.at {
		sup = math.Max(sup, math.Abs(l.below[i]-estimate.NormalCDF(x)))
	}
	return sup
}
