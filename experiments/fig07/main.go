// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for a full and for a scalar friction.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dynamics"
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
	study.Mixture
	study.AdL
	study.Grid
	BurnInXi    float64          `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction    []study.Friction `toml:"friction" spec:"nonempty,distinct"`
	Replacement struct {         // more points
		study.Grid
		T float64 `toml:"T" spec:"positive"`
	} `toml:"replacement"`

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
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	total := g.Model.Ndata()
	points, err := s.Points(c, "", total)
	if err != nil {
		return nil, err
	}
	more, err := s.Replacement.Points(c, "replacement.", total)
	if err != nil {
		return nil, err
	}
	var runs []*study.MixtureRun
	for _, set := range []struct {
		points []study.Point
		T      float64
	}{{points, s.T}, {more, s.Replacement.T}} {
		for _, k := range s.Friction {
			scheme, err := s.Scheme(c, g.Model, k, "friction")
			if err != nil {
				return nil, err
			}
			for _, p := range set.points {
				runs = append(runs, g.Run("AdL", k, scheme, p, set.T, s.BurnInXi))
			}
		}
	}
	frozen := s.frozen(g, points)
	if err := study.Sample(c, runs, frozen...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		r.L1(t)
		if r.Sampling == minibatch.Without {
			study.XiRows(t, r.Row(), r.Samples, g.Sigma, false)
		}
	}
	s.predicted(t, points, frozen)
	return t, nil
}

// noise returns the range of ε(n), and the values of ε(n)Δt at which errors are predicted, none
// without batches.
func (s Spec) noise(points []study.Point) (lo, hi float64, at []float64) {
	lo = math.Inf(1)
	for _, p := range points {
		if p.Epsilon > 0 {
			lo, hi = min(lo, p.Epsilon), max(hi, p.Epsilon)
		}
	}
	if hi > 0 {
		at = linalg.LogSpace(lo*slices.Min(s.Dt), hi*slices.Max(s.Dt), 17)
	}
	return lo, hi, at
}

// frozen returns a task for every friction.
func (s Spec) frozen(g *study.MixturePosterior, points []study.Point) (tasks []*study.Exact) {
	_, _, at := s.noise(points)
	if at == nil {
		return nil
	}
	for _, k := range s.Friction {
		form, _ := k.Form(g.Model) // chains have it
		f := dynamics.AdL{Form: form, Gamma: s.Gamma, Eta: s.Eta}
		tasks = append(tasks, g.Frozen(f, at, s.Prediction.Degree))
	}
	return tasks
}

// predicted adds the errors computed by the tasks.
func (s Spec) predicted(t *table.Table, points []study.Point, tasks []*study.Exact) {
	lo, hi, at := s.noise(points)
	for i, task := range tasks {
		for j, slope := range task.Found("L1") {
			v := at[j] * slope
			for _, dt := range s.Dt {
				if epsilon := at[j] / dt; v <= s.Prediction.Most && lo <= epsilon && epsilon <= hi {
					t.AddValue(table.Row{
						"method": "AdL", "friction": s.Friction[i], "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, table.L1, v)
				}
			}
		}
	}
}
