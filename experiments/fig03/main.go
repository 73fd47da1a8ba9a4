// Command fig03 reproduces Figure 3 (section 2.5.1): the relative error of the variance of a
// Gaussian posterior, for SGLD and Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps, with and without replacement.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Gaussian
	study.Grid
	Method []study.Method `toml:"method" spec:"nonempty"`
}

var program = experiment.Program[Spec]{
	Name:  "fig03",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error of the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if err := study.CheckMethods(c, s.Method); err != nil {
		return nil, err
	}
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, "", g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chains = append(chains, g.Chain(method.Scheme(), p))
		}
	}
	samples, err := study.Sweep(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "gamma", "sampling", "n", "dt"}, "exact")...)
	for i, x := range samples {
		method, p := s.Method[i/len(points)], points[i%len(points)]
		row := cells(method, p)
		mean := estimate.Unknown()
		if x.Diverged {
			row["status"] = table.Diverged
		} else {
			mean = x.Theta(0).Mean()
			mean.Value -= g.Model.Mean()
		}
		g.VarianceError(t, row, x, g.Expected(method.Word, method.Gamma, x.Chain))
		t.Measure(row, table.Mean, mean, 0)
		row["status"], row["source"] = table.OK, table.Prediction
		if !p.Sampling.Along() {
			t.AddValue(row, table.VarianceError, firstOrder(g.Law, method, p.Epsilon, p.Dt))
		}
	}
	if !slices.ContainsFunc(s.Sampling, minibatch.Sampling.Along) {
		s.curves(t, g.Law, float64(g.Model.Ndata()))
	}
	return t, nil
}

// cells returns the cells of the simulated rows of a method at a point.
func cells(method study.Method, p study.Point) table.Row {
	row := p.Row(method.Name)
	if method.Word != dynamics.SGLD {
		row["gamma"] = method.Gamma
	}
	return row
}

// firstOrder returns the relative error of the variance to first order in Δt: Δt(ε(n)v + a)/2 for
// SGLD (eq. sigme_post_erreur_SGLD) and ε(n)Δt v/(2γ) for Langevin dynamics (eq.
// sigme_post_erreur). It is NaN for other schemes.
func firstOrder(l exact.Gaussian, method study.Method, eps, dt float64) float64 {
	noise := eps * dt * l.V / 2
	switch method.Word {
	case dynamics.SGLD:
		return noise + l.A*dt/2
	case "OABAO":
		return noise / method.Gamma
	}
	return math.NaN()
}

// curves adds the exact errors against ε(n), from 0 for n = N to N².
func (s Spec) curves(t *table.Table, law exact.Gaussian, total float64) {
	for _, method := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range append(linalg.LogSpace(1, total*total, 41), 0) {
				row := cells(method, study.Point{Dt: dt, Epsilon: eps})
				row["sampling"], row["n"], row["source"] = nil, nil, table.Exact
				t.AddValue(row, table.VarianceError, law.RelError(method.Word, eps, method.Gamma, dt))
			}
		}
	}
}
