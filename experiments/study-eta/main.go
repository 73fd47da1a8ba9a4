// Command study-eta answers whether a larger η is metastable (section 3.3.2): it counts how often
// Adaptive Langevin dynamics goes from one mode of a mixture to the other.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.MixtureStudy }

var program = experiment.Program[Spec]{
	Name: "study-eta", Section: "3.3.2",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: exchanges of modes at larger η",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, r *study.MixtureRun) { r.Rows(t, "L1", "crossings") })
}

// render draws the exchanges of modes for both frictions, and the error for a full one.
func render(_ Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	draw(f.Panel(0, 0), t.Where("friction", study.Full), "crossings", "exchanges of modes by a replica")
	draw(f.Panel(0, 1), t.Where("friction", study.Scalar), "crossings", "")
	figure.ShareY(f.Panel(0, 0), f.Panel(0, 1))
	draw(f.Panel(0, 2), t.Where("friction", study.Full), "L1", `$L^1$ error`)
	return f, nil
}

// draw draws a quantity against η: a colour for the data, a marker for ε(n)Δt.
func draw(p *figure.Panel, t *table.Table, quantity, label string) {
	p.Title = study.Friction(t.Cell(0, "friction")).Title()
	p.XLabel, p.YLabel = `$\eta$`, label
	p.X.Log, p.Y.Log = true, true
	eta := func(t *table.Table, i int) float64 { return t.Float(i, "eta") }
	var kinds []study.Kind
	for i, data := range t.Distinct("data") {
		u := t.Where("data", data)
		for j, dt := range u.Distinct("dt") {
			style := figure.Cycle(i)
			style.Marker, style.Hollow = figure.Cycle(j).Marker, figure.Cycle(j).Hollow
			kinds = append(kinds, study.Kind{
				Name: fmt.Sprintf(`data %s, $\varepsilon(n)\Delta t = %s$`, data,
					study.Number(study.Round(study.ScaledNoise(u.Where("dt", dt), 0), 3))),
				Where: []any{"data", data, "dt", dt}, Style: style,
			})
		}
	}
	study.Compare(p, t, quantity, eta, kinds...)
}
