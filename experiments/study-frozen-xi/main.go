// Command study-frozen-xi answers whether the error of the variance in Figure 5 is the error with ξ
// fixed at its mean, for any noise, and whether ξ and p have the distributions of the lemma for a
// constant Σ_x (sections 3.2.1 and 3.2.3).
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
	study.Gaussian
	study.Runs
	// S are values of the criterion s, which the spread of the data is made to give the runs in any
	// noise.
	S []float64 `toml:"s" spec:"nonempty,positive,max=0.999,distinct"`
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
	runs, err := s.list(c, g)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable("run")
	for _, r := range runs {
		row, g := r.Row(t), r.Posterior.(*study.GaussianPosterior)
		switch r.Table {
		case laws:
			addLaws(t, row, r)
		case "inertia":
			g.AddXi(t, r)
		default:
			g.VarianceError(t, row, r, g.Expected(r.Chain.Scheme.Word, r.Gamma(), r.Chain))
		}
		if r.Table == anyNoise {
			known := g.Known(r, "Langevin", table.Exact)
			known["run"] = row["run"]
			t.AddValue(known, table.VarianceError, g.Expected("OABAO", r.Gamma(), r.Chain))
		}
	}
	return t, nil
}
