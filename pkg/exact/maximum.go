package exact

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// Start returns a point of d numbers near 0, where no gradient vanishes by symmetry.
func Start(d int) []float64 {
	start := make([]float64, d)
	for i := range start {
		start[i] = float64(i%7-3) / 64
	}
	return start
}

// Modes returns the modes of a mixture's posterior, the highest first, without modes lower by a
// factor of e^−38, or one mode of another posterior.
func Modes(m model.Model) (at [][]float64, err error) {
	var mode []float64
	switch m := m.(type) {
	case *model.Mixture:
		few := *m
		if len(m.X) > vec.MaxIndex { // modes for some of the data are near those for all
			few.X = nil
			for i := range 1000 {
				few.X = append(few.X, m.X[i*len(m.X)/1000])
			}
		}
		for _, x := range modes(&few, boxEdge) {
			if at = append(at, x.Theta); len(few.X) < len(m.X) {
				if at[len(at)-1], _, err = Maximum(m, x.Theta); err != nil {
					return nil, err
				}
			}
		}
		return at, nil
	case *model.Logistic:
		l, err := NewLaplace(m)
		if err != nil {
			return nil, err
		}
		mode = l.Mode
	default:
		if mode, _, err = Maximum(m, Start(m.Dim())); err != nil {
			return nil, err
		}
	}
	return [][]float64{mode}, nil
}

// Maximum climbs from a start to a local maximum of log π by Newton's method, and returns it with
// (−∇² log π)⁻¹.
func Maximum(m model.Model, start []float64) (mode, cov []float64, err error) {
	mode, l, err := climb(m, start)
	if err != nil {
		return nil, nil, fmt.Errorf("exact: %w", err)
	}
	return mode, inverse(l), nil
}

// climb returns a local maximum and the factor L of −∇² log π = L Lᵀ there. Where that is not
// positive definite it adds a multiple of I, and it halves steps that lead down.
func climb(m model.Model, start []float64) (mode, l []float64, err error) {
	d, x := len(start), slices.Clone(start)
	none := fmt.Errorf("log π has no maximum that is found from θ = %.4g", start)
	step, now := make([]float64, d), m.LogPosterior(x)
	for range 200 {
		h := hessian(m, x)
		l, definite := linalg.Cholesky(h)
		shift := 0.0
		for i := range d {
			shift += 1e-3 * math.Abs(h[i*d+i]) / float64(d)
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
			if l, definite = linalg.Cholesky(hessian(m, x)); !definite {
				return nil, nil, fmt.Errorf("log π has no strict maximum near θ = %.4g", x)
			}
			return x, l, nil
		}
	}
	return nil, nil, none
}

// Curvature returns λ_max, the largest eigenvalue of −∇² log π(θ|x), or NaN if that is not finite.
func Curvature(m model.Model, theta []float64) float64 {
	values, _, ok := linalg.Eigen(hessian(m, theta))
	if !ok {
		return math.NaN()
	}
	return slices.Max(values)
}

// hessian is −∇² log π, by central differences of the gradient unless a formula is known.
func hessian(m model.Model, theta []float64) []float64 {
	switch m := m.(type) {
	case *model.Mixture:
		return mixtureHessian(m, theta)
	case *model.Logistic:
		return precision(m, theta)
	}
	d := len(theta)
	h, x := make([]float64, d*d), slices.Clone(theta)
	up, down := make([]float64, d), make([]float64, d)
	for i := range d {
		by := 0x1p-14 * max(1, math.Abs(theta[i]))
		x[i] = theta[i] + by
		logGradient(up, m, x)
		x[i] = theta[i] - by
		logGradient(down, m, x)
		x[i] = theta[i]
		for j := range d {
			half := (down[j] - up[j]) / (4 * by)
			h[i*d+j] += half
			h[j*d+i] += half
		}
	}
	return h
}

// mixtureHessian is, with r_k and q_k = 1 − r_k the probabilities given x_k of the components,
//
//	−∇² log π = I/σ_θ² + Σ_k (r_k/σ₁² 0; 0 q_k/σ₂²) − r_k q_k (u_k, −v_k)ᵀ(u_k, −v_k),
//	u_k = (x_k − θ₁)/σ₁²,   v_k = (x_k − θ₂)/σ₂².
func mixtureHessian(m *model.Mixture, theta []float64) []float64 {
	i1, i2 := 1/(m.Sigma1*m.Sigma1), 1/(m.Sigma2*m.Sigma2)
	l := math.Log((1 - m.W) * m.Sigma1 / (m.W * m.Sigma2))
	h := linalg.Identity(2, 1/(m.SigmaTheta*m.SigmaTheta))
	for _, x := range m.X {
		y, z := x-theta[0], x-theta[1]
		u, v := y*i1, z*i2
		q := vec.Sigmoid(l + 0.5*(u*y-v*z))
		r := 1 - q
		h[0] += r*i1 - r*q*u*u
		h[3] += q*i2 - r*q*v*v
		h[1] += r * q * u * v
	}
	h[2] = h[1]
	return h
}
