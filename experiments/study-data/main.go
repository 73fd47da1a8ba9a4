// Command study-data answers what depends on the data set (sections 2.4.3, 3.3.2 and 5): it
// computes the norms of Σ_x − S* for many, runs Adaptive Langevin dynamics on three, and counts at
// several η how often it goes from one mode to the other.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Metastable struct {
		Full   mixture.Runs `toml:"full"`
		Scalar mixture.Runs `toml:"scalar"`
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
	tasks, err := s.tasks(c)
	if err != nil {
		return nil, err
	}
	if err := s.Run(c, g, slices.Concat(runs, full, scalar), tasks...); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t, "L1")
		if t.Where("data", r.Seed, "source", table.Exact).Len() == 0 {
			norms(t, r.Seed, r.Data)
		}
	}
	for _, r := range append(full, scalar...) {
		r.Rows(t, "crossings")
	}
	s.rows(t, tasks)
	return t, nil
}

// norms adds the norms of Σ_x and of its distances from constant matrices.
func norms(t *table.Table, seed uint64, g *mixture.Marginal) {
	all := table.New(t.Columns()...)
	g.Norms(all)
	for i := range all.Len() {
		if q := all.Cell(i, "quantity"); q != mixture.DistanceName(study.Diagonal) {
			t.AddValue(table.Row{
				"data": seed, "ndata": g.Posterior.Model.Ndata(), "status": table.OK, "source": table.Exact,
			}, q, all.Float(i, "value"))
		}
	}
}

// render draws the errors on three data sets against ε(n)Δt ‖Σ_x − Σ̄‖, the ratios of the norms of
// the data sets with the least number of data, and what becomes of the others with more.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	errors(f.Panel(0, 0), t)
	s.ratios(f.Panel(0, 1), t)
	s.more(f.Panel(0, 2), t)
	return f, nil
}

func errors(p *figure.Panel, t *table.Table) {
	p.XLabel = `$\varepsilon(n)\Delta t\,\|\Sigma_x - \bar\Sigma\|$`
	p.YLabel, p.X.Log, p.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	var kinds []study.Kind
	for i, seed := range t.Where("source", table.Simulation).Distinct("data") {
		kinds = append(kinds, study.Kind{
			Name: "data " + seed, Where: []any{"data", seed}, Style: figure.Cycle(i),
		})
	}
	study.Compare(p, t, "L1", func(u *table.Table, i int) float64 {
		return study.ScaledNoise(u, i) * only(t, full, u.Cell(i, "data"))
	}, kinds...)
}

var full, scalar = mixture.DistanceName(study.Full), mixture.DistanceName(study.Scalar)

// only returns an exact number of the data of a seed, of which there is one number of data.
func only(t *table.Table, quantity, seed string) float64 {
	x, _ := t.Lookup("value", "quantity", quantity, "data", seed, "method", nil)
	return x
}

// of returns the numbers of a quantity for the data sets with ndata data.
func (s Spec) of(t *table.Table, quantity string, ndata int) (x []float64) {
	t = t.Where("quantity", quantity, "ndata", ndata, "source", table.Exact)
	t = t.Filter(func(i int) bool { return t.Float(i, "data") >= float64(s.Sets.Seed) })
	return t.Floats("value")
}

// over returns the quotients of numbers.
func over(x, y []float64) (q []float64) {
	for i := range x {
		q = append(q, x[i]/y[i])
	}
	return q
}

// ratios draws a histogram of the norm for a scalar friction over that for a full one.
func (s Spec) ratios(p *figure.Panel, t *table.Table) {
	n := slices.Min(s.Sets.Ndata)
	h := figure.Histogram{
		Heights: make([]float64, 32), Fill: figure.Grey(0.86),
	}
	for k := range 33 {
		h.Edges = append(h.Edges, 1+float64(float64(k)/8))
	}
	for _, r := range over(s.of(t, scalar, n), s.of(t, full, n)) {
		if k := int(8 * (r - 1)); 0 <= k && k < len(h.Heights) {
			h.Heights[k]++
		}
	}
	p.XLabel, p.YLabel = `$\|\Sigma_x - s^* I\| / \|\Sigma_x - \bar\Sigma\|$`, "data sets"
	p.Add(h)
	for i, seed := range t.Where("source", table.Simulation).Distinct("data") {
		style := figure.Cycle(i)
		style.Marker, style.Width = 0, 1.2
		x := only(t, scalar, seed) / only(t, full, seed)
		p.Add(figure.Line{X: []float64{x, x}, Y: []float64{0, slices.Max(h.Heights)}, Style: style})
	}
}

// more draws medians and quartiles against the number of data.
func (s Spec) more(p *figure.Panel, t *table.Table) {
	p.XLabel, p.X.Log, p.Y.Log = `$N_d$`, true, true
	for i, q := range []struct {
		name string
		of   func(n int) []float64
	}{
		{`$\|\Sigma_x - \bar\Sigma\| / \|\Sigma_x\|$`, func(n int) []float64 {
			return over(s.of(t, full, n), s.of(t, "norm of Sigma", n))
		}},
		{`$\theta_1$: distance from a normal distribution`, func(n int) []float64 {
			return s.of(t, "D of theta1", n)
		}},
	} {
		style := figure.Cycle(3 + i)
		l := figure.Line{Name: q.name, Style: style}
		b := figure.Band{Fill: figure.Tint(style.Color, 0.25)}
		for _, n := range slices.Sorted(slices.Values(s.Sets.Ndata)) {
			x := slices.Sorted(slices.Values(q.of(n)))
			at := func(share float64) float64 { return x[int(share*float64(len(x)-1))] }
			l.X, l.Y = append(l.X, float64(n)), append(l.Y, at(0.5))
			b.X, b.Low, b.High = append(b.X, float64(n)), append(b.Low, at(0.25)), append(b.High, at(0.75))
		}
		p.Add(b, l)
	}
}
