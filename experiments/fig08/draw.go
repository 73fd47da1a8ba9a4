package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

const corrected = "the same, its mean corrected" // in the legend

// shown returns the friction whose joint laws are drawn: the last, with the most entries.
func shown(s Spec) string { return string(s.Friction[len(s.Friction)-1]) }

// render draws the marginal laws above the joint laws, for one scaling beside the other.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	columns := max(len(s.Observe.Components), len(s.Observe.Pairs), 1)
	f := figure.New(2, columns*len(scalings))
	f.Width, f.Height = vg.Length(8*columns*len(scalings))*vg.Centimeter, 15*vg.Centimeter
	f.Rows = []float64{1, 1.25}
	f.Legend = true
	f.Note = fmt.Sprintf("Data: %s. Joint laws: friction %s, smoothed over 3×3 cells; "+
		"1, 2, 3 standard deviations.", study.DataNote(t), shown(s))
	for j, scaling := range scalings {
		u := t.Where("scaling", scaling)
		for i, k := range s.Observe.Components {
			p := f.Panel(0, j*columns+i)
			if i+j == 0 {
				p.YLabel = "density"
			}
			marginal(p, s, u, k)
			p.Title += ", " + study.ScalingTitle(scaling)
		}
		for i, pair := range s.Observe.Pairs {
			joint(f.Panel(1, j*columns+i), s, u, pair)
		}
	}
	return f, nil
}

// normal returns the mean and the standard deviation of θ_k in the corrected Laplace approximation.
func normal(t *table.Table, k int) (mu, sd float64) {
	mu, _ = t.Lookup("value", "method", "Laplace", "quantity", "mean", "component", k)
	v, _ := t.Lookup("value", "method", "Laplace", "quantity", "variance", "component", k)
	return mu, math.Sqrt(v)
}

// marginal draws the histograms of θ_k for every friction, and the normal densities.
func marginal(p *figure.Panel, s Spec, t *table.Table, k int) {
	p.Title = fmt.Sprintf(`$\theta_{%d}$`, k)
	p.XLabel = fmt.Sprintf(`$\theta_{%d}$`, k)
	p.Y.Min, p.Y.Max = 0, math.NaN()
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, friction := range s.Friction {
		u := t.Where("quantity", "density", "friction", friction, "component", k)
		x := u.Floats("theta")
		if len(x) < 2 {
			continue
		}
		lo, hi = min(lo, x[0]), max(hi, x[len(x)-1])
		l := figure.Line{
			Name: friction.Title(), Style: friction.Style(s.Friction),
			X: x, Y: u.Floats("value"), Err: u.Floats("stderr"),
		}
		l.Style.Dash, l.Style.Size = figure.NoLine, 1.4
		p.Add(l)
	}
	if !(lo < hi) {
		return
	}
	p.X = figure.Axis{Min: lo, Max: hi}
	mu, sd := normal(t, k)
	mode, _ := t.Lookup("value", "method", "Laplace", "quantity", "mode", "component", k)
	x := linalg.LinSpace(lo, hi, 201)
	p.Add(
		figure.Line{
			Name: "Laplace approximation", X: x, Y: density(x, mode, sd),
			Style: figure.Style{Color: figure.Grey(0.5), Width: 0.7, Dash: figure.Dotted},
		},
		figure.Line{
			Name: corrected, X: x, Y: density(x, mu, sd),
			Style: figure.Style{Width: 0.7, Dash: figure.Dashed},
		},
	)
}

// density returns the density of N(mu, sd²) at every x.
func density(x []float64, mu, sd float64) []float64 {
	y := make([]float64, len(x))
	for j := range x {
		y[j] = estimate.NormalDensity((x[j]-mu)/sd) / sd
	}
	return y
}

// joint draws the law of a pair as filled contours, with the ellipses of the Laplace approximation.
func joint(p *figure.Panel, s Spec, t *table.Table, pair []int) {
	p.Title = fmt.Sprintf(`joint law of $\theta_{%d}$ and $\theta_{%d}$`, pair[0], pair[1])
	p.XLabel, p.YLabel = fmt.Sprintf(`$\theta_{%d}$`, pair[0]), fmt.Sprintf(`$\theta_{%d}$`, pair[1])
	p.Aspect = 1
	p.Bar = &figure.Bar{Label: "density"}
	contours(p, cells(s, t, pair))
	mu1, sd1 := normal(t, pair[0])
	mu2, sd2 := normal(t, pair[1])
	cov, _ := t.Lookup("value", "method", "Laplace", "quantity", "covariance",
		"component", pair[0], "component2", pair[1])
	for _, r := range []float64{1, 2, 3} {
		e := figure.Ellipse(mu1, mu2, [2][2]float64{{sd1 * sd1, cov}, {cov, sd2 * sd2}}, r,
			figure.Style{Width: 0.7, Dash: figure.Dashed})
		e.Name = corrected
		p.Add(e)
	}
	const half = 4
	p.X = figure.Axis{Min: mu1 - float64(half*sd1), Max: mu1 + float64(half*sd1)}
	p.Y = figure.Axis{Min: mu2 - float64(half*sd2), Max: mu2 + float64(half*sd2)}
}

// cells returns the smoothed density of a pair, from the masses of the cells that are not empty.
func cells(s Spec, t *table.Table, pair []int) figure.Grid {
	n, w := s.Observe.JointBins, s.Observe.Width
	around := func(k int) *estimate.Histogram {
		mu, sd := normal(t, k)
		return &estimate.Histogram{Bins: n, Lo: mu - float64(w*sd), Hi: mu + float64(w*sd)}
	}
	h1, h2 := around(pair[0]), around(pair[1])
	z := make([]float64, n*n)
	u := t.Where("quantity", "joint mass", "friction", shown(s),
		"component", pair[0], "component2", pair[1])
	area := (h1.Edges()[1] - h1.Lo) * (h2.Edges()[1] - h2.Lo)
	for i := range u.Len() {
		at := func(column string, h *estimate.Histogram) int {
			return int((u.Float(i, column) - h.Lo) / (h.Hi - h.Lo) * float64(n))
		}
		z[at("theta2", h2)*n+at("theta", h1)] = u.Float(i, "value") / area
	}
	return figure.Grid{X: h1.Centres(), Y: h2.Centres(), Z: smooth(z, n)}
}

// contours fills eight levels between 0 and the largest value, if there is one above 0.
func contours(p *figure.Panel, g figure.Grid) {
	most := slices.Max(g.Z)
	if !(most > 0) {
		return
	}
	const n = 8
	levels := make([]float64, n+1)
	for k := range levels {
		levels[k] = most * float64(k) / n
	}
	p.Add(
		figure.Contours{
			Grid: g, Levels: levels,
			Scale: figure.Scale{Palette: figure.Blues, Min: 0, Max: most},
		},
		figure.Isolines{
			Grid: g, Levels: levels[1:n],
			Style: figure.Style{Color: color.White, Width: 0.3},
		},
	)
}

// smooth returns weighted means over 3×3 cells of an n×n grid, with the weights 1, 2, 1 in each
// direction. Cells outside the grid count as 0.
func smooth(z []float64, n int) []float64 {
	for _, step := range []int{1, n} { // along rows, then along columns
		out := make([]float64, n*n)
		for k := range out {
			i := k / step % n
			for o, w := range []float64{1, 2, 1} {
				if i+o >= 1 && i+o <= n {
					out[k] += float64(w / 4 * z[k+(o-1)*step])
				}
			}
		}
		z = out
	}
	return z
}
