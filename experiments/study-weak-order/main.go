// Command study-weak-order answers whether SGLD and Langevin dynamics have the weak orders of
// theory (sections 2.1 to 2.4 and the appendices): on the Gaussian posterior of Figure 3 it
// computes their errors, moments and remainders exactly, and runs them with all the data and for
// the means.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	gaussian.Variance
	Dt     []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N      []int     `toml:"n" spec:"min=1,nonempty,distinct"`
	Points []Points  `toml:"points" spec:"optional"`
	Means  Means     `toml:"means"`
	Theory Theory    `toml:"theory"`
}

// Points is a [[points]] table of a spec: runs for all its n and Δt.
type Points struct {
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	N        []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt       []float64          `toml:"dt" spec:"positive,nonempty,distinct"`
}

var program = experiment.Program[Spec]{
	Name:  "study-weak-order",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: weak orders",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.points(c, g)
	if err != nil {
		return nil, err
	}
	means, err := s.Means.points(c, g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, m := range s.Method {
		for _, p := range points {
			chains = append(chains, g.Chain(m, p))
		}
	}
	for _, m := range s.Method {
		for _, p := range means {
			chains = append(chains, s.Means.chains(g, m, p)...)
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	r := rows{g}
	for _, m := range s.Method {
		for _, p := range points {
			r.AddPoint(m, p, samples[0])
			samples = samples[1:]
		}
	}
	for _, m := range s.Method {
		for _, p := range means {
			for range factors {
				r.mean(m, p, samples[0])
				samples = samples[1:]
			}
		}
	}
	r.theory(s)
	return r.Table, nil
}

// points checks the spec and returns the points of the [[points]] tables.
func (s Spec) points(c *experiment.Context, g *gaussian.NewTable) (ps []study.Point, err error) {
	total := g.Model.Ndata()
	if !(g.Law.V > 0) {
		return nil, c.Errorf("data", "expected data that differ: the others have no noise of batches")
	}
	for i, n := range s.N {
		if err := minibatch.Without.Check(total, n); err != nil {
			return nil, c.Errorf(fmt.Sprintf("n[%d]", i), "%v", err)
		}
	}
	for i, e := range s.Points {
		for _, dt := range e.Dt {
			for j, n := range e.N {
				key := fmt.Sprintf("points[%d].n[%d]", i, j)
				p, err := study.NewPoint(c, key, e.Sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				ps = append(ps, p)
			}
		}
	}
	return ps, nil
}
