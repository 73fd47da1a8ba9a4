// Command study-slopes answers whether the errors of SGLD and Langevin dynamics on a mixture begin
// as theory says, and what the next order is (sections 2.1 to 2.5): it compares the errors of
// Figure 4, and of runs beside it, with those to leading order in ε(n)Δt and Δt.
package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Mixture                // of Figure 4
	Method          []study.Method `toml:"method" spec:"nonempty"`
	Degree          int            `toml:"degree" spec:"min=6,max=40"` // of the polynomials

	// Fit is the largest ε(n)Δt of the errors to which a slope is fitted, FitLangevin that of
	// Langevin dynamics.
	Fit         float64 `toml:"fit" spec:"positive"`
	FitLangevin float64 `toml:"fit_langevin" spec:"positive"`

	Levels []float64 `toml:"levels" spec:"positive,distinct"` // ε(n)Δt of the picture

	// runs beside Figure 4
	All    Runs `toml:"all"`
	Coarse Runs `toml:"coarse"`
	Slope  Runs `toml:"slope"`
	Equal  Runs `toml:"equal"`
	Length Runs `toml:"length"`
}

var program = experiment.Program[Spec]{
	Name:  "study-slopes",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: slopes of the error, and what is next",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute adds measurements of the runs beside Figure 4, and for each method the slopes of the
// error and the errors to leading order.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c, s.Method...)
	if err != nil {
		return nil, err
	}
	runs, err := s.list(c, g)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, r := range runs {
		chains = append(chains, r.chain)
	}
	found, leading, err := g.RunLeading(c, s.Degree, s.Method, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per", "run", "T")...)
	for i, r := range runs {
		r.samples = found[i]
		r.rows(t, g)
	}
	for i, m := range s.Method {
		p := prediction{g, m.Name, leading[i], nil}
		if p.leading == nil {
			continue
		}
		for _, r := range runs {
			if r.method == m.Name && r.name != length && !r.samples.Diverged {
				p.runs = append(p.runs, r)
			}
		}
		fit := s.Fit
		if m.Word != dynamics.SGLD {
			fit = s.FitLangevin
		}
		p.slopes(t, fit)
		p.points(t)
	}
	return t, nil
}

// render draws the errors with all the data against Δt, those with batches over the leading order
// against ε(n)Δt, and the next term against ε(n).
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	kinds := make([]study.Kind, len(s.Method))
	for i, m := range s.Method {
		kinds[i] = study.Kind{Name: m.Name, Where: []any{"method", m.Name}, Style: figure.Cycle(i)}
	}

	p, all := f.Panel(0, 0), t.Where("epsilon", 0)
	p.Title, p.XLabel = "all the data", `$\Delta t$`
	p.YLabel, p.X.Log, p.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	for _, k := range kinds {
		u := all.Where(k.Where...).Where("quantity", "leading order").Sort("dt")
		p.Add(figure.Line{X: u.Floats("dt"), Y: u.Floats("value"), Style: figure.Guide()})
	}
	study.Compare(p, all, "L1", study.Column("dt"), kinds...)

	p = f.Panel(0, 1)
	p.XLabel, p.YLabel, p.X.Log = `$\varepsilon(n)\Delta t$`, "error over leading order", true
	p.Add(figure.HLine{Y: 1})
	study.Compare(p, t, overLeading, study.ScaledNoise, kinds...)

	p = f.Panel(0, 2)
	p.XLabel = `$\varepsilon(n)$`
	p.YLabel = `next term / $(\varepsilon(n)\Delta t)^2$`
	p.X.Log, p.Y.Log = true, true
	p.Add(figure.Line{
		Name: `$\varepsilon(n)^{3/2}\Delta t^2$, as printed`, X: []float64{400, 40000},
		Y: []float64{0.1, 0.01}, Style: figure.Guide(),
	})
	for j, level := range s.Levels {
		u := t.Filter(func(i int) bool { return math.Abs(study.ScaledNoise(t, i)/level-1) < 0.01 })
		for i, k := range kinds {
			k.Name = fmt.Sprintf(`%s, $\varepsilon(n)\Delta t = %.2g$`, k.Name, level)
			k.Style.Marker, k.Join = figure.Cycle(2+i+2*j).Marker, true
			study.Compare(p, u, next, study.Column("epsilon"), k)
		}
	}
	return f, nil
}

// Runs is a table of the spec with runs beside Figure 4, for every T.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	mixture.Selection
	T        []float64 `toml:"T" spec:"positive,nonempty,distinct"`
	Replicas int       `toml:"replicas" spec:"optional,min=64,max=65536"`
}

// run is a chain.
type run struct {
	name   string // "" if it is of Figure 4
	method string
	study.Point
	chain   *simulate.Chain
	samples *simulate.Samples
	row     table.Row
}

// length is the name of the runs of different lengths.
const length = "length"

// list returns the runs of Figure 4 and those beside it.
func (s Spec) list(c *experiment.Context, g *mixture.Marginal) (all []*run, err error) {
	add := func(name string, m study.Method, ps []study.Point, r Runs) {
		for _, p := range ps {
			for _, t := range r.T {
				chain := g.Chain(m.Scheme(p.Dt), p)
				chain.T, chain.Replicas = t, cmp.Or(r.Replicas, chain.Replicas)
				all = append(all, &run{name: name, method: m.Name, Point: p, chain: chain})
			}
		}
	}
	total := g.Posterior.Model.Ndata()
	grid, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Method {
		add("", m, grid, Runs{T: []float64{s.T}})
	}
	for _, x := range []struct {
		key, name string
		Runs
	}{
		{"all", "all data", s.All}, {"coarse", "coarse", s.Coarse}, {"slope", "slope", s.Slope},
		{"equal", "equal", s.Equal}, {length, length, s.Length},
	} {
		i := slices.IndexFunc(s.Method, func(m study.Method) bool { return m.Name == x.Method })
		if i < 0 {
			return nil, c.Errorf(x.key+".method", "expected the name of a method, got %q", x.Method)
		}
		if err := (study.Settings{Replicas: x.Replicas}).Check(); err != nil {
			return nil, c.Errorf(x.key+".replicas", "%v", err)
		}
		points, err := x.Select(c, x.key, x.Sampling, total)
		if err != nil {
			return nil, err
		}
		add(x.name, s.Method[i], points, x.Runs)
	}
	return all, nil
}

// rows adds the measurements of a run beside Figure 4. Those of different lengths have the mean of
// θ₁ alone, and the deviate of Shapiro and Wilk's test that the replicas' means are normal.
func (r *run) rows(t *table.Table, g *mixture.Marginal) {
	r.row = r.Row(r.method)
	if r.name == "" {
		t = table.New(t.Columns()...) // Figure 4 has these rows
	} else {
		r.row["run"], r.row["T"] = r.name, r.chain.T
	}
	if r.name != length || r.samples.Diverged {
		g.Rows(t, r.row, r.samples)
		return
	}
	theta := r.samples.Theta(0)
	t.Measure(r.row, "mean", theta.Mean(), g.Mean)
	t.AddValue(r.row, "Shapiro–Wilk deviate of the means of replicas",
		estimate.ShapiroWilk(theta.ReplicaMeans()))
}
