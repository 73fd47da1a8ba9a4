// Command study-frozen-xi answers whether the error of the variance in Figure 5 is the error with ξ
// fixed at its mean, for any noise, and whether ξ and p have the distributions of the lemma for a
// constant Σ_x (sections 3.2.1 and 3.2.3).
package main

import (
	_ "embed"
	"strings"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.GaussianRuns
	Frozen   Grid `toml:"frozen"`
	Laws     Grid `toml:"laws"`
	Inertia  Grid `toml:"inertia"`
	AnyNoise Grid `toml:"any_noise"`
}

var program = experiment.Program[Spec]{
	Name:  "study-frozen-xi",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: a frozen ξ, and the laws of ξ and p",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute measures the error of the variance or, in the runs "laws" and "inertia", the
// distributions of ξ and p.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var runs []*study.GaussianRun
	var names []string // of their tables, with spaces
	for _, of := range []struct {
		key string
		Grid
	}{{"frozen", s.Frozen}, {"laws", s.Laws}, {"inertia", s.Inertia}, {"any_noise", s.AnyNoise}} {
		more, err := s.list(c, g, of.key, of.Grid)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			names = append(names, strings.ReplaceAll(of.key, "_", " "))
			if of.key == "laws" {
				observeLaws(r)
			}
		}
		runs = append(runs, more...)
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable("run")
	for i, r := range runs {
		row := r.Row()
		row["run"] = names[i]
		switch names[i] {
		case "laws":
			addLaws(t, row, r)
		case "inertia":
			r.AddXi(t, row)
		default:
			r.AddError(t, row)
		}
		if names[i] == "any noise" {
			known := r.Known("Langevin", table.Exact)
			known["run"] = names[i]
			t.AddValue(known, table.VarianceError, r.Expected("OABAO"))
		}
	}
	return t, nil
}
