// Command fig11 reproduces Figure 11 (section 3.5): the data set of two classes that Bayesian
// neural networks classify, lines that guide the eye, and the point at which the networks are
// evaluated.
package main

import (
	_ "embed"
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Data  dataset.LabelledSource `toml:"data"`
	Point struct {
		X [2]float64 `toml:"x"`
	} `toml:"point"`
	Guide []Guide `toml:"guide" spec:"nonempty"`
}

// Guide is a line through points.
type Guide struct {
	X []float64 `toml:"x" spec:"nonempty"`
	Y []float64 `toml:"y" spec:"nonempty"`
}

var program = experiment.Program[Spec]{
	Name: "fig11", Title: "Bayesian neural networks: the data set",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute lists the data.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, _, err := c.Labelled(s.Data)
	if err != nil {
		return nil, err
	}
	if data.D != 2 {
		return nil, c.Errorf("data", "expected points in the plane, got %d components", data.D)
	}
	for i, g := range s.Guide {
		if len(g.X) != len(g.Y) {
			return nil, c.Errorf(fmt.Sprintf("guide[%d].y", i),
				"expected %d numbers, as x has, got %d", len(g.X), len(g.Y))
		}
	}
	if _, err := c.Sweep(0, nil); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"datum", "class"})...)
	for i, y := range data.Y {
		for k, x := range data.Row(i) {
			t.Add(table.Row{
				"datum": i + 1, "class": int(y), "quantity": fmt.Sprintf("x%d", k+1),
				"value": float64(x), "stderr": 0, "status": table.OK, "source": table.Exact,
			})
		}
	}
	return t, nil
}

// render draws the classes, the lines and the cross.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	f.Height = 9.5 * vg.Centimeter
	p := f.Panel(0, 0)
	p.Label("", `$x_1$`, `$x_2$`)
	p.XLim, p.YLim = plots.Limits{Lo: -0.6, Hi: 2.6}, plots.Limits{Lo: -0.3, Hi: 4.5}
	p.Aspect = 1.5 // round clouds look round
	for _, g := range s.Guide {
		p.Add(plots.Line{X: g.X, Y: g.Y, Style: plots.Style{Color: plots.Grey(0.3), Width: 1}})
	}
	for class := range 2 {
		u := t.Where("class", class)
		style := plots.Cycle(class)
		style.Mark = []plots.Mark{plots.Circle, plots.Triangle}[class]
		style.Dash, style.Size = plots.NoLine, 1.4
		label := plots.Text{Text: fmt.Sprintf(`$y = %d$`, class), Color: style.Color}
		label.X, label.Y = []float64{-0.2, 1.85}[class], []float64{2.55, 3.45}[class]
		p.Add(label, plots.Line{
			X: u.Where("quantity", "x1").Floats("value"), Style: style,
			Y: u.Where("quantity", "x2").Floats("value"),
		})
	}
	x, y := s.Point.X[0], s.Point.X[1]
	p.Add(
		plots.Line{
			X: []float64{x}, Y: []float64{y},
			Style: plots.Style{Mark: plots.Cross, Size: 5, Dash: plots.NoLine},
		},
		plots.Text{
			X: x, Y: y, Text: fmt.Sprintf(`$x = (%g, %g)$`, x, y), Shift: vg.Point{X: 14, Y: -2},
		})
	return f, nil
}
