// Command fig09 reproduces Figure 9 (section 3.4): the mean covariance of the stochastic gradient
// of a Bayesian logistic regression, MNIST 7 against 9, estimated from the mean friction of
// Adaptive Langevin dynamics, beside its exact value.
package main

import (
	_ "embed"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.Regression }

var program = experiment.Program[Spec]{
	Name:  "fig09",
	Title: "Bayesian logistic regression: mean covariance of the stochastic gradient",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction with scores in every scaling, and estimates Σ̄ from the mean of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.SampleObserved(c)
	if err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt", "i", "j"}, "s")
	for _, p := range ps {
		known(t, p)
		for _, run := range p.Runs {
			if row := p.Row(run); run.Diverged || run.Epsilon == 0 {
				t.Measure(row, "Sigma", estimate.Unknown())
			} else {
				sigma(t, row, p, run)
			}
		}
	}
	return t, nil
}

// laplaceSigma names the mean of Σ_x over the Laplace approximation.
const laplaceSigma = `$\Sigma_x$, its mean over the Laplace approximation`

// render draws the diagonal for every friction, beside the matrix that a full friction gives, a row
// for each scaling.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(len(scalings), 2)
	f.Height = vg.Length(1.2+float64(7*float64(len(scalings)))) * vg.Centimeter
	f.Columns = []float64{1, 1}
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
	laplace := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
	x, y := laplace.Floats("i"), laplace.Floats("value")
	p.X = figure.Axis{Min: 0, Max: float64(len(x) + 1)}
	if len(y) > 0 && slices.Min(y) > 0 && slices.Max(y) > float64(10*slices.Min(y)) {
		p.Y.Log = true
	} else {
		p.Y.Min, p.Y.Max = 0, math.NaN()
	}
	for r, k := range s.Friction {
		u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma")
		if k == study.Scalar {
			constant(p, k.Title(), k.Style(s.Friction), u, len(x))
			continue
		}
		series := study.Series{
			Name: k.Title(), Style: k.Style(s.Friction), Linear: !p.Y.Log,
			X: func(t *table.Table, i int) float64 { return t.Float(i, "i") },
		}
		series.Style.Size = max(1, 2.5-vg.Length(0.65*float64(r))) // those below stay visible
		p.Add(series.Points(diagonal(u))...)
	}
	p.Add(figure.Line{
		Name: laplaceSigma, X: x, Y: y,
		Style: figure.Style{Color: figure.Grey(0.35), Width: 0.7, Dash: figure.Dotted},
	})
}

// constant draws the only value of a scalar friction for all i up to n.
func constant(p *figure.Panel, name string, style figure.Style, t *table.Table, n int) {
	if t.Len() != 1 {
		return
	}
	style.Marker, style.Width = figure.NoMarker, 1.4
	p.Add(figure.Line{Name: name, Style: style})
	dash, reason := study.Dash(t.Cell(0, "status"))
	style.Dash = dash
	v := t.Float(0, "value")
	p.Add(study.Shown(t)...)
	p.Add(
		figure.Line{X: []float64{1, float64(n)}, Y: []float64{v, v}, Style: style},
		figure.Line{Name: reason, Style: figure.Style{Dash: dash, Width: style.Width}},
	)
}

// shown returns the entries of Σ̄ from a full friction or, without one, from the Laplace
// approximation, and what they are.
func shown(t *table.Table) (entries *table.Table, title string) {
	u := t.Where("method", "AdL", "friction", study.Full, "quantity", "Sigma")
	if u.Len() < 2 { // then the table has all entries of the Laplace approximation
		return t.Where("method", "Laplace", "quantity", "Sigma"), laplaceSigma
	}
	return u, `$\bar\Sigma_x$ from full $\xi$`
}

// entries draws the entries of Σ̄ that are known to differ from 0, by two standard errors. Colours
// have the same scale for both signs.
func entries(p *figure.Panel, t *table.Table) {
	u, title := shown(t)
	p.Title, p.XLabel, p.YLabel = title, `$j$`, `$i$`
	n := diagonal(t.Where("method", "Laplace", "quantity", "Sigma")).Len()
	m := make([]float64, n*n)
	for r := range u.Len() {
		i, j, v := int(u.Float(r, "i"))-1, int(u.Float(r, "j"))-1, u.Float(r, "value")
		if e := u.Float(r, "stderr"); math.Abs(v) < float64(2*e) {
			v = math.NaN()
		}
		m[i*n+j], m[j*n+i] = v, v
	}
	p.Aspect = 1
	p.Y.Reverse = true
	p.Bar = &figure.Bar{Label: `$[\bar\Sigma_x]_{i,j}$`}
	most := slices.Max(study.Abs(u.Floats("value")))
	scale := figure.Scale{Palette: figure.Palette("signed"), Min: -most, Max: most}
	p.Add(figure.MatrixCells(m, n, scale))
}

// diagonal returns the rows with i = j.
func diagonal(t *table.Table) *table.Table {
	return t.Filter(func(r int) bool { return t.Float(r, "i") == t.Float(r, "j") })
}
