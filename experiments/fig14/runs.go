package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
)

// The purposes of the runs.
const (
	curve  = "eAdL"     // the panels
	all    = "all data" // the time step alone
	single = "single"   // the smallest n
)

// run is a chain of the figure: its basis is the k-th.
type run struct {
	method string
	k      int
	study.Point
}

// basis is a choice of functions, the coefficients of the projection of Σ_x onto them, and its
// distance from Σ_x.
type basis struct {
	functions  dynamics.Basis
	projection [][]float64
	distance   float64
}

// bases lists the constant function, for K = 0, and the polynomials of every degree, with their
// factors.
func (s Spec) bases(
	c *experiment.Context, m *model.Mixture, form dynamics.Form,
) ([]basis, error) {
	functions, p, err := s.Basis.Bases(c, m)
	if err != nil {
		return nil, err
	}
	var bases []basis
	for _, f := range functions {
		if b, ok := f.(dynamics.Boxes); ok {
			b.Scale = p.Scale(b, s.Basis.Cap)
			f = b
		}
		coef, distance := p.ProjectBasis(f, form)
		bases = append(bases, basis{f, coef, distance})
	}
	return bases, nil
}

// runs lists the chains: the points of the curves, and those that claims need.
func (s Spec) runs(c *experiment.Context, bases []basis, total int) (runs []run, err error) {
	points, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	add := func(method, key string, k, n int, dts []float64) error {
		for _, dt := range dts {
			p, err := study.NewPoint(c, key, minibatch.Without, total, n, dt)
			if err != nil {
				return err
			}
			runs = append(runs, run{method, k, p})
		}
		return nil
	}
	for k := range bases {
		for _, p := range points {
			runs = append(runs, run{curve, k, p})
		}
		if err := add(single, "single.n", k, s.Single.N, s.Single.Dt); err != nil {
			return nil, err
		}
		if k > 0 && k < len(bases)-1 {
			continue
		}
		if err := add(all, "all", k, total, s.All.Dt); err != nil {
			return nil, err
		}
	}
	return runs, nil
}
