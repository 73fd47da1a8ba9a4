package main

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// shown is the friction whose joint laws are drawn: the richest.
func shown(s Spec) string { return string(s.Friction[len(s.Friction)-1]) }

// render draws two marginals above two joint laws.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	cols := max(len(s.Observe.Components), len(s.Observe.Pairs), 1)
	f := figure.New(2, cols)
	f.Height = 15 * vg.Centimeter
	f.Rows = []float64{1, 1.25}
	f.Legend = &figure.Legend{}
	f.Note = fmt.Sprintf("Data: %s. Joint laws: friction %s, smoothed over 3×3 cells; 1, 2, 3 standard deviations.", t.Cell(0, "data"), shown(s))
	for i, k := range s.Observe.Components {
		p := f.Panel(0, i)
		p.Title = fmt.Sprintf(`marginal law of $\theta_{%d}$`, k)
		p.XLabel = fmt.Sprintf(`$\theta_{%d}$`, k)
		if i == 0 {
			p.YLabel = "density"
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, friction := range s.Friction {
			u := t.Where("quantity", "density", "friction", friction, "component", k)
			x := u.Floats("theta")
			if len(x) < 2 {
				continue
			}
			lo, hi = min(lo, x[0]), max(hi, x[len(x)-1])
			style := experiment.FrictionStyle(friction)
			style.Dash = figure.NoLine
			style.Size = 1.4
			p.Add(figure.Line{Name: experiment.FrictionName(friction), X: x, Y: u.Floats("value"), Err: u.Floats("stderr"), Style: style})
		}
		if lo < hi {
			mu, sd := normal(t, k)
			mode, _ := t.Lookup("value", "method", "Laplace", "quantity", "mode", "component", k)
			x := experiment.LinSpace(lo, hi, 201)
			for _, c := range []struct {
				name   string
				centre float64
				style  figure.Style
			}{
				{"Laplace approximation", mode, figure.Style{Color: figure.Grey(0.5), Width: 0.7, Dash: figure.Dotted}},
				{"the same, its mean corrected", mu, figure.Style{Width: 0.7, Dash: figure.Dashed}},
			} {
				y := make([]float64, len(x))
				for j := range x {
					z := (x[j] - c.centre) / sd
					y[j] = vec.Exp(-float64(0.5*float64(z*z))) / float64(sd*math.Sqrt(2*math.Pi))
				}
				p.Add(figure.Line{Name: c.name, X: x, Y: y, Style: c.style})
			}
			p.X = figure.Axis{Min: lo, Max: hi}
		}
		p.Y.Min, p.Y.Max = 0, math.NaN()
	}
	for i, pair := range s.Observe.Pairs {
		joint(f.Panel(1, i), s, t, pair)
	}
	return f, nil
}

func normal(t *table.Table, k int) (mu, sd float64) {
	mu, _ = t.Lookup("value", "method", "Laplace", "quantity", "mean", "component", k)
	v, _ := t.Lookup("value", "method", "Laplace", "quantity", "variance", "component", k)
	return mu, math.Sqrt(v)
}

// joint draws the law of a pair as filled contours, with the ellipses of the Laplace approximation.
func joint(p *figure.Panel, s Spec, t *table.Table, pair []int) {
	p.Title = fmt.Sprintf(`joint law of $\theta_{%d}$ and $\theta_{%d}$`, pair[0], pair[1])
	p.XLabel, p.YLabel = fmt.Sprintf(`$\theta_{%d}$`, pair[0]), fmt.Sprintf(`$\theta_{%d}$`, pair[1])
	p.Aspect = 1
	p.Bar = &figure.Bar{Label: "density"}
	n, w := s.Observe.JointBins, s.Observe.Width
	mu1, sd1 := normal(t, pair[0])
	mu2, sd2 := normal(t, pair[1])
	x, y := edges(mu1-float64(w*sd1), mu1+float64(w*sd1), n), edges(mu2-float64(w*sd2), mu2+float64(w*sd2), n)
	z := make([]float64, n*n)
	u := t.Where("quantity", "joint mass", "friction", shown(s), "component", pair[0], "component2", pair[1])
	for i := range u.Len() {
		at := func(column string, e []float64) int {
			return min(n-1, max(0, int((u.Float(i, column)-e[0])/(e[n]-e[0])*float64(n))))
		}
		z[at("theta2", y)*n+at("theta", x)] = u.Float(i, "value") / ((x[1] - x[0]) * (y[1] - y[0]))
	}
	g := figure.Grid{Z: smooth(z, n)}
	most := 0.0
	for k := range n {
		g.X, g.Y = append(g.X, centre(x, k)), append(g.Y, centre(y, k))
	}
	for _, v := range g.Z {
		most = max(most, v)
	}
	const levels = 8
	var at []float64
	for k := 1; k < levels; k++ {
		at = append(at, most*float64(k)/levels)
	}
	if most > 0 {
		p.Add(figure.Contours{Grid: g, Levels: append(append([]float64{0}, at...), most), Scale: figure.Scale{Palette: figure.Blues, Min: 0, Max: most}})
		p.Add(figure.Isolines{Grid: g, Levels: at, Style: figure.Style{Color: color.White, Width: 0.3}})
	}
	cov, _ := t.Lookup("value", "method", "Laplace", "quantity", "covariance", "component", pair[0], "component2", pair[1])
	for _, r := range []float64{1, 2, 3} {
		e := figure.Ellipse(mu1, mu2, [2][2]float64{{sd1 * sd1, cov}, {cov, sd2 * sd2}}, r, figure.Style{Width: 0.7, Dash: figure.Dashed})
		e.Name = "the same, its mean corrected"
		p.Add(e)
	}
	const half = 4
	p.X = figure.Axis{Min: mu1 - float64(half*sd1), Max: mu1 + float64(half*sd1)}
	p.Y = figure.Axis{Min: mu2 - float64(half*sd2), Max: mu2 + float64(half*sd2)}
}

// smooth takes weighted means of 3×3 values on an n×n grid, weights 1, 2, 1 in each direction; what would lie outside the grid counts as 0.
func smooth(z []float64, n int) []float64 {
	pass := func(z []float64, step func(i, j, o int) int) []float64 {
		out := make([]float64, len(z))
		for j := range n {
			for i := range n {
				for o, w := range []float64{1, 2, 1} {
					if k := step(i, j, o-1); k >= 0 {
						out[j*n+i] += float64(w / 4 * z[k])
					}
				}
			}
		}
		return out
	}
	z = pass(z, func(i, j, o int) int {
		if i+o < 0 || i+o >= n {
			return -1
		}
		return j*n + i + o
	})
	return pass(z, func(i, j, o int) int {
		if j+o < 0 || j+o >= n {
			return -1
		}
		return (j+o)*n + i
	})
}
