// Command study-time-step answers how the error depends on Δt itself (section 3.3.2): it runs
// Adaptive Langevin dynamics on a mixture with all the data, and with batches at other time steps.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Degree int `toml:"degree" spec:"min=6,max=40"`
}

var program = experiment.Program[Spec]{
	Name:  "study-time-step",
	Title: "Adaptive Langevin dynamics, mixture of Gaussians: the error of the time step",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// allData is the method of the runs with all the data.
const allData = "all data"

// compute adds the errors, and that of the time step to leading order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	task := g.StepSlope(s.Gamma, s.Degree)
	if err := s.Run(c, g, runs, task); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t, "L1")
	}
	slope := mixture.FoundSlope(task)
	for _, dt := range s.Runs[0].Dt {
		t.Measure(table.Row{
			"method": allData, "dt": dt, "epsilon": 0, "status": table.OK, "source": table.Prediction,
		}, "L1", slope.Times(float64(dt*dt)))
	}
	return t, nil
}

// render draws the error with all the data against Δt, and that with batches against ε(n)Δt.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	forms := s.Curves.Friction
	f := figure.New(1, 1+len(forms))
	f.Legend = true
	p, all := f.Panel(0, 0), t.Where("method", allData)
	p.Title, p.XLabel = "all the data", `$\Delta t$`
	p.YLabel, p.X.Log, p.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	study.Compare(p, all, "L1", study.Column("dt"), study.Kinds(forms...)...)
	predicted := all.Where("source", table.Prediction).Sort("dt")
	p.Add(figure.Line{
		Name: "leading order", X: predicted.Floats("dt"), Y: predicted.Floats("value"),
		Style: figure.Guide(),
	})
	batches := t.Filter(func(i int) bool { return t.Float(i, "epsilon") > 0 })
	dts := batches.Floats("dt")
	slices.Sort(dts)
	curves := study.ErrorCurves{
		Quantity: "L1", Scaled: true, Unmixed: study.RarelyExchanged,
		Grid: study.Grid{
			Dt: slices.Compact(dts), Sampling: []minibatch.Sampling{minibatch.Without},
		},
	}
	var panels []*figure.Panel
	for i, k := range forms {
		p := f.Panel(0, 1+i)
		p.Title = k.Title()
		curves.Panel(p, batches.Where("friction", k))
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f, nil
}
