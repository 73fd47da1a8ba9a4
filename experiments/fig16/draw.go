package main

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws a panel for each question.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(2, 2)
	f.Height = 15 * vg.Centimeter
	mixture := t.Where("posterior", "mixture", "data", s.Data.Seed, "quantity", "L1")
	p := f.Panel(0, 0)
	study.GradientLegend(p, t)
	p.Label("Gaussian posterior", `$\Delta t$`, "relative error of the variance")
	p.YLim = plots.From(1e-5)
	errors(p, t.Where("posterior", "Gaussian"), study.Column("dt"))
	p = f.Panel(0, 1)
	p.Label("mixture", `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`)
	errors(p, mixture.Filter(func(i int) bool {
		return mixture.Cell(i, "gradient") != string(study.Reshuffled)
	}), study.ScaledNoise)
	s.drawEpochs(f.Panel(1, 0), mixture.Where("source", table.Simulation),
		t.Where("posterior", "mixture"))
	drawRegression(f.Panel(1, 1), t.Where("posterior", "regression", "quantity", "error"))
	return f, nil
}

// errors draws the errors of the runs, and dashed those that are known without a run.
func errors(p *plots.Panel, t *table.Table, x study.Axis) {
	p.Log(true, true)
	known := t.Filter(func(i int) bool { return t.Cell(i, "source") != table.Simulation })
	for _, m := range study.Methods(known) {
		u := known.Where(m.Where...)
		for _, g := range u.Distinct("gradient") {
			p.Add(study.Curve(u.Where("gradient", g), x, m.Style.Theory()))
		}
	}
	study.CompareGradients(p, t.Where("source", table.Simulation), study.Series{X: x, Signed: true})
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
		{"period of theta", `period of $\theta_1$`}, {"relaxation time of xi", `$\eta\gamma$`},
	} {
		if at, ok := all.Lookup("value", "quantity", memory[0]); ok {
			p.Add(plots.Rule{At: at, Vertical: true, Text: memory[1], Style: plots.Level()})
		}
	}
	total := float64(s.Data.N)
	epoch := func(t *table.Table, i int) float64 {
		n := math.Round(total * total / (t.Float(i, "epsilon") + total))
		return float64(math.Floor(total/n) * t.Float(i, "dt"))
	}
	for _, m := range study.Methods(t) {
		u := t.Where(m.Where...)
		ratios, _ := study.Ratios(u.Where("gradient", study.Reshuffled),
			u.Where("gradient", study.Independent))
		m.Name, m.Where, m.X, m.Row = "", nil, epoch, m.Name
		m.Style = study.Reshuffled.Style(m.Style)
		p.Add(m.Points(ratios)...)
	}
}

// drawRegression draws the errors with each way to estimate the gradient side by side.
func drawRegression(p *plots.Panel, t *table.Table) {
	p.Label("logistic regression, MNIST", "", "mean error of the variances")
	p.Log(false, true)
	names := t.Distinct("gradient")
	var ticks plot.ConstantTicks
	for k, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: name})
	}
	p.X.Tick.Marker = ticks
	p.XLim = plots.Limits{Lo: -0.5, Hi: float64(len(names)) - 0.5}
	study.CompareGradients(p, t, study.Series{X: func(t *table.Table, i int) float64 {
		return float64(slices.Index(names, t.Cell(i, "gradient")))
	}})
}
