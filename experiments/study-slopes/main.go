// Command study-slopes answers whether the errors of SGLD and Langevin dynamics on a mixture begin
// as theory says, and what the next order is (sections 2.1 to 2.5): it compares the errors of
// Figure 4, and of runs beside it, with those to leading order in ε(n)Δt and Δt.
package main

import (
	_ "embed"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Mixture                // of Figure 4
	Method          []study.Method `toml:"method" spec:"nonempty"`
	Degree          int            `toml:"degree" spec:"min=6,max=40"` // of the polynomials

	// Fit is the largest ε(n)Δt of the errors to which a slope is fitted, FitLangevin that of
	// Langevin dynamics.
	Fit         float64 `toml:"fit" spec:"positive"`
	FitLangevin float64 `toml:"fit_langevin" spec:"positive"`

	Levels []float64 `toml:"levels" spec:"positive,distinct"` // ε(n)Δt of the picture

	// runs beside Figure 4
	All    Runs `toml:"all"`
	Coarse Runs `toml:"coarse"`
	Slope  Runs `toml:"slope"`
	Equal  Runs `toml:"equal"`
	Length Runs `toml:"length"`
}

var program = experiment.Program[Spec]{
	Name:  "study-slopes",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: slopes of the error, and what is next",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds what is measured in the runs beside Figure 4, and for each method the slopes of the
// error and the errors to leading order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c, s.Method...)
	if err != nil {
		return nil, err
	}
	runs, err := s.list(c, g)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, r := range runs {
		chains = append(chains, r.chain)
	}
	found, leading, err := g.RunLeading(c, s.Degree, s.Method, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per", "run", "T")...)
	for i, r := range runs {
		r.samples = found[i]
		r.rows(t, g)
	}
	for i, m := range s.Method {
		p := prediction{g, m.Name, leading[i], nil}
		if p.leading == nil {
			continue
		}
		for _, r := range runs {
			if r.method == m.Name && r.name != length && !r.samples.Diverged {
				p.runs = append(p.runs, r)
			}
		}
		fit := s.Fit
		if m.Word != dynamics.SGLD {
			fit = s.FitLangevin
		}
		p.slopes(t, fit)
		p.points(t)
	}
	return t, nil
}
