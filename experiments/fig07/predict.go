package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// theory is what is known without simulating: the errors that are predicted for the frictions at
// values of ε(n)Δt and for a time step, and other data sets.
type theory struct {
	lo, hi    float64   // of ε(n)
	at        []float64 // ε(n)Δt
	frictions int       // whose tasks come first; the next is that of the time step, then by bins
	tasks     []*study.Exact
}

// theory lists the tasks of the errors of Langevin dynamics with the friction A = γ + ε(n)Δt S*/2
// and the noise A(θ), to leading order, for every friction. They would be the errors of AdL if ξ
// did not move, and depend on ε(n)Δt alone.
func (s Spec) theory(c *experiment.Context, g *study.Marginal, runs []run) (theory, error) {
	h := g.Histogram
	p := theory{lo: math.Inf(1)}
	for _, r := range runs {
		if r.method == curve && r.Epsilon > 0 {
			p.lo, p.hi = min(p.lo, r.Epsilon), max(p.hi, r.Epsilon)
		}
	}
	if p.hi == 0 {
		return p, nil
	}
	p.at = linalg.LogSpace(p.lo*slices.Min(s.Dt), p.hi*slices.Max(s.Dt), 17)
	for _, k := range s.Friction {
		form, err := k.Form(g.Posterior.Model)
		if err != nil {
			return p, err
		}
		p.tasks = append(p.tasks, g.FromBias("predicted error, "+string(k)+" ξ",
			spec.Key{
				"is": "bias of frozen friction", "friction": form.Key(), "gamma": s.Gamma,
				"epsilon dt": p.at, "lo": h.Lo, "hi": h.Hi, "bins": h.Bins,
			},
			s.Prediction.Degree, []study.Array{{Name: "L1", Len: len(p.at)}},
			func(b *exact.Bias) [][]float64 {
				var l1 []float64
				for _, x := range p.at {
					l1 = append(l1, b.AdL(form, x, s.Gamma).L1(0, h.Lo, h.Hi, h.Bins))
				}
				return [][]float64{l1}
			}))
	}
	p.frictions = len(p.tasks)
	p.tasks = append(p.tasks, g.StepSlope(s.Gamma, s.Prediction.Langevin))
	for _, n := range bins(h.Bins) {
		p.tasks = append(p.tasks, g.BatchSlope(s.Gamma, s.Prediction.Langevin, n))
	}
	sets, err := s.sets(c)
	p.tasks = append(p.tasks, sets...)
	return p, err
}

// bins are half, all and twice the bins of the histogram.
func bins(n int) []int { return []int{max(1, n/2), n, 2 * n} }

// predict adds the errors that the tasks of theory found.
func (s Spec) predict(t *table.Table, p theory, found [][][]float64) {
	if len(p.tasks) == 0 {
		return
	}
	for i := range p.frictions {
		for j, h := range p.at {
			v := float64(h * found[i][0][j])
			for _, dt := range s.Dt {
				if epsilon := h / dt; v <= s.Prediction.Most && p.lo <= epsilon && epsilon <= p.hi {
					t.AddValue(table.Row{
						"method": curve, "friction": s.Friction[i], "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, "L1", v)
				}
			}
		}
	}
	found = found[p.frictions:]
	slope := func(k int) estimate.Estimate {
		return estimate.Estimate{Value: found[k][0][0], StdErr: found[k][0][1]}
	}
	for _, dt := range s.Claims.AllData {
		t.Measure(table.Row{
			"method": allData, "dt": dt, "epsilon": 0, "status": table.OK, "source": table.Prediction,
		}, "L1", slope(0).Times(float64(dt*dt)))
	}
	row := table.Row{"method": langevin, "status": table.OK, "source": table.Prediction}
	by := bins(s.Histogram.Bins)
	for i, n := range by {
		t.Measure(row, fmt.Sprintf("slope in %d bins", n), slope(1+i))
	}
	s.setRows(t, found[1+len(by):])
}

// norms adds what the quadratures give: the norms of the data sets, and of the figure's data Σ̄ and
// the mass outside the histogram.
func (s Spec) norms(t *table.Table, sets map[uint64]marginal) error {
	for _, seed := range append([]uint64{s.Data.Seed}, s.otherSeeds()...) {
		g, err := sets[seed]()
		if err != nil {
			return err
		}
		all := table.New(t.Columns()...)
		g.Norms(all)
		for i := range all.Len() {
			t.AddValue(table.Row{
				"data": seed, "ndata": g.Posterior.Model.Ndata(), "status": table.OK, "source": table.Exact,
			}, all.Cell(i, "quantity"), all.Float(i, "value"))
		}
		for i, name := range places(study.Full) {
			t.AddValue(table.Row{
				"data": seed, "ndata": g.Posterior.Model.Ndata(), "status": table.OK, "source": table.Exact,
			}, "mean of Sigma"+name, g.Sigma[[]int{0, 1, 3}[i]])
		}
	}
	return nil
}
