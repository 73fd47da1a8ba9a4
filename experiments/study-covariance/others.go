package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/exact"
	"adl/pkg/figure"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// measure is a quantity that is measured for other data sets.
type measure struct {
	quantity string
	region   any
}

// measures lists what measured returns.
func (s Spec) measures() (all []measure) {
	for _, mass := range s.Mass {
		for _, k := range []string{"11", "22"} {
			all = append(all, measure{"largest over least Sigma_x" + k, share(mass)})
		}
	}
	return append(all,
		measure{"largest change of Sigma_x", share(slices.Max(s.Mass))},
		measure{"relative deviation of Sigma_x", nil})
}

// measured returns how Σ_x varies for the posterior m: the largest over the least variance in the
// regions of highest density, the largest change over a standard deviation of the nearest mode, and
// the distance from the mean over the norm of the mean.
func (s Spec) measured(m *model.Mixture) (all []float64) {
	p := exact.NewMixtureGrid(m, exact.Grid{Step: 1.2})
	support := nodes(p, 1e-10)
	fill := func(ns []node) {
		for i := range ns {
			ns[i].Data = exact.GradCov(m, ns[i].Theta)
		}
	}
	fill(support)
	for _, mass := range s.Mass {
		for _, k := range []int{0, 3} {
			lo, hi := extremes(densest(support, mass), sigmaX, k)
			all = append(all, hi/lo)
		}
	}
	near := densest(support, slices.Max(s.Mass))
	far := beside(near, p.Modes)
	fill(far)
	average := mean(support, sigmaX)
	norm := floats.Norm(average, 2)
	return append(all, largestChange(near, far, sigmaX)/norm,
		distance(support, sigmaX, constant(average))/norm)
}

// drawn lists the task that measures Σ_x for other data sets of the same distribution, if that is
// known.
func (s Spec) drawn(m *model.Mixture) []*study.Exact {
	sets := s.Others.Drawn(s.Data)
	if sets == 0 {
		return nil
	}
	of := func(sets int) (all []float64) {
		for k := range sets {
			all = append(all, s.measured(s.Model.Posterior(s.Others.Draw(s.Data, s.Data.N, k)))...)
		}
		return all
	}
	return []*study.Exact{{
		Title:  fmt.Sprintf("Σ_x for %d data sets", sets),
		Digest: s.Others.Draw(s.Data, s.Data.N, 0).Digest(),
		Key: spec.Key{
			"is": "gradient covariances of data sets", "model": m.Key(), "mass": s.Mass,
			"law": s.Data.Kind, "ndata": s.Data.N, "mu": s.Data.Mu, "sigma": s.Data.Sigma, "w": s.Data.W,
			"sets": sets, "seed": s.Others.First,
		},
		Arrays: []study.Array{{Name: "measured", Len: sets * len(s.measures())}},
		Of:     func() [][]float64 { return [][]float64{of(sets)} },
		Part:   func() []float64 { return of(1) },
	}}
}

// others adds what measured has found for every data set.
func (t rows) others(s Spec, found []float64) {
	names := s.measures()
	for i, x := range found {
		q := names[i%len(names)]
		t.add(q.quantity, x, "region", q.region, "ndata", s.Data.N,
			"set", s.Others.First+uint64(i/len(names)))
	}
}

// render draws the distance of Σ_x from Σ against the number of data, and by how much Σ_x varies
// for the data of Figure 6 and for others.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	s.Limit.draw(f.Panel(0, 0), t.Where("quantity", "relative distance of Sigma_x"))

	p := f.Panel(0, 1)
	p.XLabel, p.YLabel = `largest over least entry of $\Sigma_x$`, "share of the data sets"
	for i, mass := range s.Mass {
		u := t.Where("region", share(mass))
		for j, k := range []string{"11", "22"} {
			own := at(u, "largest Sigma"+k, "data") / at(u, "least Sigma"+k, "data")
			name := `$\Sigma_{x,` + k + `}$, where π has ` + share(mass)
			style := figure.Style{Color: figure.Cycle(j).Color, Dash: figure.Solid}
			if i > 0 {
				style.Dash = figure.Dotted
			}
			sets(p, name, u.Where("quantity", "largest over least Sigma_x"+k), own, style)
		}
	}

	p = f.Panel(0, 2)
	p.XLabel = `relative to the norm of the mean of $\Sigma_x$`
	norm := floats.Norm([]float64{
		at(t, "mean Sigma11", "data"), at(t, "mean Sigma22", "data"),
		float64(math.Sqrt2 * at(t, "mean Sigma12", "data")),
	}, 2)
	most := t.Where("region", share(slices.Max(s.Mass)))
	sets(p, `distance from the mean in $L^2(\pi)$`,
		t.Where("quantity", "relative deviation of Sigma_x"),
		at(t, "distance from the mean", "data")/norm, figure.Style{Color: figure.Cycle(4).Color})
	sets(p, "largest change over one standard deviation",
		most.Where("quantity", "largest change of Sigma_x"), at(most, "largest change", "data"),
		figure.Style{Color: figure.Cycle(5).Color})
	return f, nil
}

// draw draws the distances, and a line of the power −1/2 through the first.
func (l Limit) draw(p *figure.Panel, t *table.Table) {
	p.XLabel = `$N_d$`
	p.YLabel = `relative distance of $\Sigma_x$ from $\Sigma$`
	p.X.Log, p.Y.Log = true, true
	drawn := t.Where("source", table.Simulation).Sort("ndata")
	p.Add(study.Series{
		Name: fmt.Sprintf("%d data sets each", l.Sets), Style: figure.Cycle(0),
		X: func(t *table.Table, i int) float64 { return t.Float(i, "ndata") },
	}.Points(drawn)...)
	n := drawn.Floats("ndata")
	guide := figure.Line{Name: `$N_d^{-1/2}$`, X: n, Style: figure.Guide()}
	for _, x := range n {
		guide.Y = append(guide.Y, float64(drawn.Float(0, "value")*math.Sqrt(n[0]/x)))
	}
	own := t.Where("source", table.Exact)
	style := figure.Cycle(2)
	style.Dash = figure.NoLine
	p.Add(guide, figure.Line{
		Name: "data of Figure 6", X: own.Floats("ndata"), Y: own.Floats("value"), Style: style,
	})
}

// sets draws the share of the data sets whose values are at most x, and that of the data of Figure
// 6 as a vertical line.
func sets(p *figure.Panel, name string, t *table.Table, own float64, style figure.Style) {
	l := figure.Line{Name: name, X: t.Floats("value"), Style: style}
	slices.Sort(l.X)
	for k := range l.X {
		l.Y = append(l.Y, float64(k+1)/float64(len(l.X)))
	}
	p.Add(l, figure.Line{X: []float64{own, own}, Y: []float64{0, 1}, Style: style.Reference()})
}

// at returns the number of a quantity in a column.
func at(t *table.Table, quantity, column string) float64 {
	x, _ := t.Lookup(column, "quantity", quantity)
	return x
}
