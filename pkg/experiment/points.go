package experiment

import (
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
)

// Grid are the keys of a spec that span the points of the curves against ε(n).
type Grid struct {
	Dt       []float64            `toml:"dt" spec:"positive,nonempty,distinct"`
	N        []int                `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling []minibatch.Sampling `toml:"sampling" spec:"in=with|without,nonempty,distinct"`
}

// Point is one of them.
type Point struct {
	Sampling minibatch.Sampling
	Dt       float64
	N        int
	Epsilon  float64 // ε(n)
}

// Points returns all points for a number of data, or an error about the key of an n that cannot be drawn.
func (c *Context) Points(g Grid, total int) ([]Point, error) {
	var ps []Point
	for _, sampling := range g.Sampling {
		for _, dt := range g.Dt {
			for j, n := range g.N {
				if err := sampling.Check(total, n); err != nil {
					return nil, c.Errorf(fmt.Sprintf("n[%d]", j), "%v", err)
				}
				ps = append(ps, Point{sampling, dt, n, sampling.Epsilon(total, n)})
			}
		}
	}
	return ps, nil
}

// Chains loads the data of a spec's [data] table and checks what its other keys say about chains.
func (c *Context) Chains(d dataset.Source, s simulate.Settings, methods ...simulate.Method) (dataset.Data, error) {
	if err := s.Check(); err != nil {
		return dataset.Data{}, c.Errorf("replicas", "%v", err)
	}
	for i, m := range methods {
		if err := m.Scheme(1).Check(); err != nil {
			return dataset.Data{}, c.Errorf(fmt.Sprintf("method[%d].scheme", i), "%v", err)
		}
		if m.Scheme(1).Friction != nil && m.Gamma == 0 {
			return dataset.Data{}, c.Errorf(fmt.Sprintf("method[%d]", i), "scheme %s wants the key gamma", m.Word)
		}
	}
	return c.Data("data", d)
}

// Marginal checks the [histogram] and [model] tables of a spec with a mixture and prepares the measurement of its θ₁ marginal.
func (c *Context) Marginal(m *model.Mixture, h simulate.Histogram) (*simulate.Marginal, error) {
	if !(h.Lo < h.Hi) {
		return nil, c.Errorf("histogram.hi", "expected more than lo = %g, got %g", h.Lo, h.Hi)
	}
	p, err := c.Posterior(m, exact.Grid{})
	if err != nil {
		return nil, err
	}
	return simulate.NewMarginal(p, h), nil
}
