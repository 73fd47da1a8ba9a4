package main

import (
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the error of the variances against ε(n) for each friction: of the stationary law, of
// the mean over the copies, and of one copy, the median and the band of nine in ten.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("scaling", t.Distinct("scaling")[0])
	return study.ByFriction(s.Friction, func(p *figure.Panel, k study.Friction) {
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, "error of the variances"
		p.X.Log, p.Y.Log = true, true
		of := t.Where("friction", k)
		one := func(end string) *table.Table {
			return of.Where("quantity", "error of one run: "+end).Sort("epsilon")
		}
		median, lo, hi := one("median"), one("5 %"), one("95 %")
		style := figure.Cycle(0)
		style.Marker, style.Width = 0, 1.2
		p.Add(
			figure.Band{
				X: lo.Floats("epsilon"), Low: lo.Floats("value"), High: hi.Floats("value"),
				Fill: figure.Tint(style.Color, 0.25),
			},
			figure.Line{
				Name: "one run as printed, median and 90 %", Style: style,
				X: median.Floats("epsilon"), Y: median.Floats("value"),
			})
		for i, kind := range []struct{ name, method string }{
			{"mean of runs as printed", "printed protocol"}, {"stationary law", "AdL"},
		} {
			series := study.Series{Name: kind.name, Style: figure.Cycle(1 + i)}
			p.Add(series.Points(of.Where("quantity", "error", "method", kind.method))...)
		}
	}), nil
}
