// Command fig02 reproduces Figure 2 (section 2.2): the distribution of the standardised noise Z of
// a stochastic gradient in two dimensions, for a mixture of two Gaussians and batches of n = 1, 5,
// 10 and 30 of 100 data, with its marginals and the standard normal density.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Noise
	Data  dataset.Source     `toml:"data"`
	Model study.MixtureModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name:  "fig02",
	Title: "The noise of the stochastic gradient, mixture of Gaussians: its distribution",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute draws Z for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	if !(s.Model.W < 1) {
		return nil, c.Errorf("model.w",
			"expected a weight between 0 and 1, both excluded, got %g", s.Model.W)
	}
	d, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.Table(c, s.Model.Posterior(d), d)
}

// Panels show Z₁ and Z₂ from −reach to reach. This omits no value for n = 1, and at most two draws
// in a thousand.
const reach = 3.9

// render draws one joint histogram for each n, with both marginals and the normal density, and for
// n = 1 the values that Z takes. The circles hold 39, 86 and 99 % of the normal distribution in two
// dimensions.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	cols := min(2, len(s.N))
	rows := (len(s.N) + cols - 1) / cols
	f := plots.New(rows, cols)
	f.Width, f.Height = vg.Length(cols)*6*vg.Centimeter, vg.Length(rows)*7*vg.Centimeter
	for i, n := range s.N {
		u, bins := t.Where("n", n), s.Histogram.Bins
		j := plots.NewJoint()
		j.Title = fmt.Sprintf("$n = %d$", n)
		j.Center.Label("", "$Z_1$", "$Z_2$")
		j.Center.XLim = plots.Limits{Lo: -reach, Hi: reach}
		j.Center.YLim = j.Center.XLim
		j.Center.Add(density(s, u))
		for _, r := range []float64{1, 2, 3} {
			circle := plots.Ellipse(0, 0, [2][2]float64{{1, 0}, {0, 1}}, r, plots.Theory())
			circle.Name = "1, 2, 3 standard deviations"
			j.Center.Add(circle)
		}
		j.Center.Add(s.Atoms(u, bins)...)
		j.Top.YLim, j.Right.XLim = plots.From(0), plots.From(0)
		j.Top.Y.Tick.Marker, j.Right.X.Tick.Marker = plot.ConstantTicks{}, plot.ConstantTicks{}
		j.Top.Add(s.Marginal(u, 1, bins, false)...)
		j.Right.Add(s.Marginal(u, 2, bins, true)...)
		f.Put(i/cols, i%cols, j)
	}
	return f, nil
}

// density is the map of the joint density of one n, relative to its highest value. It is exact if Z
// takes few values; otherwise it comes from draws.
func density(s Spec, t *table.Table) plots.Cells {
	bins := s.Histogram.Bins
	u := t.Where("quantity", "atom")
	if u.Len() == 0 {
		u = t.Where("quantity", "joint mass")
	}
	mass := make([]float64, bins*bins)
	for k := range u.Len() {
		b1, ok1 := s.Bin(u.Float(k, "z"), bins)
		b2, ok2 := s.Bin(u.Float(k, "z2"), bins)
		if ok1 && ok2 {
			mass[b2*bins+b1] += u.Float(k, "value")
		}
	}
	edges := s.Edges(bins)
	return plots.Cells{
		XEdges: edges, YEdges: edges, Z: mass,
		Scale: plots.Scale{Colors: plots.Blues(), Max: slices.Max(mass)},
	}
}
