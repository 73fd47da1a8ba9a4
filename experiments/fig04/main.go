// Command fig04 reproduces Figure 4 (section 2.5.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for SGLD and Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for several time steps, with and without
// replacement.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Mixture
	Method     []study.Method `toml:"method" spec:"nonempty"`
	Prediction Prediction     `toml:"prediction"`
	Sets       Sets           `toml:"sets"`

	// runs beside the grid
	All    Runs `toml:"all"`
	Coarse Runs `toml:"coarse"`
	Slope  Runs `toml:"slope"`
	Equal  Runs `toml:"equal"`
	Length Runs `toml:"length"`
}

var program = experiment.Program[Spec]{
	Name:  "fig04",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and the runs beside this grid, compares
// the histogram of θ₁ with the posterior's marginal, and adds what theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c, s.Method...)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	beside, err := s.beside(c, g)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chains = append(chains, g.Chain(method.Scheme(p.Dt), p))
		}
	}
	grid := len(chains)
	for _, r := range beside {
		chains = append(chains, r.chain)
	}
	predictions := s.slopes(g)
	sets, err := s.setTasks()
	if err != nil {
		return nil, err
	}
	slopes, tasks := slices.Concat(predictions...), sets
	for _, x := range slopes {
		tasks = append(tasks, x.task)
	}
	found, exacts, err := study.RunWith(c, chains, tasks)
	if err != nil {
		return nil, err
	}
	for i, x := range slopes {
		x.found = exacts[len(sets)+i]
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per", "run", "T", "data set")...)
	var samples []sample
	for i, x := range found[:grid] {
		p := points[i%len(points)]
		row := p.Row(s.Method[i/len(points)].Name)
		g.Rows(t, row, x)
		exchanges(t, row, x)
		samples = append(samples, sample{p, row, x})
	}
	for i, r := range beside {
		row := r.row()
		r.rows(t, g, row, found[grid+i])
		samples = append(samples, sample{r.Point, row, found[grid+i]})
	}
	g.Norms(t)
	s.normality(t, g)
	s.predict(t, g, samples, predictions)
	s.addSets(t, exacts[:len(sets)])
	return t, nil
}

// rarely is what the status unmixed means.
const rarely = "modes rarely exchanged"

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("run", nil)
	curves := study.ErrorCurves{
		Quantity: "L1", Grid: s.Grid, Join: true, Label: true, Both: true,
		Unmixed: rarely,
	}
	const label = `$L^1$ error on the marginal of $\theta_1$`
	return curves.Figure(label, len(s.Method), func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where("method", s.Method[i].Name)
	}), nil
}
