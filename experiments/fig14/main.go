// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics whose gradient
// is estimated from n of N data. Its friction is a combination of K + 1 functions of θ; the error
// is drawn against K, for several time steps.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Extended
	N     []int             `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt    []float64         `toml:"dt" spec:"positive,nonempty,distinct"`
	All   study.ExtendedSet `toml:"all"`
	Equal study.ExtendedSet `toml:"equal"` // equal in ε(n)Δt to points of the curves
}

var program = experiment.Program[Spec]{
	Name: "fig14",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal " +
		"of θ₁",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's
// marginal, and Σ_x with its projection.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	b, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	curves := study.ExtendedSet{Method: study.ExtendedAdL, N: s.N, Dt: s.Dt}
	if err := b.Add("", curves); err != nil {
		return nil, err
	}
	if err := b.Add("all.", s.All); err != nil {
		return nil, err
	}
	if err := b.Add("equal.", s.Equal); err != nil {
		return nil, err
	}
	t, err := b.Table()
	if err != nil {
		return nil, err
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	t.AddValue(row, "norm of Sigma", b.Posterior.GradCovNorm())
	return t, nil
}

// render draws one panel per n with the error against K.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, len(s.N))
	t = t.Where("quantity", "L1")
	for i, n := range s.N {
		p := f.Panel(0, i)
		p.Label(fmt.Sprintf("$n = %d$", n), "$K$", `$L^1$ error on the marginal of $\theta_1$`)
		p.Log(false, true)
		p.X.Tick.Marker = study.Ticks(t.Distinct("K"))
		for _, dt := range s.Dt {
			u := t.Where("dt", dt, "n", n)
			series := study.Series{
				Name: study.StepName(dt), Style: study.TimeStep(dt), Join: true, X: study.Column("K"),
			}
			p.Add(series.Points(u.Filter(func(i int) bool {
				most, bound := u.Estimate(i).Bound(false)
				return !bound || most == highest(t.Where("n", n, "K", u.Cell(i, "K")))
			}))...)
		}
		allData(p, t.Where("epsilon", 0))
	}
	plots.ShareY(f.Panels()...)
	return f, nil
}

// highest returns the highest of the upper bounds of rows. Only this bound is drawn.
func highest(t *table.Table) (most float64) {
	for i := range t.Len() {
		if y, bound := t.Estimate(i).Bound(false); bound && t.Cell(i, "status") == table.OK {
			most = max(most, y)
		}
	}
	return most
}

// allData draws the largest upper bound on the error with full batches at each K.
func allData(p *plots.Panel, t *table.Table) {
	b := plots.Line{
		Name: "upper bound, all data", Style: plots.Style{Color: plots.Grey(0.6)},
		Bound: plots.Upper, Status: table.OK,
	}
	for _, k := range t.Sort("K").Distinct("K") {
		u, most := t.Where("K", k, "status", table.OK), 0.0
		for i := range u.Len() {
			e := u.Estimate(i)
			most = max(most, float64(e.Value+float64(2*e.StdErr)))
		}
		if u.Len() > 0 {
			b.X, b.Y = append(b.X, u.Float(0, "K")), append(b.Y, most)
		}
	}
	p.Add(b)
}
