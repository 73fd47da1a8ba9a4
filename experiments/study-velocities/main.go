// Command study-velocities answers whether ξ adjusts itself so that the velocities have the right
// law (section 1): it observes p in Adaptive Langevin dynamics on a mixture.
package main

import (
	_ "embed"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[mixture.Study]{
	Name:  "study-velocities",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: the distribution of the velocities",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// reach is beyond all components of p.
const reach = 6

// compute observes the products of the components of p, and their histograms.
func compute(c *experiment.Context, s mixture.Study) (*table.Table, error) {
	p := dynamics.Momentum{}
	return s.Table(c, func(r *mixture.Run) {
		r.Observe = []simulate.Statistic{
			simulate.Moments{Of: dynamics.Products{Of: p}},
			mixture.Distribution(p, 0, reach), mixture.Distribution(p, 1, reach),
		}
	}, rows)
}

// rows adds the mean of p pᵀ − 1 over the D's of the run, as it enters ξ, and the distances of the
// components of p at the last D of a step from normal distributions. Since D is the only flow that
// moves ξ, the former is η times the slope of ξ: that of the means of the two halves of the run.
func rows(t *table.Table, r *mixture.Run) {
	row, x := r.Rows(table.New(t.Columns()...)), r.Samples // the status alone
	if x.Diverged {
		return
	}
	_, steps, _ := x.Chain.Steps()
	per := 2 * r.Eta / (float64(steps) * x.Chain.Scheme.Dt)
	for i, b := range x.All(dynamics.Xi{}) {
		e := b.Trend()
		t.Measure(row, "mean of pp - 1"+r.Entries()[i],
			estimate.Estimate{Value: e.Value * per, StdErr: e.StdErr * per}, 0)
	}
	for i, name := range []string{" 1", " 2"} {
		t.Measure(row, "D of p"+name,
			x.Histogram(mixture.Distribution(dynamics.Momentum{}, i, reach)).FromNormal())
	}
	pp := x.All(dynamics.Products{Of: dynamics.Momentum{}})
	for i, name := range []string{" 11", " 12", " 22"} {
		t.Measure(row, "pp at the last D"+name, pp[i].Mean())
	}
}

// render draws three panels against s, the noise of a step.
func render(s mixture.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	for i, q := range []struct {
		label, quantity string
		entries         []string
	}{
		{`mean of $p p^T - 1$ over the D's`, "mean of pp - 1", []string{"", " 11", " 12", " 22"}},
		{`distance $D$ of $p_i$`, "D of p", []string{" 1", " 2"}},
		{`mean of $p_1 p_2$`, "pp at the last D", []string{" 12"}},
	} {
		p := f.Panel(0, i)
		p.XLabel, p.YLabel, p.X.Log = "noise of a step, $s$", q.label, true
		p.Add(figure.HLine{})
		for _, entry := range q.entries {
			study.Compare(p, t, q.quantity+entry, study.Column("s"),
				study.Kinds(s.Runs[0].Friction...)...)
		}
	}
	return f, nil
}
