// Command fig17 draws Figure 17, which is ours: what pays at equal cost? On the mixture of Figure 7
// it gives the root mean square error of the mean and of the variance of the posterior after a
// budget of gradients of single data, for each method and way to estimate the gradient, with the
// best n, Δt and γ. On the Gaussian posterior of Figure 5 it shows why: the noise of averages, and
// the laws of the error.
package main

import (
	_ "embed"
	"maps"
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
	Gaussian Gaussian  `toml:"gaussian"`
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
		"gradient", "budget", "n", "dt",
	}, "exact", "s", "T")...)
	for _, r := range mixture {
		row := r.Row(t)
		row["posterior"] = "mixture"
		study.MomentRows(t, row, r)
	}
	best(t, mixture, s.Budget)
	s.Gaussian.noise(t, g, gaussian)
	s.Gaussian.laws(t, g, s.Budget)
	return t, nil
}

// best adds the smallest errors of each method and way to estimate the gradient.
func best(t *table.Table, runs []*study.Run, budgets []float64) {
	var curves []table.Row
	for _, r := range runs {
		row := table.Row{
			"posterior": "mixture", "method": r.Method, "friction": r.Friction, "gradient": r.Gradient(),
		}
		same := func(x table.Row) bool { return maps.Equal(x, row) }
		if !slices.ContainsFunc(curves, same) {
			curves = append(curves, row)
		}
	}
	averages := study.NewAverages(runs)
	for _, row := range curves {
		study.BestRows(t, row, slices.DeleteFunc(slices.Clone(averages), func(a *study.Average) bool {
			return a.Method != row["method"] || a.Friction != row["friction"] ||
				a.Gradient() != row["gradient"]
		}), budgets)
	}
}
