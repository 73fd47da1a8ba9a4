package exact

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Box is the posterior of any model with one to three parameters, by the trapezoidal rule in
//
//	u = L⁻¹(θ − θ*),   L Lᵀ = (−∇² log π(θ*|x))⁻¹,
//
// with θ* its mode, on a box of u beyond whose faces the density is below e⁻³⁸ of the largest. A
// mode behind a valley as deep as that is not seen.
type Box struct {
	Model model.Model
	Mode  []float64 // θ*
	Cov   []float64 // (−∇² log π(θ*|x))⁻¹, d×d

	l           []float64 // L
	lo, hi      []float64 // the box of u
	theta, mass []float64 // of the nodes
}

const (
	boxEdge  = 38      // the least fall of log π to the faces
	boxMost  = 1 << 22 // nodes
	boxStep  = 0.8     // the first spacing, where a normal distribution has an error of 1e-13
	boxAgree = 1e-8    // of means and variances at two spacings, in standard deviations
)

// NewBox finds the mode and the box. The nodes have the spacing step in u, or, if step is 0, half a
// spacing at which the means and variances are the same to 1e-8 (or as good as 2²² nodes can tell).
// It returns an error if the gradient is wrong (model.CheckGradient), if there is no maximum, or if
// the mass is not in a box. It panics unless the model has one to three parameters.
func NewBox(m model.Model, step float64) (*Box, error) {
	d := m.Dim()
	if d < 1 || d > 3 {
		panic(fmt.Sprintf("exact: a Box has one to three parameters, not %d", d))
	}
	b := &Box{Model: m}
	start := make([]float64, d)
	if err := model.CheckGradient(m, vec.Replicas, start); err != nil {
		return nil, err
	}
	h := cmp.Or(step, boxStep)
	for {
		var err error
		if b.Mode, b.Cov, err = Maximum(m, start); err == nil {
			err = b.bound()
		}
		if err == nil {
			err = b.fill(h)
		}
		if err != nil {
			return nil, err
		}
		start = b.highest()
		if !(m.LogPosterior(start) > m.LogPosterior(b.Mode)+0.5) { // not of another mode
			break
		}
	}
	for step == 0 && len(b.mass)<<d < boxMost {
		mean, cov := b.Moments()
		h /= 2
		if err := b.fill(h); err != nil {
			return nil, err
		}
		finer, better := b.Moments()
		worst := 0.0
		for i := range d {
			v := better[i*d+i]
			worst = max(worst, math.Abs(finer[i]-mean[i])/math.Sqrt(v), math.Abs(cov[i*d+i]/v-1))
		}
		if worst < boxAgree {
			break
		}
	}
	return b, nil
}

// bound finds the box.
func (b *Box) bound() error {
	d := len(b.Mode)
	var ok bool
	if b.l, ok = linalg.Cholesky(b.Cov); !ok {
		return errIndefinite
	}
	b.lo, b.hi = slices.Repeat([]float64{-6}, d), slices.Repeat([]float64{6}, d)
	top := b.Model.LogPosterior(b.Mode)
	for moved := true; moved; {
		moved = false
		nodes := 1.0
		for i := range d {
			for side, edge := range []*float64{&b.lo[i], &b.hi[i]} {
				axes := b.axes(1)
				axes[i] = rule{[]float64{*edge}, []float64{1}}
				worst := math.Inf(-1)
				b.each(axes, func(_ []float64, log, _ float64) { worst = max(worst, log) })
				if top = max(top, worst); worst > top-boxEdge {
					*edge += float64(float64(2*side-1) * (float64(0.1*(b.hi[i]-b.lo[i])) + 1))
					moved = true
				}
			}
			nodes *= b.hi[i] - b.lo[i]
		}
		if nodes > boxMost {
			return fmt.Errorf("exact: the posterior is not in a box of %g standard deviations about "+
				"θ = %.4g", b.hi[0]-b.lo[0], b.Mode)
		}
	}
	return nil
}

// axes are trapezoidal rules.
func (b *Box) axes(step float64) []rule {
	axes := make([]rule, len(b.lo))
	for i := range axes {
		axes[i] = trapezoid(b.lo[i], b.hi[i], step)
	}
	return axes
}

// each calls do with θ, log π and the weight of every node.
func (b *Box) each(axes []rule, do func(theta []float64, log, weight float64)) {
	d := len(axes)
	u, theta := make([]float64, d), make([]float64, d)
	var along func(k int, weight float64)
	along = func(k int, weight float64) {
		if k == d {
			do(theta, b.Model.LogPosterior(theta), weight)
			return
		}
		for j, t := range axes[k].t {
			u[k] = t
			theta[k] = b.Mode[k] + linalg.Dot(u[:k+1], b.l[k*d:])
			along(k+1, float64(weight*axes[k].w[j]))
		}
	}
	along(0, 1)
}

// fill sets the nodes of a spacing.
func (b *Box) fill(step float64) error {
	b.theta, b.mass = b.theta[:0], b.mass[:0]
	var weights []float64
	b.each(b.axes(step), func(theta []float64, log, weight float64) {
		b.theta = append(b.theta, theta...)
		b.mass, weights = append(b.mass, log), append(weights, weight)
	})
	top, sum := slices.Max(b.mass), 0.0
	for k, log := range b.mass {
		b.mass[k] = float64(vec.Exp(log-top) * weights[k])
		sum += b.mass[k]
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return errors.New("exact: the posterior is not finite")
	}
	for k := range b.mass {
		b.mass[k] /= sum
	}
	return nil
}

// Each calls do with the nodes θ and their masses, whose sum is 1.
func (b *Box) Each(do func(theta []float64, mass float64)) {
	d := len(b.Mode)
	for k, m := range b.mass {
		do(b.theta[k*d:k*d+d], m)
	}
}

// highest is the node with the largest mass.
func (b *Box) highest() []float64 {
	k, d := 0, len(b.Mode)
	for i, m := range b.mass {
		if m > b.mass[k] {
			k = i
		}
	}
	return slices.Clone(b.theta[k*d : k*d+d])
}

// Expect returns the expectations of the numbers that f writes into y.
func (b *Box) Expect(n int, f func(y, theta []float64)) []float64 {
	y, sum := make([]float64, n), make([]float64, n)
	b.Each(func(theta []float64, mass float64) {
		if mass == 0 {
			return
		}
		f(y, theta)
		for i, v := range y {
			sum[i] = math.FMA(mass, v, sum[i])
		}
	})
	return sum
}

// Moments returns the mean and the covariance, d×d.
func (b *Box) Moments() (mean, cov []float64) {
	d := len(b.Mode)
	mean = b.Expect(d, func(y, theta []float64) { copy(y, theta) })
	cov = b.Expect(d*d, func(y, theta []float64) {
		for i := range d {
			for j := range d {
				y[i*d+j] = float64((theta[i] - mean[i]) * (theta[j] - mean[j]))
			}
		}
	})
	return mean, cov
}

// MeanGradCov returns Σ̄_x = E Σ_x (eq. sigma_bar), d×d, without nodes of less than 1e-4 of the
// largest mass.
func (b *Box) MeanGradCov() []float64 {
	mean := make([]float64, len(b.Cov))
	most, sum := slices.Max(b.mass), 0.0
	b.Each(func(theta []float64, mass float64) {
		if mass > float64(1e-4*most) {
			sum += mass
			linalg.AddScaled(mean, mass, GradCov(b.Model, theta))
		}
	})
	return scaled(mean, 1/sum)
}

// Points returns n points that are distributed as the posterior: those at its quantiles (k + ½)/n
// in the order of the nodes.
func (b *Box) Points(n int) [][]float64 {
	var points [][]float64
	below := 0.0
	b.Each(func(theta []float64, mass float64) {
		for below += mass; len(points) < n && float64(n)*below > float64(len(points))+0.5; {
			points = append(points, slices.Clone(theta))
		}
	})
	for len(points) < n { // the sum of the masses is 1 up to rounding
		points = append(points, b.Mode)
	}
	return points
}

// Maximum climbs from a start to a local maximum of log π by Newton's method, with a Hessian from
// differences of the gradient, and returns it with (−∇² log π)⁻¹. Its numbers are the same on every
// machine if those of the model are.
func Maximum(m model.Model, start []float64) (mode, cov []float64, err error) {
	d, x := len(start), slices.Clone(start)
	none := fmt.Errorf("exact: log π has no maximum that is found from θ = %.4g", start)
	step, now := make([]float64, d), m.LogPosterior(x)
	for range 200 {
		h := hessian(m, x)
		l, definite := linalg.Cholesky(h)
		shift := 0.0
		for i := range d {
			shift += float64(1e-3*math.Abs(h[i*d+i])) / float64(d)
		}
		for ; !definite; shift *= 4 {
			if !(shift > 0 && shift < math.MaxFloat64) {
				return nil, nil, none
			}
			linalg.AddScaled(h, shift, linalg.Identity(d, 1))
			l, definite = linalg.Cholesky(h)
		}
		logGradient(step, m, x)
		linalg.SolveLower(l, step)
		size := linalg.Dot(step, step) // |step|² in units of the Laplace covariance
		linalg.SolveLowerTransposed(l, step)
		for t := 1.0; ; t /= 2 {
			y := slices.Clone(x)
			linalg.AddScaled(y, t, step)
			// near the maximum, rounding hides differences of log π
			if next := m.LogPosterior(y); next > now || size < 1e-10 {
				x, now = y, next
				break
			}
			if t < 1e-9 {
				return nil, nil, none
			}
		}
		if size < 1e-16 {
			break
		}
	}
	l, ok := linalg.Cholesky(hessian(m, x))
	if !ok {
		return nil, nil, none
	}
	return x, inverse(l), nil
}

// hessian is −∇² log π by central differences of the gradient.
func hessian(m model.Model, theta []float64) []float64 {
	d := len(theta)
	h, x := make([]float64, d*d), slices.Clone(theta)
	up, down := make([]float64, d), make([]float64, d)
	for i := range d {
		by := float64(0x1p-14 * max(1, math.Abs(theta[i])))
		x[i] = theta[i] + by
		logGradient(up, m, x)
		x[i] = theta[i] - by
		logGradient(down, m, x)
		x[i] = theta[i]
		for j := range d {
			half := (down[j] - up[j]) / float64(4*by)
			h[i*d+j] += half
			h[j*d+i] += half
		}
	}
	return h
}
