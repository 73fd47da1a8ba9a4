// Command study-data answers which results depend on the data set (sections 2.4.3, 3.3.2 and 5): it
// computes the norms of Σ_x − S* for many data sets, runs Adaptive Langevin dynamics on three, and
// counts at several η how often it changes modes.
package main

import (
	_ "embed"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/plots"
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

// compute adds the errors, the norms and the exchanges of modes for the data sets with runs, and
// the numbers for the other data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	exchanges, err := s.List(c, g, []study.KeyedRuns{
		{Key: "metastable.full", Runs: s.Metastable.Full},
		{Key: "metastable.scalar", Runs: s.Metastable.Scalar},
	})
	if err != nil {
		return nil, err
	}
	if s.Data.File != "" {
		return nil, c.Errorf("data.file", "other data sets need a distribution, not a file")
	}
	tasks := s.tasks()
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

// render draws the errors on three data sets against ε(n)Δt ‖Σ_x − Σ̄‖, the ratios of the norms for
// the smallest data sets, and the other numbers against the number of data.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 3)
	errors, ratios, more := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	errors.Label("", `$\varepsilon(n)\Delta t\,\|\Sigma_x - \bar\Sigma\|$`,
		`$L^1$ error on the marginal of $\theta_1$`)
	errors.Log(true, true)
	ratios.Label("", `$\|\Sigma_x - s^* I\| / \|\Sigma_x - \bar\Sigma\|$`, "data sets")
	more.Label("", `$N_d$`, "median and quartiles")
	more.Log(true, true)

	least := slices.Min(s.Sets.Ndata)
	found := of(t, scalar, least)
	floats.Div(found, of(t, full, least)) // at least 1
	slices.Sort(found)
	edges := linalg.LinSpace(1, max(5, 1.01*slices.Max(found)), 33)
	heights := stat.Histogram(nil, edges, found, nil)
	h := plots.Line{Fill: plots.Grey(0.86)}
	h.X, h.Y = plots.Steps(edges, heights)
	ratios.Add(h)
	ratios.YLim = plots.From(0)
	top := slices.Max(heights)
	for i, seed := range t.Where("quantity", "L1").Distinct("data") {
		style := plots.Cycle([]int{5, 7, 2}[i%3])
		own := func(quantity string) float64 {
			x, _ := t.Lookup("value", "quantity", quantity, "data", seed, "source", table.Exact)
			return x
		}
		study.Compare(errors, t, "L1", func(u *table.Table, i int) float64 {
			return study.ScaledNoise(u, i) * own(full)
		}, study.Series{Name: "data set " + seed, Where: []any{"data", seed}, Style: style})
		x, y := own(scalar)/own(full), top*(0.7-float64(0.1*float64(i)))
		ratios.Add(
			plots.Line{X: []float64{x, x}, Y: []float64{0, y}, Style: plots.Style{Color: style.Color}},
			plots.Line{X: []float64{x}, Y: []float64{y}, Style: style})
	}
	change, normal := map[float64][]float64{}, map[float64][]float64{}
	for _, n := range s.Sets.Ndata {
		change[float64(n)] = of(t, full, n)
		floats.Div(change[float64(n)], of(t, norm, n))
		normal[float64(n)] = of(t, distance, n)
	}
	for i, of := range []map[float64][]float64{change, normal} {
		more.Add(study.Spread("", plots.Cycle(3+3*i), of, 0.25, 0.75)...)
	}
	first := float64(least)
	more.Add(
		plots.Text{
			Text: `$\|\Sigma_x - \bar\Sigma\| / \|\Sigma_x\|$`, Color: plots.Cycle(3).Color,
			X: first, Y: stat.Mean(change[first], nil), Shift: vg.Point{Y: -26},
		},
		plots.Text{
			Text: `distance of $\theta_1$ from normal`, Color: plots.Cycle(6).Color,
			X: 0.06, Y: 0.2, Relative: true,
		})
	return f, nil
}

// of returns the numbers of a quantity for the data sets of [sets] with n data.
func of(t *table.Table, quantity string, n int) []float64 {
	return t.Where("quantity", quantity, "ndata", n, "method", nil).Floats("value")
}
