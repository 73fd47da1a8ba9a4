// Command study-basis-xi answers whether the ξ_k of extended Adaptive Langevin dynamics have the
// law of theorem th:1, and how ξ(θ) depends on θ (sections 4.1 and 5): it runs dynamics of Figure
// 14 and observes ξ.
package main

import (
	_ "embed"
	"math"
	"strings"

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
	mixture.BasisRuns
	Runs []mixture.BasisSet `toml:"runs"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis-xi",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: the law and the mean of ξ",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

const lawOfXi = "law" // the other method is the map of ξ(θ)

// compute observes the ξ_k of some runs, and ξ(θ) by the cells of a grid of the others.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.Lists(c, s.NewBases(c, g), "runs", s.Runs)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		r.Observe = func(x *simulate.Chain) []simulate.Statistic {
			if r.Method == lawOfXi {
				return law(r, x)
			}
			return []simulate.Statistic{s.grid()}
		}
	}
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range runs {
		if row := r.Rows(t, g, ""); r.Method == lawOfXi {
			measureLaw(t, row, r)
		} else {
			measureMap(t, row, g, s.grid(), r)
		}
	}
	return t, nil
}

// render draws means and variances of the entries of ξ_k against those of the theorem, and the
// means of ξ(θ) in cells against those that S_K would give them.
func render(_ Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	for i, of := range []struct{ method, quantity, title string }{
		{lawOfXi, "mean of xi", `mean of an entry of $\xi_k$`},
		{lawOfXi, "variance of xi", "its variance"},
		{"map", "xi ", `mean of $\xi(\theta)$ in a cell`},
	} {
		p := f.Panel(0, i)
		p.Title, p.XLabel, p.YLabel = of.title, "predicted", "simulated"
		all := t.Where("method", of.method)
		all = all.Filter(func(i int) bool {
			return strings.HasPrefix(all.Cell(i, "quantity"), of.quantity)
		})
		lo, hi := math.Inf(1), math.Inf(-1)
		predicted := all.Where("source", table.Prediction)
		for _, x := range predicted.Floats("value") {
			lo, hi = min(lo, x), max(hi, x)
		}
		if lo < hi {
			p.Add(figure.Line{X: []float64{lo, hi}, Y: []float64{lo, hi}, Style: figure.Guide()})
		}
		for j, eta := range all.Distinct("eta") {
			series := study.Series{
				Name: `$\eta = ` + eta + `$`, Style: figure.Cycle(j), Linear: true,
				X: func(u *table.Table, i int) float64 {
					x, _ := predicted.Lookup("value", "eta", eta, "K", u.Cell(i, "K"),
						"quantity", u.Cell(i, "quantity"))
					return x
				},
			}
			p.Add(series.Points(all.Where("eta", eta, "source", table.Simulation))...)
		}
	}
	return f, nil
}
