// Command study-slopes answers whether small errors of SGLD and Langevin dynamics on a mixture
// agree with theory, and finds the next order (sections 2.1 to 2.5): it compares the errors of
// Figure 4, and of further runs, with the errors to leading order in ε(n)Δt and Δt.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Mixture
	study.Grid                // of Figure 4
	Method     []study.Method `toml:"method" spec:"nonempty"`
	Degree     int            `toml:"degree" spec:"min=6,max=40"` // of the polynomials

	Levels []float64 `toml:"levels" spec:"positive,distinct"` // ε(n)Δt of the picture

	// further runs than Figure 4
	All    Runs `toml:"all"`
	Coarse Runs `toml:"coarse"`
	Slope  Runs `toml:"slope"`
	Equal  Runs `toml:"equal"`
}

// Runs is a table of the spec with further runs than Figure 4.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	T        float64            `toml:"T" spec:"positive"`
	study.Selection
}

var program = experiment.Program[Spec]{
	Name:  "study-slopes",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: slopes of the error, and what is next",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// run is a run of a method, from one of the tables of the spec.
type run struct {
	study.Run
	name string // in the column run; empty for Figure 4
}

// compute adds, for each method, the L¹ errors with full batches, and the errors with their leading
// order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if err := study.CheckMethods(c, s.Method); err != nil {
		return nil, err
	}
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.list(c, g)
	if err != nil {
		return nil, err
	}
	leading := map[string]study.Leading{} // by method
	var tasks []*study.Exact
	for _, m := range s.Method {
		leading[m.Name] = g.Leading(m, s.Degree)
		tasks = append(tasks, leading[m.Name]...)
	}
	if err := study.Sample(c, runs, tasks...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"raw", "floor", "run")...)
	for _, r := range runs {
		row := r.Row(r.Method)
		row["run"] = r.name
		if g.Classify(row, r.Samples); r.Epsilon == 0 {
			g.L1(t, row, r.Samples)
		}
		if l := leading[r.Method]; l != nil && !r.Diverged {
			r.rows(t, row, g, l)
		}
	}
	return t, nil
}

// list returns the runs of Figure 4 and the further runs.
func (s Spec) list(c *experiment.Context, g *study.MixturePosterior) (runs []*run, err error) {
	add := func(name string, m study.Method, ps []study.Point, t float64) {
		for _, p := range ps {
			chain := g.Chain(m.Scheme(), p)
			chain.T = t
			runs = append(runs, &run{study.Run{Point: p, Method: m.Name, Chain: chain}, name})
		}
	}
	total := g.Model.Ndata()
	grid, err := s.Points(c, "", total)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Method {
		add("", m, grid, s.T)
	}
	for _, x := range []struct {
		key, name string
		Runs
	}{
		{"all", "all data", s.All}, {"coarse", "coarse", s.Coarse}, {"slope", "slope", s.Slope},
		{"equal", "equal", s.Equal},
	} {
		i := slices.IndexFunc(s.Method, func(m study.Method) bool { return m.Name == x.Method })
		if i < 0 {
			return nil, c.Errorf(x.key+".method", "expected the name of a method, got %q", x.Method)
		}
		points, err := x.Select(c, x.key, x.Sampling, total)
		if err != nil {
			return nil, err
		}
		add(x.name, s.Method[i], points, x.T)
	}
	return runs, nil
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
func (r *run) rows(
	t *table.Table, row table.Row, g *study.MixturePosterior, leading study.Leading,
) {
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
