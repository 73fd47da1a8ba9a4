// Command study-xi answers whether Adaptive Langevin dynamics with a constant Σ_x has the
// distributions of the lemma (sections 3.2.1 and 3.2.2): it observes ξ and p on the Gaussian
// posterior of Figure 5, and measures the error on its variance for any noise and η.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

var program = experiment.Program[gaussian.Study]{
	Name:  "study-xi",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: the distributions of ξ and p",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// The runs that are not only about the error on the variance.
const (
	laws    = "laws"
	inertia = "inertia"
)

func compute(c *experiment.Context, s gaussian.Study) (*table.Table, error) {
	return s.Table(c, observe, func(t *table.Table, row table.Row, r *gaussian.Run) {
		if r.Name == laws {
			lawRows(t, row, r)
			return
		}
		r.AddError(t, row)
		if r.Name == inertia {
			r.AddXi(t, row)
		}
	})
}

// Observables of one number, and their statistics.
var (
	square  = dynamics.Product{X: dynamics.Theta{}, Y: dynamics.Theta{}}
	p       = dynamics.Momentum{}
	kinetic = dynamics.Product{X: p, Y: p}
	xi      = dynamics.Xi{}

	lawOfP = simulate.Histogram{Of: p, Lo: -6, Hi: 6, Bins: 240}
)

// lawOfXi is the histogram of ξ within six standard deviations of its mean at the start.
func lawOfXi(r *gaussian.Run, chain *simulate.Chain) simulate.Histogram {
	mean, reach := chain.Xi[0], 6/math.Sqrt(r.Eta)
	return simulate.Histogram{Of: xi, Lo: mean - reach, Hi: mean + reach, Bins: 240}
}

func observe(r *gaussian.Run, chain *simulate.Chain) {
	if r.Name != laws {
		return
	}
	for _, of := range []dynamics.Observable{
		gaussian.Cube, square, kinetic, dynamics.Product{X: xi, Y: square},
		dynamics.Product{X: xi, Y: kinetic},
	} {
		chain.Observe = append(chain.Observe, simulate.Moments{Of: of})
	}
	chain.Observe = append(chain.Observe, lawOfP, lawOfXi(r, chain))
}

// lawRows adds what the lemma says about the distributions of p and ξ, and the third moment of θ.
func lawRows(t *table.Table, row table.Row, r *gaussian.Run) {
	r.AddThird(t, row)
	x := r.Samples
	b := func(of dynamics.Observable) *estimate.TimeBlocks { return x.Blocks(of, 0) }
	t.Measure(row, "mean of p^2", b(kinetic).Mean(), 1+r.Noise())
	t.Measure(row, "D of p", x.Histogram(lawOfP).FromNormal())
	t.Measure(row, "D of xi", x.Histogram(lawOfXi(r, x.Chain)).FromNormal())
	t.Measure(row, "correlation of xi and theta^2",
		estimate.Correlation(b(xi), b(square), b(dynamics.Product{X: xi, Y: square})))
	middle, product := inMiddle(float64(0.5*r.Dt)/r.Eta,
		b(xi), b(kinetic), b(dynamics.Product{X: xi, Y: kinetic}))
	t.Measure(row, "correlation of xi and p^2",
		estimate.Correlation(middle, b(kinetic), product))
}

// inMiddle returns the sums of ξ in the middle of a step, and those of its product with p², from
// those after the step. The last D has added h (p² − 1) to ξ, h = Δt/2η, with the p that is
// observed: to leading order in Δt, ξ is independent of p² between the two D's only.
func inMiddle(h float64, xi, p2, product *estimate.TimeBlocks) (x, xp2 *estimate.TimeBlocks) {
	a, b := *xi, *product
	a.S1, a.S2, b.S1 = slices.Clone(a.S1), slices.Clone(a.S2), slices.Clone(b.S1)
	for i := range a.S1 {
		more := float64(h * (p2.S1[i] - float64(xi.Count)))           // Σ k, k = h (p² − 1)
		both := float64(h * (product.S1[i] - xi.S1[i]))               // Σ ξ k
		squares := p2.S2[i] - float64(2*p2.S1[i]) + float64(xi.Count) // Σ (p² − 1)²
		a.S1[i] -= more
		a.S2[i] += float64(float64(h*h)*squares) - float64(2*both)
		b.S1[i] -= float64(h * (p2.S2[i] - p2.S1[i]))
	}
	return &a, &b
}

// render draws what of the lemma is left against s: the distances from normal distributions and the
// correlations, the mean of p² after a kick, and the errors for any noise beside those of Langevin
// dynamics. There is no stationary state from s = 1 on.
func render(_ gaussian.Study, t *table.Table) (*figure.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Float(i, "s") < 1 }).Sort("s")
	f := figure.New(1, 3)
	f.Legend = true
	s := study.Column("s")
	panel := func(i int, label string) *figure.Panel {
		p := f.Panel(0, i)
		p.XLabel, p.YLabel = `$s = \Delta t^2 \varepsilon(n) \Sigma_x / 2$`, label
		p.X.Log, p.Y.Log = true, true
		return p
	}
	p := panel(0, "distance, correlation")
	for i, q := range []struct{ name, quantity string }{
		{`$D$ of $p$`, "D of p"}, {`$D$ of $\xi$`, "D of xi"},
		{`correlation of $\xi$ and $\theta^2$`, "correlation of xi and theta^2"},
		{`correlation of $\xi$ and $p^2$`, "correlation of xi and p^2"},
	} {
		p.Add(study.Series{
			Name: q.name, Style: figure.Cycle(i), X: s, Signed: true,
		}.Points(t.Where("quantity", q.quantity))...)
	}

	p = panel(1, `$E\,p^2$ after a kick`)
	p.Y.Log = false
	gaussian.BesideExact(p, t, "mean of p^2", s, study.Kind{Style: figure.Cycle(4)})

	p = panel(2, "relative error on the variance")
	noisy := t.Where("run", "any noise", "quantity", "variance error")
	kinds := gaussian.ByColumn(noisy, "dt", `\Delta t`)
	for i := range kinds { // the first marks are those of (a) and (b)
		other := figure.Cycle(5 + i)
		kinds[i].Style.Marker, kinds[i].Style.Hollow = other.Marker, other.Hollow
	}
	gaussian.BesideExact(p, noisy, "variance error", s, kinds...)
	for _, k := range kinds {
		p.Add(langevin(noisy.Where(k.Where...), k.Style))
	}
	p.Add(figure.Line{Name: "Langevin", Style: figure.Style{Dash: figure.Dotted}})
	return f, nil
}

// langevin returns the exact errors of Langevin dynamics at the points of t.
func langevin(t *table.Table, style figure.Style) figure.Line {
	l := figure.Line{
		X: t.Floats("s"), Style: figure.Style{Color: style.Color, Dash: figure.Dotted},
	}
	for i := range t.Len() {
		law := exact.Gaussian{A: t.Float(i, "a"), V: t.Float(i, "v")}
		l.Y = append(l.Y,
			math.Abs(law.Langevin(t.Float(i, "epsilon"), t.Float(i, "gamma"), t.Float(i, "dt"))))
	}
	return l
}
