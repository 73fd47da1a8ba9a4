// Command fig06 reproduces Figure 6 (section 3.3.2): the three components of Σ(θ), the covariance
// of the gradient of one datum's log-likelihood in the limit of many data that follow a mixture of
// two Gaussians, and the modes of the posterior.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.CovarianceSquare
	Ellipse float64 `toml:"ellipse" spec:"positive"`
}

var program = experiment.Program[Spec]{
	Name:  "fig06",
	Title: "covariance of the gradient for many data of a mixture, and the modes of the posterior",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ on the square.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	v, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	results, err := study.Run(c, []*study.Exact{v.Task("on the square", v.Square)})
	if err != nil {
		return nil, err
	}
	mixture.FillCovariances(v.Square, results[0])
	t := s.NewTable()
	s.surfaces(t, v.Square)
	modes(t, v.Posterior)
	return t, nil
}
