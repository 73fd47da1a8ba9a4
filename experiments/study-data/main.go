// Command study-data answers which results depend on the data set (sections 2.4.3, 3.3.2 and 5): it
// computes the norms of Σ_x − S* for many data sets, runs Adaptive Langevin dynamics on three, and
// counts at several η how often it changes modes.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Sets Sets `toml:"sets"`
}

var program = experiment.Program[Spec]{
	Name:  "study-data",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: other data sets",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors, the norms and the exchanges of modes for the data sets with runs, and
// the numbers for the other data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	_, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if s.Data.File != "" {
		return nil, c.Errorf("data.file", "other data sets need a distribution, not a file")
	}
	tasks := s.tasks()
	if err := study.Sample(c, runs, tasks...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		if g := r.Mixture(); r.Method == "metastable" {
			g.Crossings(t, r)
		} else if r.L1(t, r.Row(t)); t.Where("data", g.Seed, "source", table.Exact).Len() == 0 {
			norms(t, r)
		}
	}
	s.rows(t, tasks)
	return t, nil
}

// norms adds the distances of Σ_x from constant matrices for the data of a run.
func norms(t *table.Table, r *study.Run) {
	p := r.Mixture()
	row := table.Row{
		"method": r.Method, "data": p.Seed, "ndata": p.Model.Ndata(),
		"status": table.OK, "source": table.Exact,
	}
	x := numbersOf(p.MixtureGrid)
	t.AddValue(row, scalar, x[0])
	t.AddValue(row, full, x[2])
}
