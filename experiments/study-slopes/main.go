// Command study-slopes answers whether small errors of SGLD and Langevin dynamics on a mixture
// agree with theory, and finds the next order (sections 2.1 to 2.5): it compares the errors of
// Figure 4, and of further runs, with the errors to leading order in ε(n)Δt and Δt.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Degree int       `toml:"degree" spec:"min=6,max=40"`      // of the polynomials
	Levels []float64 `toml:"levels" spec:"positive,distinct"` // ε(n)Δt of the picture
}

var program = experiment.Program[Spec]{
	Name:  "study-slopes",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: slopes of the error, and what is next",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds, for each method, the L¹ errors with full batches, and the errors with their leading
// order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	leading, tasks := g.LeadingOf(runs, s.Degree)
	if err := study.Sample(c, runs, tasks...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"raw", "floor", "run")...)
	for _, r := range runs {
		row := r.Row(t)
		if r.Table == "curves" { // of Figure 4
			row["run"] = nil
		}
		if r.Epsilon == 0 {
			r.L1(t, row)
		}
		if l := leading[r.Method]; l != nil && !r.Diverged {
			rows(t, row, r, l)
		}
	}
	return t, nil
}

// quantities of the picture
const (
	overLeading = "error over leading order"
	next        = "next term per (ε(n)Δt)²"
)

// rows adds the errors of a run:
//
//	leading order  the L¹ error
//	signed error   of the simulation: Σ_b ±(h_b − π_b), with the signs of the leading order. It is
//	               the L¹ error where the signs are right, and unlike the L¹ error it is linear in
//	               the histogram h, so that noise does not bias it
//
// and, with batches, the signed error divided by the leading order, and its deviation from the
// leading order divided by (ε(n)Δt)².
func rows(t *table.Table, row table.Row, r *study.Run, leading study.Leading) {
	v, near := leading.Error(r.Epsilon, r.Dt)
	if v == 0 || !near {
		return
	}
	signs := leading.At(r.Epsilon, r.Dt)
	top := max(slices.Max(signs), -slices.Min(signs))
	for b, x := range signs {
		if !(math.Abs(x) > 1e-9*top) { // rounding decides the sign
			signs[b] = 0
		}
	}
	g := r.Mixture()
	found := r.Samples.Histogram(g.Histogram).Along(g.Mass, signs)
	t.Measure(row, "signed error", found)
	if noise := r.Epsilon * r.Dt; noise > 0 {
		t.Measure(row, overLeading, found.Times(1/v))
		found.Value = v - found.Value
		t.Measure(row, next, found.Times(1/(noise*noise)))
	}
	row["source"] = table.Prediction
	t.AddValue(row, table.LeadingOrder, v)
}
