// Command study-basis answers whether the error of extended Adaptive Langevin dynamics follows the
// distance of Σ_x from its projection (sections 1, 4.1, 4.2 and 4.4): it runs other bases, forms, η
// and batches than Figure 14.
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
type Spec struct{ study.Extended }

var program = experiment.Program[Spec]{
	Name:  "study-basis",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: other bases",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors of all runs, the distances of Σ_x from its projections and, for the bases
// of Figure 14, the mass where projections are not covariances.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	b, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, k := range forms {
		if _, err := b.Bases(c, k); err != nil {
			return nil, err
		}
	}
	t, err := b.Table(c)
	if err != nil {
		return nil, err
	}
	bases, err := b.Bases(c, study.Full)
	if err != nil {
		return nil, err
	}
	for _, x := range bases {
		t.AddValue(table.Row{
			"friction": x.Friction, "K": x.K, "cuts": x.Cuts, "status": table.OK, "source": table.Exact,
		}, "mass where S_K is not positive", x.Negative())
	}
	return t, nil
}

var forms = []study.Friction{study.Scalar, study.Diagonal, study.Full}
