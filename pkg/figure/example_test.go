package figure_test

import (
	"bytes"
	"fmt"
	"math"

	"adl/pkg/figure"
)

// Two panels with logarithmic axes that share a legend: measured points with
// error bars, the exact curve, an upper bound, and a point that did not converge.
func ExampleFigure() {
	fig := figure.New(1, 2)
	fig.Legend = true
	for c, title := range []string{"first method", "second method"} {
		p := fig.Panel(0, c)
		p.Title, p.XLabel = title, `$\varepsilon(n)$`
		p.X.Log, p.Y.Log = true, true
		if c == 0 {
			p.YLabel = "error"
		}
		for k, dt := range []float64{1e-3, 1e-2} {
			s := figure.Ramp(k, 2)
			eps := []float64{1, 10, 100, 1000}
			y := make([]float64, len(eps))
			for i, e := range eps {
				y[i] = e * dt
			}
			p.Add(
				figure.Line{X: eps, Y: y, Style: s.Reference()},
				figure.Line{
					Name: fmt.Sprintf(`$\Delta t = %g$`, dt), X: eps, Y: y,
					Err: []float64{.01, .01, .02, .1}, Style: s,
				},
			)
		}
		p.Add(
			figure.Bounds{
				Name: "upper bound", X: []float64{2}, Y: []float64{4e-3}, Style: figure.Ramp(0, 2),
			},
			figure.Strip{
				Name: "no stationary state", X: []float64{5000}, Sign: figure.Times,
				Style: figure.Ramp(1, 2),
			},
		)
	}

	var png, pdf bytes.Buffer
	fmt.Println(fig.PNG(&png), fig.PDF(&pdf))
	// Output: <nil> <nil>
}

// A text that cannot be typeset is an error.
func ExampleFigure_PDF() {
	fig := figure.New(1, 1)
	fig.Panel(0, 0).XLabel = `$\thetta$`
	var pdf bytes.Buffer
	fmt.Println(fig.PDF(&pdf))
	// Output: figure: text "$\\thetta$": unknown command \thetta
}

// A curve with its band of uncertainty, a level to compare with, and a legend in a given corner.
func ExamplePanel() {
	fig := figure.New(1, 1)
	p := fig.Panel(0, 0)
	p.XLabel, p.YLabel = `$t$`, `$\bar\xi(t)$`
	p.Legend = figure.SouthEast
	t := []float64{0, 1, 2, 3}
	low, mean, high := []float64{0, .5, .7, .8}, []float64{0, .6, .8, .9}, []float64{0, .7, .9, 1}
	p.Add(
		figure.Band{Name: "90%", X: t, Low: low, High: high},
		figure.Line{Name: "mean", X: t, Y: mean},
		figure.HLine{Name: "stationary mean", Y: 1},
	)

	var png bytes.Buffer
	fmt.Println(fig.PNG(&png))
	// Output: <nil>
}

// A function of two variables, as a surface and as a heat map.
func ExampleSurface() {
	const n = 20
	var g figure.Grid
	for i := range n + 1 {
		g.X = append(g.X, float64(i)/n)
	}
	g.Y = g.X
	for _, y := range g.Y {
		for _, x := range g.X {
			g.Z = append(g.Z, x*math.Sin(6*y))
		}
	}
	fig := figure.New(1, 2)
	scale := figure.Scale{Palette: figure.Plasma}
	fig.Put(0, 0, &figure.Surface{
		XLabel: "$x$", YLabel: "$y$", ZLabel: "$z$", Grid: g, Scale: scale,
	})
	p := fig.Panel(0, 1)
	p.XLabel, p.YLabel = "$x$", "$y$"
	p.Bar = &figure.Bar{Label: "$z$"}
	p.Add(figure.Contours{Grid: g, Levels: []float64{-.5, 0, .5}, Scale: scale})

	var pdf bytes.Buffer
	fmt.Println(fig.PDF(&pdf))
	// Output: <nil>
}
