package model

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Rotated is a posterior in the coordinates θ' = Qᵀθ along orthonormal axes, the columns of Q. Its
// gradients are Qᵀ∇ log π at θ = Qθ', so that Σ_x becomes QᵀΣ_xQ. The prior N(0, σ_θ² I) of
// [Logistic] and [Linear] does not depend on the axes: their covariates are turned once, to Qᵀz
// rounded to float32, and a gradient costs what it did. Other models turn θ and the gradient, with
// 2d² operations more.
type Rotated struct {
	Model `key:"-"` // in the coordinates θ'
	Of    Model     // in the given coordinates
	Q     []float64 // d×d
}

// NewRotated panics if Q has not the model's dimension.
func NewRotated(m Model, q []float64) *Rotated {
	if linalg.Order(q) != m.Dim() {
		panic("model: the axes do not have the model's dimension")
	}
	r := &Rotated{Of: m, Q: q}
	switch m := m.(type) {
	case *Logistic:
		r.Model = &Logistic{Z: r.data(m.Z), D: m.D, Y: m.Y, SigmaTheta: m.SigmaTheta}
	case *Linear:
		r.Model = &Linear{
			Z: r.data(m.Z), D: m.D, Y: m.Y, Sigma: m.Sigma, Nu: m.Nu, SigmaTheta: m.SigmaTheta,
		}
	default:
		r.Model = turned{r}
	}
	return r
}

// Key has the given model's key and a digest of Q.
func (m *Rotated) Key() spec.Key {
	h := sha256.New()
	binary.Write(h, binary.LittleEndian, m.Q)
	return spec.Key{"is": "rotated", "of": m.Of.Key(), "basis": fmt.Sprintf("%x", h.Sum(nil)[:16])}
}

// Turn returns Qᵀθ.
func (m *Rotated) Turn(theta []float64) []float64 {
	t := make([]float64, len(theta))
	for i, x := range theta {
		linalg.AddScaled(t, x, m.Q[i*len(theta):][:len(theta)])
	}
	return t
}

// Given returns the function that writes Qθ' into θ, vectors in a layout: all components, or those
// that are named, which have the same bits then.
func (m *Rotated) Given(l vec.Layout, components ...int) func(theta, turned []vec.Row) {
	return times(l, m.Q, components)
}

// data returns covariates turned.
func (m *Rotated) data(z []float32) []float32 {
	d := m.Of.Dim()
	turned, one := make([]float32, 0, len(z)), make([]float64, d)
	for i := 0; i < len(z); i += d {
		for k, x := range z[i : i+d] {
			one[k] = float64(x)
		}
		for _, x := range m.Turn(one) {
			turned = append(turned, float32(x))
		}
	}
	return turned
}

// times returns the function that writes a x into y, for a matrix a and vectors in a layout: all
// components of y, or some.
func times(l vec.Layout, a []float64, some []int) func(y, x []vec.Row) {
	d, all := linalg.Order(a), len(some) == 0
	switch {
	case l == vec.Replicas:
		for i := 0; all && i < d; i++ {
			some = append(some, i)
		}
		return func(y, x []vec.Row) {
			for _, i := range some {
				clear(y[i : i+1])
				for k := range x {
					vec.AddScaled(y[i:i+1], x[k:k+1], a[i*d+k])
				}
			}
		}
	case !all:
		return func(y, x []vec.Row) {
			for _, i := range some {
				s, row := 0., a[i*d:][:d]
				for k := 0; k < d; k += 2 { // in the order of AddTwo
					pair := x[k/vec.Lanes][k%vec.Lanes:][:2]
					if k+1 < d {
						s = math.FMA(row[k+1], pair[1], s)
					}
					s = math.FMA(row[k], pair[0], s)
				}
				y[i/vec.Lanes][i%vec.Lanes] = s
			}
		}
	}
	n, t := l.Rows(d), linalg.Transpose(a)
	columns := vec.Rows((d + d%2) * n)
	for k := range d {
		l.Store(columns[k*n:][:n], 0, t[k*d:][:d])
	}
	return func(y, x []vec.Row) {
		clear(y)
		for k := 0; k < d; k += 2 { // lanes from d on are 0
			u, v := x[k/vec.Lanes][k%vec.Lanes], x[k/vec.Lanes][k%vec.Lanes+1]
			vec.AddTwo(y, columns[k*n:][:n], columns[(k+1)*n:][:n], u, v)
		}
	}
}

// turned is a model of any kind in the coordinates θ'.
type turned struct{ *Rotated }

func (m turned) Dim() int   { return m.Of.Dim() }
func (m turned) Ndata() int { return m.Of.Ndata() }

// given returns Qθ'.
func (m turned) given(theta []float64) []float64 {
	x := make([]float64, len(theta))
	for i := range x {
		x[i] = linalg.Dot(m.Q[i*len(x):][:len(x)], theta)
	}
	return x
}

func (m turned) LogPosterior(theta []float64) float64 { return m.Of.LogPosterior(m.given(theta)) }

func (m turned) GradPrior(g, theta []float64) {
	m.Of.GradPrior(g, m.given(theta))
	copy(g, m.Turn(g))
}

func (m turned) GradDatum(g, theta []float64, i int) {
	m.Of.GradDatum(g, m.given(theta), i)
	copy(g, m.Turn(g))
}

func (m turned) Gradient(l vec.Layout, n int) Gradient {
	rows := vec.Rows(2 * l.Rows(m.Dim()))
	return &turnedGradient{
		m.Of.Gradient(l, n), m.Given(l), times(l, linalg.Transpose(m.Q), nil),
		rows[:len(rows)/2], rows[len(rows)/2:],
	}
}

type turnedGradient struct {
	of           Gradient
	given, turn  func(y, x []vec.Row)
	force, theta []vec.Row // in the given coordinates
}

func (g *turnedGradient) Eval(f, theta []vec.Row, b *Batch) {
	g.given(g.theta, theta)
	g.of.Eval(g.force, g.theta, b)
	g.turn(f, g.force)
}
