// Command study-data answers what the error depends on besides ε(n)Δt (sections 2.4.3, 3.3.2 and
// 5): it computes the norms of Σ_x − S* for many data sets, and runs Adaptive Langevin dynamics on
// three.
package main

import (
	_ "embed"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Sets Sets `toml:"sets"`
}

var program = experiment.Program[Spec]{
	Name:  "study-data",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: other data sets",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors and the norms for the data that are run, and the numbers of the others.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	tasks, err := s.tasks(c)
	if err != nil {
		return nil, err
	}
	found, err := s.Run(c, g, runs, tasks...)
	if err != nil {
		return nil, err
	}
	t := s.NewTable()
	norms(t, s.Data.Seed, g)
	for _, r := range runs {
		r.Rows(t, "L1")
		if t.Where("data", r.Seed, "source", table.Exact).Len() == 0 {
			norms(t, r.Seed, r.Data)
		}
	}
	s.rows(t, found)
	return t, nil
}

// norms adds the norms of Σ_x and of its distances from constant matrices, and its mean Σ̄.
func norms(t *table.Table, seed uint64, g *mixture.Marginal) {
	row := table.Row{
		"data": seed, "ndata": g.Posterior.Model.Ndata(), "status": table.OK, "source": table.Exact,
	}
	all := table.New(t.Columns()...)
	g.Norms(all)
	for i := range all.Len() {
		t.AddValue(row, all.Cell(i, "quantity"), all.Float(i, "value"))
	}
	for i, entry := range study.EntryNames(dynamics.Full{}, 2) {
		t.AddValue(row, "mean of Sigma"+entry, g.Sigma[[]int{0, 1, 3}[i]])
	}
}
