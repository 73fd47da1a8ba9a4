// Command fig00 asks whether Adaptive Langevin dynamics removes the error of mini-batches that SGLD
// has, for the posterior of model.go.
package main

import (
	"embed"

	"gonum.org/v1/gonum/integrate/quad"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// source makes the results of this model known by its code.
//
//go:embed *.go
var source embed.FS

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	study.AdL
	SGLD     study.Method   `toml:"sgld"`
	Friction study.Friction `toml:"friction"`
	BurnInXi float64        `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Data     dataset.Source `toml:"data"`
}

var program = experiment.Program[Spec]{
	Name:  "fig00",
	Title: "SGLD and Adaptive Langevin dynamics, Cauchy model: error on the variance",
	Spec:  specText, Source: source, Compute: compute, Render: render,
}

func main() { program.Main() }

// methods are in the column method.
var methods = []string{"SGLD", "AdL"}

// compute runs both methods for every n and Δt. It measures the error on the variance of θ, and for
// AdL the mean of ξ, beside its prediction.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.SGLD)
	if err != nil {
		return nil, err
	}
	m := &Cauchy{data.X}
	points, err := s.Points(c, m.Ndata())
	if err != nil {
		return nil, err
	}
	mode, mean, variance := m.moments()
	sigma := exact.GradCov(m, []float64{mode}) // of one datum's gradient
	var chains []*simulate.Chain
	var rows []table.Row
	for _, method := range methods {
		for _, p := range points {
			scheme := s.SGLD.Scheme(p.Dt)
			if method == "AdL" {
				if scheme, err = s.Scheme(c, m, s.Friction, "friction", p.Dt); err != nil {
					return nil, err
				}
			}
			chain := s.Chain(m, data.Digest(), scheme, p.N, p.Sampling)
			chain.Theta = [][]float64{{mode}}
			if method == "AdL" { // ξ starts at its predicted mean, and is given time to relax
				study.Settle(chain, sigma, s.BurnInXi)
			}
			chains, rows = append(chains, chain), append(rows, p.Row(method))
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "s")...)
	t.AddValue(table.Row{"status": table.OK, "source": table.Exact}, "mean", mean)
	t.AddValue(table.Row{"status": table.OK, "source": table.Exact}, "variance", variance)
	for i, x := range samples {
		// Runs that are not stationary are no results, and their status says so.
		study.Classify(rows[i], x, sigma, study.Varying, 1)
		if x.Diverged {
			continue
		}
		t.Measure(rows[i], "variance error", estimate.RelError(x.Theta(0).Variance(), variance))
		if rows[i]["method"] == "AdL" {
			study.XiRows(t, rows[i], x, sigma, study.Varying)
		}
	}
	return t, nil
}

// render draws the errors against ε(n), a panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{Quantity: "variance error", Grid: s.Grid, Signed: true, Join: true}
	return curves.Figure("relative error on the variance", len(methods),
		func(i int) (string, *table.Table) { return methods[i], t.Where("method", methods[i]) }), nil
}

// moments returns the mode, the mean and the variance of the posterior, by quadrature.
func (m *Cauchy) moments() (mode, mean, variance float64) {
	const lo, hi, nodes = -10, 10, 400
	best := m.LogPosterior([]float64{0})
	for k := range nodes {
		x := lo + (hi-lo)*(float64(k)+0.5)/nodes
		if l := m.LogPosterior([]float64{x}); l > best {
			mode, best = x, l
		}
	}
	moment := func(f func(x float64) float64) float64 {
		return quad.Fixed(func(x float64) float64 {
			return f(x) * vec.Exp(m.LogPosterior([]float64{x})-best)
		}, lo, hi, nodes, nil, 0)
	}
	z := moment(func(float64) float64 { return 1 })
	mean = moment(func(x float64) float64 { return x }) / z
	variance = moment(func(x float64) float64 { return (x - mean) * (x - mean) }) / z
	return mode, mean, variance
}
