package exact

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/vec"
)

// Word is a scheme at a friction that does not move, as package dynamics understands it: a palindrome over
//
//	A  θ ← θ + h p
//	B  p ← p + h F̂_n(θ)
//	O  p ← e^(−hξ) p + [(γ/ξ)(1 − e^(−2hξ))]^(1/2) G
//	D  nothing, but the second moment of p is taken
//
// in which a letter that occurs k times gets the time Δt/k; or SGLD, the scheme θ ← θ + Δt F̂_n(θ) + (2Δt)^(1/2) G, whatever ξ and γ.
type Word struct {
	Word      string
	Dt        float64
	Xi, Gamma float64 // equal for Langevin dynamics

	// SplitBatch gives the B that ends a step and the B that begins the next a batch each. Without it they share one.
	SplitBatch bool
}

// Stationary holds second moments of a stationary state.
type Stationary struct {
	Theta float64 // variance of θ at the end of a step
	Error float64 // a Theta − 1, its relative error
	P     float64 // E p², the mean over the D's of the word if there are any, else at the end of a step (with shared batches, before half a B)
}

// Stationary returns the stationary state of a word with batches of noise ε. One step is an affine map x ← M x + noise of x = (θ − μ, p), so the covariance X of x solves the
// discrete Lyapunov equation
//
//	X = M X Mᵀ + Q,
//
// three linear equations. It reports false where M is not stable. It panics on a letter that is none.
func (l Gaussian) Stationary(w Word, epsilon float64) (Stationary, bool) {
	if w.Word == "SGLD" {
		m := 1 - float64(l.A*w.Dt)
		q := math.FMA(float64(epsilon*l.V), float64(w.Dt*w.Dt), float64(2*w.Dt))
		if !(math.Abs(m) < 1) {
			return Stationary{}, false
		}
		x := q / float64((1-m)*(1+m))
		return Stationary{Theta: x, Error: math.FMA(x, l.A, -1)}, true
	}
	steps := l.maps(w, epsilon)

	// the map of a whole step and its noise
	all := affine{m: [4]float64{1, 0, 0, 1}}
	for _, s := range steps {
		all = s.after(all)
	}
	m := all.m
	trace, det := m[0]+m[3], float64(m[0]*m[3])-float64(m[1]*m[2])
	if !(math.Abs(det) < 1 && math.Abs(trace) < 1+det) {
		return Stationary{}, false
	}
	x := solve3([3][4]float64{
		{1 - float64(m[0]*m[0]), -float64(2 * float64(m[0]*m[1])), -float64(m[1] * m[1]), all.q[0]},
		{-float64(m[0] * m[2]), 1 - float64(m[0]*m[3]) - float64(m[1]*m[2]), -float64(m[1] * m[3]), all.q[1]},
		{-float64(m[2] * m[2]), -float64(2 * float64(m[2]*m[3])), 1 - float64(m[3]*m[3]), all.q[2]},
	})
	r := Stationary{Theta: x[0], Error: math.FMA(x[0], l.A, -1), P: x[2]}
	sum, n := 0.0, 0.0
	at := affine{m: [4]float64{1, 0, 0, 1}, q: x}
	for _, s := range steps {
		if s.look {
			sum += at.q[2]
			n++
		}
		at = s.after(at)
	}
	if n > 0 {
		r.P = sum / n
	}
	return r, true
}

// affine is x ← m x + a noise of covariance q (entries 11, 12, 22).
type affine struct {
	m    [4]float64
	q    [3]float64
	look bool
}

// after is first b, then a.
func (a affine) after(b affine) affine {
	var c affine
	for i := range 2 {
		for j := range 2 {
			c.m[2*i+j] = math.FMA(a.m[2*i], b.m[j], float64(a.m[2*i+1]*b.m[2+j]))
		}
	}
	// a q aᵀ
	t, u, v, w := a.m[0], a.m[1], a.m[2], a.m[3]
	x, y, z := b.q[0], b.q[1], b.q[2]
	tx, ty := math.FMA(t, x, float64(u*y)), math.FMA(t, y, float64(u*z))
	vx, vy := math.FMA(v, x, float64(w*y)), math.FMA(v, y, float64(w*z))
	c.q = [3]float64{
		math.FMA(tx, t, float64(ty*u)) + a.q[0],
		math.FMA(tx, v, float64(ty*w)) + a.q[1],
		math.FMA(vx, v, float64(vy*w)) + a.q[2],
	}
	return c
}

// maps gives a step letter by letter. Where the word begins and ends with B and batches are shared, the last B is done with the first one of the next step.
func (l Gaussian) maps(w Word, epsilon float64) []affine {
	var steps []affine
	last := len(w.Word) - 1
	merge := !w.SplitBatch && last > 0 && w.Word[0] == 'B' && w.Word[last] == 'B'
	for i := range len(w.Word) {
		c := w.Word[i]
		h := w.Dt / float64(strings.Count(w.Word, string(c)))
		switch c {
		case 'A':
			steps = append(steps, affine{m: [4]float64{1, h, 0, 1}})
		case 'B':
			if merge && i == last {
				continue
			}
			if merge && i == 0 {
				h = float64(2 * h)
			}
			steps = append(steps, affine{m: [4]float64{1, 0, -float64(l.A * h), 1}, q: [3]float64{2: float64(float64(h*h) * float64(epsilon*l.V))}})
		case 'O':
			x := float64(h * w.Xi)
			noise := float64(2 * float64(w.Gamma*h))
			if x != 0 {
				noise = -float64(w.Gamma*vec.Expm1(-float64(2*x))) / w.Xi
			}
			steps = append(steps, affine{m: [4]float64{1, 0, 0, vec.Exp(-x)}, q: [3]float64{2: noise}})
		case 'D':
			steps = append(steps, affine{m: [4]float64{1, 0, 0, 1}, look: true})
		default:
			panic(fmt.Sprintf("exact: word %q has a letter other than A, B, O, D", w.Word))
		}
	}
	return steps
}

// solve3 is Gaussian elimination with pivots.
func solve3(a [3][4]float64) [3]float64 {
	for i := range 3 {
		p := i
		for k := i + 1; k < 3; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[p][i]) {
				p = k
			}
		}
		a[i], a[p] = a[p], a[i]
		for k := i + 1; k < 3; k++ {
			f := a[k][i] / a[i][i]
			for j := i; j < 4; j++ {
				a[k][j] = math.FMA(-f, a[i][j], a[k][j])
			}
		}
	}
	var x [3]float64
	for i := 2; i >= 0; i-- {
		s := a[i][3]
		for j := i + 1; j < 3; j++ {
			s = math.FMA(-a[i][j], x[j], s)
		}
		x[i] = s / a[i][i]
	}
	return x
}
