package main

import (
	"adl/pkg/figure"
	"adl/pkg/marginal"
	"adl/pkg/table"
)

// render draws the marginal distributions above, and below the joint distributions for the last
// friction: full, the one that samples the posterior. The scores are those of the first scaling;
// study-marginals draws the others.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(2, max(len(s.Observe.Components), len(s.Observe.Pairs), 1))
	f.Legend = true
	if of := t.Where("quantity", "data").Distinct("scaling"); len(of) > 0 {
		t = t.Where("scaling", of[0])
	}
	for i, k := range s.Observe.Components {
		p := f.Panel(0, i)
		if i == 0 {
			p.YLabel = "density"
		}
		marginal.Density(p, s.Regression, t, k)
	}
	last := s.Friction[len(s.Friction)-1]
	levels := marginal.Levels(s.Regression, t, last)
	for i, pair := range s.Observe.Pairs {
		p := f.Panel(1, i)
		marginal.Joint(p, s.Regression, t, last, pair, levels)
		if i == len(s.Observe.Pairs)-1 {
			p.Bar = &figure.Bar{Label: "relative density"}
		}
	}
	return f, nil
}
