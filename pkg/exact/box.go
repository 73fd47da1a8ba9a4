package exact

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Box is the posterior of any model with one to three parameters, by the trapezoidal rule in
//
//	u = L⁻¹(θ − θ*),   L Lᵀ = (−∇² log π(θ*|x))⁻¹,
//
// with θ* its mode, on a box of u. On the faces of the box the density is below e⁻³⁸ of its
// maximum. The box contains all modes of a mixture; of another posterior a mode behind a valley of
// that depth is not seen.
type Box struct {
	Nodes // Σ_x enters with at least 1e-4 of the largest mass
	Model model.Model
	Mode  []float64 // θ*

	l      []float64 // L
	lo, hi []float64 // the box of u
}

const (
	boxEdge = 38      // minimum decrease of log π to the faces
	boxMost = 1 << 22 // nodes
)

// NewBox uses nodes with the spacing step in u. If step is 0 it takes finer steps until means and
// variances change by less than 1e-8 standard deviations, or 2²¹ nodes are reached. It returns an
// error if the gradient is wrong (model.CheckGradient), if there is no maximum, or if the mass is
// not in a box. It panics unless there are one to three parameters.
func NewBox(m model.Model, step float64) (*Box, error) {
	d := m.Dim()
	if d < 1 || d > 3 {
		panic(fmt.Sprintf("exact: a Box has one to three parameters, not %d", d))
	}
	b := &Box{Model: m}
	b.sample(func(k int) []float64 { return GradCov(m, b.at(k)) })
	if err := model.CheckGradient(m, vec.Replicas, make([]float64, d)); err != nil {
		return nil, err
	}
	modes, err := Modes(m)
	if err != nil {
		return nil, err
	}
	start := modes[0]
	h := cmp.Or(step, 1)          // with an error of 5e-9 for a normal distribution
	for higher := true; higher; { // until no node belongs to a higher mode
		mode, cov, err := Maximum(m, start)
		if err != nil {
			return nil, err
		}
		b.Mode = mode
		b.l, _ = linalg.Cholesky(cov)
		b.lo, b.hi = slices.Repeat([]float64{-6}, d), slices.Repeat([]float64{6}, d)
		for _, theta := range modes {
			b.include(theta)
		}
		if err := b.fill(h); err != nil {
			return nil, err
		}
		k := floats.MaxIdx(b.mass)
		start = slices.Clone(b.theta[k*d : k*d+d])
		higher = m.LogPosterior(start) > m.LogPosterior(mode)+0.5
	}
	mean, cov := b.Moments()
	for worst := 1.0; step == 0 && !(worst < 1e-8) && 2*len(b.mass) < boxMost; {
		h *= 0.8 // the error of a normal distribution becomes 1e-13
		if err := b.fill(h); err != nil {
			return nil, err
		}
		finer, better := b.Moments()
		worst = 0
		for i := range d {
			v := better[i*d+i]
			worst = max(worst, math.Abs(finer[i]-mean[i])/math.Sqrt(v), math.Abs(cov[i*d+i]/v-1))
		}
		mean, cov = finer, better
	}
	return b, nil
}

// include widens the box to six standard deviations of the mode about θ.
func (b *Box) include(theta []float64) {
	u := slices.Clone(theta)
	floats.Sub(u, b.Mode)
	linalg.SolveLower(b.l, u)
	for i, x := range u {
		b.lo[i], b.hi[i] = min(b.lo[i], x-6), max(b.hi[i], x+6)
	}
}

// fill widens the box until the density is small on its faces, and sets the nodes of a spacing.
func (b *Box) fill(step float64) error {
	d := len(b.Mode)
	axes, u, theta := make([]rule, d), make([]float64, d), make([]float64, d)
	for wide := false; !wide; {
		nodes := 1
		for i := range axes {
			axes[i] = trapezoid(b.lo[i], b.hi[i], step)
			nodes *= len(axes[i].t)
		}
		if nodes > boxMost {
			return fmt.Errorf("exact: the posterior is not in a box of %g standard deviations about "+
				"θ = %.4g", b.hi[0]-b.lo[0], b.Mode)
		}
		b.theta, b.mass = b.theta[:0], b.mass[:0] // log π at first
		low := slices.Repeat([]float64{math.Inf(-1)}, d)
		high := slices.Clone(low) // the largest log π on the faces
		for n := range nodes {
			for i, a := range axes {
				u[i], n = a.t[n%len(a.t)], n/len(a.t)
				theta[i] = b.Mode[i] + linalg.Dot(u[:i+1], b.l[i*d:])
			}
			log := b.Model.LogPosterior(theta)
			b.theta, b.mass = append(b.theta, theta...), append(b.mass, log)
			for i, a := range axes {
				switch u[i] {
				case a.t[0]:
					low[i] = max(low[i], log)
				case a.t[len(a.t)-1]:
					high[i] = max(high[i], log)
				}
			}
		}
		wide = true
		bound := slices.Max(b.mass) - boxEdge
		for i := range d {
			by := 0.1*(b.hi[i]-b.lo[i]) + 1
			if low[i] > bound {
				b.lo[i], wide = b.lo[i]-by, false
			}
			if high[i] > bound {
				b.hi[i], wide = b.hi[i]+by, false
			}
		}
	}
	if z := b.normalise(); z-z != 0 {
		return errors.New("exact: the posterior is not finite")
	}
	b.least = 1e-4 * slices.Max(b.mass)
	return nil
}
