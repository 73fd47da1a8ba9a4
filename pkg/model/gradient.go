package model

import "adl/pkg/vec"

// NewGradient returns the stochastic gradient of m for batches of n data, evaluated replica by
// replica and datum by datum. A model that has no faster routine returns it from its method
// Gradient:
//
//	func (m *Mine) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }
//
// Its bits are the same on every machine if those of GradPrior and GradDatum are.
func NewGradient(m Model, l vec.Layout, n int) Gradient {
	d := m.Dim()
	x := make([]float64, 3*d)
	scale := float64(m.Ndata()) / float64(n)
	return &plainGradient{m: m, layout: l, scale: scale, theta: x[:d], sum: x[d : 2*d], one: x[2*d:]}
}

type plainGradient struct {
	m               Model
	layout          vec.Layout
	scale           float64
	theta, sum, one []float64
}

func (p *plainGradient) Eval(f, theta []vec.Row, b *Batch) {
	for r := range p.layout.Replicas() {
		for k := range p.theta {
			row, lane := p.layout.At(k, r)
			p.theta[k], p.sum[k] = theta[row][lane], 0
		}
		scale := p.scale
		if b == nil {
			scale = 1
			for i := range p.m.Ndata() {
				p.add(i)
			}
		} else {
			for j := range b.Index {
				p.add(int(b.Index[j][r]))
			}
			for _, i := range b.Data {
				p.add(int(i))
			}
		}
		p.m.GradPrior(p.one, p.theta)
		for k, x := range p.one {
			row, lane := p.layout.At(k, r)
			f[row][lane] = float64(scale*p.sum[k]) + x
		}
	}
}

func (p *plainGradient) add(i int) {
	p.m.GradDatum(p.one, p.theta, i)
	for k, x := range p.one {
		p.sum[k] += x
	}
}
