// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for a full and for a scalar friction.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Prediction struct {
		Degree int     `toml:"degree" spec:"min=6,max=40"`
		Most   float64 `toml:"most" spec:"positive"`
	} `toml:"prediction"`
}

var program = experiment.Program[Spec]{
	Name:  "fig07",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs both frictions for every Δt and n, some of them with replacement. It compares the
// histogram of θ₁ with the posterior's marginal, and the mean of ξ with its prediction γ + ε(n)Δt
// Σ̄/2, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	curves := curvesOf(runs)
	frozen := s.frozen(g, curves)
	if err := study.Sample(c, runs, frozen...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		row := r.Row(t)
		r.L1(t, row)
		if r.Sampling == minibatch.Without {
			study.XiRows(t, row, r.Samples, g.Sigma, false)
		}
	}
	s.predicted(t, curves, frozen)
	return t, nil
}

// curves are the runs of the first table: the first of each friction, and the values of Δt and of
// ε(n).
type curves struct {
	first  []*study.Run
	dt     []float64
	lo, hi float64
}

func curvesOf(runs []*study.Run) (x curves) {
	x.lo = math.Inf(1)
	for _, r := range runs {
		if r.Table != runs[0].Table {
			continue
		}
		if !slices.ContainsFunc(x.first, func(o *study.Run) bool { return o.Friction == r.Friction }) {
			x.first = append(x.first, r)
		}
		if !slices.Contains(x.dt, r.Dt) {
			x.dt = append(x.dt, r.Dt)
		}
		if r.Epsilon > 0 {
			x.lo, x.hi = min(x.lo, r.Epsilon), max(x.hi, r.Epsilon)
		}
	}
	return x
}

// noises returns the values of ε(n)Δt at which errors are predicted.
func (x curves) noises() []float64 {
	return linalg.LogSpace(x.lo*slices.Min(x.dt), x.hi*slices.Max(x.dt), 17)
}

// frozen returns a task for every friction, none without batches.
func (s Spec) frozen(g *study.MixturePosterior, x curves) (tasks []*study.Exact) {
	if x.hi == 0 {
		return nil
	}
	for _, r := range x.first {
		tasks = append(tasks, g.Frozen(r.AdL(), x.noises(), s.Prediction.Degree))
	}
	return tasks
}

// predicted adds the errors computed by the tasks.
func (s Spec) predicted(t *table.Table, x curves, tasks []*study.Exact) {
	for i, task := range tasks {
		for j, slope := range task.Found("L1") {
			noise := x.noises()[j]
			v := noise * slope
			for _, dt := range x.dt {
				if epsilon := noise / dt; v <= s.Prediction.Most && x.lo <= epsilon && epsilon <= x.hi {
					t.AddValue(table.Row{
						"method": "AdL", "friction": x.first[i].Friction, "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, table.L1, v)
				}
			}
		}
	}
}
