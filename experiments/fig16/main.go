// Command fig16 draws Figure 16, which is ours. Section 1 of the paper says that better dynamics
// and better estimators of the gradient should be combined. The program compares control variates,
// and batches along random permutations, with and without Adaptive Langevin dynamics, on the
// Gaussian posterior of Figure 5, the mixture of Figure 7 and the logistic regression of Figure 10.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Langevin   study.Runs `toml:"langevin"`
	Adaptive   study.Runs `toml:"adl"`
	Sets       study.Runs `toml:"sets"` // of data
	Prediction Prediction `toml:"prediction"`
	Gaussian   Gaussian   `toml:"gaussian"`
	Regression Regression `toml:"regression"`
}

var program = experiment.Program[Spec]{
	Name:  "fig16",
	Title: "Better gradients or better friction?",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods on every posterior, and adds the errors that are known without a run.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	gaussian, err := s.Gaussian.load(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	mixture, err := s.load(c)
	if err != nil {
		return nil, err
	}
	regressions, draws, err := s.Regression.load(c.In("regression"))
	if err != nil {
		return nil, err
	}
	var all []study.Sampled
	for _, r := range gaussian {
		all = append(all, r)
	}
	for _, r := range mixture.runs {
		all = append(all, r)
	}
	for _, p := range regressions {
		for _, r := range p.Runs {
			all = append(all, r)
		}
	}
	if err := study.Sample(c, all, append(mixture.tasks, draws...)...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "scaling", "method", "scheme", "friction", "eta", "gamma", "data", "ndata",
		"sampling", "gradient", "n", "dt",
	}, "exact", "raw", "floor", "s", "T")...)
	s.Gaussian.rows(t, gaussian)
	mixture.rows(t)
	regressionRows(t, regressions)
	return t, nil
}

// Gaussian are the keys of the runs on the Gaussian posterior: the samplings of Langevin dynamics
// and of Adaptive Langevin dynamics.
type Gaussian struct {
	study.GaussianRuns
	N        int              `toml:"n" spec:"min=1"`
	Dt       []float64        `toml:"dt" spec:"positive,nonempty,distinct"`
	Langevin []study.Sampling `toml:"langevin" spec:"in=without|reshuffle|symmetric,distinct"`
	AdL      []study.Sampling `toml:"adl" spec:"in=without|reshuffle|symmetric,distinct"`
}

// load returns the runs.
func (s Gaussian) load(c *experiment.Context) (runs []*study.GaussianRun, err error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	langevin := study.Method{Word: "OABAO", Gamma: s.Gamma}.Scheme()
	for i, sampling := range slices.Concat(s.Langevin, s.AdL) {
		for _, dt := range s.Dt {
			p, err := study.NewPoint(c, "n", sampling, g.Model.Ndata(), s.N, dt)
			if err != nil {
				return nil, err
			}
			r, err := s.At(c, g, p, s.Eta, s.T)
			if err != nil {
				return nil, err
			}
			if i < len(s.Langevin) {
				r.Method, r.Chain = "Langevin", g.Chain(langevin, p)
			}
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// rows adds the errors of the variance, and the exact ones between the time steps of the runs.
func (s Gaussian) rows(t *table.Table, runs []*study.GaussianRun) {
	lo, hi := slices.Min(s.Dt), slices.Max(s.Dt)
	for i, r := range runs {
		row := r.Point.Row(r.Method)
		if r.Method == "AdL" {
			row = r.Row()
		}
		row["posterior"], row["gradient"], row["gamma"] = "Gaussian", r.Gradient(), s.Gamma
		row["T"] = r.Chain.T
		g, word := r.Posterior, r.Chain.Scheme.Word
		g.VarianceError(t, row, r.Samples, g.Expected(word, s.Gamma, r.Chain))
		if i%len(s.Dt) > 0 { // of each method once
			continue
		}
		chain := *r.Chain
		for _, dt := range linalg.LogSpace(lo, hi, 61) {
			chain.Scheme.Dt, chain.Every = dt, dt
			t.AddValue(table.Row{
				"posterior": "Gaussian", "method": r.Method, "gradient": r.Gradient(), "n": s.N, "dt": dt,
				"source": table.Exact, "status": table.OK,
			}, table.VarianceError, g.Expected(word, s.Gamma, &chain))
		}
	}
}

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

// Lengths of time on the mixture that the picture shows.
const (
	period     = "period of theta"
	relaxation = "relaxation time of xi"
)

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
			v := noise * x.tasks[k].Found("L1")[i]
			if row["epsilon"] = noise; v <= x.Prediction.Most {
				t.AddValue(row, table.L1, v)
			}
		}
	}
	row := table.Row{"posterior": "mixture", "source": table.Exact, "status": table.OK}
	t.AddValue(row, period, 2*math.Pi*math.Sqrt(x.posterior.Modes[0].Laplace[0]))
	t.AddValue(row, relaxation, x.Eta*x.Gamma)
}

// Regression are the keys of the runs on the logistic regression, which are those of Figure 10.
type Regression struct {
	study.Regression
	N        int              `toml:"n" spec:"min=1"`
	Gradient []study.Gradient `toml:"gradient" spec:"nonempty,distinct"`
	// BurnReshuffled is the burn-in of reshuffled runs, whose ξ starts far from its mean.
	BurnReshuffled float64     `toml:"burn_in_reshuffled" spec:"nonnegative"`
	Posterior      study.Draws `toml:"posterior"`
}

// load returns the posteriors, with each way to estimate the gradient, and the tasks of draws.
func (s Regression) load(
	c *experiment.Context,
) (all []*study.RegressionPosterior, draws []*study.Exact, err error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range ps {
		draws = append(draws, p.Draw(s.Posterior)...)
		for _, way := range s.Gradient {
			q, err := p.Estimating(c, way)
			if err != nil {
				return nil, nil, err
			}
			for _, k := range append([]study.Friction{""}, s.Friction...) {
				r, err := q.Add(c, "n", k, s.N, s.T)
				if err != nil {
					return nil, nil, err
				}
				if way == study.Reshuffled {
					r.Chain.BurnIn = s.BurnReshuffled
				}
			}
			all = append(all, q)
		}
	}
	return all, draws, nil
}

// regressionRows adds the mean relative errors of the variances.
func regressionRows(t *table.Table, all []*study.RegressionPosterior) {
	for _, p := range all {
		for _, r := range p.Runs {
			row := p.Row(r)
			row["posterior"], row["gradient"], row["T"] = "regression", r.Gradient(), r.Chain.T
			p.Errors(t, row, r)
		}
	}
}
