// Command fig04 reproduces Figure 4 (section 2.5.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for SGLD and Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for several time steps, with and without
// replacement.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Degree int `toml:"degree" spec:"min=6,max=40"` // of the polynomials
}

var program = experiment.Program[Spec]{
	Name:  "fig04",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, compares the histogram of θ₁ with the
// posterior's marginal, and adds the norms of Σ_x − S* and the errors to leading order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	leading, tasks := g.LeadingOf(runs, s.Degree)
	if err := study.Sample(c, runs, tasks...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "raw", "floor")...)
	for _, r := range runs {
		r.L1(t, r.Row(t))
	}
	norms(t, g.MixtureGrid)
	for _, method := range t.Distinct("method") {
		if l := leading[method]; len(l) > 0 {
			s.curves(t, method, l)
		}
	}
	return t, nil
}

// norms adds the norm of Σ_x and its distances from constant scalar, diagonal and full matrices
// (remark rem:adl_xi_cases), in L²(π) and the Frobenius norm.
func norms(t *table.Table, p *exact.MixtureGrid) {
	row := table.Row{"status": table.OK, "source": table.Exact}
	t.AddValue(row, "norm of Sigma", p.GradCovNorm())
	for _, k := range []struct {
		of   string
		form dynamics.Form
	}{{"s I", dynamics.Scalar{}}, {"D", dynamics.Diagonal{}}, {"mean", dynamics.Full{}}} {
		_, distance := p.ProjectBasis(dynamics.One{}, k.form)
		t.AddValue(row, "norm of Sigma - "+k.of, distance)
	}
}

// curves adds the errors of a method against ε(n) to leading order in ε(n)Δt and Δt, as far as
// errors do not saturate.
func (s Spec) curves(t *table.Table, method string, l study.Leading) {
	const saturation = 0.3
	all := t.Where("quantity", table.L1, "source", table.Simulation).Floats("epsilon")
	lo, hi := max(1, slices.Min(all)), slices.Max(all)
	for _, dt := range s.Dt {
		for _, epsilon := range linalg.LogSpace(lo, hi, 25) {
			if v, _ := l.Error(epsilon, dt); v <= saturation {
				t.AddValue(table.Row{
					"method": method, "dt": dt, "epsilon": epsilon,
					"status": table.OK, "source": table.Prediction,
				}, table.L1, v)
			}
		}
	}
}
