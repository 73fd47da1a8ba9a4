package main

import (
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the error of the variances against ε(n) for each friction: of the stationary
// distribution, of the mean over the copies, and of one copy, the median and the band of nine in
// ten.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("scaling", t.Distinct("scaling")[0])
	return study.ByFriction(s.Friction, func(p *figure.Panel, k study.Friction) {
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, "error of the variances"
		p.X.Log, p.Y.Log = true, true
		of := t.Where("friction", k)
		study.OneRun(p, "one run as printed, median and 90 %", figure.Cycle(0), of, "error", "epsilon")
		for i, kind := range []struct{ name, method string }{
			{"mean of runs as printed", "printed protocol"}, {"stationary law", "AdL"},
		} {
			series := study.Series{Name: kind.name, Style: figure.Cycle(1 + i)}
			p.Add(series.Points(of.Where("quantity", "error", "method", kind.method))...)
		}
	}), nil
}
