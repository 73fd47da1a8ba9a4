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
	"adl/pkg/figure"
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
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	f.Plain = true
	f.Height = 13 * vg.Centimeter
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel = `$x_1$`, `$x_2$`
	p.Legend = "below"
	p.X, p.Y = figure.Axis{Min: -0.7, Max: 2.7}, figure.Axis{Min: -0.5, Max: 4.6}
	p.Aspect = (p.Y.Max - p.Y.Min) / (p.X.Max - p.X.Min) // round clouds look round
	for class := range 2 {
		u := t.Where("class", class)
		style := figure.Cycle(class)
		style.Marker, style.Hollow = []figure.Marker{figure.Circle, figure.Triangle}[class], class == 1
		style.Dash, style.Size = figure.NoLine, 1.7
		p.Add(figure.Line{
			Name: fmt.Sprintf(`$y = %d$`, class), Style: style,
			X: u.Where("quantity", "x1").Floats("value"),
			Y: u.Where("quantity", "x2").Floats("value"),
		})
	}
	for i, g := range s.Guide {
		l := figure.Line{X: g.X, Y: g.Y, Style: figure.Style{Color: figure.Grey(0.3), Width: 1.2}}
		if i == 0 {
			l.Name = "guide to the eye"
		}
		p.Add(l)
	}
	p.Add(figure.Line{
		Name: fmt.Sprintf(`$x = (%g, %g)$`, s.Point.X[0], s.Point.X[1]),
		X:    s.Point.X[:1], Y: s.Point.X[1:],
		Style: figure.Style{Marker: figure.Cross, Size: 5, Dash: figure.NoLine},
	})
	return f, nil
}
