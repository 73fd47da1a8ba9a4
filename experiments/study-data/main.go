// Command study-data answers what depends on the data set (sections 2.4.3, 3.3.2 and 5): it
// computes the norms of Σ_x − S* for many, runs Adaptive Langevin dynamics on three, and counts at
// several η how often it goes from one mode to the other.
package main

import (
	_ "embed"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/linalg"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureStudy
	Metastable struct {
		Full   study.Runs `toml:"full"`
		Scalar study.Runs `toml:"scalar"`
	} `toml:"metastable"`
	Sets Sets `toml:"sets"`
}

var program = experiment.Program[Spec]{
	Name:  "study-data",
	Title: "Adaptive Langevin dynamics, mixtures of Gaussians: other data sets",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds the errors and the norms for the data that are run, the exchanges of modes, and the
// numbers of the other data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	full, err := s.List(c, g, "metastable.full", s.Metastable.Full)
	if err != nil {
		return nil, err
	}
	scalar, err := s.List(c, g, "metastable.scalar", s.Metastable.Scalar)
	if err != nil {
		return nil, err
	}
	if s.Data.File != "" {
		return nil, c.Errorf("data.file", "other data sets need a distribution, not a file")
	}
	tasks := s.tasks()
	exchanges := slices.Concat(full, scalar)
	if err := study.Sample(c, slices.Concat(runs, exchanges), tasks...); err != nil {
		return nil, err
	}
	t := study.MixtureTable()
	for _, r := range runs {
		r.L1(t)
		if t.Where("data", r.Posterior.Seed, "source", table.Exact).Len() == 0 {
			norms(t, r)
		}
	}
	for _, r := range exchanges {
		r.Posterior.Crossings(t, r.Row(), r.Samples)
	}
	s.rows(t, tasks)
	return t, nil
}

// norms adds the distances of Σ_x from constant matrices for the data of a run.
func norms(t *table.Table, r *study.MixtureRun) {
	p := r.Posterior
	row := table.Row{
		"method": r.Method, "data": p.Seed, "ndata": p.Model.Ndata(),
		"status": table.OK, "source": table.Exact,
	}
	x := numbersOf(p.MixtureGrid)
	t.AddValue(row, scalar, x[0])
	t.AddValue(row, full, x[2])
}

// render draws the errors on three data sets against ε(n)Δt ‖Σ_x − Σ̄‖, the ratios of the norms of
// the data sets with the least number of data, and what becomes of the others with more.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	errors, ratios, more := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	errors.XLabel = `$\varepsilon(n)\Delta t\,\|\Sigma_x - \bar\Sigma\|$`
	errors.YLabel, errors.X.Log, errors.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	ratios.XLabel = `$\|\Sigma_x - s^* I\| / \|\Sigma_x - \bar\Sigma\|$`
	ratios.YLabel = "data sets"
	more.XLabel, more.X.Log, more.Y.Log = `$N_d$`, true, true

	least := slices.Min(s.Sets.Ndata)
	found := of(t, scalar, least)
	floats.Div(found, of(t, full, least)) // at least 1
	slices.Sort(found)
	h := figure.Histogram{Fill: figure.Grey(0.86)}
	h.Edges = linalg.LinSpace(1, max(5, 1.01*slices.Max(found)), 33)
	h.Heights = stat.Histogram(nil, h.Edges, found, nil)
	ratios.Add(h)
	for i, seed := range t.Where("quantity", "L1").Distinct("data") {
		style := figure.Cycle(i)
		own := func(quantity string) float64 {
			x, _ := t.Lookup("value", "quantity", quantity, "data", seed, "source", table.Exact)
			return x
		}
		study.Compare(errors, t, "L1", func(u *table.Table, i int) float64 {
			return study.ScaledNoise(u, i) * own(full)
		}, study.Series{Name: "data " + seed, Where: []any{"data", seed}, Style: style})
		style.Marker, style.Width = 0, 1.2
		x := own(scalar) / own(full)
		ratios.Add(figure.Line{
			X: []float64{x, x}, Y: []float64{0, slices.Max(h.Heights)}, Style: style,
		})
	}
	change, normal := map[float64][]float64{}, map[float64][]float64{}
	for _, n := range s.Sets.Ndata {
		change[float64(n)] = of(t, full, n)
		floats.Div(change[float64(n)], of(t, norm, n))
		normal[float64(n)] = of(t, distance, n)
	}
	more.Add(study.Spread(`$\|\Sigma_x - \bar\Sigma\| / \|\Sigma_x\|$`, figure.Cycle(3), change,
		0.25, 0.75)...)
	more.Add(study.Spread(`$\theta_1$: distance from a normal distribution`, figure.Cycle(4), normal,
		0.25, 0.75)...)
	return f, nil
}

// of returns the numbers of a quantity for the data sets of [sets] with n data.
func of(t *table.Table, quantity string, n int) []float64 {
	return t.Where("quantity", quantity, "ndata", n, "method", nil).Floats("value")
}
