// Command fig05 reproduces Figure 5 (section 3.2.3): the relative error on the variance of a
// Gaussian posterior, for Adaptive Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	gaussian.GaussianRuns
	study.Grid
}

var program = experiment.Program[Spec]{
	Name:  "fig05",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the scheme for every Δt and n. It measures the variance of θ, and the mean, the
// variance and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	base, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, base.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var runs []*gaussian.Run
	for _, p := range points {
		r := *base
		r.Point = p
		runs = append(runs, &r)
	}
	t, err := s.Table(c, runs, nil, rows)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		known(t, r)
	}
	s.curves(t, *base)
	return t, nil
}

// render draws one curve for each Δt, and the curve of Langevin dynamics from Figure 3 at the
// smallest Δt, where its error is smallest.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("quantity", "variance error")
	f := figure.New(1, 1)
	f.Plain, f.Legend = true, true
	f.Width, f.Height = figure.DoubleColumn, 8.5*vg.Centimeter
	p := f.Panel(0, 0)
	p.YLabel = `relative error on the variance`
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Signed: true, Resolved: true,
		Dashed: `frozen $\xi$`,
	}
	curves.Panel(p, t.Where("method", "AdL"))
	dt := slices.Min(s.Dt)
	u := t.Where("method", "Langevin", "dt", dt, "sampling", s.Sampling[0]).Sort("epsilon")
	p.Add(figure.Line{
		Name: fmt.Sprintf(`Langevin, $\Delta t = %s$`, study.Number(dt)),
		X:    u.Floats("epsilon"), Y: study.Abs(u.Floats("value")),
		Style: figure.Style{Color: figure.Guide().Color, Dash: figure.DashDotted},
	})
	// Errors far below the prediction are noise.
	if curve := t.Where("source", table.Prediction); curve.Len() > 0 {
		p.Y.Min, p.Y.Max = 0.4*slices.Min(study.Abs(curve.Floats("value"))), math.NaN()
	}
	return f, nil
}

// rows adds the measurements of a run.
func rows(t *table.Table, row table.Row, r *gaussian.Run) {
	r.AddError(t, row)
	r.AddXi(t, row)
	trend := r.Samples.Blocks(dynamics.Xi{}, 0).Trend()
	t.Measure(row, "growth of xi", growth(trend, r.Samples.Chain), max(r.Noise()-1, 0)/r.Eta)
}

// growth returns the growth of ξ per unit of time: its trend over the time between the middles of
// the two halves of the run that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(float64(run)*c.Scheme.Dt) * float64((c.Blocks+1)/2) / float64(c.Blocks)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}

// known adds what needs no simulation: the errors of the methods of Figure 3 at the same point, and
// the third moment of θ if ξ is frozen.
func known(t *table.Table, r *gaussian.Run) {
	add := func(method, source, quantity string, value float64) {
		if !math.IsNaN(value) {
			row := r.Row(method)
			row["source"], row["s"] = source, r.Noise()
			t.AddValue(row, quantity, value)
		}
	}
	law := r.Law
	if float64(law.A*float64(r.Dt*r.Dt)) < 4 {
		add("Langevin", table.Exact, "variance error", law.Langevin(r.Epsilon, r.Gamma, r.Dt))
	}
	if float64(law.A*r.Dt) < 2 {
		add("SGLD", table.Exact, "variance error", law.SGLD(r.Epsilon, r.Dt))
	}
	add("AdL", table.Prediction, "third moment", r.FrozenThird())
}

// curves adds the curves of the frozen ξ.
func (s Spec) curves(t *table.Table, r gaussian.Run) {
	total := float64(r.Model.Ndata())
	for _, dt := range s.Dt {
		r.Dt, r.Epsilon = dt, 1
		end := min(float64(total*total), 0.999/r.Noise()) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "gamma": s.Gamma,
				"status": table.OK, "source": table.Prediction,
			}, "variance error", r.Frozen(eps))
		}
	}
}
