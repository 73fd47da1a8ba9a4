package figure_test

import (
	"bytes"
	"fmt"
	"math"

	"adl/pkg/figure"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
				Name: "no stationary state", X: []float64{5000}, Sign: figure.Cross,
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
	p.Legend = "lower right"
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
	scale := figure.Scale{Palette: figure.Palette("plasma")}
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

// A scatter of gonum/plot stands in a panel.
func ExamplePanel_Add_gonum() {
	theirs, err := plotter.NewScatter(plotter.XYs{{X: 200, Y: 0.3}, {X: 2000, Y: 0.05}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fig := figure.New(1, 1)
	p := fig.Panel(0, 0)
	p.X.Log, p.Y.Log = true, true
	p.XLabel, p.YLabel = `$\varepsilon(n)$`, "error"
	p.Add(figure.Named{Plotter: theirs, Name: "theirs"},
		figure.Line{Name: "ours", X: []float64{100, 3000}, Y: []float64{0.01, 0.2}})
	var pdf bytes.Buffer
	fmt.Println(fig.PDF(&pdf), pdf.Len() > 1000)
	// Output: <nil> true
}

// A line with error bars stands in a plot of gonum/plot, which then writes formulas and PDF as
// figures do.
func ExampleLine_plot() {
	p := plot.New()
	p.TextHandler = figure.Formulas()
	p.X.Label.TextStyle.Handler, p.X.Tick.Label.Handler = p.TextHandler, p.TextHandler
	p.Y.Tick.Label.Handler = p.TextHandler
	p.X.Label.Text = `$\varepsilon(n)$`
	p.Y.Scale, p.Y.Tick.Marker = figure.Log{}, figure.Ticks{Log: true}
	p.Add(figure.Line{
		X: []float64{1, 2, 3}, Y: []float64{0.01, 0.1, 1}, Err: []float64{0.02, 0.01, 0.1},
		Style: figure.Cycle(0),
	})
	p.Y.Min = 1e-3
	c := figure.NewPDF(12*vg.Centimeter, 8*vg.Centimeter)
	p.Draw(draw.New(c))
	var pdf bytes.Buffer
	_, err := c.WriteTo(&pdf)
	fmt.Println(err, bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-1.7")))
	// Output: <nil> true
}
