package model

import (
	"fmt"

	"adl/pkg/vec"
)

// A gradient is checked at two points, so far from a start: next to it, off the kinks and zeros
// that a model may have there, and further away; or less far where the model is not defined there.
const (
	least = 0x1p-20
	near  = 0x1p-7
	far   = 0x1p-2
)

// CheckGradient compares GradPrior + Σ GradDatum with differences of LogPosterior, and Gradient
// for all the data with GradPrior + Σ GradDatum. Its error names the component that differs most.
//
// It evaluates all the data a few times, however many components there are: at each point it takes
// a derivative in one direction, to which all of them contribute.
func CheckGradient(m Model, l vec.Layout, start []float64) error {
	var p *point
	for _, move := range []float64{near, far} {
		for ; ; move /= 4 {
			p = newPoint(m, start, move)
			p.sum(0, m.Ndata())
			err := p.checkSlope()
			if err == nil {
				break
			}
			if x := m.LogPosterior(p.theta); move < least || x-x == 0 {
				return err
			}
		}
	}
	g := m.Gradient(l, m.Ndata())
	f := p.eval(l, func(f, theta []vec.Row) {
		if g, ok := g.(SharedGradient); ok {
			g.EvalAll([][]vec.Row{f}, [][]vec.Row{theta})
			return
		}
		g.Eval(f, theta, nil)
	})
	for r := range l.Replicas() {
		name := fmt.Sprintf("Gradient(%v, %d) for all the data", l, m.Ndata())
		if err := p.compare(l, f, r, name); err != nil {
			return err
		}
	}
	return nil
}

// CheckBatches compares Gradient for batches of n data with GradPrior + (N/n) Σ GradDatum of the
// same data, next to start.
func CheckBatches(m Model, l vec.Layout, n int, start []float64) error {
	g := m.Gradient(l, n)
	if _, ok := g.(NoisyGradient); ok {
		return nil // it takes no data
	}
	p, total, replicas := newPoint(m, start, least), m.Ndata(), l.Replicas()
	// A batch is data one after the other, which begin elsewhere in every replica.
	datum := func(r, j int) int { return (total - 1 + r*total/replicas + j) % total }
	batch := func(from, to int) *Batch {
		b := &Batch{Rest: from > 0}
		if l == vec.Components {
			for j := from; j < to; j++ {
				b.Data = append(b.Data, uint16(datum(0, j)))
			}
			return b
		}
		b.Index = vec.Indices(to - from)
		for j := range b.Index {
			for r := range b.Index[j] {
				b.Index[j][r] = uint16(datum(r, from+j))
			}
		}
		return b
	}
	name := fmt.Sprintf("Gradient(%v, %d) for a batch", l, n)
	f := p.eval(l, func(f, theta []vec.Row) { g.Eval(f, theta, batch(0, n)) })
	rest := f
	if _, ok := g.(RestGradient); ok && n < total {
		rest = p.eval(l, func(f, theta []vec.Row) { g.Eval(f, theta, batch(n, total)) })
	}
	const most = 1024 // data that are compared, for the time it takes
	for r := 0; r < replicas; r += max(1, n*replicas/most) {
		p.sum(datum(r, 0), n)
		if err := p.compare(l, f, r, name); err != nil {
			return err
		}
		if err := p.compare(l, rest, r, name+" given by the rest"); err != nil {
			return err
		}
	}
	return nil
}

// eval evaluates a gradient with the same θ in every replica.
func (p *point) eval(l vec.Layout, eval func(f, theta []vec.Row)) []vec.Row {
	theta, f := vec.Rows(l.Rows(len(p.theta))), vec.Rows(l.Rows(len(p.theta)))
	for r := range l.Replicas() {
		for k, x := range p.theta {
			row, lane := l.At(k, r)
			theta[row][lane] = x
		}
	}
	eval(f, theta)
	return f
}

// compare compares replica r of a gradient with the sum.
func (p *point) compare(l vec.Layout, f []vec.Row, r int, name string) error {
	g := make([]float64, len(p.theta))
	for k := range g {
		row, lane := l.At(k, r)
		g[k] = f[row][lane]
	}
	k, e := p.worst(g)
	if e <= lanesTol {
		return nil
	}
	return p.mismatch(k, g[k], name, p.grad[k], "GradPrior and GradDatum of the same data")
}
