// Command study-xi-theta answers whether ξ follows θ (section 5): it measures the mean of a full ξ
// where θ is in a cell, beside the covariance of the gradient there.
package main

import (
	_ "embed"
	"fmt"

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
