// Command study-xi-mixture answers whether ξ has independent normal entries with mean A and
// variance 1/η (section 3.2.1): it observes the distribution of ξ on a mixture where batches have
// nearly no effect.
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
	Name:  "study-xi-mixture",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: the distribution of ξ",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// reach is beyond all entries of ξ.
const reach = 16

// compute observes the products and the histograms of the entries of ξ, which starts with the
// variance of the lemma.
func compute(c *experiment.Context, s mixture.Study) (*table.Table, error) {
	return s.Table(c, func(r *mixture.Run) {
		r.XiVar = 1 / r.Eta
		r.Observe = []simulate.Statistic{simulate.Moments{Of: dynamics.Products{Of: dynamics.Xi{}}}}
		for i := range r.Entries() {
			r.Observe = append(r.Observe, mixture.Distribution(dynamics.Xi{}, i, reach))
		}
	}, rows)
}

// rows adds the moments of the entries of ξ, their distances from normal distributions, and their
// correlations.
func rows(t *table.Table, r *mixture.Run) {
	row, x := r.Rows(t, "xi", "var xi"), r.Samples
	if x.Diverged {
		return
	}
	names, xi := r.Entries(), x.All(dynamics.Xi{})
	products := x.All(dynamics.Products{Of: dynamics.Xi{}})
	at := 0
	for i, name := range names {
		t.Measure(row, "D of xi"+name,
			x.Histogram(mixture.Distribution(dynamics.Xi{}, i, reach)).FromNormal())
		for j := i; j < len(names); j++ {
			if j > i {
				t.Measure(row, "correlation of xi"+name+names[j],
					estimate.Correlation(xi[i], xi[j], products[at]), 0)
			}
			at++
		}
	}
}

// render draws what the lemma says of the entries of ξ against η.
func render(_ mixture.Study, t *table.Table) (*figure.Figure, error) {
	f := figure.New(2, 2)
	f.Legend = true
	for i, q := range []struct{ label, quantity string }{
		{`mean`, "xi"}, {`variance`, "var xi"}, {"distance from a normal distribution", "D of xi"},
		{"correlation of two entries", "correlation of xi"},
	} {
		p := f.Panel(i/2, i%2)
		p.XLabel, p.YLabel, p.X.Log = `$\eta$`, q.label, true
		switch u := t.Where("quantity", "xi", "source", table.Prediction); i {
		case 0:
			p.Add(figure.HLine{Y: u.Float(0, "value")}, figure.HLine{})
		case 1:
			p.Y.Log = true
			for _, v := range []float64{1, 0.5} {
				l := figure.Line{X: u.Floats("eta"), Style: figure.Guide()}
				for _, eta := range l.X {
					l.Y = append(l.Y, v/eta)
				}
				p.Add(l)
			}
		default:
			p.Add(figure.HLine{})
		}
		draw(p, t, q.quantity)
	}
	return f, nil
}

// draw draws a quantity of the entries of ξ, or of pairs of them, against η.
func draw(p *figure.Panel, t *table.Table, quantity string) {
	for i, e := range []struct{ name, entry string }{
		{`$\xi$ scalar`, ""}, {`$\xi_{11}$`, " 11"}, {`$\xi_{12}$`, " 12"}, {`$\xi_{22}$`, " 22"},
		{`$\xi_{11}$, $\xi_{12}$`, " 11 12"}, {`$\xi_{11}$, $\xi_{22}$`, " 11 22"},
		{`$\xi_{12}$, $\xi_{22}$`, " 12 22"},
	} {
		if t.Where("quantity", quantity+e.entry).Len() > 0 {
			study.Compare(p, t, quantity+e.entry, study.Column("eta"),
				study.Kind{Name: e.name, Style: figure.Cycle(i)})
		}
	}
}
