// Command fig06 reproduces Figure 6 (section 3.3.2): the three components of Σ(θ), the covariance
// of the gradient of one datum's log-likelihood in the limit of many data that follow a mixture of
// two Gaussians, and the modes of the posterior.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Theta0  [2]float64         `toml:"theta0"`
	Square  [2]float64         `toml:"square"`
	Nodes   int                `toml:"nodes" spec:"min=2,max=401"`
	Ellipse float64            `toml:"ellipse" spec:"positive"`
	Mass    []float64          `toml:"mass" spec:"positive,max=1,nonempty,distinct"`
	Data    dataset.Source     `toml:"data"`
	Model   study.MixtureModel `toml:"model"`
	Limit   struct {
		N    []int  `toml:"ndata" spec:"min=2,max=65536,distinct"`
		Sets int    `toml:"sets" spec:"min=2,max=1024"`
		Seed uint64 `toml:"seed"`
	} `toml:"limit"`
	Others study.Others `toml:"others"`
}

var program = experiment.Program[Spec]{
	Name:  "fig06",
	Title: "covariance of the gradient for many data of a mixture, and the modes of the posterior",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ on the square and where the posterior has its mass, and compares it with Σ_x.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	axis, err := s.axis(c, m)
	if err != nil {
		return nil, err
	}
	posterior, err := study.NewPosterior(c, m, exact.Grid{})
	if err != nil {
		return nil, err
	}
	var square []node
	for _, t1 := range axis {
		for _, t2 := range axis {
			square = append(square, node{theta: []float64{t1, t2}})
		}
	}
	support := nodes(posterior, 1e-14)
	near := densest(support, slices.Max(s.Mass))
	tasks := append([]*study.Exact{
		s.covariances(m, data.Digest(), "on the square", square),
		s.covariances(m, data.Digest(), "on the nodes of the posterior", support),
		s.covariances(m, data.Digest(), "beside the square", beside(square, posterior.Modes)),
		s.covariances(m, data.Digest(), "beside the nodes", beside(near, posterior.Modes)),
	}, s.limits(m, data.Digest())...)
	tasks = append(tasks, s.drawn(m)...)
	results, err := study.Run(c, tasks)
	if err != nil {
		return nil, err
	}
	fill(square, results[0])
	fill(support, results[1])

	t := table.New(table.Columns([]string{"region", "mode", "ndata", "set", "theta1", "theta2"},
		"exact", "data")...)
	s.surfaces(t, m, square)
	modes(t, posterior)
	span(t, "square", square)
	for _, mass := range s.Mass {
		span(t, share(mass), densest(support, mass))
	}
	for i, x := range posterior.Modes {
		span(t, fmt.Sprintf("mode %d", i+1), inside(support, x, s.Ellipse))
	}
	variation(t, support, m.Ndata())
	change(t, "square", support, square, results[2])
	change(t, share(slices.Max(s.Mass)), support, densest(support, slices.Max(s.Mass)), results[3])
	last := 4 + len(s.Limit.N)
	s.limit(t, results[4:last])
	for _, r := range results[last:] {
		s.rowsOfOthers(t, r[0])
	}
	return t, nil
}
