// Command fig11 reproduces Figure 11 (section 3.5): the data set of two classes that Bayesian
// neural networks classify, lines that guide the eye, and the point at which the networks are
// evaluated.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
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
	if _, err := c.Do(0, nil); err != nil {
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
