package main

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
)

// The purposes of the runs.
const (
	curve      = "AdL"        // the panels
	metastable = "metastable" // several η
	law        = "law"        // the law of ξ
	langevin   = "Langevin"   // points of Figure 4
)

// run is a chain of the figure.
type run struct {
	method   string
	friction study.Friction
	eta      float64
	study.Point
}

// scheme returns the scheme of a run.
func (s Spec) scheme(c *experiment.Context, m *model.Mixture, r run) (dynamics.Scheme, error) {
	if r.method != langevin {
		adl := s.AdL
		adl.Eta = r.eta
		return adl.Scheme(c, m, r.friction, "friction", r.Dt)
	}
	scheme := study.Method{Word: s.Langevin.Scheme, Gamma: s.Langevin.Gamma}.Scheme(r.Dt)
	if err := scheme.Check(); err != nil {
		return scheme, c.Errorf("langevin.scheme", "%v", err)
	}
	return scheme, nil
}

// runs lists the chains: the points of the curves, and the points that claims need.
func (s Spec) runs(c *experiment.Context, total int) (runs []run, err error) {
	points, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		for _, p := range points {
			runs = append(runs, run{curve, k, s.Eta, p})
		}
	}
	point := func(key string, n int, dt float64) (study.Point, error) {
		return study.NewPoint(c, key, minibatch.Without, total, n, dt)
	}
	p, err := point("metastable.n", s.Metastable.N, s.Metastable.Dt)
	if err != nil {
		return nil, err
	}
	for _, eta := range append([]float64{s.Eta}, s.Metastable.Eta...) {
		runs = append(runs, run{metastable, study.Full, eta, p})
	}
	if p, err = point("law.n", s.Law.N, s.Law.Dt); err != nil {
		return nil, err
	}
	for _, k := range s.Friction {
		runs = append(runs, run{law, k, s.Eta, p})
	}
	for _, dt := range s.Langevin.Dt {
		for j, n := range s.N {
			if p, err = point(fmt.Sprintf("n[%d]", j), n, dt); err != nil {
				return nil, err
			}
			runs = append(runs, run{method: langevin, Point: p})
		}
	}
	return runs, nil
}
