// Command fig05 reproduces Figure 5 (section 3.2.3): the relative error of the variance of a
// Gaussian posterior, for Adaptive Langevin dynamics (eq. adl_scheme) whose gradient is estimated
// from n of Nd data. It is drawn against ε(n), for several time steps.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Gaussian
	study.Runs
}

var program = experiment.Program[Spec]{
	Name:  "fig05",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error of the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the scheme for every Δt and n. It measures the error of the variance of θ, by the
// longest run at a point, the mean and the variance of ξ, and the growth of ξ where s ≥ 1: then
// there is no stationary state (exact.BatchNoise).
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.List(c, g)
	if err != nil {
		return nil, err
	}
	longest := map[study.Point]*study.Run{} // run at each point of [runs.curves]
	for _, r := range runs {
		if r.Table != long || longest[r.Point] != nil {
			longest[r.Point] = r
		}
	}
	runs = slices.DeleteFunc(runs, func(r *study.Run) bool { return longest[r.Point] == nil })
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable()
	for _, r := range runs {
		if r.Table == long {
			continue
		}
		best := longest[r.Point]
		want := g.Expected(best.Chain.Scheme.Word, best.Gamma(), best.Chain)
		g.VarianceError(t, best.Row(t), best, want)
		g.AddXi(t, r)
		if noise := g.S(r.Point); noise >= 1 && !r.Diverged && !r.Sampling.Along() {
			trend := r.Blocks(dynamics.Xi{}, 0).Trend()
			t.Measure(r.Row(t), "growth of xi", growth(trend, r.Chain), growing(r.Chain, noise))
		}
		known(t, g, r)
	}
	if !slices.ContainsFunc(s.Sampling, minibatch.Sampling.Along) {
		s.curves(t, g, runs[0])
	}
	return t, nil
}

// long is the table of runs that give the errors of the variance at small n.
const long = "long"

// growth returns the growth of ξ per unit of time: its trend divided by the time between the
// middles of the two halves of the run that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(run) * c.Scheme.Dt * float64((c.Blocks+1)/2) / float64(c.Blocks)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}

// growing returns the expected growth of ξ for s ≥ 1 (exact.GrowingXi).
func growing(c *simulate.Chain, s float64) float64 {
	f := c.Scheme.Friction.(dynamics.AdL)
	xi := func(steps float64) float64 {
		return exact.GrowingXi(s, f.Gamma, f.Eta, c.Scheme.Dt, c.Xi[0], steps*c.Scheme.Dt)
	}
	burn, run, _ := c.Steps()
	b := &estimate.TimeBlocks{Replicas: 1, Count: 1}
	for i := range c.Blocks { // ξ in the middle of each block
		x := xi(float64(burn) + float64(run)*(float64(i)+0.5)/float64(c.Blocks))
		b.S1, b.S2 = append(b.S1, x), append(b.S2, x*x)
	}
	return growth(b.Trend(), c).Value
}

// known adds numbers that need no simulation: the exact errors of the methods of Figure 3 at the
// point of a run, and the mean of ξ for small Δt, A = γ + ε(n)Δt Σ_x/2 (eq. A).
func known(t *table.Table, g *study.GaussianPosterior, r *study.Run) {
	for _, m := range []struct{ name, word string }{{"Langevin", "OABAO"}, {"SGLD", dynamics.SGLD}} {
		if e := g.Expected(m.word, r.Gamma(), r.Chain); !math.IsNaN(e) {
			t.AddValue(g.Known(r, m.name, table.Exact), table.VarianceError, e)
		}
	}
	if r.Sampling.Along() {
		return
	}
	a := exact.ContinuousXi(dynamics.Scalar{}, []float64{g.Law.V}, r.Epsilon, r.Gamma(), r.Dt)
	t.AddValue(g.Known(r, "AdL", table.Prediction), "xi", a[0])
}

// curves adds the exact errors of the scheme of a run with ξ fixed at its mean, against ε(n), up to
// Nd² or s = 0.999. The values of s/(1 − s) are evenly spaced on a logarithmic scale, since the
// errors grow like it.
func (s Spec) curves(t *table.Table, g *study.GaussianPosterior, r *study.Run) {
	total := float64(g.Model.Ndata())
	for _, dt := range s.Dt {
		one := g.S(study.Point{Dt: dt, Epsilon: 1})
		end := min(total*total*one, 0.999)
		if !(end > one) {
			continue
		}
		for _, x := range linalg.LogSpace(one/(1-one), end/(1-end), 61) {
			eps := x / (1 + x) / one
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "gamma": r.Gamma(),
				"status": table.OK, "source": table.Prediction,
			}, table.VarianceError, g.Law.RelError(r.Chain.Scheme.Word, eps, r.Gamma(), dt))
		}
	}
}
