// Command template asks whether Adaptive Langevin dynamics removes the error of mini-batches that
// SGLD and Langevin dynamics have, for the posterior of model.go.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	Method []study.Method `toml:"method"`

	study.AdL
	BurnInXi float64          `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction []study.Friction `toml:"friction" spec:"distinct"`

	Limit float64 `toml:"limit"` // of θ₂, in a probability

	Data dataset.LinearSource `toml:"data"`
}

var program = experiment.Program[Spec]{
	Name:  "template",
	Title: "SGLD, Langevin and Adaptive Langevin dynamics: error of the variance of θ₂",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// measured is the component of θ, from 0, whose variance is measured.
const measured = 1

// above observes whether θ₂ exceeds the limit. What Of captures is in Params, and so in the keys of
// results.
func (s Spec) above() simulate.Mean {
	return simulate.Mean{Of: dynamics.Function{
		Name: "theta2 > limit", N: 1, Params: s.Limit, Of: func(y, theta []float64) {
			y[0] = dynamics.Indicator(theta[measured] > s.Limit)
		},
	}}
}

// compute runs all methods and measures the variance of a component and the probability that it
// exceeds the limit. The exact values come from quadrature, which works for up to three parameters.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if err := study.CheckMethods(c, s.Method); err != nil {
		return nil, err
	}
	data, err := c.Linear(s.Data)
	if err != nil {
		return nil, err
	}
	m := &Line{data}
	points, err := s.Points(c, "", m.Ndata())
	if err != nil {
		return nil, err
	}
	known, err := exact.NewBox(m, 0)
	if err != nil {
		return nil, err
	}
	_, cov := known.Moments()
	want := cov[measured*m.Dim()+measured]
	sigma := known.MeanGradCov()

	var chains []*simulate.Chain
	var rows []table.Row
	add := func(name string, scheme dynamics.Scheme) {
		for _, p := range points {
			chain := s.Chain(m, data.Digest(), scheme, p)
			chain.Theta = study.Rounded(known.Points(64))
			chain.Observe = append(chain.Observe, s.above())
			if _, ok := scheme.Friction.(dynamics.AdL); ok {
				study.Settle(chain, sigma, s.BurnInXi)
			}
			chains, rows = append(chains, chain), append(rows, p.Row(name))
		}
	}
	for _, method := range s.Method {
		add(method.Name, method.Scheme())
	}
	for i, k := range s.Friction {
		scheme, err := s.Scheme(c, m, k, fmt.Sprintf("friction[%d]", i))
		if err != nil {
			return nil, err
		}
		add(adl(k), scheme)
	}
	samples, err := study.Sweep(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "s")...)
	for i, x := range samples {
		study.Classify(rows[i], x, sigma, study.Varying, 1)
		v, p := estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			v = x.Theta(measured).Variance()
			var above []float64 // of every replica
			for _, m := range x.Means(s.above()) {
				above = append(above, m[0])
			}
			p = estimate.Mean(above)
		}
		t.Measure(rows[i], table.Variance, v, want)
		t.Measure(rows[i], table.VarianceError, estimate.RelError(v, want))
		t.Measure(rows[i], "P(theta2 > limit)", p)
	}
	return t, nil
}

// adl names Adaptive Langevin dynamics with a friction.
func adl(k study.Friction) string { return "AdL, " + string(k) + " ξ" }
