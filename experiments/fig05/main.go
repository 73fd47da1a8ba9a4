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

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	study.AdL
	BurnInXi float64             `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Friction study.Friction      `toml:"friction"`
	Data     dataset.Source      `toml:"data"`
	Model    study.GaussianModel `toml:"model"`
	Extra    []Extra             `toml:"extra" spec:"optional"`
}

var program = experiment.Program[Spec]{
	Name:  "fig05",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the scheme for every Δt and n, and where the claims need more. It measures the
// variance of θ, and the mean, the variance and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	jobs, err := s.jobs(c, data)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, j := range jobs {
		chain, err := s.chain(c, j)
		if err != nil {
			return nil, err
		}
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"run", "method", "sampling", "n", "dt", "gamma", "eta"},
		"exact", "s", "v", "a")...)
	for i, j := range jobs {
		rows(t, j, samples[i])
	}
	for _, j := range jobs {
		known(t, j, j.frozenThird())
	}
	s.curves(t, jobs[0])
	return t, nil
}

// render draws one curve for each Δt, and the curve of Langevin dynamics from Figure 3 at the
// smallest Δt, where its error is smallest.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Where("run", string(drawn), "quantity", "variance error")
	f := figure.New(1, 1)
	f.Plain = true
	f.Width, f.Height = figure.DoubleColumn, 8.5*vg.Centimeter
	p := f.Panel(0, 0)
	p.YLabel = `relative error on the variance`
	p.Legend = figure.Right
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Signed: true, Label: true,
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
