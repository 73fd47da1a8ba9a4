// Command fig10 reproduces Figure 10 (section 3.4): the mean relative error on the variances of the
// parameters of a Bayesian logistic regression, MNIST 7 against 9, for Adaptive Langevin dynamics
// whose gradient is estimated from n of N data. It is drawn against ε(n), for a scalar, a diagonal
// and a full friction.
package main

import (
	_ "embed"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/regression"
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
	All       struct {
		T     float64 `toml:"T" spec:"positive"`
		Gamma float64 `toml:"gamma" spec:"positive"`
	} `toml:"all"`
	Langevin struct {
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

// compute runs every friction for every n, Langevin dynamics for some, and all data once; variances
// are compared with those of the posterior, from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var tasks []*study.Exact
	for _, p := range ps {
		if err := add(s, p); err != nil {
			return nil, err
		}
		tasks = append(tasks, predictions(p)...)
	}
	if err := regression.SimulateAll(ps, tasks...); err != nil {
		return nil, err
	}
	t := regression.Table(ps,
		[]string{"scaling", "data", "method", "friction", "gamma", "n", "dt"},
		"raw", "floor", "s", "T")
	for _, p := range ps {
		reference(t, p)
		for _, run := range p.Runs {
			rows(t, p, run)
			if predictable(run) {
				prediction(t, p, run, tasks[0])
				tasks = tasks[1:]
			}
		}
	}
	return t, nil
}

// add adds the runs with scores in one scaling, the slow ones first.
func add(s Spec, p *regression.Posterior) error {
	p.Draw(s.Posterior)
	total := p.Model.Ndata()
	if err := p.Add("ndata", study.Scalar, s.All.Gamma, total, s.All.T); err != nil {
		return err
	}
	for j := len(s.N) - 1; j >= 0; j-- {
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if err := p.Add(fmt.Sprintf("n[%d]", j), k, s.Gamma, s.N[j], T); err != nil {
				return err
			}
		}
	}
	for j, n := range s.Langevin.N {
		err := p.Langevin(fmt.Sprintf("langevin.n[%d]", j), s.Gamma, n, s.Langevin.T)
		if err != nil {
			return err
		}
	}
	return nil
}

// measures are the rows of panels: the mean of the relative errors, in which those of components
// that are too wide and too narrow cancel, and the mean of their absolute values.
var measures = []struct {
	quantity, label string
	log             bool
}{
	{"signed error", "mean relative error", false},
	{"error", "mean absolute relative error", true},
}

// render draws a row of panels for each measure and a column for each scaling, with a curve for
// each friction. The panels of a row have the same y axis.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	scalings := t.Where("quantity", "data").Distinct("scaling")
	f := figure.New(len(measures), len(scalings))
	f.Height = 14 * vg.Centimeter
	f.Note = fmt.Sprintf("Errors on the variances of all $\\theta_i$, relative to the posterior's, "+
		"also of the dashed and dotted lines. Bars: one standard error.%s Data: %s.",
		langevin(t), regression.DataNote(t))
	f.Legend = true
	for r, m := range measures {
		var row []*figure.Panel
		for i, scaling := range scalings {
			p := f.Panel(r, i)
			p.Title = regression.ScalingTitle(scaling)
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

// panel draws the errors with scores in one scaling.
func panel(p *figure.Panel, s Spec, t *table.Table) {
	for _, k := range s.Friction {
		series := study.Series{
			Name: k.Title(), Style: k.Style(s.Friction), Join: true, Linear: !p.Y.Log,
		}
		p.Add(series.Points(t.Where("method", "AdL", "friction", k))...)
	}
	for _, k := range s.Friction {
		u := t.Where("method", "frozen friction", "friction", k).Sort("epsilon")
		p.Add(figure.Line{
			X: u.Floats("epsilon"), Y: u.Floats("value"), Style: k.Style(s.Friction).Reference(),
		})
	}
	p.Add(figure.Line{
		Name:  "Laplace approximation, frozen friction",
		Style: figure.Style{Width: 0.6, Dash: figure.Dashed, Color: figure.Grey(0.3)},
	})
	for _, v := range t.Where("method", "Laplace").Floats("value") {
		p.Add(figure.HLine{
			Name: "Laplace approximation", Y: v,
			Style: figure.Style{Width: 0.9, Dash: figure.Dotted, Color: figure.Grey(0.3)},
		})
	}
}

// langevin says how large the errors of Langevin dynamics are, which is not drawn.
func langevin(t *table.Table) string {
	e := t.Where("method", "Langevin", "quantity", "error").Floats("value")
	if len(e) == 0 {
		return ""
	}
	return fmt.Sprintf(" Langevin dynamics is not shown: its mean absolute errors are $%s$ to $%s$.",
		study.Number(study.Round(slices.Min(e), 2)), study.Number(study.Round(slices.Max(e), 2)))
}
