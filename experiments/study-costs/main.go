// Command study-costs answers how many elementary operations a step takes (sections 2.2, 2.3.2,
// 3.4, 4.2 and 5): it counts those of plain code. Times are no results; make bench measures them.
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
type Spec struct {
	Logistic []int `toml:"logistic" spec:"min=2,nonempty,distinct"`
	N        []int `toml:"n" spec:"min=1,nonempty,distinct"`
	Network  []int `toml:"network" spec:"min=4,nonempty,distinct"`
	Extended struct {
		D []int `toml:"d" spec:"min=1,nonempty,distinct"`
		K []int `toml:"K" spec:"min=0,nonempty,distinct"`
	} `toml:"extended"`
}

var program = experiment.Program[Spec]{
	Name:  "study-costs",
	Title: "operations of a step",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds all counts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if _, err := c.Sweep(0, nil); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"model", "method", "friction", "K", "d", "n"})...)
	s.models(t)
	s.extended(t)
	return t, nil
}

// render draws the operations of a step of logistic regression against n, and those of the friction
// alone against the dimension.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 2)
	f.Legend = true
	p, q := f.Panel(0, 0), f.Panel(0, 1)
	p.Title = fmt.Sprintf("a step, logistic regression, $d = %d$", s.Logistic[0])
	p.XLabel, p.YLabel, q.Title, q.XLabel = "$n$", "operations", `the friction, full $\xi_k$`, "$d$"
	for _, x := range []*figure.Panel{p, q} {
		x.X.Log, x.Y.Log = true, true
	}
	line := func(p *figure.Panel, name string, style figure.Style, u *table.Table, column string) {
		u = u.Sort(column)
		p.Add(figure.Line{Name: name, Style: style, X: u.Floats(column), Y: u.Floats("value")})
	}
	of := t.Where("model", "logistic", "d", s.Logistic[0])
	for _, k := range forms {
		line(p, k.Title(), k.Style(forms), of.Where("quantity", step, "friction", k), "n")
	}
	line(p, `$\xi$ matrix, by series`, figure.Cycle(3), of.Where("quantity", serial), "n")
	for i, k := range s.Extended.K {
		style := figure.Ramp(i, len(s.Extended.K))
		line(q, fmt.Sprintf("$K = %d$", k), style,
			t.Where("quantity", perStep, "friction", study.Full, "K", k), "d")
	}
	return f, nil
}
