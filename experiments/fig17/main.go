// Command fig17 draws Figure 17, which is ours: what pays at equal cost? On the mixture of Figure 7
// it gives the root mean square error of the mean and of the variance of the posterior after a
// budget of gradients of single data, for each method and way to estimate the gradient, with the
// best n, Δt and γ. On the Gaussian posterior of Figure 5 it shows why: the noise of averages, and
// the laws of the error.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Budget   []float64 `toml:"budget" spec:"positive,nonempty,distinct"` // gradients of a datum
	Speed    []Speed   `toml:"speed" spec:"nonempty"`
	Gaussian Gaussian  `toml:"gaussian"`
}

// Speed is the CPU time of a step, in nanoseconds: Step and, for each datum of its batch, Datum.
type Speed struct {
	Method   string         `toml:"method" spec:"nonempty"`
	Gradient study.Gradient `toml:"gradient" spec:"optional"` // by default all others
	Step     float64        `toml:"step" spec:"positive"`
	Datum    float64        `toml:"datum" spec:"positive"`
}

var program = experiment.Program[Spec]{
	Name:  "fig17",
	Title: "What pays at equal cost",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods, and finds the best choice for every budget.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	_, mixture, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	g, gaussian, err := s.Gaussian.load(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, slices.Concat(mixture, gaussian)); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "method", "scheme", "friction", "eta", "gamma", "data", "ndata", "sampling",
		"gradient", "budget", "seconds", "n", "dt",
	}, "exact", "inside", "s", "T")...)
	for _, r := range mixture {
		row := r.Row(t)
		row["posterior"] = "mixture"
		study.MomentRows(t, row, r)
	}
	study.BestRows(t, []string{"method", "friction", "gradient"}, study.NewAverages(mixture), s.Budget,
		s.cells, study.Mean, study.Variance)
	s.Gaussian.noise(t, g, gaussian)
	s.Gaussian.laws(t, g, s.Budget)
	return t, nil
}

// cells returns the posterior, and the CPU time of a budget on one core, where Speed has it.
func (s Spec) cells(b study.Best) table.Row {
	row := table.Row{"posterior": "mixture"}
	for _, x := range s.Speed {
		if x.Method == b.Choice.Method && (x.Gradient == "" || x.Gradient == b.Choice.Gradient()) {
			n := float64(b.Choice.N)
			row["seconds"] = 1e-9 * (x.Step + x.Datum*n) * b.Budget / n
			break
		}
	}
	return row
}
