package main

import (
	"fmt"
	"math"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors with all the data against Δt, those with batches over the leading order
// against ε(n)Δt, and the next term against ε(n).
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	kinds := make([]study.Kind, len(s.Method))
	for i, m := range s.Method {
		kinds[i] = study.Kind{Name: m.Name, Where: []any{"method", m.Name}, Style: figure.Cycle(i)}
	}

	p, all := f.Panel(0, 0), t.Where("epsilon", 0)
	p.Title, p.XLabel = "all the data", `$\Delta t$`
	p.YLabel, p.X.Log, p.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	for _, k := range kinds {
		u := all.Where(k.Where...).Where("quantity", "leading order").Sort("dt")
		p.Add(figure.Line{X: u.Floats("dt"), Y: u.Floats("value"), Style: figure.Guide()})
	}
	study.Compare(p, all, "L1", study.Column("dt"), kinds...)

	p = f.Panel(0, 1)
	p.XLabel, p.YLabel, p.X.Log = `$\varepsilon(n)\Delta t$`, "error over leading order", true
	p.Add(figure.HLine{Y: 1})
	study.Compare(p, t, overLeading, study.ScaledNoise, kinds...)

	p = f.Panel(0, 2)
	p.XLabel = `$\varepsilon(n)$`
	p.YLabel = `next term / $(\varepsilon(n)\Delta t)^2$`
	p.X.Log, p.Y.Log = true, true
	p.Add(figure.Line{
		Name: `$\varepsilon(n)^{3/2}\Delta t^2$, as printed`, X: []float64{400, 40000},
		Y: []float64{0.1, 0.01}, Style: figure.Guide(),
	})
	for j, level := range s.Levels {
		u := t.Filter(func(i int) bool { return math.Abs(study.ScaledNoise(t, i)/level-1) < 0.01 })
		for i, k := range kinds {
			k.Name = fmt.Sprintf(`%s, $\varepsilon(n)\Delta t = %.2g$`, k.Name, level)
			k.Style.Marker, k.Join = figure.Cycle(2+i+2*j).Marker, true
			study.Compare(p, u, next, study.Column("epsilon"), k)
		}
	}
	return f, nil
}
