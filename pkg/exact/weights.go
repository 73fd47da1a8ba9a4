package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// Weights returns the importance weights π(θ|x)/q(θ) of points θ for q = N(m, P⁻¹), the
// distribution of [Laplace.Draws], up to a common factor:
//
//	w(θ) = exp(log π(θ|x) − log π(θ*|x) + ½ (θ − m)ᵀ P (θ − m)).
//
// With them, means over the draws are means over the posterior itself.
func (l *Laplace) Weights(draws [][]float64) []float64 {
	top, w := l.Model.LogPosterior(l.Mode), make([]float64, len(draws))
	for k, theta := range draws {
		square := quadratic(l.Precision, minus(theta, l.Mean))
		w[k] = vec.Exp(l.Model.LogPosterior(theta) - top + float64(0.5*square))
	}
	return w
}

// minus is x − y.
func minus(x, y []float64) []float64 { return floats.SubTo(make([]float64, len(x)), x, y) }

// quadratic is xᵀ a x.
func quadratic(a, x []float64) (square float64) {
	for i, v := range x {
		square += float64(v * linalg.Dot(a[i*len(x):][:len(x)], x))
	}
	return square
}

// Sums say which sums over weighted draws are made ([Laplace.Sums]): for each linear function u of
// θ, of mean 0 and variance 1 over N(m, P⁻¹), the first four moments and a histogram of Bins
// bins on [−Width, Width].
type Sums struct {
	Width float64
	Bins  int
}

const (
	moments = 4
	header  = 3 // sums before those of the functions
)

// per is the number of sums of a function.
func (s Sums) per() int { return 2 * (moments + s.Bins) }

// Len returns the number of sums of so many functions.
func (s Sums) Len(functions int) int { return header + functions*s.per() }

// Of returns the j-th sum of function f with weights and without: of u^(j+1) if j < moments, of bin
// j − moments otherwise.
func (s Sums) Of(sums []float64, f, j int) (weighted, plain float64) {
	x := sums[header+f*s.per()+2*j:]
	return x[0], x[1]
}

// Sums returns Σ w, n and Σ w² of n draws with their weights w, and then for each function
// ([Laplace.Functions]) Σ w u^k, Σ u^k for k = 1 … 4 and, for each bin, Σ w and n within.
func (l *Laplace) Sums(s Sums, functions, draws [][]float64) []float64 {
	sums := make([]float64, s.Len(len(functions)))
	for k, w := range l.Weights(draws) {
		sums[0] += w
		sums[1]++
		sums[2] += float64(w * w)
		x := minus(draws[k], l.Mean)
		for f, a := range functions {
			t := sums[header+f*s.per():][:s.per()]
			u := linalg.Dot(a, x)
			power := 1.0
			for j := range moments {
				power = float64(power * u)
				t[2*j] += float64(w * power)
				t[2*j+1] += power
			}
			b := math.Floor((u + s.Width) / (2 * s.Width) * float64(s.Bins))
			if b >= 0 && b < float64(s.Bins) {
				bin := t[2*(moments+int(b)):]
				bin[0] += w
				bin[1]++
			}
		}
	}
	return sums
}

// Functions returns the weights on θ of θ_1, …, θ_d and then of θ_i + θ_j and θ_i − θ_j for each
// of the pairs (i, j), counted from 1, of variance 1 over N(m, P⁻¹).
func (l *Laplace) Functions(pairs [][]int) (f [][]float64) {
	unit := func(i, j int, sign float64) {
		a := make([]float64, len(l.Mean))
		a[i]++
		a[j] += sign
		sd := math.Sqrt(quadratic(l.Cov, a))
		for k := range a {
			a[k] /= sd
		}
		f = append(f, a)
	}
	for i := range l.Mean {
		unit(i, 0, 0)
	}
	for _, pair := range pairs {
		unit(pair[0]-1, pair[1]-1, 1)
		unit(pair[0]-1, pair[1]-1, -1)
	}
	return f
}
