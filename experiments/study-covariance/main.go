// Command study-covariance answers how far the covariance of one datum's gradient is from a
// constant where the posterior of a mixture has its mass (sections 1, 3.3.2 and 4.3). It evaluates
// Σ(θ) of Figure 6, and Σ_x(θ) for the data of the figure and for others.
package main

import (
	_ "embed"
	"fmt"
	"slices"

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
	Ellipse float64      `toml:"ellipse" spec:"positive"`
	Mass    []float64    `toml:"mass" spec:"positive,max=1,nonempty,distinct"`
	Limit   Limit        `toml:"limit"`
	Others  study.Others `toml:"others"`
}

var program = experiment.Program[Spec]{
	Name:  "study-covariance",
	Title: "covariance of the gradient, mixture of Gaussians: by how much it varies",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ and Σ_x on the square and where the posterior has its mass, and Σ_x for other
// data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	v, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	square, modes := v.Square, v.Posterior.Modes
	support := nodes(v.Posterior, 1e-14)
	most := slices.Max(s.Mass)
	tasks := append([]*study.Exact{
		v.Task("on the square", square),
		v.Task("on the nodes of the posterior", support),
		v.Task("beside the square", beside(square, modes)),
		v.Task("beside the nodes", beside(densest(support, most), modes)),
	}, s.Limit.tasks(s, v)...)
	tasks = append(tasks, s.drawn(v.Posterior.Model)...)
	results, err := study.Run(c, tasks)
	if err != nil {
		return nil, err
	}
	mixture.FillCovariances(square, results[0])
	mixture.FillCovariances(support, results[1])

	t := rows{s.NewTable()}
	t.span("square", square)
	for _, mass := range s.Mass {
		t.span(share(mass), densest(support, mass))
	}
	for i, x := range modes {
		t.span(fmt.Sprintf("mode %d", i+1), inside(support, x, s.Ellipse))
	}
	t.variation(support, v.Posterior.Model.Ndata())
	t.change("square", support, square, results[2])
	t.change(share(most), support, densest(support, most), results[3])
	last := 4 + len(s.Limit.N)
	t.limit(s.Limit, results[4:last])
	for _, r := range results[last:] {
		t.others(s, r[0])
	}
	return t.Table, nil
}
