package model_test

import (
	"fmt"
	"math"
	"regexp"
	"testing"

	"adl/pkg/model"
	"adl/pkg/model/modeltest"
	"adl/pkg/vec"
)

// sabotaged is a model with functions that change the results of another model.
type sabotaged struct {
	model.Model
	log   func(x float64) float64
	prior func(g []float64)
	datum func(g []float64, i int)
	lanes func(x *float64, b *model.Batch) // the last component of replica 0
}

func (m sabotaged) LogPosterior(theta []float64) float64 {
	x := m.Model.LogPosterior(theta)
	if m.log != nil {
		x = m.log(x)
	}
	return x
}

func (m sabotaged) GradPrior(g, theta []float64) {
	if m.Model.GradPrior(g, theta); m.prior != nil {
		m.prior(g)
	}
}

func (m sabotaged) GradDatum(g, theta []float64, i int) {
	if m.Model.GradDatum(g, theta, i); m.datum != nil {
		m.datum(g, i)
	}
}

func (m sabotaged) Gradient(l vec.Layout, n int) model.Gradient {
	if m.lanes == nil {
		return model.NewGradient(m, l, n)
	}
	row, lane := l.At(m.Dim()-1, 0)
	g := changed{m.Model.Gradient(l, n), func(f []vec.Row, b *model.Batch) {
		m.lanes(&f[row][lane], b)
	}}
	switch g.Gradient.(type) {
	case model.RestGradient:
		return changedRest{g}
	case model.SharedGradient:
		return changedShared{g}
	}
	return g
}

// changed is a gradient that changes the results of another gradient.
type changed struct {
	model.Gradient
	change func(f []vec.Row, b *model.Batch)
}

type (
	changedRest   struct{ changed }
	changedShared struct{ changed }
)

func (g changed) Eval(f, theta []vec.Row, b *model.Batch) {
	g.Gradient.Eval(f, theta, b)
	g.change(f, b)
}

func (changedRest) Rest() {}

func (g changedShared) EvalAll(f, theta [][]vec.Row) {
	g.Gradient.(model.SharedGradient).EvalAll(f, theta)
	g.change(f[0], nil)
}

// TestKey: no model has a parameter that its key lacks.
func TestKey(t *testing.T) {
	all := checked()
	all["Gaussian noise"] = &model.GaussianNoise{Model: all["Cauchy"], Name: "S"}
	for name, m := range all {
		t.Run(name, func(t *testing.T) { modeltest.Key(t, m) })
	}
}

// checked are the models of this package and one in plain Go.
func checked() map[string]model.Model {
	all := model.Models()
	all["Cauchy"] = &Cauchy{X: []float64{-0.5, 0.25, 0.5, 1, 1.5, 5}}
	return all
}

func TestCheck(t *testing.T) {
	for name, m := range checked() {
		t.Run(name, func(t *testing.T) {
			modeltest.Gradient(t, m)
			modeltest.Gradient(t, m, modeltest.Point(m.Dim(), 100))
		})
	}
	noisy := &model.GaussianNoise{Model: checked()["Cauchy"], Cov: func(s, _ []float64) {}}
	if err := modeltest.Check(noisy, modeltest.Point(1, 0.5)); err != nil {
		t.Error(err)
	}
}

// TestCheckSabotage: in every model the fault is found and described.
func TestCheckSabotage(t *testing.T) {
	const (
		slope = `GradPrior and ΣGradDatum, but \S+ from differences of LogPosterior`
		lane  = `GradPrior and GradDatum of the same data, but \S+ from Gradient\(\w+\) for `
		all   = lane + `all the data`
		batch = lane + `a batch`
		rest  = lane + `a batch given by the rest`
	)
	every := func(by float64) func([]float64, int) {
		return func(g []float64, _ int) {
			for k := range g {
				g[k] *= by
			}
		}
	}
	last := func(by float64) func([]float64, int) {
		return func(g []float64, _ int) { g[len(g)-1] *= by }
	}
	lanes := func(when func(b *model.Batch) bool, by float64) sabotaged {
		return sabotaged{lanes: func(x *float64, b *model.Batch) {
			if when(b) {
				*x *= by
			}
		}}
	}
	isAll := func(b *model.Batch) bool { return b == nil }
	isBatch := func(b *model.Batch) bool { return b != nil && !b.Rest }
	isRest := func(b *model.Batch) bool { return b != nil && b.Rest }
	nan := math.NaN()
	for _, c := range []struct {
		what string
		m    sabotaged
		k    string // the component named; empty for the last
		want string
	}{
		{"sign of a component", sabotaged{datum: last(-1)}, "", slope},
		{"all signs", sabotaged{datum: every(-1)}, `\d+`, slope},
		{"4 for 5", sabotaged{datum: every(0.8)}, `\d+`, slope},
		{"a thousandth", sabotaged{datum: last(0.999)}, "", slope},
		{"little", sabotaged{datum: last(1.000003)}, "", slope},
		{"no prior", sabotaged{prior: func(g []float64) { clear(g) }}, `\d+`, slope},
		{"a datum omitted", sabotaged{datum: func(g []float64, i int) {
			if i == 0 {
				clear(g)
			}
		}}, `\d+`, slope},
		{"NaN", sabotaged{datum: last(nan)}, "", slope},
		{"log π is NaN", sabotaged{log: func(float64) float64 { return nan }}, "1", slope},
		{"all data on lanes", lanes(isAll, 1.000001), "", all},
		{"a batch on lanes", lanes(isBatch, 1.000001), "", batch},
		{"NaN on lanes", lanes(isBatch, nan), "", batch},
		{"the rest on lanes", lanes(isRest, 1.000001), "", rest},
	} {
		for name, m := range checked() {
			if _, ok := m.Gradient(vec.Replicas, 1).(model.RestGradient); c.want == rest &&
				(!ok || m.Ndata() == 1) {
				continue
			}
			d := m.Dim()
			c.m.Model = m
			k := c.k
			if k == "" {
				k = fmt.Sprint(d)
			}
			want := regexp.MustCompile(fmt.Sprintf(
				`^model %v: ∂/∂θ_%s log π is \S+ from %s, at θ = \[.+\]$`, m.Key()["is"], k, c.want))
			err := modeltest.Check(c.m, modeltest.Point(d, 0.5))
			if err == nil || !want.MatchString(err.Error()) {
				t.Errorf("%s, %s: %v", name, c.what, err)
			}
		}
	}
}

// bounded is a model of a positive or a negative number.
type bounded struct {
	Cauchy
	sign float64
}

func (m *bounded) LogPosterior(theta []float64) float64 {
	return m.Cauchy.LogPosterior(theta) + float64(0*math.Sqrt(m.sign*theta[0]))
}

func (m *bounded) GradPrior(g, theta []float64) {
	g[0] = float64(math.Sqrt(m.sign*theta[0])*0) - theta[0]
}

func (m *bounded) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// TestCheckBounded: a model whose domain ends near the start is checked inside the domain.
func TestCheckBounded(t *testing.T) {
	for _, x := range []float64{1e-3, -1e-3, 0.05, -0.05, 0.2, -0.2} {
		m := &bounded{Cauchy{X: []float64{0.5, 3}}, math.Copysign(1, x)}
		if err := modeltest.Check(m, []float64{x}); err != nil {
			t.Errorf("from %g: %v", x, err)
		}
		if err := modeltest.Check(sabotaged{Model: m, prior: func(g []float64) { clear(g) }},
			[]float64{x}); err == nil {
			t.Errorf("from %g: a sabotage is not found", x)
		}
	}
}
