package main

import (
	"math"

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

// mixtureRuns are the runs on the mixture.
type mixtureRuns struct {
	Spec
	posterior *study.MixturePosterior
	runs      []*study.MixtureRun
	predicted []prediction
}

// A prediction is the task of the errors to leading order of a method, per ε(n)Δt of noises.
type prediction struct {
	task *study.Exact
	of   *study.MixtureRun
}

var noises = linalg.LogSpace(0.1, 100, 31)

func (s Spec) load(c *experiment.Context) (x mixtureRuns, err error) {
	x.Spec = s
	if x.posterior, err = s.Load(c); err != nil {
		return x, err
	}
	langevin := s.Sets
	langevin.Method, langevin.Scheme, langevin.Friction = s.Langevin.Method, s.Langevin.Scheme, nil
	of := study.MixtureStudy{Mixture: s.Mixture, AdL: s.AdL, BurnInXi: s.BurnInXi}
	for _, set := range []struct {
		key  string
		runs study.Compared
	}{{"langevin", s.Langevin}, {"adl", s.Adaptive}, {"sets", langevin}, {"sets", s.Sets}} {
		runs, err := of.Compare(c, x.posterior, set.key, set.runs)
		if err != nil {
			return x, err
		}
		x.runs = append(x.runs, runs...)
	}
	x.predict()
	return x, nil
}

// predict finds the methods that have predictions: those with independent batches.
func (x *mixtureRuns) predict() {
	seen := map[[3]string]bool{}
	for _, r := range x.runs {
		name := [3]string{r.Method, string(r.Friction), string(r.Gradient())}
		if seen[name] || r.Sampling.Along() || r.Posterior.Seed != x.posterior.Seed {
			continue
		}
		seen[name] = true
		task := r.Posterior.Frozen(r.Chain.Scheme.Friction, noises, x.Prediction.Degree)
		x.predicted = append(x.predicted, prediction{task, r})
	}
}

// tasks are the tasks of the predictions.
func (x mixtureRuns) tasks() (tasks []*study.Exact) {
	for _, p := range x.predicted {
		tasks = append(tasks, p.task)
	}
	return tasks
}

// rows adds the errors of the runs and the predicted errors, and two times: the period of θ₁ in the
// highest mode, and the relaxation time ηγ of ξ without noise.
func (x mixtureRuns) rows(t *table.Table) {
	for _, r := range x.runs {
		row := r.Row()
		row["posterior"], row["gradient"], row["T"] = "mixture", r.Gradient(), r.Chain.T
		r.Posterior.L1(t, row, r.Samples)
	}
	for _, p := range x.predicted {
		row := table.Row{
			"posterior": "mixture", "method": p.of.Method, "friction": p.of.Friction,
			"gradient": p.of.Gradient(), "data": x.posterior.Seed, "dt": 1,
			"source": table.Prediction, "status": table.OK,
		}
		for i, noise := range noises {
			v := float64(noise * p.task.Found("L1")[i])
			if row["epsilon"] = noise; v <= x.Prediction.Most {
				t.AddValue(row, "L1", v)
			}
		}
	}
	row := table.Row{"posterior": "mixture", "source": table.Exact, "status": table.OK}
	t.AddValue(row, "period of theta", float64(2*math.Pi*math.Sqrt(x.posterior.Modes[0].Laplace[0])))
	t.AddValue(row, "relaxation time of xi", float64(x.Eta*x.Gamma))
}
