package main

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// render draws a panel for each question.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(2, 2)
	f.Height = 15 * vg.Centimeter
	mixture := t.Where(table.Posterior, "mixture", table.DataSet, s.Data.Seed,
		table.Quantity, table.L1)
	p := f.Panel(0, 0)
	look.GradientLegend(p, t)
	p.Label("Gaussian posterior", `$\Delta t$`, "relative error of the variance")
	p.YLim = plots.From(1e-5)
	errors(p, t.Where(table.Posterior, "Gaussian"), look.Column(table.Dt))
	p = f.Panel(0, 1)
	p.Label("mixture", `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`)
	errors(p, mixture.Filter(func(i int) bool {
		return mixture.Cell(i, table.Gradient) != table.Reshuffled
	}), look.ScaledNoise)
	s.drawEpochs(f.Panel(1, 0), mixture.Where(table.Source, table.Simulation),
		t.Where(table.Posterior, "mixture"))
	drawRegression(f.Panel(1, 1), t.Where(table.Posterior, "regression", table.Quantity, table.Error))
	return f, nil
}

// errors draws the errors of the runs, and dashed those that are known without a run.
func errors(p *plots.Panel, t *table.Table, x look.Axis) {
	p.Log(true, true)
	known := t.Filter(func(i int) bool { return t.Cell(i, table.Source) != table.Simulation })
	for _, m := range look.Methods(known) {
		u := known.Where(m.Where...)
		for _, g := range u.Distinct(table.Gradient) {
			p.Add(look.Curve(u.Where(table.Gradient, g), x, m.Style.Theory()))
		}
	}
	look.CompareGradients(p, t.Where(table.Source, table.Simulation), look.Series{X: x, Signed: true})
}

// drawEpochs draws the errors along permutations over those of independent batches, against the
// length of an epoch, and how long θ and ξ remember.
func (s Spec) drawEpochs(p *plots.Panel, t, all *table.Table) {
	p.Label("mixture, reshuffled over independent", `length of an epoch, $N\Delta t/n$`,
		"ratio of the errors")
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
	for _, m := range look.Methods(t) {
		u := t.Where(m.Where...)
		ratios, _ := look.Ratios(u.Where(table.Gradient, table.Reshuffled),
			u.Where(table.Gradient, table.Independent))
		m.Name, m.Where, m.X, m.Row = "", nil, epoch, m.Name
		m.Style = look.Marked(table.Reshuffled, m.Style)
		p.Add(m.Points(ratios)...)
	}
}

// drawRegression draws the errors with each way to estimate the gradient side by side.
func drawRegression(p *plots.Panel, t *table.Table) {
	p.Label("logistic regression, MNIST", "", "mean error of the variances")
	p.Log(false, true)
	names := t.Distinct(table.Gradient)
	var ticks plot.ConstantTicks
	for k, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: name})
	}
	p.X.Tick.Marker = ticks
	p.XLim = plots.Limits{Lo: -0.5, Hi: float64(len(names)) - 0.5}
	look.CompareGradients(p, t, look.Series{X: func(t *table.Table, i int) float64 {
		return float64(slices.Index(names, t.Cell(i, table.Gradient)))
	}})
}
