// Command study-xi-theta answers whether ξ follows θ (section 5): it measures the mean of a full ξ
// where θ is in a cell, beside the covariance of the gradient there.
package main

import (
	_ "embed"
	"fmt"
	"maps"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Cells Cells `toml:"cells"`
}

var program = experiment.Program[Spec]{
	Name:  "study-xi-theta",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: the mean of ξ given θ",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute observes ξ in the cells of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	xi := simulate.Mean{Of: s.Cells.of(), Every: 0.05}
	return s.Table(c, func(r *mixture.Run) {
		r.Observe = []simulate.Statistic{xi}
	}, func(t *table.Table, r *mixture.Run) {
		if row := r.Rows(t, "xi"); !r.Samples.Diverged {
			s.Cells.rows(t, row, r.Data.Posterior, r.Samples.Means(xi))
		}
	})
}

// render draws the mean of ξ in a cell against its value if ξ followed θ, a panel for each run.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	eta, n := t.Distinct("eta"), t.Distinct("n")
	f := figure.New(len(n), len(eta))
	f.Legend = true
	for i := range n {
		for j := range eta {
			p := f.Panel(i, j)
			p.Title = fmt.Sprintf(`$\eta = %s$, $n = %s$`, eta[j], n[i])
			p.XLabel = `$\gamma + \varepsilon(n)\Delta t\,\Sigma_x(\theta)/2$ in a cell`
			p.YLabel = `mean of $\xi$ in the cell`
			draw(p, t.Where("eta", eta[j], "n", n[i]), s.Gamma)
		}
	}
	return f, nil
}

// draw draws the entries of ξ in the cells with a twentieth of the posterior, and their means.
func draw(p *figure.Panel, t *table.Table, gamma float64) {
	lo, hi := 0.0, 0.0
	for i, entry := range []string{" 11", " 12", " 22"} {
		g := gamma
		if entry == " 12" {
			g = 0
		}
		sigma := t.Where("quantity", "Sigma in cell"+entry)
		follows := func(t *table.Table, k int) float64 {
			v, _ := sigma.Lookup("value", "theta1", t.Cell(k, "theta1"), "theta2", t.Cell(k, "theta2"))
			return g + float64(0.5*study.ScaledNoise(t, k)*v)
		}
		u := t.Where("quantity", "xi in cell"+entry)
		u = u.Filter(func(k int) bool { return u.Float(k, "weight") >= 0.05 })
		style := figure.Cycle(i)
		series := study.Series{
			Name: fmt.Sprintf(`$\xi_{%s}$`, entry[1:]), Style: style, X: follows, Linear: true,
		}
		p.Add(series.Points(u)...)
		for k := range u.Len() {
			lo, hi = min(lo, follows(u, k)), max(hi, follows(u, k))
		}
		if mean, ok := t.Lookup("value", "quantity", "xi"+entry); ok {
			p.Add(figure.HLine{Y: mean, Style: figure.Style{Color: style.Color, Width: 0.4}})
		}
	}
	p.Add(figure.Line{
		Name: `if $\xi$ followed $\theta$`, X: []float64{lo, hi}, Y: []float64{lo, hi},
		Style: figure.Guide(),
	})
}

// Cells is the [cells] table of the spec: Side² cells of [Lo, Hi]².
type Cells struct {
	Lo   float64 `toml:"lo"`
	Hi   float64 `toml:"hi"`
	Side int     `toml:"side" spec:"min=1,max=20"`
}

// of sorts the entries of ξ by the cells of θ.
func (k Cells) of() dynamics.ByCell {
	return dynamics.ByCell{Of: dynamics.Xi{}, Lo: k.Lo, Hi: k.Hi, Side: k.Side}
}

// rows adds the means of a full ξ in every cell that has at least 1 % of the posterior, and the
// means of Σ_x there.
func (k Cells) rows(
	t *table.Table, row table.Row, p *exact.MixtureGrid, means [][]float64,
) {
	weight, sigma := k.means(p)
	width := (k.Hi - k.Lo) / float64(k.Side)
	for c, w := range weight {
		if w < 0.01 {
			continue
		}
		row := maps.Clone(row)
		row["theta1"] = math.FMA(float64(c%k.Side)+0.5, width, k.Lo)
		row["theta2"] = math.FMA(float64(c/k.Side)+0.5, width, k.Lo)
		row["weight"] = w
		for i, name := range []string{" 11", " 12", " 22"} {
			t.Measure(row, "xi in cell"+name, estimate.RatioOfMeans(means, c*4+1+i, c*4))
			t.AddValue(mixture.Known(row), "Sigma in cell"+name, sigma[c][i]/w)
		}
	}
}

// means returns the mass of the posterior in each cell, and the integral of Σ_x there: entries 11,
// 12, 22.
func (k Cells) means(p *exact.MixtureGrid) (weight []float64, sigma [][3]float64) {
	cells := k.of()
	weight, sigma = make([]float64, k.Side*k.Side), make([][3]float64, k.Side*k.Side)
	p.Each(func(theta []float64, mass float64) {
		c := cells.Cell(theta[0], theta[1])
		if c < 0 || mass < 1e-12 {
			return
		}
		cov := exact.GradCov(p.Model, theta)
		weight[c] += mass
		for i, x := range []float64{cov[0], cov[1], cov[3]} {
			sigma[c][i] = math.FMA(mass, x, sigma[c][i])
		}
	})
	return weight, sigma
}
