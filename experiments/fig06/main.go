// Command fig06 reproduces Figure 6 (section 3.3.2): the three components of Σ(θ), the covariance
// of the gradient of one datum's log-likelihood in the limit of many data that follow a mixture of
// two Gaussians, and the modes of the posterior.
package main

import (
	_ "embed"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.CovarianceSquare
	Ellipse float64 `toml:"ellipse" spec:"positive"`
}

var program = experiment.Program[Spec]{
	Name:  "fig06",
	Title: "covariance of the gradient for many data of a mixture, and the modes of the posterior",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ on the square and adds the modes.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	p, nodes, task, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := study.Compute(c, task); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"mode", "theta1", "theta2"})...)
	for i, theta := range nodes {
		row := table.Row{
			"theta1": theta[0], "theta2": theta[1], "status": table.OK, "source": table.Exact,
		}
		for _, k := range components {
			t.AddValue(row, "Sigma"+k.name, task.Found("sigma")[4*i+k.at])
		}
	}
	modes(t, p)
	return t, nil
}

// render draws a column for each component, the surface above its contour lines, with the modes on
// both.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(2, len(components))
	f.Height = 10 * vg.Centimeter
	modes := ellipses(s, t)
	for i, k := range components {
		u := t.Where("quantity", "Sigma"+k.name).Sort("theta2", "theta1")
		g := figure.Grid{X: numbers(u, "theta1"), Y: numbers(u, "theta2"), Z: u.Floats("value")}
		levels, lo, hi := round(g.Z, 12)
		scale := figure.Scale{Min: lo, Max: hi}
		name := `$\Sigma_{` + k.label + `}$`

		surface := &figure.Surface{
			XLabel: `$\theta_1$`, YLabel: `$\theta_2$`, ZLabel: name, Grid: g, Scale: scale,
			Levels: levels, Azimuth: -112, Elevation: 48,
		}
		surface.Z.Min, surface.Z.Max = lo-float64(0.12*(hi-lo)), hi // some room below
		surface.Add(modes...)
		f.Put(0, i, surface)

		p := f.Panel(1, i)
		p.XLabel, p.YLabel = `$\theta_1$`, `$\theta_2$`
		p.X = figure.Axis{Min: s.Square[0], Max: s.Square[1]}
		p.Y = p.X
		p.Aspect = 1
		p.Bar = &figure.Bar{Label: name}
		thin := figure.Style{Color: color.White, Width: 0.35}
		p.Add(figure.Contours{Grid: g, Levels: levels, Scale: scale, Lines: thin})
		for _, l := range modes {
			p.Add(l)
		}
	}
	return f, nil
}

// ellipses returns the modes as orange lines, with a dark edge that sets them off on any ground.
func ellipses(s Spec, t *table.Table) (lines []figure.Line) {
	for _, mode := range t.Distinct("mode") {
		u := t.Where("mode", mode)
		at := func(quantity string) float64 {
			x, _ := u.Lookup("value", "quantity", quantity)
			return x
		}
		cov := [2][2]float64{{at("Laplace11"), at("Laplace12")}, {at("Laplace12"), at("Laplace22")}}
		x, y := at("theta1"), at("theta2")
		for _, style := range []figure.Style{
			{Width: 2.8},
			{Color: color.RGBA{255, 150, 40, 255}, Width: 1.4},
		} {
			lines = append(lines, figure.Ellipse(x, y, cov, s.Ellipse, style))
		}
	}
	return lines
}

// numbers returns the distinct numbers of a column, in ascending order.
func numbers(t *table.Table, column string) []float64 {
	x := t.Floats(column)
	slices.Sort(x)
	return slices.Compact(x)
}

// round returns about n round numbers at equal distances inside the range of z, and the next ones
// at both ends.
func round(z []float64, n int) (levels []float64, lo, hi float64) {
	lo, hi = slices.Min(z), slices.Max(z)
	if !(lo < hi) {
		return nil, lo, hi
	}
	unit := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(n))))
	step := unit
	for _, k := range []float64{2, 5, 10} {
		if math.Abs((hi-lo)/(k*unit)-float64(n)) < math.Abs((hi-lo)/step-float64(n)) {
			step = k * unit
		}
	}
	first, last := math.Floor(lo/step), math.Ceil(hi/step)
	for k := first + 1; k < last; k++ {
		levels = append(levels, k*step)
	}
	return levels, first * step, last * step
}

// components are the entries of a symmetric matrix: their names, and their places in row order.
var components = []struct {
	name, label string
	at          int
}{{"11", "1,1", 0}, {"22", "2,2", 3}, {"12", "1,2", 1}}

// modes adds the modes of the posterior, and the masses of the two half planes of points that are
// nearer to one of the two highest than to the other.
func modes(t *table.Table, p *exact.MixtureGrid) {
	weights := []float64{1}
	if len(p.Modes) > 1 {
		w := p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
		weights = []float64{1 - w, w}
	}
	for i, x := range p.Modes {
		row := table.Row{"mode": i + 1, "status": table.OK, "source": table.Exact}
		t.AddValue(row, "theta1", x.Theta[0])
		t.AddValue(row, "theta2", x.Theta[1])
		for _, k := range components {
			t.AddValue(row, "Laplace"+k.name, x.Laplace[k.at])
		}
		if i < len(weights) {
			t.AddValue(row, "weight", weights[i])
		}
	}
}
