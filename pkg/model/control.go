package model

import (
	"math"

	"adl/pkg/vec"
)

// Control is the centres θ* of control variates: the gradient g_i(θ) = ∇ log P_elem(x_i|θ) of a
// datum is replaced by
//
//	g_i(θ) − g_i(θ*) + (1/N) Σ_j g_j(θ*),
//
// which has the same sum over all data, so that the posterior does not change, and at θ = θ* does
// not depend on the datum (Baker et al., Statistics and Computing 29, 2019). Of several centres it
// uses the nearest to θ. The prior's gradient does not change. Without a centre there are no
// control variates. Of a [Rotated] the centres are in the given coordinates.
type Control [][]float64

// Terms returns the terms of m with control variates, m itself without a centre. It evaluates the
// gradients of all data at the centres and stores them, Nd × d numbers per centre. It panics if the
// dimension of a centre is wrong.
func (at Control) Terms(m Model) Terms {
	if len(at) == 0 {
		return m
	}
	c, d, n := &controlled{Model: m}, m.Dim(), m.Ndata()
	r, rotated := m.(*Rotated)
	for _, theta := range at {
		if len(theta) != d {
			panic("model: a centre does not have the model's dimension")
		}
		if rotated {
			theta = r.Turn(theta)
		}
		c.at = append(c.at, theta)
		rows, mean := make([]float64, n*d), make([]float64, d)
		for i := range n {
			g := rows[i*d:][:d]
			m.GradDatum(g, theta, i)
			for k, x := range g {
				mean[k] += x
			}
		}
		for i := range rows {
			rows[i] -= mean[i%d] / float64(n)
		}
		c.rows = append(c.rows, rows)
	}
	return c
}

// controlled is the terms of a model with control variates.
type controlled struct {
	Model
	at   Control
	rows [][]float64 // per centre, g_i(θ*) − (1/N) Σ_j g_j(θ*) for all data
}

// GradDatum is the gradient for a datum minus the stored numbers.
func (c *controlled) GradDatum(g, theta []float64, i int) {
	c.Model.GradDatum(g, theta, i)
	for k, x := range c.rows[c.nearest(theta)][i*len(g):][:len(g)] {
		g[k] -= x
	}
}

// nearest returns the index of the centre nearest to θ.
func (c *controlled) nearest(theta []float64) int {
	best, least := 0, math.Inf(1)
	for i, at := range c.at {
		s := 0.0
		for k, x := range at {
			s = math.FMA(theta[k]-x, theta[k]-x, s)
		}
		if s < least {
			best, least = i, s
		}
	}
	return best
}

// Gradient is the gradient of the posterior for the same batch, minus the stored numbers of its
// data. In the layout vec.Replicas a batch costs one gradient of the posterior and n × d look-ups
// in tables of all data. In vec.Components and with more than vec.MaxIndex data, where the tables
// fit in no cache, it costs a gradient more for each centre that may be the nearest,
//
//	F̂_n(θ) − F̂_n(θ*) + ∇ log π(θ*|x).
//
// Full batches (n = Nd) cost as much as without control variates, and give the same bits.
func (c *controlled) Gradient(l vec.Layout, n int) Gradient {
	d, total := c.Dim(), c.Ndata()
	g := &controlledGradient{
		controlled: c, of: c.Model.Gradient(l, n), layout: l, scale: -float64(total) / float64(n),
		theta: make([]float64, d),
	}
	if l == vec.Replicas && total <= vec.MaxIndex {
		g.x = vec.Rows(n)
		for _, rows := range c.rows {
			var tables []*vec.Table
			for k := range d {
				var column []float64
				for i := range total {
					column = append(column, rows[i*d+k])
				}
				tables = append(tables, vec.NewTable(column))
			}
			g.tables, g.f = append(g.tables, tables), append(g.f, vec.Rows(d))
		}
		return g
	}
	all := c.Model.Gradient(l, total)
	g.x = vec.Rows(l.Rows(d))
	for _, theta := range c.at {
		at, full := vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d))
		for r := range l.Replicas() {
			l.Store(at, r, theta)
		}
		all.Eval(full, at, nil)
		g.centres, g.full = append(g.centres, at), append(g.full, full)
		g.f = append(g.f, vec.Rows(l.Rows(d)))
	}
	return g
}

// controlledGradient is the gradient with control variates.
type controlledGradient struct {
	*controlled
	of     Gradient // of the posterior
	layout vec.Layout
	scale  float64 // −N/n
	theta  []float64

	x      []vec.Row      // numbers from a table, or F̂_n(θ*)
	f      [][]vec.Row    // the gradients with each centre
	tables [][]*vec.Table // per centre and component

	centres, full [][]vec.Row // without tables: each θ*, and the full gradient there
}

func (g *controlledGradient) Eval(f, theta []vec.Row, b *Batch) {
	g.of.Eval(f, theta, b)
	switch {
	case b == nil:
	case len(g.at) == 1:
		g.less(f, f, b, 0)
	case g.layout == vec.Components:
		g.layout.Load(g.theta, theta, 0)
		g.less(f, f, b, g.nearest(g.theta))
	default:
		for c := range g.at {
			g.less(g.f[c], f, b, c)
		}
		g.choose(f, theta)
	}
}

// less sets dst to f less the numbers of a batch in the tables of a centre, or their like.
func (g *controlledGradient) less(dst, f []vec.Row, b *Batch, centre int) {
	if g.tables == nil {
		g.of.Eval(g.x, g.centres[centre], b)
		copy(dst, f)
		vec.AddTwo(dst, g.full[centre], g.x, 1, -1)
		return
	}
	x := g.x[:len(b.Index)]
	for k, table := range g.tables[centre] {
		table.Lookup(x, b.Index)
		vec.SumAffine(&dst[k], &f[k], x, 1, g.scale)
	}
}

// choose sets the gradient of each replica to the one with the nearest centre, as nearest does.
func (g *controlledGradient) choose(f, theta []vec.Row) {
	var least, s vec.Row
	var best [vec.Lanes]int
	for c, at := range g.at {
		clear(s[:])
		for k, x := range at {
			for r, t := range theta[k] {
				s[r] = math.FMA(t-x, t-x, s[r])
			}
		}
		for r, d := range s {
			if c == 0 || d < least[r] {
				best[r], least[r] = c, d
			}
		}
	}
	for k := range f {
		for r, c := range best {
			f[k][r] = g.f[c][k][r]
		}
	}
}
