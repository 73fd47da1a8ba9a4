package main

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the diagonal for every friction and the matrix from a full friction, one row for
// each scaling.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	scalings := t.Where(table.Quantity, table.DataPoint).Distinct(table.Scaling)
	f := plots.New(len(scalings), 2)
	f.Height = vg.Length(1.2+7*float64(len(scalings))) * vg.Centimeter
	for j, scaling := range scalings {
		u := t.Where(table.Scaling, scaling)
		p := f.Panel(j, 0)
		p.Label("diagonal, "+look.ScalingTitle(scaling), `$i$`, `$[\bar\Sigma_x]_{i,i}$`)
		diagonals(p, s, u)
		drawEntries(f.Panel(j, 1), u)
	}
	return f, nil
}

// diagonals draws the diagonals of Σ̄ from every friction and from the Laplace approximation.
func diagonals(p *plots.Panel, s Spec, t *table.Table) {
	laplace := diagonal(t.Where(table.Method, table.Laplace, table.Quantity, table.Sigma))
	x, y := laplace.Floats(table.I), laplace.Floats(table.Value)
	p.XLim = plots.Limits{Lo: 0, Hi: float64(len(x) + 1)}
	log := len(y) > 0 && slices.Min(y) > 0 && slices.Max(y) > 10*slices.Min(y)
	if p.Log(false, log); !log {
		p.YLim = plots.From(0)
	}
	theory := plots.Line{Name: laplaceSigma, Style: plots.Theory()} // a dash for each i
	for k := range x {
		theory.X = append(theory.X, x[k]-1, x[k]+1, math.NaN())
		theory.Y = append(theory.Y, y[k], y[k], math.NaN())
	}
	p.Add(theory)
	for r, k := range s.Friction {
		u := t.Where(table.Method, table.AdL, table.Friction, k, table.Quantity, table.Sigma)
		if k == table.Scalar {
			constant(p, k, u, len(x))
			continue
		}
		series := look.Series{
			Name: look.Title(k), Style: look.Style(k), Linear: !log, X: look.Column(table.I),
		}
		series.Style.Size = max(0.8, 2-vg.Length(0.6*float64(r))) // lower marks stay visible
		p.Add(series.Points(diagonal(u))...)
	}
}

// constant draws the single value of a scalar friction for all i up to n.
func constant(p *plots.Panel, k study.Friction, t *table.Table, n int) {
	if t.Len() != 1 {
		return
	}
	v, style := t.Float(0, table.Value), look.Style(k)
	style.Mark, style.Pale = plots.NoMark, look.Pale(t.Cell(0, table.Status))
	p.Add(plots.Line{
		Name: look.Title(k), X: []float64{1, float64(n)}, Y: []float64{v, v}, Style: style,
	})
}

// laplaceSigma names the mean of Σ_x over the Laplace approximation.
const laplaceSigma = `$\Sigma_x$, its mean over the Laplace approximation`

// shown returns the entries of Σ̄ from a full friction or, without one, from the Laplace
// approximation, and their title.
func shown(t *table.Table) (entries *table.Table, title string) {
	u := t.Where(table.Method, table.AdL, table.Friction, table.Full, table.Quantity, table.Sigma)
	if u.Len() < 2 { // then the table has all entries of the Laplace approximation
		return t.Where(table.Method, table.Laplace, table.Quantity, table.Sigma), laplaceSigma
	}
	title = "all entries, " + look.Title(table.Full)
	if look.Pale(u.Cell(0, table.Status)) {
		title += ", " + u.Cell(0, table.Status)
	}
	return u, title
}

// drawEntries draws the sizes of the entries of Σ̄ on a logarithmic scale. Entries that differ from
// 0 by less than two standard errors are blank.
func drawEntries(p *plots.Panel, t *table.Table) {
	u, title := shown(t)
	p.Label(title, `$j$`, `$i$`)
	p.Aspect, p.Bar = 1, `$\log_{10}\,|[\bar\Sigma_x]_{i,j}|$`
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	n := diagonal(t.Where(table.Method, table.Laplace, table.Quantity, table.Sigma)).Len()
	m := make([]float64, n*n)
	for k := range m {
		m[k] = math.NaN()
	}
	scale := plots.Scale{Colors: plots.Blues()[1:], Min: math.Inf(1), Max: math.Inf(-1)}
	for r := range u.Len() {
		e := u.Estimate(r)
		v := math.Abs(e.Value)
		if !(v > 0) || v < 2*e.StdErr {
			continue
		}
		i, j, size := int(u.Float(r, table.I))-1, int(u.Float(r, table.J))-1, math.Log10(v)
		m[i*n+j], m[j*n+i] = size, size
		scale.Min, scale.Max = min(scale.Min, size), max(scale.Max, size)
	}
	edges := linalg.LinSpace(0.5, float64(n)+0.5, n+1)
	p.Add(plots.Cells{XEdges: edges, YEdges: edges, Z: m, Scale: scale})
}
