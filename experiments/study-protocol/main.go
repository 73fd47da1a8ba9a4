// Command study-protocol answers whether a run as the paper prints it shows the stationary
// distribution (section 3.4): it repeats the runs of Figures 8 to 10 from θ = p = 0 and ξ = γI,
// without a burn-in, and takes from each copy what one run would have shown.
package main

import (
	_ "embed"
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/regression"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	regression.Regression
	N         []int            `toml:"n" spec:"min=1,nonempty,distinct"`
	Posterior regression.Draws `toml:"posterior"`

	// Stationary are the runs of Figure 10.
	Stationary struct {
		Replicas int     `toml:"replicas" spec:"min=8,max=1024"`
		BurnIn   float64 `toml:"burn_in" spec:"nonnegative"`
		T        float64 `toml:"T" spec:"positive"` // total time
		Small    struct {
			N int     `toml:"n" spec:"nonnegative"`
			T float64 `toml:"T" spec:"positive"` // at least, with batches of at most N data
		} `toml:"small"`
	} `toml:"stationary"`
}

var program = experiment.Program[Spec]{
	Name:  "study-protocol",
	Title: "Bayesian logistic regression: copies of one trajectory from θ = p = 0",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, as printed and as in Figure 10.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	for _, p := range ps {
		p.Draw(s.Posterior)
		for j := len(s.N) - 1; j >= 0; j-- {
			for _, k := range s.Friction {
				if err := s.add(p, k, j); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := regression.SimulateAll(ps); err != nil {
		return nil, err
	}
	t := regression.Table(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt", "T", "component"},
		"raw", "floor", "s")
	for _, p := range ps {
		for _, run := range p.Runs {
			if run.Printed {
				printed(t, p, run)
			} else {
				stationary(t, p, run)
			}
		}
	}
	return t, nil
}

// add adds the runs with n[j], printed and stationary.
func (s Spec) add(p *regression.Posterior, k study.Friction, j int) error {
	key, n, of := fmt.Sprintf("n[%d]", j), s.N[j], s.Stationary
	if err := p.Add(key, k, s.Gamma, n, float64(s.T*float64(s.Replicas))); err != nil {
		return err
	}
	run := p.Runs[len(p.Runs)-1]
	run.Printed, run.Chain.Blocks = true, 2 // so that results are small; nothing looks at their trend
	run.Chain.Observe = []simulate.Statistic{
		simulate.Moments{Of: dynamics.Theta{}},
		simulate.Moments{Of: dynamics.Momentum{}},
	}
	T := of.T
	if n <= of.Small.N {
		T = max(T, of.Small.T)
	}
	if err := p.Add(key, k, s.Gamma, n, T); err != nil {
		return err
	}
	chain := p.Runs[len(p.Runs)-1].Chain
	chain.Replicas, chain.BurnIn = of.Replicas, of.BurnIn
	return nil
}

// stationary adds the error of a run of Figure 10.
func stationary(t *table.Table, p *regression.Posterior, run *regression.Run) {
	row := p.Row(run)
	if run.Diverged {
		t.Measure(row, "error", estimate.Unknown())
		return
	}
	errors(t, row, p, estimate.NewVariances(run.All(dynamics.Theta{})))
}

// errors adds the errors of variances.
func errors(t *table.Table, row table.Row, p *regression.Posterior, v estimate.Variances) {
	e := v.Error(p.Weighted.Variances())
	t.MeasureL1(row, "error", e.L1)
	t.Measure(row, "signed error", e.Signed)
}

// printed adds what the copies of a run show: the error of the variances, by each and by their
// mean, the variances of components, and by how much the mean of p² is off.
func printed(t *table.Table, p *regression.Posterior, run *regression.Run) {
	row := p.Row(run)
	if row["method"], row["T"] = "printed protocol", p.T; run.Diverged {
		t.Measure(row, "error", estimate.Unknown())
		return
	}
	want := p.Weighted.Variances()
	each := make([]float64, run.Chain.Replicas)
	var mean estimate.Variances
	for i, b := range run.All(dynamics.Theta{}) {
		v := b.ReplicaVariances()
		sum := 0.0
		for r, x := range v {
			each[r] += math.Abs(x/want.Value[i]-1) / float64(len(want.Value))
			sum += x / float64(len(v))
		}
		for r := range v {
			v[r] /= sum
		}
		mean.Value, mean.Each = append(mean.Value, sum), append(mean.Each, v)
	}
	study.Quantiles(t, row, "error", each)
	errors(t, row, p, mean)
	for _, k := range p.Observe.Components {
		row["component"] = k
		v := run.Theta(k - 1).ReplicaVariances()
		for r := range v {
			v[r] /= want.Value[k-1]
		}
		study.Quantiles(t, row, "variance over the posterior's", v)
	}
	row["component"] = nil
	d := float64(p.Train.D)
	hot := make([]float64, run.Chain.Replicas)
	for _, b := range run.All(dynamics.Momentum{}) {
		variances := b.ReplicaVariances()
		for r, m := range b.ReplicaMeans() {
			hot[r] += (variances[r] + float64(m*m) - 1) / d
		}
	}
	t.Measure(row, "mean of p^2 - 1", estimate.Mean(hot))
	row["source"] = table.Prediction
	t.AddValue(row, "mean of p^2 - 1", heat(p, run))
}

// heat is by how much the mean of p² over T exceeds 1 at the last D of a step. It takes
//
//	(1/T) ∫ (p_i² − 1) dt = (η/T) (ξ_ii(T) − γ)
//
// to raise ξ from γ to its mean A = γ + ε(n)Δt Σ̄/2, with a scalar ξ, which all components drive, a
// d-th of it; and the batch of the step has just added ε(n)Δt² Σ̄/2.
func heat(p *regression.Posterior, run *regression.Run) float64 {
	f, d := run.AdL, p.Train.D
	added := 0.0 // the mean of A − γ
	for i := range d {
		added += float64(0.5*run.Epsilon*p.Dt) * p.Sigma[i*d+i] / float64(d)
	}
	warming := float64(added*f.Eta) / p.T
	if run.Friction == study.Scalar {
		warming /= float64(d)
	}
	return warming + float64(added*p.Dt)
}

// render draws the error of the variances against ε(n) for each friction: of the stationary
// distribution, of the mean over the copies, and of one copy, the median and the band of nine in
// ten.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("scaling", t.Distinct("scaling")[0])
	return study.ByFriction(s.Friction, func(p *figure.Panel, k study.Friction) {
		p.XLabel, p.YLabel = `$\varepsilon(n)$`, "error of the variances"
		p.X.Log, p.Y.Log = true, true
		of := t.Where("friction", k)
		study.OneRun(p, "one run as printed, median and 90 %", figure.Cycle(0), of, "error", "epsilon")
		for i, kind := range []struct{ name, method string }{
			{"mean of runs as printed", "printed protocol"}, {"stationary distribution", "AdL"},
		} {
			series := study.Series{Name: kind.name, Style: figure.Cycle(1 + i)}
			p.Add(series.Points(of.Where("quantity", "error", "method", kind.method))...)
		}
	}), nil
}
