package gaussian

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Variance are the keys of a spec that samples a Gaussian posterior without an adaptive
// friction and measures the relative error on the variance.
type Variance struct {
	study.Settings
	Data   dataset.Source      `toml:"data"`
	Model  study.GaussianModel `toml:"model"`
	Method []study.Method      `toml:"method" spec:"nonempty"`
}

// NewTable is the table of such runs, with what is known of the posterior.
type NewTable struct {
	*table.Table
	Model *model.Gaussian
	Law   exact.Gaussian

	settings study.Settings
	digest   string // of the data
}

// Load loads the data, checks the spec, and returns an empty table.
func (s Variance) Load(c *experiment.Context) (*NewTable, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	params := []string{"method", "gamma", "sampling", "n", "dt", "T"}
	m := s.Model.Posterior(data)
	return &NewTable{
		Table: table.New(table.Columns(params, "exact", "v", "a")...), Model: m,
		Law: exact.NewGaussian(m), settings: s.Settings, digest: data.Digest(),
	}, nil
}

// Chain returns the run of a method at a point.
func (g *NewTable) Chain(m study.Method, p study.Point) *simulate.Chain {
	c := g.settings.Chain(g.Model, g.digest, m.Scheme(p.Dt), p.N, p.Sampling)
	c.Theta = [][]float64{{g.Model.Mean()}}
	return c
}

// Row returns the cells of a simulated point.
func (g *NewTable) Row(m study.Method, p study.Point) table.Row {
	row := p.Row(m.Name)
	row["v"], row["a"] = g.Law.V, g.Law.A
	if m.Word != dynamics.SGLD {
		row["gamma"] = m.Gamma
	}
	return row
}

// ExactRow returns the cells of what is known exactly of a method at Δt.
func (g *NewTable) ExactRow(m study.Method, dt float64) table.Row {
	row := g.Row(m, study.Point{Dt: dt})
	row["sampling"], row["n"], row["epsilon"], row["source"] = nil, nil, nil, table.Exact
	return row
}

// AddPoint adds the errors of a run on the variance and on the mean.
func (g *NewTable) AddPoint(m study.Method, p study.Point, x *simulate.Samples) {
	row := g.Row(m, p)
	want := g.VarianceError(m, p.Epsilon, p.Dt)
	if x.Diverged {
		row["status"] = table.Diverged
		g.Measure(row, "variance error", estimate.Unknown(), want)
		return
	}
	theta := x.Theta(0)
	g.Measure(row, "variance error", estimate.RelError(theta.Variance(), 1/g.Law.A), want)
	mean := theta.Mean()
	mean.Value -= g.Model.Mean()
	g.Measure(row, "mean", mean, 0)
}

// VarianceError returns the exact relative error on the variance. It is NaN where the scheme is
// unstable, and for schemes without a closed form.
func (g *NewTable) VarianceError(m study.Method, eps, dt float64) float64 {
	switch l := g.Law; {
	case m.Word == dynamics.SGLD && float64(l.A*dt) < 2:
		return l.SGLD(eps, dt)
	case m.Word == Langevin && float64(l.A*float64(dt*dt)) < 4:
		return l.Langevin(eps, m.Gamma, dt)
	}
	return math.NaN()
}

// Langevin is the scheme of eq. GLA_minibatched.
const Langevin = "OABAO"
