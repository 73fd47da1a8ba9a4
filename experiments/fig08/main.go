// Command fig08 reproduces Figure 8 (section 3.4): marginal distributions of parameters of a
// Bayesian logistic regression, MNIST 7 against 9. Adaptive Langevin dynamics samples them with
// batches of n = 100, for a scalar, a diagonal and a full friction; the Laplace approximation is
// drawn beside.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/marginal"
	"adl/pkg/regression"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	regression.Regression
	Posterior regression.Draws `toml:"posterior"`
}

var program = experiment.Program[Spec]{
	Name:  "fig08",
	Title: "Bayesian logistic regression: marginal distributions of parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction with scores in every scaling, and takes the histograms and the
// predicted labels; the posterior itself is known from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sample(c, &s.Posterior)
	if err != nil {
		return nil, err
	}
	t := regression.Table(ps, []string{"scaling", "data", "method", "friction", "n", "dt", "component",
		"component2", "theta", "theta2"}, "raw", "floor", "s")
	for _, p := range ps {
		marginal.Laplace(t, p)
		if len(p.HeldOut.Y) > 0 {
			mode(t, p)
		}
		posterior(t, p)
		noise(t, p)
		for _, run := range p.Runs {
			sampled(t, p, run)
		}
	}
	return t, nil
}

// sampled adds the distributions and the predictions of a run.
func sampled(t *table.Table, p *regression.Posterior, run *regression.Run) {
	row := p.Row(run)
	if run.Diverged {
		t.Measure(row, "mean", estimate.Unknown())
		return
	}
	for _, k := range p.Observe.Components {
		marginal.Rows(t, p, run, k)
		distances(t, p, run, k)
	}
	for _, pair := range p.Observe.Pairs {
		marginal.JointRows(t, p, run, pair)
	}
	if len(p.HeldOut.Y) > 0 {
		predicted := p.Predicted(run)
		accuracy(t, row, p.HeldOut, func(k int) float64 { return predicted[k] })
	}
}

// mode adds how well the MAP classifies the data held out.
func mode(t *table.Table, p *regression.Posterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "MAP", "status": table.OK, "source": table.Prediction,
	}
	accuracy(t, row, p.HeldOut, func(k int) float64 {
		return p.Model.Probability(p.Laplace.Mode, p.HeldOut.Row(k))
	})
}

// posterior adds how far the distributions of every component, and of the sums and the differences
// of the pairs, are from a normal distribution of the same mean and variance: the Kolmogorov
// distance, the skewness and the excess kurtosis of the posterior. A difference has the second
// component with a minus sign.
func posterior(t *table.Table, p *regression.Posterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "posterior", "status": table.OK, "source": table.Simulation,
	}
	t.AddValue(row, "effective draws", p.Weighted.Effective())
	at := 0
	add := func(k, k2 int) {
		if row["component"] = k; k2 != 0 {
			row["component2"] = k2
		}
		t.Measure(row, "D to normal", p.Weighted.Normal(at))
		t.Measure(row, "skewness", p.Weighted.Skewness(at))
		t.Measure(row, "excess kurtosis", p.Weighted.Kurtosis(at))
		at++
	}
	for k := range p.Train.D {
		add(k+1, 0)
	}
	for _, pair := range p.Observe.Pairs {
		add(pair[0], pair[1])
		add(pair[0], -pair[1])
	}
}

// noise adds what the paper assumes of the noise of the gradient, at points of the Laplace
// approximation: how much Σ_x changes, ‖Σ_x − Σ̄‖/‖Σ̄‖ in the Frobenius norm, and how far the
// distribution of a component of Z at n = 1 is from a normal distribution.
func noise(t *table.Table, p *regression.Posterior) {
	row := table.Row{
		"scaling": p.Scaling, "method": "posterior", "status": table.OK, "source": table.Prediction,
	}
	norm := math.Sqrt(linalg.Dot(p.Sigma, p.Sigma))
	var changes []float64
	for _, theta := range p.Apart() {
		c := exact.LogisticGradCov(p.Model, theta)
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
func noiseDistance(p *regression.Posterior, k int) float64 {
	var g []float64
	mean, square := 0.0, 0.0
	for i, y := range p.Train.Y {
		z := p.Train.Row(i)
		x := float64((y - p.Model.Probability(p.Laplace.Mode, z)) * float64(z[k]))
		g = append(g, x)
		mean += x
		square += float64(x * x)
	}
	n := float64(len(g))
	mean /= n
	sd := math.Sqrt(square/n - float64(mean*mean))
	for i := range g {
		g[i] = (g[i] - mean) / sd
	}
	slices.Sort(g)
	return estimate.Kolmogorov(g, nil)
}

// distances adds how far the histogram of a component is from the posterior's distribution and from
// the Laplace approximation.
func distances(t *table.Table, p *regression.Posterior, run *regression.Run, k int) {
	row, h := p.Row(run), run.Histogram(p.Marginal(k))
	row["component"] = k
	edges := h.Edges()
	t.MeasureL1(row, "D to posterior", p.Weighted.Distance(k, h))
	sd := math.Sqrt(p.Laplace.Cov[(k-1)*p.Train.D+k-1])
	for _, q := range []struct {
		name   string
		mu, sd float64
	}{
		{"L1 to Laplace", p.Laplace.Mode[k-1], sd},
		{"L1 to corrected Laplace", p.Laplace.Mean[k-1], sd},
	} {
		mass := make([]float64, h.Bins)
		for b := range mass {
			mass[b] = estimate.NormalMass((edges[b]-q.mu)/q.sd, (edges[b+1]-q.mu)/q.sd)
		}
		t.MeasureL1(row, q.name, h.L1(mass))
	}
}

// accuracy adds the fraction of the labels that are more probable than not, and the mean of −log
// P(y), with the standard errors of a sample of the data. p returns the probability of label 1.
func accuracy(t *table.Table, row table.Row, heldOut dataset.Labelled, p func(k int) float64) {
	right, loss := make([]float64, len(heldOut.Y)), make([]float64, len(heldOut.Y))
	for k, y := range heldOut.Y {
		q := p(k)
		if (q > 0.5) == (y == 1) {
			right[k] = 1
		}
		if y == 0 {
			q = 1 - q
		}
		loss[k] = -vec.Log(max(q, math.SmallestNonzeroFloat64))
	}
	t.Measure(row, "accuracy", estimate.Mean(right))
	t.Measure(row, "log loss", estimate.Mean(loss))
}

// render draws the marginal distributions above, and below the joint distributions for the last
// friction: full, the one that samples the posterior. The scores are those of the first scaling;
// study-marginals draws the others.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(2, max(len(s.Observe.Components), len(s.Observe.Pairs), 1))
	f.Legend = true
	if of := t.Where("quantity", "data").Distinct("scaling"); len(of) > 0 {
		t = t.Where("scaling", of[0])
	}
	for i, k := range s.Observe.Components {
		p := f.Panel(0, i)
		if i == 0 {
			p.YLabel = "density"
		}
		marginal.Density(p, s.Regression, t, k)
	}
	last := s.Friction[len(s.Friction)-1]
	levels := marginal.Levels(s.Regression, t, last)
	for i, pair := range s.Observe.Pairs {
		p := f.Panel(1, i)
		marginal.Joint(p, s.Regression, t, last, pair, levels)
		if i == len(s.Observe.Pairs)-1 {
			p.Bar = &figure.Bar{Label: "relative density"}
		}
	}
	return f, nil
}
