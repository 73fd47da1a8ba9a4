// Command study-order answers whether the order of the sub-steps matters (section 3.2.2): it runs
// other schemes with one gradient a step beside ODABADO, at points of Figure 7 with small errors.
package main

import (
	_ "embed"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"

	"gonum.org/v1/plot/vg"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[mixture.Study]{
	Name:  "study-order",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: other orders of the sub-steps",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors, and how many gradients a step of each scheme takes.
func compute(c *experiment.Context, s mixture.Study) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, r *mixture.Run) {
		row := r.Rows(t, "L1")
		if r.Method == "order" && !r.Samples.Diverged {
			t.AddValue(mixture.Known(row), "gradients a step",
				float64(r.Samples.Chain.Scheme.Gradients()))
		}
	})
}

// render draws the errors over those of the paper's scheme, and the range that counts as the same,
// a row for each friction and a column for each scheme.
func render(s mixture.Study, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "L1")
	paper := t.Where("scheme", s.Word)
	words := s.Runs[0].Scheme
	f := figure.New(len(s.Curves.Friction), len(words))
	f.Legend, f.Height = true, 11*vg.Centimeter
	for i, k := range s.Curves.Friction {
		var panels []*figure.Panel
		for j, word := range words {
			p := f.Panel(i, j)
			p.Title, p.X.Log = word+", "+k.Title(), true
			if panels = append(panels, p); j == 0 {
				p.YLabel = "error over that of " + s.Word
			}
			p.XLabel = `$\varepsilon(n)\Delta t$`
			for _, y := range []float64{0.8, 1, 1.25} {
				p.Add(figure.HLine{Y: y})
			}
			p.Add(study.Series{
				Style: figure.Cycle(j), Linear: true, X: study.ScaledNoise,
				Unmixed: study.RarelyExchanged,
			}.Points(over(t.Where("friction", k, "scheme", word), paper.Where("friction", k)))...)
		}
		figure.ShareY(panels...)
	}
	return f, nil
}

// over returns the errors of t over those of others at the same points.
func over(t, others *table.Table) *table.Table {
	u := table.New("dt", "epsilon", "value", "stderr", "status")
	for i := range t.Len() {
		same, _ := others.LookupEstimate("n", t.Cell(i, "n"), "dt", t.Cell(i, "dt"))
		e := estimate.Ratio(t.Estimate(i), same)
		u.Add(table.Row{
			"dt": t.Cell(i, "dt"), "epsilon": t.Cell(i, "epsilon"), "value": e.Value, "stderr": e.StdErr,
			"status": t.Cell(i, "status"),
		})
	}
	return u
}
