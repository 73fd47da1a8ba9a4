package main

import (
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a panel for each question, with names at the curves.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 3)
	f.Height = 7.5 * vg.Centimeter
	mixture := t.Where(table.Posterior, "mixture", table.DataSet, s.Data.Seed)
	drawGaussian(f.Panel(0, 0), t.Where(table.Posterior, "Gaussian"))
	p := f.Panel(0, 1)
	p.Title.Text = "mixture"
	look.GradientLegend(p, mixture.Filter(func(i int) bool {
		return mixture.Cell(i, table.Gradient) != table.Symmetric // in the table alone
	}), func(string) plots.Style {
		return plots.Style{Color: plots.Grey(0.35), Mark: plots.Circle, Dash: plots.NoLine}
	})
	look.CompareErrors(p, mixture,
		curve("Langevin", table.Independent, langevin, 12, vg.Point{X: -4, Y: 6}),
		curve(`$\xi$ full`, table.Independent, full, 12, vg.Point{X: -6, Y: 2}),
		curve("CV", table.Controlled, langevin, 100, vg.Point{X: 6, Y: 3}),
		curve("CV", table.Controlled, full, 40, vg.Point{X: 5, Y: -6}),
		curve(`$\xi$ scalar, CV`, table.Controlled, scalar, 20, vg.Point{X: 4, Y: -12}))
	s.drawEpochs(f.Panel(0, 2), mixture.Where(table.Quantity, table.L1),
		t.Where(table.Posterior, "mixture"))
	return f, nil
}

// The methods, with their colours.
var (
	langevin = look.Series{Where: []any{table.Method, table.Langevin}, Style: look.Langevin}
	// of one dimension
	adl    = look.Series{Where: []any{table.Method, table.AdL}, Style: look.Style(table.Scalar)}
	scalar = look.Frictions(table.Scalar)[0]
	full   = look.Frictions(table.Full)[0]
)

// curve is a method with a way to estimate the gradient, which has a mark, and its name beside a
// point.
func curve(name, gradient string, of look.Series, beside float64, shift vg.Point) look.Series {
	of.Where = append([]any{table.Gradient, gradient}, of.Where...)
	of.Name, of.Style = name, look.Marked(gradient, of.Style)
	of.Beside, of.Shift = beside, shift
	return of
}

// drawGaussian draws the errors of the variance against Δt, and dashed those that are known without
// a run.
func drawGaussian(p *plots.Panel, t *table.Table) {
	p.Label("Gaussian posterior", `$\Delta t$`, "relative error of the variance")
	p.Log(true, true)
	p.YLim = plots.From(1e-5)
	for _, c := range []look.Series{
		curve("Langevin", table.Independent, langevin, 5e-3, vg.Point{X: -4, Y: 6}),
		curve("reshuffled", table.Reshuffled, langevin, 1e-2, vg.Point{X: -6, Y: 4}),
		curve("AdL", table.Independent, adl, 2e-2, vg.Point{X: -1, Y: -18}),
		curve("reshuffled", table.Reshuffled, adl, 1e-3, vg.Point{X: 2, Y: 24}),
	} {
		exact := t.Where(table.Source, table.Exact).Where(c.Where...)
		p.Add(look.Curve(exact, look.Column(table.Dt), c.Style.Theory()))
		c.Signed = true
		look.Compare(p, t, table.VarianceError, look.Column(table.Dt), c)
	}
}

// drawEpochs draws the errors along permutations over those of independent batches, against the
// length of an epoch, and how long θ and ξ remember.
func (s Spec) drawEpochs(p *plots.Panel, t, all *table.Table) {
	p.Label("mixture, reshuffled", `length of an epoch, $N_d\Delta t/n$`,
		"$L^1$ error, reshuffled over independent")
	p.Log(true, true)
	p.YLim = plots.UpTo(6) // above the points there is room for names
	p.Add(plots.Rule{At: 1, Style: plots.Level()})
	for _, memory := range [][2]string{
		{period, `period of $\theta_1$`}, {relaxation, `$\eta\gamma$`},
	} {
		if at, ok := all.Lookup(table.Value, table.Quantity, memory[0]); ok {
			p.Add(plots.Rule{At: at, Vertical: true, Text: memory[1], Style: plots.Level()})
		}
	}
	total := float64(s.Data.N)
	epoch := func(t *table.Table, i int) float64 {
		n := math.Round(total * total / (t.Float(i, table.Epsilon) + total))
		return math.Floor(total/n) * t.Float(i, table.Dt)
	}
	for _, c := range []look.Series{
		curve("Langevin", table.Reshuffled, langevin, 0.02, vg.Point{X: 6, Y: -4}),
		curve(`$\xi$ scalar`, table.Reshuffled, scalar, 0.08, vg.Point{X: -6, Y: 4}),
		curve(`$\xi$ full`, table.Reshuffled, full, 0.13, vg.Point{X: 6, Y: -12}),
	} {
		u := t.Where(c.Where[2:]...)
		ratios, _ := look.Ratios(u.Where(table.Gradient, table.Reshuffled),
			u.Where(table.Gradient, table.Independent))
		c.Where, c.X = nil, epoch
		p.Add(c.Points(ratios)...)
	}
}
