// Command fig16 draws Figure 16, which is ours. Section 1 of the paper says that better dynamics
// and better estimators of the gradient should be combined. The program compares control variates,
// and batches along random permutations, with and without Adaptive Langevin dynamics, on the
// Gaussian posterior of Figure 5 and the mixture of Figure 7.
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
	Gaussian Gaussian `toml:"gaussian"`
}

var program = experiment.Program[Spec]{
	Name:  "fig16",
	Title: "Better gradients or better friction?",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods on both posteriors, and adds the errors that are known without a run.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Gaussian.Load(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	gaussian, err := s.Gaussian.List(c.In("gaussian"), g)
	if err != nil {
		return nil, err
	}
	p, mixture, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, slices.Concat(gaussian, mixture)); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "method", "scheme", "friction", "eta", "gamma", "data", "ndata", "sampling",
		"gradient", "n", "dt",
	}, "exact", "raw", "floor", "s", "T")...)
	gaussianRows(t, g, gaussian)
	s.mixtureRows(t, p, mixture)
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
		if r.Dt > lo || r.Gradient() == table.Symmetric { // which is not drawn
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

// Lengths of time on the mixture that the picture shows.
const (
	period     = "period of theta"
	relaxation = "relaxation time of xi"
)

// mixtureRows adds the errors of the runs, and two times: the period of θ₁ in the highest mode, and
// the relaxation time ηγ of ξ without noise.
func (s Spec) mixtureRows(t *table.Table, g *study.MixturePosterior, runs []*study.Run) {
	for _, r := range runs {
		row := r.Row(t)
		row["posterior"], row["gamma"] = "mixture", nil
		r.L1(t, row)
	}
	row := table.Row{"posterior": "mixture", "source": table.Exact, "status": table.OK}
	t.AddValue(row, period, 2*math.Pi*math.Sqrt(g.Modes[0].Laplace[0]))
	t.AddValue(row, relaxation, s.Eta[0]*s.Gamma[0])
}
