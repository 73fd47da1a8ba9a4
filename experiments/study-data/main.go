// Command study-data answers what depends on the data set (sections 2.4.3, 3.3.2 and 5): it
// computes the norms of Σ_x − S* for many, runs Adaptive Langevin dynamics on three, and counts at
// several η how often it goes from one mode to the other.
package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.Study
	Metastable struct { // runs whose exchanges of modes are counted
		T    float64        `toml:"T" spec:"positive"`
		Runs []mixture.Runs `toml:"runs" spec:"nonempty"`
	} `toml:"metastable"`
	Sets struct { // of the distribution of [data], with the seeds seed, seed+1, …
		Count int    `toml:"count" spec:"min=1,max=10000"` // for each number of data
		Seed  uint64 `toml:"seed"`
		Ndata []int  `toml:"ndata" spec:"min=2,max=65536,nonempty,distinct"`

		// Errors are predicted to leading order for the first Slopes sets, in polynomials of a degree,
		// at Noise = ε(n)Δt.
		Slopes int     `toml:"slopes" spec:"nonnegative"`
		Degree int     `toml:"degree" spec:"min=4,max=24"`
		Noise  float64 `toml:"noise" spec:"positive"`
	} `toml:"sets"`
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
	var counted []*mixture.Run
	for i, r := range s.Metastable.Runs {
		r.T = cmp.Or(r.T, s.Metastable.T)
		more, err := s.List(c, g, fmt.Sprintf("metastable.runs[%d]", i), r)
		if err != nil {
			return nil, err
		}
		counted = append(counted, more...)
	}
	if s.Data.File != "" {
		return nil, c.Errorf("data.file", "other data sets need a distribution, not a file")
	}
	tasks := s.tasks()
	if err := s.Run(c, g, slices.Concat(runs, counted), tasks...); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t, "L1")
		if t.Where("data", r.Seed, "source", table.Exact).Len() == 0 {
			x := numbers(r.Data.Posterior)
			for _, j := range []int{scalar, full} {
				add(t, r.Seed, s.Data.N, quantities[j], table.Exact, x[j])
			}
		}
	}
	for _, r := range counted {
		r.Rows(t, "crossings")
	}
	s.rows(t, tasks)
	return t, nil
}

// quantities are the numbers of a posterior that are compared: the distances of Σ_x from constant
// matrices of the forms of ξ, its norm, and the Kolmogorov distance of the distribution of θ₁ from
// a normal one.
var quantities = []string{
	"norm of Sigma - s I", "norm of Sigma - D", "norm of Sigma - mean", "norm of Sigma",
	"D of theta1",
}

const scalar, diagonal, full, norm, distance = 0, 1, 2, 3, 4

func numbers(p *exact.MixtureGrid) (x []float64) {
	for _, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}} {
		_, distance := p.ProjectBasis(dynamics.One{}, form)
		x = append(x, distance)
	}
	return append(x, p.GradCovNorm(), p.NormalDistance(0))
}

// ratio returns the L¹ error on the marginal of θ₁ of Adaptive Langevin dynamics with a full ξ,
// frozen at its mean, over that of Langevin dynamics, both to leading order at the same ε(n)Δt.
func (s Spec) ratio(p *exact.MixtureGrid) float64 {
	b := exact.NewRoughBias(p, s.Sets.Degree)
	adl := b.AdL(dynamics.Full{}, s.Sets.Noise, s.Gamma).L1(0, p.Lo[0], p.Hi[0], 200)
	return adl / b.Langevin(s.Gamma).L1(0, p.Lo[0], p.Hi[0], 200)
}

// tasks lists the computations for the data sets, one for every number of data.
func (s Spec) tasks() (tasks []*study.Exact) {
	count, slopes := s.Sets.Count, min(s.Sets.Slopes, s.Sets.Count)
	var arrays []study.Array
	for _, q := range quantities {
		arrays = append(arrays, study.Array{Name: q, Len: count})
	}
	arrays = append(arrays, study.Array{Name: "ratio", Len: slopes})
	for _, n := range s.Sets.Ndata {
		tasks = append(tasks, &study.Exact{
			Title: fmt.Sprintf("norms of Σ for %d data sets of %d", count, n),
			Key: spec.Key{
				"is": "norms of data sets", "kind": s.Data.Kind, "ndata": n, "seed": s.Sets.Seed,
				"count": count, "slopes": slopes, "degree": s.Sets.Degree, "noise": s.Sets.Noise,
				"gamma": s.Gamma, "w": s.Data.W, "mu": s.Data.Mu, "sigma": s.Data.Sigma,
				"model": s.Model.Posterior(dataset.Data{}).Key(),
			},
			Arrays: arrays,
			Digits: study.Digits,
			Of: func() [][]float64 {
				found := make([][]float64, len(arrays))
				for k := range count {
					p := s.posterior(n, k)
					x := numbers(p)
					if k < slopes {
						x = append(x, s.ratio(p))
					}
					for j, v := range x {
						found[j] = append(found[j], v)
					}
				}
				return found
			},
			Part: func() []float64 {
				p := s.posterior(min(n, 100), 0)
				return append(numbers(p), s.ratio(p))
			},
		})
	}
	return tasks
}

// posterior returns the posterior of data set k with n data. Its quadrature, to about 1e-4, takes
// fewer nodes and a smaller box than that of the figure.
func (s Spec) posterior(n, k int) *exact.MixtureGrid {
	source := s.Data
	source.N, source.Seed = n, s.Sets.Seed+uint64(k)
	data, err := source.Load()
	if err != nil {
		panic("study-data: " + err.Error()) // the spec's own data have only another n and seed
	}
	return exact.NewMixtureGrid(s.Model.Posterior(data), exact.Grid{Step: 1.6, Edge: 16})
}

// rows adds the numbers of the data sets, a row each.
func (s Spec) rows(t *table.Table, tasks []*study.Exact) {
	for i, n := range s.Sets.Ndata {
		for j, array := range tasks[i].Arrays {
			if j == diagonal || j == scalar && n > slices.Min(s.Sets.Ndata) {
				continue // neither drawn nor judged
			}
			quantity, source := array.Name, table.Exact
			if j == len(quantities) {
				quantity, source = "error over Langevin's", table.Prediction
			}
			for k, x := range tasks[i].Found(array.Name) {
				add(t, s.Sets.Seed+uint64(k), n, quantity, source, x)
			}
		}
	}
}

// add adds a number of the data of a seed.
func add(t *table.Table, seed uint64, ndata int, quantity, source string, x float64) {
	t.AddValue(table.Row{
		"data": seed, "ndata": ndata, "status": table.OK, "source": source,
	}, quantity, x)
}

// render draws the errors on three data sets against ε(n)Δt ‖Σ_x − Σ̄‖, the ratios of the norms of
// the data sets with the least number of data, and what becomes of the others with more.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 3)
	f.Legend = true
	seeds := t.Where("quantity", "L1").Distinct("data")
	errors(f.Panel(0, 0), t, seeds)
	s.ratios(f.Panel(0, 1), t, seeds)
	s.medians(f.Panel(0, 2), t)
	return f, nil
}

func errors(p *figure.Panel, t *table.Table, seeds []string) {
	p.XLabel = `$\varepsilon(n)\Delta t\,\|\Sigma_x - \bar\Sigma\|$`
	p.YLabel, p.X.Log, p.Y.Log = `$L^1$ error on the marginal of $\theta_1$`, true, true
	var kinds []study.Kind
	for i, seed := range seeds {
		kinds = append(kinds, study.Kind{
			Name: "data " + seed, Where: []any{"data", seed}, Style: figure.Cycle(i),
		})
	}
	study.Compare(p, t, "L1", func(u *table.Table, i int) float64 {
		return study.ScaledNoise(u, i) * only(t, full, u.Cell(i, "data"))
	}, kinds...)
}

// only returns a number of the data of a seed, of which there is one number of data.
func only(t *table.Table, number int, seed string) float64 {
	x, _ := t.Lookup("value", "quantity", quantities[number], "data", seed)
	return x
}

// of returns a number of the data sets with n data, over another unless that is the same.
func (s Spec) of(t *table.Table, n, number, over int) []float64 {
	t = t.Where("ndata", n)
	t = t.Filter(func(i int) bool { return t.Float(i, "data") >= float64(s.Sets.Seed) })
	x := t.Where("quantity", quantities[number]).Floats("value")
	if over != number {
		floats.Div(x, t.Where("quantity", quantities[over]).Floats("value"))
	}
	return x
}

// ratios draws a histogram of the norm for a scalar friction over that for a full one.
func (s Spec) ratios(p *figure.Panel, t *table.Table, seeds []string) {
	n := slices.Min(s.Sets.Ndata)
	h := figure.Histogram{Heights: make([]float64, 32), Fill: figure.Grey(0.86)}
	for k := range 33 {
		h.Edges = append(h.Edges, 1+float64(float64(k)/8))
	}
	for _, r := range s.of(t, n, scalar, full) {
		if k := int(8 * (r - 1)); 0 <= k && k < len(h.Heights) {
			h.Heights[k]++
		}
	}
	p.XLabel, p.YLabel = `$\|\Sigma_x - s^* I\| / \|\Sigma_x - \bar\Sigma\|$`, "data sets"
	p.Add(h)
	for i, seed := range seeds {
		style := figure.Cycle(i)
		style.Marker, style.Width = 0, 1.2
		x := only(t, scalar, seed) / only(t, full, seed)
		p.Add(figure.Line{X: []float64{x, x}, Y: []float64{0, slices.Max(h.Heights)}, Style: style})
	}
}

// medians draws medians and quartiles against the number of data.
func (s Spec) medians(p *figure.Panel, t *table.Table) {
	p.XLabel, p.X.Log, p.Y.Log = `$N_d$`, true, true
	for i, q := range []struct {
		name         string
		number, over int
	}{
		{`$\|\Sigma_x - \bar\Sigma\| / \|\Sigma_x\|$`, full, norm},
		{`$\theta_1$: distance from a normal distribution`, distance, distance},
	} {
		style := figure.Cycle(3 + i)
		l := figure.Line{Name: q.name, Style: style}
		b := figure.Band{Fill: figure.Tint(style.Color, 0.25)}
		for _, n := range slices.Sorted(slices.Values(s.Sets.Ndata)) {
			x := slices.Sorted(slices.Values(s.of(t, n, q.number, q.over)))
			at := func(share float64) float64 { return x[int(share*float64(len(x)-1))] }
			l.X, l.Y = append(l.X, float64(n)), append(l.Y, at(0.5))
			b.X, b.Low = l.X, append(b.Low, at(0.25))
			b.High = append(b.High, at(0.75))
		}
		p.Add(b, l)
	}
}
