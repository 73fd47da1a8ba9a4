// Command study-basis-xi answers whether the ξ_k of extended Adaptive Langevin dynamics have the
// law of theorem th:1, and how ξ(θ) depends on θ (sections 4.1 and 5): it runs dynamics of Figure
// 14 and observes ξ.
package main

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.BasisRuns
	Runs []mixture.BasisSet `toml:"runs"`
}

var program = experiment.Program[Spec]{
	Name:  "study-basis-xi",
	Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: distribution and mean of ξ",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

const lawOfXi = "law" // the other method is the map of ξ(θ)

// compute observes the ξ_k of some runs, and ξ(θ) by the cells of a grid of the others.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.Lists(c, s.NewBases(c, g), "runs", s.Runs)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		r.Observe = func(x *simulate.Chain) []simulate.Statistic {
			if r.Method == lawOfXi {
				return law(r, x)
			}
			return []simulate.Statistic{s.grid()}
		}
	}
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := mixture.NewBasisTable()
	for _, r := range runs {
		if row := r.Rows(t, g, ""); r.Method == lawOfXi {
			measureLaw(t, row, r)
		} else {
			measureMap(t, row, g, s.grid(), r)
		}
	}
	return t, nil
}

// render draws means and variances of the entries of ξ_k against those of the theorem, and the
// means of ξ(θ) in cells against those that S_K would give them.
func render(_ Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	for i, of := range []struct{ method, quantity, title string }{
		{lawOfXi, "mean of xi", `mean of an entry of $\xi_k$`},
		{lawOfXi, "variance of xi", "its variance"},
		{"map", "xi ", `mean of $\xi(\theta)$ in a cell`},
	} {
		p := f.Panel(0, i)
		p.Title, p.XLabel, p.YLabel = of.title, "predicted", "simulated"
		all := t.Where("method", of.method)
		all = all.Filter(func(i int) bool {
			return strings.HasPrefix(all.Cell(i, "quantity"), of.quantity)
		})
		lo, hi := math.Inf(1), math.Inf(-1)
		predicted := all.Where("source", table.Prediction)
		for _, x := range predicted.Floats("value") {
			lo, hi = min(lo, x), max(hi, x)
		}
		if lo < hi {
			p.Add(figure.Line{X: []float64{lo, hi}, Y: []float64{lo, hi}, Style: figure.Guide()})
		}
		for j, eta := range all.Distinct("eta") {
			series := study.Series{
				Name: `$\eta = ` + eta + `$`, Style: figure.Cycle(j), Linear: true,
				X: func(u *table.Table, i int) float64 {
					x, _ := predicted.Lookup("value", "eta", eta, "K", u.Cell(i, "K"),
						"quantity", u.Cell(i, "quantity"))
					return x
				},
			}
			p.Add(series.Points(all.Where("eta", eta, "source", table.Simulation))...)
		}
	}
	return f, nil
}

// coefficient is an entry of ξ_k, with the mean and the variance that theorem th:1 gives it.
type coefficient struct {
	dynamics.Coefficient
	mean, variance float64
}

// coefficients lists the entries of all ξ_k.
func coefficients(r *mixture.BasisRun, c *simulate.Chain) (all []coefficient) {
	f := c.Scheme.Friction.(dynamics.Extended).Base
	for k, a := range r.Average(f.Gamma) {
		for _, e := range dynamics.Entries(r.Basis.Form, 2) {
			x := coefficient{dynamics.Coefficient{K: k, I: e.I, J: e.J}, a[2*e.I+e.J], 1 / r.Eta}
			if !e.Diagonal() {
				x.variance /= 2
			}
			all = append(all, x)
		}
	}
	return all
}

func (x coefficient) histogram() simulate.Histogram {
	const wide, bins = 5, 100
	h := float64(wide * math.Sqrt(x.variance))
	return simulate.Histogram{Of: x.Coefficient, Lo: x.mean - h, Hi: x.mean + h, Bins: bins}
}

func (x coefficient) String() string { return fmt.Sprintf("xi_%d %d%d", x.K, x.I+1, x.J+1) }

// law lists the observables of the ξ_k.
func law(r *mixture.BasisRun, c *simulate.Chain) (observe []simulate.Statistic) {
	for _, x := range coefficients(r, c) {
		observe = append(observe, simulate.Moments{Of: x.Coefficient}, x.histogram())
	}
	return observe
}

// leastRHat is the R-hat above which an entry of ξ_k has not relaxed, as in package study.
const leastRHat = 1.05

// measureLaw adds mean, variance, and distance from a normal distribution of every entry of the
// ξ_k, and what theorem th:1 predicts. An entry whose replicas disagree is unmixed.
func measureLaw(t *table.Table, row table.Row, r *mixture.BasisRun) {
	x := r.Samples
	for _, c := range coefficients(r, x.Chain) {
		row["status"], row["source"] = table.Diverged, table.Simulation
		mean, variance, distance := estimate.Unknown(), estimate.Unknown(), estimate.Unknown()
		if !x.Diverged {
			b := x.Blocks(c.Coefficient, 0)
			mean, variance = b.Mean(), b.Variance()
			distance = x.Histogram(c.histogram()).FromNormal()
			if row["status"] = table.OK; !(b.RHat() <= leastRHat) {
				row["status"] = table.Unmixed
			}
		}
		t.Measure(row, "mean of "+c.String(), mean)
		t.Measure(row, "variance of "+c.String(), variance)
		t.Measure(row, "distance from normal of "+c.String(), distance)
		row["status"], row["source"] = table.OK, table.Prediction
		t.AddValue(row, "mean of "+c.String(), c.mean)
		t.AddValue(row, "variance of "+c.String(), c.variance)
	}
}

// grid is the mean of ξ(θ) by the cells of a grid on the square of the histogram.
func (s Spec) grid() simulate.Mean {
	const every = 0.05
	of := dynamics.ByCell{Of: dynamics.Xi{}, Lo: s.Histogram.Lo, Hi: s.Histogram.Hi, Side: side}
	return simulate.Mean{Of: of, Every: every}
}

// measureMap adds the means of the entries of ξ(θ) in the cells that count, and those of
// γ I + ε(n) Δt S_K/2.
func measureMap(
	t *table.Table, row table.Row, g *mixture.Marginal, grid simulate.Mean, r *mixture.BasisRun,
) {
	x, by := r.Samples, grid.Of.(dynamics.ByCell)
	f := x.Chain.Scheme.Friction.(dynamics.Extended)
	entries := dynamics.Entries(f.Base.Form, 2)
	var found [][]float64
	if !x.Diverged {
		found = x.Means(grid)
	}
	for _, c := range means(r.Basis, g.Posterior.Model, by) {
		for i, e := range entries {
			name := fmt.Sprintf("xi %d%d in cell %d, %d", e.I+1, e.J+1, c.cell%side+1, c.cell/side+1)
			row["source"] = table.Simulation
			at := c.cell * (1 + len(entries))
			t.Measure(row, name, estimate.RatioOfMeans(found, at+1+i, at))
			a := float64(float64(0.5*r.Epsilon*r.Dt) * c.mean[2*e.I+e.J])
			if e.Diagonal() {
				a += f.Base.Gamma
			}
			p := maps.Clone(row)
			p["source"], p["status"] = table.Prediction, table.OK
			t.AddValue(p, name, a)
		}
	}
}

// side is the number of cells along an axis of the grid on which ξ(θ) is averaged.
const side = 7

// leastMass is the mass under π from which on a cell of the grid counts.
const leastMass = 0.05

// cellMean is the mean of S_K in a cell of the grid.
type cellMean struct {
	cell int
	mean []float64
}

// means returns the means of S_K under π in the cells that count.
func means(b *mixture.Basis, m *model.Mixture, grid dynamics.ByCell) (cells []cellMean) {
	var cuts [2][]float64
	for axis := range cuts {
		for i := range side + 1 {
			cuts[axis] = append(cuts[axis], grid.Lo+float64(float64(i)*(grid.Hi-grid.Lo))/side)
		}
		if f, ok := b.Functions.(dynamics.Boxes); ok {
			cuts[axis] = append(cuts[axis], f.Cuts[axis]...)
		}
		slices.Sort(cuts[axis])
		cuts[axis] = slices.Compact(cuts[axis])
	}
	masses, sums := make([]float64, side*side), make([][]float64, side*side)
	_, n := b.Functions.Cells()
	f := make([]float64, n)
	exact.NewMixtureGrid(m, exact.Grid{Cuts: cuts}).Each(func(theta []float64, mass float64) {
		c := grid.Cell(theta[0], theta[1])
		if c < 0 {
			return
		}
		if sums[c] == nil {
			sums[c] = make([]float64, 4)
		}
		masses[c] += mass
		b.At(sums[c], f, theta, mass)
	})
	for c, mass := range masses {
		if mass < leastMass {
			continue
		}
		for e := range sums[c] {
			sums[c][e] /= mass
		}
		cells = append(cells, cellMean{c, sums[c]})
	}
	return cells
}
