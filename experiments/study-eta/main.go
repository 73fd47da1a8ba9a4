// Command study-eta answers whether a larger η is metastable (section 3.3.2): it counts how often
// Adaptive Langevin dynamics goes from one mode of a mixture to the other.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[mixture.Study]{
	Name:  "study-eta",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: exchanges of modes at larger η",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s mixture.Study) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, r *mixture.Run) { r.Rows(t, "L1", "crossings") })
}

// render draws the exchanges of modes against η, a panel for each data set.
func render(s mixture.Study, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "crossings")
	data := t.Distinct("data")
	f := figure.New(1, len(data))
	f.Legend = true
	var panels []*figure.Panel
	for i, seed := range data {
		p := f.Panel(0, i)
		p.Title, p.XLabel, p.YLabel = "data "+seed, `$\eta$`, "exchanges of modes by a replica"
		p.X.Log, p.Y.Log = true, true
		k := 0
		for _, form := range t.Distinct("friction") {
			u := t.Where("data", seed, "friction", form)
			for _, dt := range u.Distinct("dt") {
				v := u.Where("dt", dt)
				p.Add(study.Series{
					Name: fmt.Sprintf(`%s, $\varepsilon(n)\Delta t = %.3g$`,
						study.Friction(form).Title(), study.ScaledNoise(v, 0)),
					Style: figure.Cycle(k), X: study.Column("eta"), Join: true,
				}.Points(counts(s, v))...)
				k++
			}
		}
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f, nil
}

// counts returns the counts of runs with a stationary state, which are right however few they are.
// A count of none gets the error of one exchange by all replicas.
func counts(s mixture.Study, t *table.Table) *table.Table {
	u := table.New("eta", "value", "stderr", "status")
	for i := range t.Len() {
		e := t.Estimate(i)
		if e.Value == 0 {
			e.StdErr = 1 / float64(s.Replicas)
		}
		if study.Drawn(t.Cell(i, "status")) {
			u.Add(table.Row{
				"eta": t.Cell(i, "eta"), "value": e.Value, "stderr": e.StdErr, "status": table.OK,
			})
		}
	}
	return u
}
