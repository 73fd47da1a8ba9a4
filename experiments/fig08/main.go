// Command fig08 reproduces Figure 8 (section 3.4): marginal distributions of parameters of a
// Bayesian logistic regression, MNIST 7 against 9. Adaptive Langevin dynamics samples them with
// batches of n = 100, for a scalar, a diagonal and a full friction, compared with the Laplace
// approximation.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct{ study.Regression }

var program = experiment.Program[Spec]{
	Name:  "fig08",
	Title: "Bayesian logistic regression: marginal distributions of parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction, and takes the histograms.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sampled(c)
	if err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps, []string{"scaling", "data", "method", "friction", "n", "dt",
		"component", "component2", "theta", "theta2"}, "s")
	for _, p := range ps {
		laplace(t, p)
		noise(t, p)
		for _, run := range p.Runs {
			sampled(t, p, run)
		}
	}
	return t, nil
}

// laplace adds the mode, the mean and the covariances of the Laplace approximation, for the
// observed components and pairs.
func laplace(t *table.Table, p *study.RegressionPosterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "Laplace", "status": table.OK, "source": table.Prediction,
	}
	d := p.Train.D
	components := slices.Concat(p.Observe.Components, slices.Concat(p.Observe.Pairs...))
	slices.Sort(components)
	for _, k := range slices.Compact(components) {
		row["component"] = k
		t.AddValue(row, table.ModeAt, p.Laplace.Mode[k-1])
		t.AddValue(row, table.Mean, p.Laplace.Mean[k-1])
		t.AddValue(row, table.Variance, p.Laplace.Cov[(k-1)*d+k-1])
	}
	for _, pair := range p.Observe.Pairs {
		row["component"], row["component2"] = pair[0], pair[1]
		t.AddValue(row, table.Covariance, p.Laplace.Cov[(pair[0]-1)*d+pair[1]-1])
	}
}

// noise adds tests of the paper's assumptions on the noise of the gradient, at points of the
// Laplace approximation: how much Σ_x changes, ‖Σ_x − Σ̄‖/‖Σ̄‖ in the Frobenius norm, and how far
// the distribution of a component of Z at n = 1 is from a normal distribution.
func noise(t *table.Table, p *study.RegressionPosterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "Laplace", "status": table.OK, "source": table.Prediction,
	}
	norm := math.Sqrt(linalg.Dot(p.Sigma, p.Sigma))
	var changes []float64
	for _, theta := range p.Apart() {
		c := exact.GradCov(p.Model, theta)
		linalg.AddScaled(c, -1, p.Sigma)
		changes = append(changes, math.Sqrt(linalg.Dot(c, c))/norm)
	}
	t.Measure(row, "change of Sigma", estimate.Mean(changes))
	for _, k := range p.Observe.Components {
		row["component"] = k
		t.AddValue(row, "D of Z at n = 1", noiseDistance(p, k-1))
	}
}

// noiseDistance is the Kolmogorov distance between the distribution of a component of one datum's
// gradient at the MAP and the normal distribution of the same mean and variance.
func noiseDistance(p *study.RegressionPosterior, k int) float64 {
	var g []float64
	mean, square := 0.0, 0.0
	for i, y := range p.Train.Y {
		z := p.Train.Row(i)
		x := (y - p.Model.Probability(p.Laplace.Mode, z)) * float64(z[k])
		g = append(g, x)
		mean += x
		square += x * x
	}
	n := float64(len(g))
	mean /= n
	sd := math.Sqrt(square/n - mean*mean)
	for i := range g {
		g[i] = (g[i] - mean) / sd
	}
	slices.Sort(g)
	return estimate.Kolmogorov(g, nil)
}

// sampled adds the histograms of a run, with the last friction also the histograms of the pairs.
func sampled(t *table.Table, p *study.RegressionPosterior, run *study.Run) {
	row := run.Row(t)
	if run.Diverged {
		t.Measure(row, table.Density, estimate.Unknown())
		return
	}
	for _, k := range p.Observe.Components {
		row["component"] = k
		h := run.Histogram(p.Marginal(k))
		centres := h.Centres()
		for b, e := range h.Densities() {
			row["theta"] = centres[b]
			t.Measure(row, table.Density, e)
		}
	}
	if run.Friction != p.Friction[len(p.Friction)-1] {
		return
	}
	for _, pair := range p.Observe.Pairs {
		row["component"], row["component2"] = pair[0], pair[1]
		j := p.Joint(pair)
		xs, ys := j.Axes()
		x, y := xs.Centres(), ys.Centres()
		for k, e := range run.Masses(j) {
			if e.Value > 0 {
				row["theta"], row["theta2"] = x[k%j.Bins], y[k/j.Bins]
				t.Measure(row, table.JointMass, e)
			}
		}
	}
}
