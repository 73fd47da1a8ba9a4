// Command fig09 reproduces Figure 9 (section 3.4): the mean covariance of the stochastic gradient
// of a Bayesian logistic regression, MNIST 7 against 9, estimated from the mean friction of
// Adaptive Langevin dynamics, and its exact value.
package main

import (
	_ "embed"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/plots"
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

// render draws the diagonal for every friction and the matrix from a full friction, one row for
// each scaling.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := plots.New(len(scalings), 2)
	f.Height = vg.Length(1.2+float64(7*float64(len(scalings)))) * vg.Centimeter
	for j, scaling := range scalings {
		u := t.Where("scaling", scaling)
		p := f.Panel(j, 0)
		p.Label("diagonal, "+study.ScalingTitle(scaling), `$i$`, `$[\bar\Sigma_x]_{i,i}$`)
		diagonals(p, s, u)
		entries(f.Panel(j, 1), u)
	}
	return f, nil
}

// diagonals draws the diagonals of Σ̄ from every friction and from the Laplace approximation.
func diagonals(p *plots.Panel, s Spec, t *table.Table) {
	laplace := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
	x, y := laplace.Floats("i"), laplace.Floats("value")
	p.XLim = plots.Limits{Lo: 0, Hi: float64(len(x) + 1)}
	log := len(y) > 0 && slices.Min(y) > 0 && slices.Max(y) > float64(10*slices.Min(y))
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
		u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma")
		if k == study.Scalar {
			constant(p, k, u, len(x))
			continue
		}
		series := study.Series{Name: k.Title(), Style: k.Style(), Linear: !log, X: study.Column("i")}
		series.Style.Size = max(0.8, 2-vg.Length(0.6*float64(r))) // lower marks stay visible
		p.Add(series.Points(diagonal(u))...)
	}
}

// constant draws the single value of a scalar friction for all i up to n.
func constant(p *plots.Panel, k study.Friction, t *table.Table, n int) {
	if t.Len() != 1 {
		return
	}
	v, style := t.Float(0, "value"), k.Style()
	style.Mark, style.Pale = plots.NoMark, study.Pale(t.Cell(0, "status"))
	p.Add(plots.Line{
		Name: k.Title(), X: []float64{1, float64(n)}, Y: []float64{v, v}, Style: style,
	})
}

// shown returns the entries of Σ̄ from a full friction or, without one, from the Laplace
// approximation, and their title.
func shown(t *table.Table) (entries *table.Table, title string) {
	u := t.Where("method", "AdL", "friction", study.Full, "quantity", "Sigma")
	if u.Len() < 2 { // then the table has all entries of the Laplace approximation
		return t.Where("method", "Laplace", "quantity", "Sigma"), laplaceSigma
	}
	title = "all entries, " + study.Full.Title()
	if study.Pale(u.Cell(0, "status")) {
		title += ", " + u.Cell(0, "status")
	}
	return u, title
}

// entries draws the sizes of the entries of Σ̄ on a logarithmic scale. Entries that differ from 0
// by less than two standard errors are blank.
func entries(p *plots.Panel, t *table.Table) {
	u, title := shown(t)
	p.Label(title, `$j$`, `$i$`)
	p.Aspect, p.Bar = 1, `$\log_{10}\,|[\bar\Sigma_x]_{i,j}|$`
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	n := diagonal(t.Where("method", "Laplace", "quantity", "Sigma")).Len()
	m := make([]float64, n*n)
	for k := range m {
		m[k] = math.NaN()
	}
	scale := plots.Scale{Colors: plots.Blues()[1:], Min: math.Inf(1), Max: math.Inf(-1)}
	for r := range u.Len() {
		e := u.Estimate(r)
		v := math.Abs(e.Value)
		if !(v > 0) || v < float64(2*e.StdErr) {
			continue
		}
		i, j, size := int(u.Float(r, "i"))-1, int(u.Float(r, "j"))-1, math.Log10(v)
		m[i*n+j], m[j*n+i] = size, size
		scale.Min, scale.Max = min(scale.Min, size), max(scale.Max, size)
	}
	edges := linalg.LinSpace(0.5, float64(n)+0.5, n+1)
	p.Add(plots.Cells{XEdges: edges, YEdges: edges, Z: m, Scale: scale})
}

// diagonal returns the rows with i = j.
func diagonal(t *table.Table) *table.Table {
	return t.Filter(func(r int) bool { return t.Float(r, "i") == t.Float(r, "j") })
}
