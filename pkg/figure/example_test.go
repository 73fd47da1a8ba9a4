package figure_test

import (
	"bytes"
	"fmt"
	"math"

	"adl/pkg/figure"
)

// Two panels with logarithmic axes that share a legend: measured points with
// error bars, the exact curve, and a point that did not converge.
func ExampleFigure() {
	fig := figure.New(1, 2)
	fig.Legend = &figure.Legend{}
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
				figure.Line{Name: fmt.Sprintf(`$\Delta t = %g$`, dt), X: eps, Y: y, Err: []float64{.01, .01, .02, .1}, Style: s},
			)
		}
		p.Add(figure.Runaway{Name: "did not converge", X: []float64{5000}, Y: []float64{math.Inf(1)}, Style: figure.Ramp(1, 2)})
	}

	var png, pdf bytes.Buffer
	fmt.Println(fig.PNG(&png), fig.PDF(&pdf))
	// Output: <nil> <nil>
}

// A text that cannot be set is an error.
func ExampleFigure_PDF() {
	fig := figure.New(1, 1)
	fig.Panel(0, 0).XLabel = `$\thetta$`
	var pdf bytes.Buffer
	fmt.Println(fig.PDF(&pdf))
	// Output: figure: text "$\\thetta$": unknown command \thetta
}
