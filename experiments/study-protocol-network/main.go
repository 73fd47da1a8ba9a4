// Command study-protocol-network answers what a run as the paper prints it shows of the
// distribution of the output of a neural network (section 3.5): the runs of Figure 13 in copies
// from θ = 0 and ξ = γI, without a burn-in and with the paper's epochs also where these are short.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/network"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml. Its epochs are those of all copies.
type Spec struct{ network.Network }

var program = experiment.Program[Spec]{
	Name:  "study-protocol-network",
	Title: "Bayesian neural network: copies of one trajectory from θ = 0",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	return s.Table(c, network.Show{Copies: true})
}

// render draws the error against n for each time step and friction: of one copy, the median and the
// band of nine in ten, and of all copies.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Dt))
	f.Legend = true
	var panels []*figure.Panel
	for i, dt := range s.Dt {
		p := f.Panel(0, i)
		p.Title = fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt))
		p.XLabel, p.YLabel = `$n$`, `$L^1$ error on the distribution of $N_\theta(x)$`
		p.X.Log, p.Y.Log = true, true
		p.X.Ticks = study.Ticks(t.Distinct("n"))
		for j, k := range s.Friction {
			of := t.Where("dt", dt, "friction", k)
			style := figure.Cycle(j)
			study.OneRun(p, k.Title(), style, of, "L1", "n")
			series := study.Series{Name: "all copies", Style: style, X: study.Column("n")}
			p.Add(series.Points(of.Where("quantity", "L1"))...)
		}
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f, nil
}
