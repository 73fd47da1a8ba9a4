package model

import "adl/pkg/vec"

// Datumwise is what a model says in plain Go, a datum at a time: all of Model but Gradient.
type Datumwise interface {
	Dim() int
	Data() int
	LogPosterior(theta []float64) float64
	GradPrior(g, theta []float64)
	GradDatum(g, theta []float64, i int)
}

// PerDatum returns the stochastic gradient of m for batches of n data, evaluated lane by lane and datum by datum. It is what the method Gradient of a model
// returns that has no routine of its own for 64 lanes:
//
//	func (m *Mine) Gradient(n int) model.Gradient { return model.PerDatum(m, n) }
//
// The bits are the same on every machine if those of GradPrior and GradDatum are.
func PerDatum(m Datumwise, n int) Gradient {
	d := m.Dim()
	f := func() []float64 { return make([]float64, d) }
	return &perDatum{m: m, scale: float64(m.Data()) / float64(n), theta: f(), sum: f(), one: f()}
}

type perDatum struct {
	m               Datumwise
	scale           float64
	theta, sum, one []float64
}

func (p *perDatum) Eval(f, theta []vec.Row, b Batch) {
	for l := range vec.Lanes {
		for k := range p.theta {
			p.theta[k], p.sum[k] = theta[k][l], 0
		}
		add := func(i int) {
			p.m.GradDatum(p.one, p.theta, i)
			for k, x := range p.one {
				p.sum[k] += x
			}
		}
		scale := p.scale
		if b.Index == nil {
			scale = 1
			for i := range p.m.Data() {
				add(i)
			}
		}
		for j := range b.Index {
			add(int(b.Index[j][l]))
		}
		p.m.GradPrior(p.one, p.theta)
		for k, x := range p.one {
			f[k][l] = float64(scale*p.sum[k]) + x
		}
	}
}
