package main

import (
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Prediction are the keys of the errors to leading order on the mixture.
type Prediction struct {
	Degree int     `toml:"degree" spec:"min=6,max=40"` // of polynomials
	Most   float64 `toml:"most" spec:"positive"`       // the largest error
}

// mixtureRuns are the runs on the mixture, and the first run of each method that has predictions.
type mixtureRuns struct {
	Spec
	posterior *study.MixturePosterior
	runs      []*study.MixtureRun
	predicted []*study.MixtureRun
	tasks     []*study.Exact // the errors of predicted to leading order, per ε(n)Δt of noises
}

var noises = linalg.LogSpace(0.1, 100, 31)

func (s Spec) load(c *experiment.Context) (x mixtureRuns, err error) {
	x.Spec = s
	if x.posterior, err = s.Load(c); err != nil {
		return x, err
	}
	langevin := s.Sets
	langevin.Method, langevin.Scheme, langevin.Friction = s.Langevin.Method, s.Langevin.Scheme, nil
	x.runs, err = s.List(c, x.posterior, []study.KeyedRuns{
		{Key: "langevin", Runs: s.Langevin}, {Key: "adl", Runs: s.Adaptive},
		{Key: "sets", Runs: langevin}, {Key: "sets", Runs: s.Sets},
	})
	x.predict()
	return x, err
}

// predict finds the methods that have predictions: those with independent batches.
func (x *mixtureRuns) predict() {
	for _, r := range x.runs {
		same := func(p *study.MixtureRun) bool {
			return p.Posterior == r.Posterior && p.Friction == r.Friction
		}
		if r.Sampling.Along() || r.Posterior.Seed != x.posterior.Seed ||
			slices.ContainsFunc(x.predicted, same) {
			continue
		}
		x.predicted = append(x.predicted, r)
		x.tasks = append(x.tasks,
			r.Posterior.Frozen(r.Chain.Scheme.Friction, noises, x.Prediction.Degree))
	}
}

// rows adds the errors of the runs and the predicted errors, and two times: the period of θ₁ in the
// highest mode, and the relaxation time ηγ of ξ without noise.
func (x mixtureRuns) rows(t *table.Table) {
	for _, r := range x.runs {
		row := r.Row()
		row["posterior"], row["gradient"], row["T"] = "mixture", r.Gradient(), r.Chain.T
		r.Posterior.L1(t, row, r.Samples)
	}
	for k, r := range x.predicted {
		row := table.Row{
			"posterior": "mixture", "method": r.Method, "friction": r.Friction,
			"gradient": r.Gradient(), "data": x.posterior.Seed, "dt": 1,
			"source": table.Prediction, "status": table.OK,
		}
		for i, noise := range noises {
			v := float64(noise * x.tasks[k].Found("L1")[i])
			if row["epsilon"] = noise; v <= x.Prediction.Most {
				t.AddValue(row, "L1", v)
			}
		}
	}
	row := table.Row{"posterior": "mixture", "source": table.Exact, "status": table.OK}
	t.AddValue(row, "period of theta", float64(2*math.Pi*math.Sqrt(x.posterior.Modes[0].Laplace[0])))
	t.AddValue(row, "relaxation time of xi", float64(x.Eta*x.Gamma))
}
