// Command fig02 reproduces Figure 2 (section 2.2): the distribution of the standardised noise Z of
// a stochastic gradient in two dimensions, for a mixture of two Gaussians and batches of n = 1, 5,
// 10 and 30 of 100 data, with its marginals beside the standard normal density.
package main

import (
	_ "embed"
	"math"

	"gonum.org/v1/plot/vg"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
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

// render draws one joint histogram for each n, with both marginals, their exact distributions, and
// the normal density, and for n = 1 the values that Z takes. The circles hold 39, 86 and 99 % of
// the normal distribution in two dimensions.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	cols := min(2, len(s.N))
	rows := (len(s.N) + cols - 1) / cols
	f := figure.New(rows, cols)
	f.Height = vg.Length(rows) * 9.6 * vg.Centimeter
	f.Legend = true
	reach := s.reach(t)
	for i, n := range s.N {
		u := t.Where("n", n)
		j := joint(s, u)
		j.Title = s.Title(t, n)
		j.Center.Bar = &figure.Bar{Label: "density"}
		j.Center.X.Min, j.Center.X.Max = -reach, reach
		j.Center.Y.Min, j.Center.Y.Max = -reach, reach
		j.Center.XLabel, j.Center.YLabel = "$Z_1$", "$Z_2$"
		for _, r := range []float64{1, 2, 3} {
			circle := figure.Ellipse(0, 0, [2][2]float64{{1, 0}, {0, 1}}, r, figure.Guide())
			circle.Name = "1, 2, 3 standard deviations"
			j.Center.Add(circle)
		}
		j.Center.Add(s.Atoms(u)...)
		f.Put(i/cols, i%cols, j)
	}
	return f, nil
}

// reach returns half of the range that the panels show: that of all bins of the marginals which
// have a thousandth of the draws.
func (s Spec) reach(t *table.Table) (most float64) {
	for _, n := range s.N {
		u := t.Where("n", n).Where("quantity", "density")
		edges := s.Edges(u.Where("coordinate", 1).Len())
		half := float64(0.5 * (edges[1] - edges[0]))
		for i := range u.Len() {
			if float64(u.Float(i, "value")*half) >= 0.0005 {
				most = max(most, math.Abs(u.Float(i, "z"))+half)
			}
		}
	}
	return most
}

// joint is the joint histogram of one n. Its marginals also count the draws that lie outside the
// range of the other coordinate.
func joint(s Spec, t *table.Table) *figure.Joint {
	edges := s.Edges(t.Where("quantity", "density", "coordinate", 1).Len())
	bins := len(edges) - 1
	mass := make([]float64, bins*bins)
	cells := t.Where("quantity", "joint mass")
	for k := range cells.Len() {
		at := func(column string) int {
			z := cells.Float(k, column)
			return int(math.Floor((z - edges[0]) / (edges[bins] - edges[0]) * float64(bins)))
		}
		mass[at("z2")*bins+at("z")] = cells.Float(k, "value")
	}
	j := figure.NewJoint(edges, edges, mass)
	j.Top.YLabel, j.Right.XLabel = "density", "density"
	j.Top.Add(s.Marginal(t, 1, false)...)
	j.Right.Add(s.Marginal(t, 2, true)...)
	return j
}
