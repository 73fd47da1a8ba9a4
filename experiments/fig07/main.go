// Command fig07 reproduces Figure 7 (section 3.3.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for Adaptive Langevin dynamics (eq. adl_scheme) whose
// gradient is estimated from n of Nd data. It is drawn against ε(n), for a full and for a scalar
// friction.
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
	study.MixtureRuns
	Prediction struct {
		Degree   int     `toml:"degree" spec:"min=6,max=40"`
		Farthest float64 `toml:"farthest" spec:"positive"` // the largest ε(n)Δt
	} `toml:"prediction"`
}

var program = experiment.Program[Spec]{
	Name:  "fig07",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs both frictions for every Δt and n, some of them with replacement. It compares the
// histogram of θ₁ with the posterior's marginal (eq. erreur_L1), and the mean of ξ with its
// prediction exact.MeanXi, which tends to γ + ε(n)Δt S*/2 for small Δt. S* is Σ̄_x for a full ξ, s*
// for a scalar ξ (remark rem:adl_xi_cases). It adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	frozen := s.frozen(g, runs)
	if err := study.Sample(c, runs, frozen...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		row := r.Row(t)
		r.L1(t, row)
		if r.Sampling == minibatch.Without {
			study.XiRows(t, row, r.Samples, r.Mixture().Sigma, false)
		}
	}
	s.predicted(t, runs, frozen)
	return t, nil
}

// noise returns the range of ε(n) > 0 in the first table of runs, and the values of ε(n)Δt at which
// errors are predicted, none if all runs have n = Nd.
func (s Spec) noise(runs []*study.Run) (lo, hi float64, epsilonDt []float64) {
	lo = math.Inf(1)
	for _, r := range runs {
		if r.Epsilon > 0 && r.Table == runs[0].Table {
			lo, hi = min(lo, r.Epsilon), max(hi, r.Epsilon)
		}
	}
	if hi > 0 && s.Dt != nil {
		epsilonDt = linalg.LogSpace(lo*slices.Min(s.Dt), hi*slices.Max(s.Dt), 17)
	}
	return lo, hi, epsilonDt
}

// frozen returns, for every friction, the task of the errors to leading order in ε(n)Δt with ξ
// fixed at its mean.
func (s Spec) frozen(g *study.MixturePosterior, runs []*study.Run) (tasks []*study.Exact) {
	_, _, epsilonDt := s.noise(runs)
	if epsilonDt == nil {
		return nil
	}
	for _, k := range s.Friction {
		f := dynamics.AdL{Form: k.Projection(g.Model), Gamma: s.Gamma[0], Eta: s.Eta[0]}
		tasks = append(tasks, g.Frozen(f, epsilonDt, s.Prediction.Degree))
	}
	return tasks
}

// predicted adds the errors that the tasks of frozen found, at every Δt.
func (s Spec) predicted(t *table.Table, runs []*study.Run, tasks []*study.Exact) {
	lo, hi, epsilonDt := s.noise(runs)
	for i, task := range tasks {
		for j, slope := range task.Found("L1") {
			l1 := epsilonDt[j] * slope
			if !(epsilonDt[j] <= s.Prediction.Farthest) {
				continue
			}
			for _, dt := range s.Dt {
				if epsilon := epsilonDt[j] / dt; lo <= epsilon && epsilon <= hi {
					t.AddValue(table.Row{
						"method": "AdL", "friction": s.Friction[i], "dt": dt, "epsilon": epsilon,
						"status": table.OK, "source": table.Prediction,
					}, table.L1, l1)
				}
			}
		}
	}
}
