package exact

import (
	"math"
	"strings"
)

// series is a power series in Δt through Δt³.
type series [4]float64

func (x series) plus(y series) (z series) {
	for i := range x {
		z[i] = x[i] + y[i]
	}
	return z
}

func (x series) times(y series) (z series) {
	for i := range x {
		for j := range len(x) - i {
			z[i+j] = math.FMA(x[i], y[j], z[i+j])
		}
	}
	return z
}

// scaled returns c Δt^k x.
func (x series) scaled(c float64, k int) (z series) {
	for i := range len(x) - k {
		z[i+k] = float64(c * x[i])
	}
	return z
}

// expSeries returns e^(cΔt).
func expSeries(c float64) series {
	return series{1, c, float64(c*c) / 2, float64(float64(c*c)*c) / 6}
}

// square is a 2×2 matrix of series.
type square [2][2]series

func (x square) times(y square) (z square) {
	for i := range 2 {
		for j := range 2 {
			z[i][j] = x[i][0].times(y[0][j]).plus(x[i][1].times(y[1][j]))
		}
	}
	return z
}

func (x square) transposed() square {
	return square{{x[0][0], x[1][0]}, {x[0][1], x[1][1]}}
}

func (x square) plus(y square) (z square) {
	for i := range 2 {
		for j := range 2 {
			z[i][j] = x[i][j].plus(y[i][j])
		}
	}
	return z
}

// Remainder says where one step of a scheme and the dynamics of its modified generator part: the
// least powers of Δt at which cumulants of the state after a time Δt differ, given the state
// before, and 4 if they agree through Δt³. The moments agree through the same power.
type Remainder struct {
	Mean     int // of E θ, E p
	Cov      int // of the covariance without batches
	BatchCov int // of the part of the covariance proportional to ε(n)
	Third    int // of the third cumulants of the scheme, which are proportional to ε(n)^(3/2) E Z³
}

// oneStep is the first three cumulants of a state after a step, as series.
type oneStep struct {
	mean       square
	cov, batch square
	kick       [2]series // whose powers are cumulants of higher order
}

// SGLDRemainder compares a step of SGLD with the generator L_ovd + Δt A_ovd,n (eq. T_op).
func (g Gaussian) SGLDRemainder() Remainder {
	one := series{1}
	x := oneStep{
		mean: square{{{1, -g.A}}}, cov: square{{{0, 2}}}, batch: square{{{0, 0, g.V}}},
		kick: [2]series{{0, 1}},
	}
	// the Ornstein–Uhlenbeck process with the drift −b x and the diffusion 2 (1 + aΔt) + ε v Δt,
	// b = a (1 + aΔt/2)
	b := one.scaled(g.A, 0).plus(one.scaled(float64(0.5*float64(g.A*g.A)), 1))
	decay, power := one, one
	span := one.scaled(1, 1) // ∫_0^Δt e^(−2bs) ds
	for k, f := 1, 1.0; k < len(one); k++ {
		power = power.times(b).scaled(-1, 1)
		f /= float64(k)
		decay = decay.plus(power.scaled(f, 0))
		span = span.plus(power.scaled(float64(f*math.Pow(2, float64(k)))/float64(k+1), 1))
	}
	y := oneStep{
		mean:  square{{decay}},
		cov:   square{{span.times(series{2, float64(2 * g.A)})}},
		batch: square{{span.scaled(g.V, 1)}},
	}
	return remainder(x, y)
}

// Remainder compares a step of a word over A, B, O and D, in which D does nothing, as the friction
// ξ is frozen, with the generator of Langevin dynamics with the friction ξ, the noise 2γ and the
// perturbation Δt ε(n) A_lan (eqs. widehatP_Langevin_mb, P_adL_erreur). Langevin dynamics has ξ =
// γ.
func (g Gaussian) Remainder(word string, xi, gamma float64) Remainder {
	one := series{1}
	var x oneStep
	x.mean = square{{one, {}}, {{}, one}}
	then := func(m square) {
		x.mean = m.times(x.mean)
		x.cov = m.times(x.cov).times(m.transposed())
		x.batch = m.times(x.batch).times(m.transposed())
		k := x.kick
		for i := range 2 {
			x.kick[i] = m[i][0].times(k[0]).plus(m[i][1].times(k[1]))
		}
	}
	for i := range len(word) {
		h := 1 / float64(strings.Count(word, word[i:i+1]))
		switch word[i] {
		case 'A':
			then(square{{one, one.scaled(h, 1)}, {{}, one}})
		case 'B':
			then(square{{one, {}}, {one.scaled(-float64(h*g.A), 1), one}})
			x.batch[1][1] = x.batch[1][1].plus(one.scaled(float64(float64(h*h)*g.V), 2))
			x.kick[1] = x.kick[1].plus(one.scaled(h, 1))
		case 'O':
			then(square{{one, {}}, {{}, expSeries(-float64(h * xi))}})
			noise := one.plus(expSeries(-float64(2*float64(h*xi))).scaled(-1, 0))
			x.cov[1][1] = x.cov[1][1].plus(noise.scaled(gamma/xi, 0))
		}
	}
	// dx = L x dt + noise of the covariance S in a unit of time: Σ_k Δt^k/k! of the derivatives of
	// e^(Lt), and of ∫_0^t e^(Ls) S e^(Lᵀs) ds, whose derivatives are S, L S + S Lᵀ, …
	l := square{{{}, one}, {one.scaled(-g.A, 0), one.scaled(-xi, 0)}}
	span := func(s square) (sum square) {
		for k, f := 1, 1.0; k < len(one); k++ {
			f /= float64(k)
			for i := range 2 {
				for j := range 2 {
					sum[i][j] = sum[i][j].plus(s[i][j].scaled(f, k))
				}
			}
			s = l.times(s).plus(s.times(l.transposed()))
		}
		return sum
	}
	var y oneStep
	y.mean = square{{one, {}}, {{}, one}}
	p := y.mean
	for k, f := 1, 1.0; k < len(one); k++ {
		p = p.times(l)
		f /= float64(k)
		for i := range 2 {
			for j := range 2 {
				y.mean[i][j] = y.mean[i][j].plus(p[i][j].scaled(f, k))
			}
		}
	}
	y.cov = span(square{{}, {{}, one.scaled(float64(2*gamma), 0)}})
	y.batch = span(square{{}, {{}, one.scaled(g.V, 1)}})
	return remainder(x, y)
}

// remainder returns where x and y part.
func remainder(x, y oneStep) Remainder {
	part := func(a, b square) int {
		least := 4
		for i := range 2 {
			for j := range 2 {
				for k := range 4 {
					u, v := a[i][j][k], b[i][j][k]
					if math.Abs(u-v) > float64(1e-9*max(1, math.Abs(u), math.Abs(v))) {
						least = min(least, k)
					}
				}
			}
		}
		return least
	}
	r := Remainder{
		Mean: part(x.mean, y.mean), Cov: part(x.cov, y.cov), BatchCov: part(x.batch, y.batch), Third: 4,
	}
	for j := range 4 { // θ^(3−j) p^j
		third := series{1}
		for i := range 3 {
			c := x.kick[0]
			if i < j {
				c = x.kick[1]
			}
			third = third.times(c)
		}
		for k, c := range third {
			if c != 0 {
				r.Third = min(r.Third, k)
			}
		}
	}
	return r
}
