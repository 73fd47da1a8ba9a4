package main

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
)

// render draws the diagonal for every friction, and the matrix that a full friction tells of.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Height = 8.2 * vg.Centimeter
	f.Columns = []float64{1, 1}
	f.Note = fmt.Sprintf("Data: %s.", t.Cell(0, "data"))
	f.Legend = &figure.Legend{}

	p := f.Panel(0, 0)
	p.Title = `diagonal of $\bar\Sigma_x$`
	p.XLabel, p.YLabel = `$i$`, `$[\bar\Sigma_x]_{i,i}$`
	d := 0
	for _, k := range s.Friction {
		u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma")
		style := experiment.FrictionStyle(k)
		style.Size = 1.5
		if k == exact.Scalar {
			if u.Len() == 1 {
				style.Marker = figure.NoMarker
				style.Width = 1.4
				p.Add(figure.Line{Name: experiment.FrictionName(k), X: []float64{1, float64(len(t.Distinct("i")))}, Y: []float64{u.Float(0, "value"), u.Float(0, "value")}, Style: style})
			}
			continue
		}
		style.Dash = figure.NoLine
		x, y, e := diagonal(u)
		d = max(d, len(x))
		p.Add(figure.Line{Name: experiment.FrictionName(k), X: x, Y: y, Err: e, Style: style})
	}
	x, y, _ := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
	p.Add(figure.Line{Name: `$\Sigma_x$, its mean over the Laplace approximation`, X: x, Y: y, Style: figure.Style{Color: figure.Grey(0.35), Width: 0.6, Dash: figure.Dashed}})
	p.X = figure.Axis{Min: 0, Max: float64(len(x) + 1)}
	p.Y.Min, p.Y.Max = 0, math.NaN()

	q := f.Panel(0, 1)
	u := t.Where("method", "AdL", "friction", exact.Full, "quantity", "Sigma")
	q.Title = `$\bar\Sigma_x$ from $\xi$ matrix`
	if u.Len() < 2 { // then the table has this one
		u = t.Where("method", "Laplace", "quantity", "Sigma")
		q.Title = `$\Sigma_x$, its mean over the Laplace approximation`
	}
	q.XLabel, q.YLabel = `$j$`, `$i$`
	n := len(x)
	m := make([]float64, n*n)
	most := 0.0
	for r := range u.Len() {
		i, j, v := int(u.Float(r, "i"))-1, int(u.Float(r, "j"))-1, u.Float(r, "value")
		m[i*n+j], m[j*n+i] = v, v
		most = max(most, math.Abs(v))
	}
	q.Aspect = 1
	q.Y.Reverse = true
	q.Bar = &figure.Bar{}
	q.Add(figure.MatrixCells(m, n, figure.Scale{Palette: figure.BlueRed, Min: -most, Max: most}))
	return f, nil
}

// diagonal is the entries of the rows with i = j.
func diagonal(t *table.Table) (x, y, e []float64) {
	for r := range t.Len() {
		if i := t.Float(r, "i"); i == t.Float(r, "j") {
			x, y, e = append(x, i), append(y, t.Float(r, "value")), append(e, t.Float(r, "stderr"))
		}
	}
	return x, y, e
}
