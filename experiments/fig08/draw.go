package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

const corrected = "Laplace approximation, mean corrected"

// normal returns the mean and the standard deviation of θ_k in the corrected Laplace approximation.
func normal(t *table.Table, k int) (mu, sd float64) {
	return known(t, table.Mean, k), math.Sqrt(known(t, table.Variance, k))
}

// known returns a number of the Laplace approximation.
func known(t *table.Table, quantity string, k int) float64 {
	x, _ := t.Lookup(table.Value, table.Method, table.Laplace, table.Quantity, quantity,
		table.Component, k)
	return x
}

// apart is the distance between bins with a mark, so that marks of different curves do not overlap.
const apart = 4

// marginal draws the histograms of θ_k for every friction, and the normal densities.
func marginal(p *plots.Panel, s Spec, t *table.Table, k int) {
	name := fmt.Sprintf(`$\theta_{%d}$`, k)
	p.Label("marginal of "+name, name, "density")
	p.YLim = plots.From(0)
	lo, hi := math.Inf(1), math.Inf(-1)
	mu, sd := normal(t, k)
	truth := linalg.LinSpace(mu-4*sd, mu+4*sd, 161)
	p.Add(plots.Line{
		Name: corrected, X: truth, Y: density(truth, mu, sd), Fill: plots.Grey(0.85),
		Style: plots.Style{Color: plots.Grey(0.6), Width: 0.4},
	})
	for j, friction := range s.Friction {
		u := t.Where(table.Quantity, table.Density, table.Friction, friction, table.Component, k)
		x := u.Floats(table.Theta)
		if len(x) < 2 {
			continue
		}
		lo, hi = min(lo, x[0]), max(hi, x[len(x)-1])
		series := look.Series{
			Name: look.Title(friction), Style: look.Style(friction), X: look.Column(table.Theta),
		}
		series.Style.Size = 1.5
		p.Add(series.Density(u, j*apart/len(s.Friction), apart)...)
	}
	if !(lo < hi) {
		return
	}
	p.XLim = plots.Limits{Lo: lo, Hi: hi}
	mode := known(t, table.ModeAt, k)
	x := linalg.LinSpace(lo, hi, 201)
	p.Add(plots.Line{
		Name: "Laplace approximation", X: x, Y: density(x, mode, sd),
		Style: plots.Style{Color: plots.Grey(0.3), Width: 0.7, Dash: plots.Dotted},
	})
}

// density returns the density of N(mu, sd²) at every x.
func density(x []float64, mu, sd float64) []float64 {
	y := make([]float64, len(x))
	for j := range x {
		y[j] = estimate.NormalDensity((x[j]-mu)/sd) / sd
	}
	return y
}

// covariance is the covariance of a pair in the Laplace approximation.
func covariance(t *table.Table, pair []int) float64 {
	c, _ := t.Lookup(table.Value, table.Method, table.Laplace, table.Quantity, table.Covariance,
		table.Component, pair[0], table.Component2, pair[1])
	return c
}

// joint draws the distribution of a pair as filled contours, with the ellipses of the Laplace
// approximation.
func joint(p *plots.Panel, s Spec, t *table.Table, pair []int) {
	friction := s.Friction[len(s.Friction)-1]
	name := func(k int) string { return fmt.Sprintf(`$\theta_{%d}$`, k) }
	p.Label(look.Title(friction), name(pair[0]), name(pair[1]))
	p.Aspect = 1
	u := t.Where(table.Quantity, table.JointMass, table.Component, pair[0], table.Component2, pair[1])
	if u.Len() > 0 {
		if look.Pale(u.Cell(0, table.Status)) {
			p.Title.Text += ", " + u.Cell(0, table.Status)
		}
		p.Add(contours(s, t, u, pair))
	}
	mu1, sd1 := normal(t, pair[0])
	mu2, sd2 := normal(t, pair[1])
	cov := covariance(t, pair)
	for _, r := range []float64{1, 2, 3} {
		e := plots.Ellipse(
			mu1, mu2, [2][2]float64{{sd1 * sd1, cov}, {cov, sd2 * sd2}}, r, plots.Theory())
		e.Name = "1, 2, 3 standard deviations"
		p.Add(e)
	}
	const half = 3.6
	p.XLim = plots.Limits{Lo: mu1 - half*sd1, Hi: mu1 + half*sd1}
	p.YLim = plots.Limits{Lo: mu2 - half*sd2, Hi: mu2 + half*sd2}
}

// contours shows the density of a pair relative to its peak, from the masses u of the nonempty
// cells. It is white below 2 %.
func contours(s Spec, t, u *table.Table, pair []int) plots.Contours {
	n, w := s.Observe.JointBins, s.Observe.Width
	around := func(k int) *estimate.Histogram {
		mu, sd := normal(t, k)
		return &estimate.Histogram{Bins: n, Lo: mu - w*sd, Hi: mu + w*sd}
	}
	h1, h2 := around(pair[0]), around(pair[1])
	z := make([]float64, n*n)
	for i := range u.Len() {
		at := func(column string, h *estimate.Histogram) int {
			return int((u.Float(i, column) - h.Lo) / (h.Hi - h.Lo) * float64(n))
		}
		z[at("theta2", h2)*n+at("theta", h1)] = u.Float(i, table.Value)
	}
	g := smooth(plots.Grid{X: h1.Centres(), Y: h2.Centres(), Z: z})
	peak := slices.Max(g.Z)
	for k := range g.Z {
		g.Z[k] /= peak
	}
	const least = 0.02
	return plots.Contours{Grid: g, Scale: plots.Scale{
		Colors: plots.Blues(), Min: least, Max: 1, Levels: []float64{least, 0.2, 0.4, 0.6, 0.8},
	}}
}

// smooth returns the sum of cubic B-splines around the nodes of a square grid, weighted by the
// values there, on a finer grid.
func smooth(g plots.Grid) plots.Grid {
	const finer = 4
	n := len(g.X)
	m := finer*(n-1) + 1
	fine := plots.Grid{
		X: linalg.LinSpace(g.X[0], g.X[n-1], m), Y: linalg.LinSpace(g.Y[0], g.Y[n-1], m),
	}
	for k := range m * m {
		a, b, sum := k%m, k/m, 0.0
		for j := max(0, b/finer-1); j < min(n, b/finer+3); j++ {
			for i := max(0, a/finer-1); i < min(n, a/finer+3); i++ {
				x, y := float64(a-finer*i)/finer, float64(b-finer*j)/finer
				sum += g.Z[j*n+i] * spline(x) * spline(y)
			}
		}
		fine.Z = append(fine.Z, sum)
	}
	return fine
}

// spline is the cubic B-spline of width 4 around 0.
func spline(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return 2./3 - x*x*(2-x)/2
	case x < 2:
		return (2 - x) * (2 - x) * (2 - x) / 6
	}
	return 0
}

// render draws the marginal distributions above, and below the joint distributions with the last
// friction, full, which samples the posterior. It shows the scores of the first scaling.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	cols := max(len(s.Observe.Components), len(s.Observe.Pairs), 1)
	f := plots.New(2, cols)
	f.Width = vg.Length(cols) * 7 * vg.Centimeter
	t = t.Where(table.Scaling, t.Cell(0, table.Scaling))
	for i, k := range s.Observe.Components {
		p := f.Panel(0, i)
		marginal(p, s, t, k)
	}
	for i, pair := range s.Observe.Pairs {
		p := f.Panel(1, i)
		joint(p, s, t, pair)
		if i == len(s.Observe.Pairs)-1 {
			p.Bar = "relative density"
		}
	}
	return f, nil
}
