package main

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the diagonal for every friction, the matrix from a full friction, and the
// distribution of its entries, one row for each scaling. Both matrices have the same colours.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	scalings := t.Where(table.Quantity, table.DataPoint).Distinct(table.Scaling)
	f := plots.New(len(scalings), 3)
	f.Height = vg.Length(1.2+5.8*float64(len(scalings))) * vg.Centimeter
	var all []float64
	for _, scaling := range scalings {
		_, sizes, _ := sizesOf(t.Where(table.Scaling, scaling))
		all = append(all, slices.DeleteFunc(sizes, math.IsNaN)...)
	}
	for j, scaling := range scalings {
		u := t.Where(table.Scaling, scaling)
		p := f.Panel(j, 0)
		p.Label("diagonal, "+look.ScalingTitle(scaling), `$i$`, `$[\bar\Sigma_x]_{i,i}$`)
		diagonals(p, s, u)
		drawEntries(f.Panel(j, 1), u, all, ", "+look.ScalingTitle(scaling))
		drawSizes(f.Panel(j, 2), u, "sizes, "+look.ScalingTitle(scaling))
	}
	return f, nil
}

// diagonals draws the diagonals of Σ̄ from every friction and from the Laplace approximation.
func diagonals(p *plots.Panel, s Spec, t *table.Table) {
	laplace := diagonal(t.Where(table.Method, table.Laplace, table.Quantity, table.Sigma))
	x, y := laplace.Floats(table.I), laplace.Floats(table.Value)
	p.XLim = plots.Limits{Lo: -2, Hi: float64(len(x) + 3)}
	log := len(y) > 0 && slices.Min(y) > 0 && slices.Max(y) > 10*slices.Min(y)
	if p.Log(false, log); !log {
		p.YLim = plots.From(0)
	}
	p.Add(plots.Line{
		Name: laplaceSigma, X: x, Y: y, Style: plots.Style{Color: plots.Grey(0.6), Width: 0.5},
	})
	for r, k := range s.Friction {
		u := t.Where(table.Method, table.AdL, table.Friction, k, table.Quantity, table.Sigma)
		if k == table.Scalar {
			constant(p, k, u, len(x))
			continue
		}
		series := look.Series{
			Name: look.Title(k), Style: look.Style(k), Linear: !log, X: look.Column(table.I),
		}
		series.Style.Size = max(0.6, 2.6-vg.Length(float64(r))) // lower marks stay visible
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
	title = look.Title(table.Full)
	if look.Pale(u.Cell(0, table.Status)) {
		title += ", " + u.Cell(0, table.Status)
	}
	return u, title
}

// sizesOf returns the number of rows of the matrix, the logarithms of the sizes of its entries, NaN
// where an entry differs from 0 by less than two standard errors, and the title.
func sizesOf(t *table.Table) (n int, sizes []float64, title string) {
	u, title := shown(t)
	n = diagonal(t.Where(table.Method, table.Laplace, table.Quantity, table.Sigma)).Len()
	sizes = slices.Repeat([]float64{math.NaN()}, n*n)
	for r := range u.Len() {
		e := u.Estimate(r)
		if v := math.Abs(e.Value); v > 0 && v >= 2*e.StdErr {
			i, j := int(u.Float(r, table.I))-1, int(u.Float(r, table.J))-1
			sizes[i*n+j], sizes[j*n+i] = math.Log10(v), math.Log10(v)
		}
	}
	return n, sizes, title
}

// drawEntries draws the sizes of the entries of Σ̄ on a logarithmic scale for all sizes.
func drawEntries(p *plots.Panel, t *table.Table, all []float64, scaling string) {
	n, sizes, title := sizesOf(t)
	p.Label(title+scaling, `$j$`, `$i$`)
	p.Aspect, p.Bar = 1, `$\log_{10}\,|[\bar\Sigma_x]_{i,j}|$`
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	scale := plots.Scale{Colors: plots.Blues()[1:], Min: slices.Min(all), Max: slices.Max(all)}
	edges := linalg.LinSpace(0.5, float64(n)+0.5, n+1)
	p.Add(plots.Cells{XEdges: edges, YEdges: edges, Z: sizes, Scale: scale})
}

// drawSizes draws the distribution of the entries of Σ̄ over s*, the mean of its diagonal, on the
// diagonal and elsewhere.
func drawSizes(p *plots.Panel, t *table.Table, title string) {
	u, _ := shown(t)
	p.Label(title, `$|[\bar\Sigma_x]_{i,j}| / s^*$`, "fraction of entries")
	p.Log(true, false)
	p.YLim = plots.From(0)
	mean := stat.Mean(diagonal(u).Floats(table.Value), nil)
	edges := linalg.LogSpace(1e-4, 30, 56)
	for i, off := range []bool{false, true} {
		v := u.Filter(func(r int) bool { return (u.Cell(r, table.I) != u.Cell(r, table.J)) == off })
		var x []float64
		for _, y := range look.Abs(v.Floats(table.Value)) {
			x = append(x, min(max(y/mean, edges[0]), edges[55]*0.999))
		}
		slices.Sort(x)
		heights := stat.Histogram(nil, edges, x, nil)
		floats.Scale(1/float64(len(x)), heights)
		h := plots.Line{
			Name:  []string{"entries on the diagonal", "off the diagonal"}[i],
			Style: plots.Style{Color: look.Other(1-i, 2).Color},
		}
		h.X, h.Y = plots.Steps(edges, heights)
		p.Add(h)
	}
}
