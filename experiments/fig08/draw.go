package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

const corrected = "the same, its mean corrected" // in the legend

// normal returns the mean and the standard deviation of θ_k in the corrected Laplace approximation.
func normal(t *table.Table, k int) (mu, sd float64) {
	mu, _ = t.Lookup("value", "method", "Laplace", "quantity", "mean", "component", k)
	v, _ := t.Lookup("value", "method", "Laplace", "quantity", "variance", "component", k)
	return mu, math.Sqrt(v)
}

// title names a friction, and says why its distribution may not be stationary.
func title(t *table.Table, friction study.Friction) string {
	if u := t.Where("method", "AdL", "friction", friction); u.Len() > 0 {
		if _, why := study.Dash(u.Cell(0, "status")); why != "" {
			return friction.Title() + ", " + why
		}
	}
	return friction.Title()
}

// apart is the distance between the bins that have a marker, so that the markers of one curve do
// not cover those of another.
const apart = 4

// marginal draws the histograms of θ_k for every friction, and the normal densities.
func marginal(p *figure.Panel, s Spec, t *table.Table, k int) {
	p.XLabel = fmt.Sprintf(`$\theta_{%d}$`, k)
	p.Y.Min, p.Y.Max = 0, math.NaN()
	lo, hi := math.Inf(1), math.Inf(-1)
	for j, friction := range s.Friction {
		u := t.Where("quantity", "density", "friction", friction, "component", k)
		x := u.Floats("theta")
		if len(x) < 2 {
			continue
		}
		lo, hi = min(lo, x[0]), max(hi, x[len(x)-1])
		style := friction.Style(s.Friction)
		p.Add(figure.Line{Name: friction.Title(), Style: style})
		curve(p, style, u, j*apart/len(s.Friction))
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

// curve draws a histogram as a line, with a marker and an error bar at some bins from the first on.
func curve(p *figure.Panel, style figure.Style, t *table.Table, first int) {
	l := figure.Line{X: t.Floats("theta"), Y: t.Floats("value"), Style: style}
	l.Style.Marker, l.Style.Width = figure.NoMarker, 0.6
	p.Add(l)
	style.Size = 1.5
	series := study.Series{
		Style: style, Linear: true,
		X: func(t *table.Table, i int) float64 { return t.Float(i, "theta") },
	}
	p.Add(series.Points(t.Filter(func(b int) bool { return b%apart == first }))...)
}

// density returns the density of N(mu, sd²) at every x.
func density(x []float64, mu, sd float64) []float64 {
	y := make([]float64, len(x))
	for j := range x {
		y[j] = estimate.NormalDensity((x[j]-mu)/sd) / sd
	}
	return y
}

// peak is the largest density of a pair in the corrected Laplace approximation.
func peak(t *table.Table, pair []int) float64 {
	_, sd1 := normal(t, pair[0])
	_, sd2 := normal(t, pair[1])
	c := covariance(t, pair)
	return 1 / (2 * math.Pi * math.Sqrt(float64(float64(sd1*sd1)*float64(sd2*sd2))-float64(c*c)))
}

// covariance is that of a pair in the Laplace approximation.
func covariance(t *table.Table, pair []int) float64 {
	c, _ := t.Lookup("value", "method", "Laplace", "quantity", "covariance",
		"component", pair[0], "component2", pair[1])
	return c
}

// joint draws the distribution of a pair as filled contours, with the ellipses of the Laplace
// approximation.
func joint(p *figure.Panel, s Spec, t *table.Table, pair []int) {
	p.Title = title(t, s.Friction[len(s.Friction)-1])
	p.XLabel, p.YLabel = fmt.Sprintf(`$\theta_{%d}$`, pair[0]), fmt.Sprintf(`$\theta_{%d}$`, pair[1])
	p.Aspect = 1
	contours(p, cells(s, t, pair), levels(s, t))
	mu1, sd1 := normal(t, pair[0])
	mu2, sd2 := normal(t, pair[1])
	cov := covariance(t, pair)
	for _, r := range []float64{1, 2, 3} {
		e := figure.Ellipse(mu1, mu2, [2][2]float64{{sd1 * sd1, cov}, {cov, sd2 * sd2}}, r,
			figure.Style{Width: 0.6, Dash: figure.Dashed})
		e.Name = corrected
		p.Add(e)
	}
	const half = 3.6
	p.X = figure.Axis{Min: mu1 - float64(half*sd1), Max: mu1 + float64(half*sd1)}
	p.Y = figure.Axis{Min: mu2 - float64(half*sd2), Max: mu2 + float64(half*sd2)}
}

// cells returns the smoothed density of a pair, relative to the peak of the corrected Laplace
// approximation, from the masses of the cells that are not empty.
func cells(s Spec, t *table.Table, pair []int) figure.Grid {
	n, w := s.Observe.JointBins, s.Observe.Width
	around := func(k int) *estimate.Histogram {
		mu, sd := normal(t, k)
		return &estimate.Histogram{Bins: n, Lo: mu - float64(w*sd), Hi: mu + float64(w*sd)}
	}
	h1, h2 := around(pair[0]), around(pair[1])
	z := make([]float64, n*n)
	u := t.Where("quantity", "joint mass", "component", pair[0], "component2", pair[1])
	unit := (h1.Edges()[1] - h1.Lo) * (h2.Edges()[1] - h2.Lo) * peak(t, pair)
	for i := range u.Len() {
		at := func(column string, h *estimate.Histogram) int {
			return int((u.Float(i, column) - h.Lo) / (h.Hi - h.Lo) * float64(n))
		}
		z[at("theta2", h2)*n+at("theta", h1)] = u.Float(i, "value") / unit
	}
	return figure.Grid{X: h1.Centres(), Y: h2.Centres(), Z: smooth(z, n)}
}

// levels returns round levels from 0 to above the largest relative density, at most twenty.
func levels(s Spec, t *table.Table) []float64 {
	most := 0.0
	for _, pair := range s.Observe.Pairs {
		most = max(most, slices.Max(cells(s, t, pair).Z))
	}
	step := 0.2
	for most > float64(20*step) {
		step *= 2
	}
	levels := []float64{0}
	for k := 1; levels[k-1] < most; k++ {
		levels = append(levels, float64(float64(k)*step))
	}
	return levels
}

// contours fills the areas between levels that begin with 0, if there are cells above 0.
func contours(p *figure.Panel, g figure.Grid, levels []float64) {
	if n := len(levels); n > 1 {
		p.Add(figure.Contours{
			Grid: g, Levels: levels,
			Scale: figure.Scale{Palette: figure.Palette("blues"), Min: 0, Max: levels[n-1]},
			Lines: figure.Style{Color: color.White, Width: 0.3},
		})
	}
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
