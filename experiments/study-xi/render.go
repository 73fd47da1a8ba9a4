package main

import (
	"math"

	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/study"
	"adl/pkg/table"
)

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
			Name: q.name, Style: figure.Cycle(i), X: s, Signed: true, Shift: study.Dodge(i, 4),
		}.Points(t.Where("quantity", q.quantity))...)
	}

	p = panel(1, `$E\,p^2$ after a kick`)
	p.Y.Log = false
	gaussian.BesideExact(p, t, "mean of p^2", s, study.Kind{Style: figure.Cycle(4)})

	p = panel(2, "relative error on the variance")
	noisy := t.Where("run", "any noise", "quantity", "variance error")
	kinds := gaussian.ByColumn(noisy, "dt", `\Delta t`)
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
