// Package estimate computes statistics of a run: means, variances, convergence
// diagnostics, and histograms with their L¹ errors, all with standard errors, from the raw sums and
// counts that the run leaves.
//
// # Model and notation
//
// A run is R independent replicas of one Markov chain, stationary after burn-in. Their
// contributions to an average are independent and identically distributed, however slowly each
// chain mixes, and their scatter gives the standard error of the average:
//
//	m = (1/R) Σ_r m_r,   se(m)² = Σ_r (m_r − m)² / (R(R−1)).
//
// A function g of averages has the standard error of its linearisation (the delta method): the
// influence of replica r replaces m_r. The scatter of fewer than 8 replicas is a poor measure;
// TimeBlocks then takes every block of every replica as independent. A standard error that cannot
// be computed (one replica, one block) is NaN.
//
// The functions are pure. NaN in the input gives NaN in the result; it is never dropped.
package estimate

import (
	"fmt"
	"math"
)

// Estimate is a measured number and its standard error, which is NaN if unknown and 0 if the number
// is exact.
type Estimate struct {
	Value, StdErr float64
}

// Unknown returns the estimate of a quantity that was not measured: NaN ± NaN.
func Unknown() Estimate { return Estimate{math.NaN(), math.NaN()} }

// Known returns the estimate of a number that is known without error: x ± 0.
func Known(x float64) Estimate { return Estimate{Value: x} }

// Mean returns the mean of independent numbers, such as one per replica, with its standard error.
// It panics if there are none.
func Mean(x []float64) Estimate {
	if len(x) == 0 {
		panic("estimate: mean of no numbers")
	}
	return Estimate{mean(x), stdErr(x)}
}

// RelError returns the signed relative error e/exact − 1 of e, with the standard error se/|exact|.
// It panics if exact is 0.
func RelError(e Estimate, exact float64) Estimate {
	if exact == 0 {
		panic("estimate: relative error of an exact value 0")
	}
	return Estimate{(e.Value - exact) / exact, e.StdErr / math.Abs(exact)}
}

// Ratio returns a/b for independent a and b. Its standard error √(se(a)² + (a/b)² se(b)²)/|b| comes
// from the linearisation, valid for se(b) ≪ |b|.
func Ratio(a, b Estimate) Estimate {
	q := a.Value / b.Value
	return Estimate{q, math.Hypot(a.StdErr, q*b.StdErr) / math.Abs(b.Value)}
}

// RatioOfMeans returns the mean of x_ri divided by the mean of x_rj, for numbers x_r of every
// replica r: for instance x_ri a function times the indicator of a cell, x_rj the indicator. Its
// standard error comes from the linearisation. It is unknown if there are fewer than two replicas
// or the mean of x_rj is not positive.
func RatioOfMeans(x [][]float64, i, j int) Estimate {
	var a, b float64
	for _, r := range x {
		a, b = a+r[i], b+r[j]
	}
	if !(b > 0) || len(x) < 2 {
		return Unknown()
	}
	q, n := a/b, float64(len(x))
	square := 0.0
	for _, r := range x {
		d := r[i] - q*r[j]
		square += d * d
	}
	return Estimate{q, math.Sqrt(square*n/(n-1)) / b}
}

// Sub returns a − b for independent a and b.
func Sub(a, b Estimate) Estimate {
	return Estimate{a.Value - b.Value, math.Hypot(a.StdErr, b.StdErr)}
}

// Times returns a e for a known number a.
func (e Estimate) Times(a float64) Estimate {
	return Estimate{a * e.Value, math.Abs(a) * e.StdErr}
}

// Z returns the z-score (e − x)/se of e, its distance above x in standard errors. It is 0 if the
// two are equal, and ±Inf if they differ and the standard error is 0.
func (e Estimate) Z(x float64) float64 {
	if e.Value == x {
		return 0
	}
	return (e.Value - x) / e.StdErr
}

// Format writes e as "value ± standard error", both with the verb and its flags: "%.2f" gives
// "0.98 ± 0.02".
func (e Estimate) Format(f fmt.State, verb rune) {
	format := fmt.FormatString(f, verb)
	fmt.Fprintf(f, format+" ± "+format, e.Value, e.StdErr)
}

// mean is Σ x/n.
func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

// variance is Σ (x − x̄)²/(n−1), NaN for n < 2.
func variance(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	m, s := mean(x), 0.0
	for _, v := range x {
		s += (v - m) * (v - m)
	}
	return s / float64(len(x)-1)
}

// stdErr is the standard error of the mean of x.
func stdErr(x []float64) float64 { return math.Sqrt(variance(x) / float64(len(x))) }

func check(ok bool, format string, args ...any) {
	if !ok {
		panic("estimate: " + fmt.Sprintf(format, args...))
	}
}

// Jackknife returns a statistic of n independent replicas with its standard error, and its bias to
// the order 1/n. The statistic of all replicas except i is t_i = of(i); of all replicas it is t =
// of(−1):
//
//	se² = (n−1)/n Σ_i (t_i − t̄)²,   bias = (n−1) (t̄ − t).
//
// It panics if n < 2.
func Jackknife(n int, of func(without int) float64) (e Estimate, bias float64) {
	if n < 2 {
		panic(fmt.Sprintf("estimate: the jackknife needs 2 replicas, got %d", n))
	}
	t := make([]float64, n)
	for i := range t {
		t[i] = of(i)
	}
	m, v := mean(t), 0.0
	for _, x := range t {
		v += (x - m) * (x - m)
	}
	k := float64(n - 1)
	all := of(-1)
	return Estimate{all, math.Sqrt(k / float64(n) * v)}, k * (m - all)
}

// A value below boundAt standard errors is drawn as an upper bound on a logarithmic axis.
const boundAt = 2

// Bound returns the position y of an estimate on a logarithmic axis, and whether y is an upper
// bound. Within two standard errors of 0, y is the upper bound max(value, 0) + 2 se; elsewhere y is
// the value, or its modulus if signed.
func (e Estimate) Bound(signed bool) (y float64, bound bool) {
	y = e.Value
	if signed {
		y = math.Abs(y)
	}
	if margin := boundAt * e.StdErr; y <= margin || y <= 0 {
		return max(y, 0) + margin, true
	}
	return y, false
}
