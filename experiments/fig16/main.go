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
	g, err := s.Gaussian.Load(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	gaussian, err := s.Gaussian.List(c.In("gaussian"), g)
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
	all := slices.Concat(gaussian, mixture.runs)
	for _, p := range regressions {
		all = append(all, p.Runs...)
	}
	if err := study.Sample(c, all, append(mixture.tasks, draws...)...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "scaling", "method", "scheme", "friction", "eta", "gamma", "data", "ndata",
		"sampling", "gradient", "n", "dt",
	}, "exact", "raw", "floor", "s", "T")...)
	gaussianRows(t, g, gaussian)
	mixture.rows(t)
	regressionRows(t, regressions)
	return t, nil
}

// Gaussian are the keys of the runs on the Gaussian posterior.
type Gaussian struct {
	study.Gaussian
	study.Runs
}

// gaussianRows adds the errors of the variance and, once for every method, the exact ones between
// the time steps of the runs.
func gaussianRows(t *table.Table, g *study.GaussianPosterior, runs []*study.Run) {
	lo, hi := math.Inf(1), 0.0
	for _, r := range runs {
		lo, hi = min(lo, r.Dt), max(hi, r.Dt)
	}
	for _, r := range runs {
		row, word := r.Row(t), r.Chain.Scheme.Word
		row["posterior"], row["scheme"], row["friction"] = "Gaussian", nil, nil
		g.VarianceError(t, row, r, g.Expected(word, r.Gamma(), r.Chain))
		if r.Dt > lo {
			continue
		}
		chain := *r.Chain
		for _, dt := range linalg.LogSpace(lo, hi, 61) {
			chain.Scheme.Dt, chain.Every = dt, dt
			t.AddValue(table.Row{
				"posterior": "Gaussian", "method": r.Method, "gradient": r.Gradient(), "n": r.N, "dt": dt,
				"source": table.Exact, "status": table.OK,
			}, table.VarianceError, g.Expected(word, r.Gamma(), &chain))
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
	runs      []*study.Run
	predicted []*study.Run
	tasks     []*study.Exact // the errors of predicted to leading order, per ε(n)Δt of noises
}

var noises = linalg.LogSpace(0.1, 100, 31)

func (s Spec) load(c *experiment.Context) (x mixtureRuns, err error) {
	x.Spec = s
	x.posterior, x.runs, err = s.Load(c)
	x.predict()
	return x, err
}

// predict finds the methods that have predictions: those with independent batches.
func (x *mixtureRuns) predict() {
	for _, r := range x.runs {
		same := func(p *study.Run) bool {
			return p.Posterior == r.Posterior && p.Friction == r.Friction
		}
		if r.Sampling.Along() || r.Mixture().Seed != x.posterior.Seed ||
			slices.ContainsFunc(x.predicted, same) {
			continue
		}
		x.predicted = append(x.predicted, r)
		x.tasks = append(x.tasks,
			r.Mixture().Frozen(r.Chain.Scheme.Friction, noises, x.Prediction.Degree))
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
		row := r.Row(t)
		row["posterior"], row["gamma"] = "mixture", nil
		r.L1(t, row)
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
	t.AddValue(row, relaxation, x.Eta[0]*x.Gamma[0])
}

// Regression are the keys of the runs on the logistic regression, which are those of Figure 10.
type Regression struct {
	study.Regression
	// BurnReshuffled is the burn-in of reshuffled runs, whose ξ starts far from its mean.
	BurnReshuffled float64             `toml:"burn_in_reshuffled" spec:"nonnegative"`
	Posterior      study.WeightedDraws `toml:"posterior"`
}

// load returns the posteriors with their runs, and the tasks of draws.
func (s Regression) load(
	c *experiment.Context,
) (ps []*study.RegressionPosterior, draws []*study.Exact, err error) {
	if ps, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	for _, p := range ps {
		draws = append(draws, p.Weigh(s.Posterior)...)
		if err := p.List(c); err != nil {
			return nil, nil, err
		}
		for _, r := range p.Runs {
			if r.Gradient() == study.Reshuffled {
				r.Chain.BurnIn = s.BurnReshuffled
			}
		}
	}
	return ps, draws, nil
}

// regressionRows adds the mean relative errors of the variances.
func regressionRows(t *table.Table, ps []*study.RegressionPosterior) {
	for _, p := range ps {
		for _, r := range p.Runs {
			row := r.Row(t)
			for _, column := range []string{"scheme", "eta", "gamma", "sampling"} {
				delete(row, column)
			}
			row["posterior"] = "regression"
			p.Errors(t, row, r)
		}
	}
}
