// Command fig05 reproduces Figure 5 (section 3.2.3): the relative error of the variance of a
// Gaussian posterior, for Adaptive Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps.
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
	study.GaussianRuns
	study.Grid
	Long struct { // longer runs, for the errors of the variance at small n
		T float64 `toml:"T" spec:"positive"`
		N []int   `toml:"n" spec:"min=1,distinct"`
	} `toml:"long"`
}

var program = experiment.Program[Spec]{
	Name:  "fig05",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error of the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the scheme for every Δt and n. It measures the variance of θ, and the mean and the
// variance of ξ, or the growth of ξ if there is no stationary state.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, "", g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var runs, longest, all []*study.GaussianRun
	for _, p := range points {
		r, err := s.At(c, g, p, s.Eta, s.T)
		if err != nil {
			return nil, err
		}
		runs, all = append(runs, r), append(all, r)
		if slices.Contains(s.Long.N, p.N) {
			if r, err = s.At(c, g, p, s.Eta, s.Long.T); err != nil {
				return nil, err
			}
			all = append(all, r)
		}
		longest = append(longest, r)
	}
	if err := study.Sample(c, all); err != nil {
		return nil, err
	}
	t := study.GaussianTable()
	for i, r := range runs {
		longest[i].AddError(t, longest[i].Row())
		row := r.Row()
		r.AddXi(t, row)
		if noise := g.Noise(r.Point); noise >= 1 && !r.Diverged && !r.Sampling.Along() {
			trend := r.Blocks(dynamics.Xi{}, 0).Trend()
			t.Measure(row, "growth of xi", growth(trend, r.Chain), growing(r.Chain, noise))
		}
		s.known(t, r)
	}
	if !slices.ContainsFunc(s.Sampling, minibatch.Sampling.Along) {
		s.curves(t, g)
	}
	return t, nil
}

// growth returns the growth of ξ per unit of time: its trend divided by the time between the
// middles of the two halves of the run that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(run) * c.Scheme.Dt * float64((c.Blocks+1)/2) / float64(c.Blocks)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}

// growing returns the expected growth of a ξ without a stationary state, for the noise s
// (exact.GrowingXi).
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
// same point, and the mean of ξ for small Δt, A = γ + ε(n)Δt Σ_x/2 (eq. A).
func (s Spec) known(t *table.Table, r *study.GaussianRun) {
	for _, m := range []struct{ name, word string }{{"Langevin", "OABAO"}, {"SGLD", dynamics.SGLD}} {
		if e := r.Expected(m.word); !math.IsNaN(e) {
			t.AddValue(r.Known(m.name, table.Exact), table.VarianceError, e)
		}
	}
	if r.Sampling.Along() {
		return
	}
	a := exact.ContinuousXi(dynamics.Scalar{}, []float64{r.Posterior.Law.V}, r.Epsilon, s.Gamma, r.Dt)
	t.AddValue(r.Known("AdL", table.Prediction), "xi", a[0])
}

// curves adds the exact errors for ξ fixed at its mean.
func (s Spec) curves(t *table.Table, g *study.GaussianPosterior) {
	total := float64(g.Model.Ndata())
	for _, dt := range s.Dt {
		end := min(total*total, 0.999/g.Noise(study.Point{Dt: dt, Epsilon: 1})) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "gamma": s.Gamma,
				"status": table.OK, "source": table.Prediction,
			}, table.VarianceError, g.Law.RelError(s.Word, eps, s.Gamma, dt))
		}
	}
}
