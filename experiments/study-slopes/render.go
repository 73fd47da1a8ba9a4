package main

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// render draws the errors with all the data against Δt, those with batches over the leading order
// against ε(n)Δt, what is left of them at equal ε(n)Δt against ε(n), and statistical errors against T.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(2, 2)
	f.Legend = true
	s.allData(f.Panel(0, 0), t.Where("epsilon", 0))
	batches := t.Where("quantity", "signed error").Filter(func(i int) bool {
		return t.Where("quantity", "signed error").Float(i, "epsilon") > 0
	})
	s.ratios(f.Panel(0, 1), batches, t)
	s.rest(f.Panel(1, 0), batches, t)
	s.lengths(f.Panel(1, 1), t.Where("run", length, "quantity", "mean"))
	return f, nil
}

func (s Spec) allData(p *figure.Panel, t *table.Table) {
	p.Title, p.XLabel, p.YLabel = "all the data", `$\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`
	p.X.Log, p.Y.Log = true, true
	for i, m := range s.Method {
		u := t.Where("method", m.Name, "quantity", "leading order").Sort("dt")
		p.Add(figure.Line{X: u.Floats("dt"), Y: u.Floats("value"), Style: figure.Guide()})
		study.Compare(p, t, "L1", study.Column("dt"), study.Kind{
			Name: m.Name, Where: []any{"method", m.Name}, Style: figure.Cycle(i),
		})
	}
}

// leading returns the leading order at row i of t.
func leading(all, t *table.Table, i int) float64 {
	v, _ := all.Lookup("value", "quantity", "leading order", "method", t.Cell(i, "method"),
		"sampling", t.Cell(i, "sampling"), "n", t.Cell(i, "n"), "dt", t.Cell(i, "dt"),
		"run", t.Cell(i, "run"))
	return v
}

// changed returns rows with other values at x.
func changed(t *table.Table, x func(t *table.Table, i int) float64,
	of func(i int) estimate.Estimate,
) *table.Table {
	u := table.New("x", "value", "stderr", "status")
	for i := range t.Len() {
		e := of(i)
		u.Add(table.Row{
			"x": x(t, i), "value": e.Value, "stderr": e.StdErr, "status": t.Cell(i, "status"),
		})
	}
	return u
}

func (s Spec) ratios(p *figure.Panel, t, all *table.Table) {
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, "error over leading order"
	p.X.Log = true
	p.Add(figure.HLine{Y: 1})
	for i, m := range s.Method {
		u := t.Where("method", m.Name)
		p.Add(study.Series{
			Style: figure.Cycle(i), X: study.Column("x"), Linear: true, Unmixed: study.RarelyExchanged,
		}.Points(changed(u, study.ScaledNoise, func(i int) estimate.Estimate {
			return u.Estimate(i).Times(1 / leading(all, u, i))
		}))...)
	}
}

// rest draws what is left over (ε(n)Δt)², and how it would fall if it were of order ε(n)^(3/2)Δt².
func (s Spec) rest(p *figure.Panel, t, all *table.Table) {
	p.XLabel = `$\varepsilon(n)$`
	p.YLabel = `(leading order $-$ error) / $(\varepsilon(n)\Delta t)^2$`
	p.X.Log, p.Y.Log = true, true
	for i, m := range s.Method {
		for j, level := range s.Levels {
			u := t.Where("method", m.Name)
			u = u.Filter(func(k int) bool { return math.Abs(study.ScaledNoise(u, k)/level-1) < 0.01 })
			style := figure.Cycle(j)
			style.Hollow = i > 0
			p.Add(study.Series{
				Name:  fmt.Sprintf(`%s, $\varepsilon(n)\Delta t = %.2g$`, m.Name, level),
				Style: style, X: study.Column("x"), Join: true, Unmixed: study.RarelyExchanged,
			}.Points(changed(u, study.Column("epsilon"), func(k int) estimate.Estimate {
				e, x := u.Estimate(k), study.ScaledNoise(u, k)
				return estimate.Estimate{
					Value: leading(all, u, k) - e.Value, StdErr: e.StdErr,
				}.Times(math.Pow(x, -2))
			}))...)
		}
	}
	guide := figure.Line{Name: "printed order", X: []float64{400, 40000}, Style: figure.Guide()}
	for _, x := range guide.X {
		guide.Y = append(guide.Y, 1.5/math.Sqrt(x))
	}
	p.Add(guide)
}

// lengths draws standard errors against T.
func (s Spec) lengths(p *figure.Panel, t *table.Table) {
	p.XLabel, p.YLabel, p.X.Log, p.Y.Log = `$T$`, `standard error of the mean of $\theta_1$`, true, true
	for i, n := range t.Distinct("n") {
		u := t.Where("n", n)
		line := figure.Line{X: u.Floats("T"), Style: figure.Guide()}
		for _, x := range line.X {
			line.Y = append(line.Y, u.Float(0, "stderr")*math.Sqrt(line.X[0]/x))
		}
		p.Add(line)
		p.Add(study.Series{
			Name: "$n = " + n + "$", Style: figure.Cycle(3 + i), X: study.Column("x"),
		}.Points(changed(u, study.Column("T"), func(i int) estimate.Estimate {
			e := u.Float(i, "stderr")
			return estimate.Estimate{Value: e, StdErr: e / math.Sqrt(2*float64(s.Length.Replicas-1))}
		}))...)
	}
}
