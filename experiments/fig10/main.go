// Command fig10 reproduces Figure 10 (section 3.4): the mean relative error on the variances of the
// parameters of a Bayesian logistic regression, MNIST 7 against 9, for Adaptive Langevin dynamics
// whose gradient is estimated from n of N data. It is drawn against ε(n), for a scalar, a diagonal
// and a full friction.
package main

import (
	_ "embed"
	"fmt"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
	N         []int       `toml:"n" spec:"min=1,nonempty,distinct"`
	Posterior study.Draws `toml:"posterior"`
	Langevin  struct {
		N []int   `toml:"n" spec:"min=1,distinct"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"langevin"`
	Small struct {
		N int     `toml:"n" spec:"nonnegative"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"small"`
}

var program = experiment.Program[Spec]{
	Name:  "fig10",
	Title: "Bayesian logistic regression: error on the variances of the parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, and Langevin dynamics for some; variances are compared
// with those of the posterior, from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var tasks []*study.Exact
	for _, p := range ps {
		if err := add(c, s, p); err != nil {
			return nil, err
		}
		tasks = append(tasks, predictions(p)...)
	}
	if err := study.SampleRegression(c, ps, tasks...); err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt"}, "raw", "floor", "s")
	for _, p := range ps {
		predicted(t, table.Row{"scaling": p.Scaling, "method": "Laplace"}, p, laplace(p))
		for _, run := range p.Runs {
			rows(t, p, run)
			if predictable(run) {
				frozenRows(t, p, run, tasks[0])
				tasks = tasks[1:]
			}
		}
	}
	return t, nil
}

// add adds the runs with scores in one scaling, the slow ones first.
func add(c *experiment.Context, s Spec, p *study.RegressionPosterior) error {
	p.Draw(s.Posterior)
	for j := len(s.N) - 1; j >= 0; j-- {
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if _, err := p.Add(c, fmt.Sprintf("n[%d]", j), k, s.N[j], T); err != nil {
				return err
			}
		}
	}
	for j, n := range s.Langevin.N {
		key := fmt.Sprintf("langevin.n[%d]", j)
		if _, err := p.Add(c, key, "", n, s.Langevin.T); err != nil {
			return err
		}
	}
	return nil
}

// measures are the rows of panels: the mean of the absolute relative errors, which the paper shows,
// and the mean with their signs, in which components that are too wide and too narrow cancel.
var measures = []struct {
	quantity, label string
	log             bool
}{
	{"error", "mean absolute relative error", true},
	{"signed error", "mean relative error", false},
}

// render draws a row of panels for each measure and a column for each scaling, with a curve for
// each friction. The panels of a row have the same y axis.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(len(measures), len(scalings))
	f.Height = 14 * vg.Centimeter
	f.Legend = true
	for r, m := range measures {
		var row []*figure.Panel
		for i, scaling := range scalings {
			p := f.Panel(r, i)
			p.Title = study.ScalingTitle(scaling)
			p.XLabel = `$\varepsilon(n)$`
			if i == 0 {
				p.YLabel = m.label
			}
			p.X.Log, p.Y.Log = true, m.log
			if !m.log {
				p.Add(figure.HLine{Y: 0, Style: figure.Style{Color: figure.Grey(0.6), Width: 0.4}})
			}
			panel(p, s, t.Where("scaling", scaling, "quantity", m.quantity))
			row = append(row, p)
		}
		figure.ShareY(row...)
	}
	return f, nil
}

// panel draws the errors with scores in one scaling, and on linear axes the predicted ones, less
// those of the Laplace approximation for which they are made.
func panel(p *figure.Panel, s Spec, t *table.Table) {
	for _, k := range s.Friction {
		series := study.Series{
			Name: k.Title(), Style: k.Style(s.Friction), Join: true, Linear: !p.Y.Log,
		}
		p.Add(series.Points(t.Where("method", "AdL", "friction", k))...)
	}
	if p.Y.Log {
		u := t.Where("method", "Langevin").Sort("epsilon")
		p.Y.Max = langevinMost
		p.Add(figure.Line{
			Name: "Langevin dynamics", X: u.Floats("epsilon"), Y: u.Floats("value"),
			Style: figure.Style{Color: figure.Cycle(3).Color, Dash: figure.DashDotted},
		})
		return
	}
	laplace, ok := t.Lookup("value", "method", "Laplace")
	if !ok {
		return
	}
	for _, k := range s.Friction {
		u := t.Where("method", "frozen friction", "friction", k).Sort("epsilon")
		y := u.Floats("value")
		for i := range y {
			y[i] -= laplace
		}
		p.Add(figure.Line{
			X: u.Floats("epsilon"), Y: y, Style: k.Style(s.Friction).Reference(),
		})
	}
	p.Add(figure.Line{
		Name:  `$\xi$ frozen, Laplace approximation`,
		Style: figure.Style{Width: 0.6, Dash: figure.Dashed, Color: figure.Grey(0.3)},
	})
}

// langevinMost is the upper end of the axis of absolute errors. Those of Langevin dynamics rise far
// beyond.
const langevinMost = 5
