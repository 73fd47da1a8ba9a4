package main

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// laplaceSigma names the mean of Σ_x over the Laplace approximation.
const laplaceSigma = `$\Sigma_x$, its mean over the Laplace approximation`

// render draws the diagonal for every friction, beside the matrix that a full friction gives, a row
// for each scaling.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(len(scalings), 2)
	f.Height = vg.Length(1.2+float64(7*float64(len(scalings)))) * vg.Centimeter
	f.Columns = []float64{1, 1}
	f.Note = fmt.Sprintf("Data: %s.", study.DataNote(t))
	f.Legend = true
	for j, scaling := range scalings {
		u := t.Where("scaling", scaling)
		p := f.Panel(j, 0)
		diagonals(p, s, u)
		p.Title += ", " + study.ScalingTitle(scaling)
		entries(f.Panel(j, 1), u)
	}
	return f, nil
}

// diagonals draws the diagonals of Σ̄ from every friction and from the Laplace approximation.
func diagonals(p *figure.Panel, s Spec, t *table.Table) {
	p.Title = `diagonal of $\bar\Sigma_x$`
	p.XLabel, p.YLabel = `$i$`, `$[\bar\Sigma_x]_{i,i}$`
	for _, k := range s.Friction {
		u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma")
		l := figure.Line{Name: k.Title(), Style: k.Style(s.Friction)}
		l.Style.Size = 1.5
		switch {
		case k != study.Scalar:
			l.Style.Dash = figure.NoLine
			l.X, l.Y, l.Err = diagonal(u)
		case u.Len() == 1: // the same for all i
			l.Style.Marker, l.Style.Width = figure.NoMarker, 1.4
			v := u.Float(0, "value")
			l.X, l.Y = []float64{1, float64(len(t.Distinct("i")))}, []float64{v, v}
		default:
			continue
		}
		p.Add(l)
	}
	x, y, _ := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
	p.Add(figure.Line{
		Name: laplaceSigma, X: x, Y: y,
		Style: figure.Style{Color: figure.Grey(0.35), Width: 0.6, Dash: figure.Dashed},
	})
	p.X = figure.Axis{Min: 0, Max: float64(len(x) + 1)}
	p.Y.Min, p.Y.Max = 0, math.NaN()
}

// entries draws all entries of Σ̄ from a full friction or, without one, from the Laplace
// approximation.
func entries(p *figure.Panel, t *table.Table) {
	laplace := t.Where("method", "Laplace", "quantity", "Sigma")
	u := t.Where("method", "AdL", "friction", study.Full, "quantity", "Sigma")
	p.Title = `$\bar\Sigma_x$ from $\xi$ matrix`
	if u.Len() < 2 { // then the table has all entries of the Laplace approximation
		u, p.Title = laplace, laplaceSigma
	}
	p.XLabel, p.YLabel = `$j$`, `$i$`
	x, _, _ := diagonal(laplace)
	n := len(x)
	m := make([]float64, n*n)
	most := 0.0
	for r := range u.Len() {
		i, j, v := int(u.Float(r, "i"))-1, int(u.Float(r, "j"))-1, u.Float(r, "value")
		m[i*n+j], m[j*n+i] = v, v
		most = max(most, math.Abs(v))
	}
	p.Aspect = 1
	p.Y.Reverse = true
	p.Bar = &figure.Bar{}
	scale := figure.Scale{Palette: figure.BlueRed, Min: -most, Max: most}
	p.Add(figure.MatrixCells(m, n, scale))
}

// diagonal returns the rows with i = j: i, the values and their standard errors.
func diagonal(t *table.Table) (x, y, e []float64) {
	t = t.Filter(func(r int) bool { return t.Float(r, "i") == t.Float(r, "j") })
	return t.Floats("i"), t.Floats("value"), t.Floats("stderr")
}
