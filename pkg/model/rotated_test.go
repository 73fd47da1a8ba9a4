package model

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// log π and the terms of a Rotated are those of its model at θ = Qθ', the gradients turned by Qᵀ.
// Turned covariates have the errors of float32. Both layouts give θ back.
func TestRotated(t *testing.T) {
	for _, c := range models() {
		m, ok := c.m.(*Rotated)
		if !ok {
			continue
		}
		tol := 1e-12
		if _, ok := m.Model.(turned); !ok {
			tol = 1e-5
		}
		d := m.Dim()
		near := func(what string, got, want []float64) {
			if !floats.EqualApprox(got, want, tol*(1+floats.Norm(want, math.Inf(1)))) {
				t.Errorf("%s: %s: %v, want %v", c.name, what, got, want)
			}
		}
		for _, theta := range c.points(3)[:3] {
			at, g, want := m.Turn(theta), make([]float64, d), make([]float64, d)
			u, v := m.LogPosterior(at), m.Of.LogPosterior(theta)
			near("log π", []float64{u - m.LogPosterior(make([]float64, d))},
				[]float64{v - m.Of.LogPosterior(make([]float64, d))})
			m.GradPrior(g, at)
			m.Of.GradPrior(want, theta)
			near("prior", g, m.Turn(want))
			for i := range m.Ndata() {
				m.GradDatum(g, at, i)
				m.Of.GradDatum(want, theta, i)
				near("datum", g, m.Turn(want))
			}
			for _, l := range layouts {
				x, y := vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d))
				l.Store(x, 0, at)
				m.Given(l)(y, x)
				l.Load(g, y, 0)
				near("θ", g, theta)
				z := vec.Rows(len(y))
				m.Given(l, 0, d-1)(z, x)
				for _, i := range []int{0, d - 1} {
					if row, lane := l.At(i, 0); z[row][lane] != y[row][lane] {
						t.Errorf("%s: one component: %v, all: %v", c.name, z[row][lane], y[row][lane])
					}
				}
			}
		}
	}
	m := NewRotated(&Mixture{X: []float64{1, 2, 4}, W: 0.3, Sigma1: 1, Sigma2: 2, SigmaTheta: 1},
		axes(2))
	centres := Control{{1, 0.5}, {0.5, 1}} // in the given coordinates
	first, g := make([]float64, 2), make([]float64, 2)
	for _, at := range centres {
		centres.Terms(m).GradDatum(first, m.Turn(at), 0)
		centres.Terms(m).GradDatum(g, m.Turn(at), 2)
		if !floats.EqualApprox(g, first, 1e-12) {
			t.Errorf("data differ at the centre %v: %v, %v", at, g, first)
		}
	}
	if got := NewRotated(regression(9, 2), linalg.Identity(2, 1)).Model.(*Logistic).Z; !slices.Equal(
		got, regression(9, 2).Z) {
		t.Errorf("without a turn: %v", got)
	}
}
