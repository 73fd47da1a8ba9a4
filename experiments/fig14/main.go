// Command fig14 reproduces Figure 14 (section 4.4): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for extended Adaptive Langevin dynamics whose gradient
// is estimated from n of N data. Its friction is a combination of K + 1 functions of θ; the error
// is drawn against K, for several time steps.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
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
	Equal study.ExtendedSet `toml:"equal"` // in ε(n)Δt to points of the curves
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

// render draws one panel per n with the error against K, the error at one K against ε(n)Δt, and
// the error over that of K = 0 against the projection error over that of K = 0.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	cols := max(2, len(s.N))
	f := figure.New(2, cols)
	f.Legend = true
	var panels []*figure.Panel
	for i, n := range s.N {
		p := f.Panel(0, i)
		axes(p, t)
		p.Title = fmt.Sprintf("$n = %d$", n)
		p.XLabel = "$K$"
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		curves(s, p, errors(t), n)
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	sameNoise(s, f.Panel(1, 0), t)
	decay(s, f.Panel(1, 1), t)
	return f, nil
}

// errors returns the rows of the L¹ errors.
func errors(t *table.Table) *table.Table { return t.Where("quantity", "L1") }

// sameNoise draws the errors at the K of the points of equal ε(n)Δt against it, and a line on which
// they would be proportional to it.
func sameNoise(s Spec, p *figure.Panel, t *table.Table) {
	if len(s.Equal.K) == 0 {
		return
	}
	k := s.Equal.K[0]
	t = errors(t).Where("K", k)
	var kinds []study.Series
	for j, dt := range s.steps() {
		kinds = append(kinds, study.Series{Where: []any{"dt", dt}, Style: study.TimeStep(j, s.steps())})
	}
	study.CompareErrors(p, t, kinds...)
	study.Proportional(p, t)
	p.Title = fmt.Sprintf("$K = %d$", k)
}

// steps returns the time steps of all points, in ascending order.
func (s Spec) steps() []float64 {
	all := slices.Concat(s.Dt, s.Equal.Dt)
	slices.Sort(all)
	return slices.Compact(all)
}

// axes sets up a panel against K, with ticks at all K of the table.
func axes(p *figure.Panel, t *table.Table) {
	p.Y.Log = true
	k := study.Ticks(errors(t).Distinct("K"))
	if p.X.Ticks = k; len(k) > 1 {
		first, last := k[0].Value, k[len(k)-1].Value
		room := float64(0.06 * (last - first))
		p.X.Min, p.X.Max = first-room, last+room
	}
}

// series is that of time step j, against a column.
func series(s Spec, j int, column string) study.Series {
	return study.Series{
		Style: study.TimeStep(j, s.steps()), Join: true,
		X: func(t *table.Table, i int) float64 { return t.Float(i, column) },
	}
}

// curves draws the errors at an n, and those with all the data.
func curves(s Spec, p *figure.Panel, t *table.Table, n int) {
	for j, dt := range s.steps() {
		curve := series(s, j, "K")
		curve.Name = fmt.Sprintf(`$\Delta t = %s$`, study.Number(dt))
		u := t.Where("dt", dt, "n", n)
		p.Add(study.Shown(u)...)
		p.Add(curve.Points(u.Filter(func(i int) bool {
			most, bound := u.Estimate(i).Bound(false)
			return !bound || most == highest(t.Where("n", n, "K", u.Cell(i, "K")))
		}))...)
	}
	allData(p, t.Where("epsilon", 0))
}

// highest returns the highest of the upper bounds of rows, the only one that is drawn.
func highest(t *table.Table) (most float64) {
	for i := range t.Len() {
		if y, bound := t.Estimate(i).Bound(false); bound && t.Cell(i, "status") == table.OK {
			most = max(most, y)
		}
	}
	return most
}

// allData draws the largest upper bound on an error with all the data at each K, or the error.
func allData(p *figure.Panel, t *table.Table) {
	l := figure.Line{
		Name:  `$n = N_d$, upper bound`,
		Style: figure.Style{Color: figure.Guide().Color, Width: 0.7, Dash: figure.DashDotted},
	}
	for _, k := range t.Sort("K").Distinct("K") {
		u, most := t.Where("K", k, "status", table.OK), 0.0
		for i := range u.Len() {
			e := u.Estimate(i)
			most = max(most, float64(e.Value+float64(2*e.StdErr)))
		}
		if u.Len() > 0 {
			l.X, l.Y = append(l.X, t.Where("K", k).Float(0, "K")), append(l.Y, most)
		}
	}
	p.Add(study.Shown(t)...)
	p.Add(l)
}

// decay draws the errors against the projection errors, both over those of K = 0, dotted for all n
// but the first, and the line on which they would be proportional. The errors are known to differ
// from 0, and that of K = 0 to 25 %.
func decay(s Spec, p *figure.Panel, t *table.Table) {
	p.Title = "decay"
	p.XLabel = `$\|\Sigma_x - S_K\|\,/\,\|\Sigma_x - S_0\|$`
	p.YLabel = `$L^1$ error over that of $K = 0$`
	p.X.Log, p.Y.Log = true, true
	projection := func(k string) float64 {
		x, _ := t.Lookup("value", "quantity", "projection error", "K", k)
		zero, _ := t.Lookup("value", "quantity", "projection error", "K", 0)
		return x / zero
	}
	left, low := 0.9, 0.3
	for j, dt := range s.steps() {
		for i, n := range s.N {
			of := errors(t).Where("n", n, "dt", dt)
			first := of.Where("K", 0, "status", table.OK)
			if first.Len() == 0 || !(first.Estimate(0).Z(0) >= 4) {
				continue
			}
			u := table.New("n", "dt", "K", "projection", "value", "stderr", "status")
			for r := range of.Len() {
				k, ratio := of.Cell(r, "K"), estimate.Ratio(of.Estimate(r), first.Estimate(0))
				if k == "0" {
					ratio = estimate.Estimate{Value: 1}
				}
				if !(ratio.Z(0) >= 2) || !study.Drawn(of.Cell(r, "status")) {
					continue
				}
				u.Add(table.Row{
					"n": n, "dt": dt, "K": k, "projection": projection(k), "value": ratio.Value,
					"stderr": ratio.StdErr, "status": of.Cell(r, "status"),
				})
				y, _ := ratio.Bound(false)
				left, low = min(left, projection(k)), min(low, y)
			}
			curve := series(s, j, "projection")
			if i > 0 {
				curve.Style.Dash = figure.Dotted
			}
			p.Add(curve.Points(u)...)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left/1.6, 1.35, low/3, 1.6
	p.Add(figure.Line{
		Name: "proportional", X: []float64{1e-9, 1}, Y: []float64{1e-9, 1},
		Style: figure.Guide(),
	})
	for _, k := range errors(t).Distinct("K") {
		if x := projection(k); x >= left && k != "0" {
			p.Add(figure.Text{X: x, Y: p.Y.Min * 1.3, Text: "$K = " + k + "$", XAlign: 0.5, Size: 7})
		}
	}
}
