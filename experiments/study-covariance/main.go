// Command study-covariance answers how far the covariance of one datum's gradient is from a
// constant where the posterior of a mixture has its mass (sections 1, 3.3.2 and 4.3). It evaluates
// Σ(θ) of Figure 6, and Σ_x(θ) for the data of the figure and for others.
package main

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/mixture"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	mixture.CovarianceSquare
	Ellipse float64      `toml:"ellipse" spec:"positive"`
	Mass    []float64    `toml:"mass" spec:"positive,max=1,nonempty,distinct"`
	Limit   Limit        `toml:"limit"`
	Others  study.Others `toml:"others"`
}

var program = experiment.Program[Spec]{
	Name:  "study-covariance",
	Title: "covariance of the gradient, mixture of Gaussians: by how much it varies",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ and Σ_x on the square and where the posterior has its mass, and Σ_x for other
// data sets.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	v, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	square, modes := v.Square, v.Posterior.Modes
	support := nodes(v.Posterior, 1e-14)
	most := slices.Max(s.Mass)
	onSquare := v.Task("on the square", square)
	onNodes := v.Task("on the nodes of the posterior", support)
	besideSquare := v.Task("beside the square", beside(square, modes))
	besideNodes := v.Task("beside the nodes", beside(densest(support, most), modes))
	limits, drawn := s.Limit.tasks(s, v), s.drawn(v.Posterior.Model)
	tasks := []*study.Exact{onSquare, onNodes, besideSquare, besideNodes}
	if err := study.Compute(c, slices.Concat(tasks, limits, drawn)...); err != nil {
		return nil, err
	}
	mixture.FillCovariances(square, onSquare)
	mixture.FillCovariances(support, onNodes)

	t := rows{s.NewTable()}
	t.span("square", square)
	for _, mass := range s.Mass {
		t.span(share(mass), densest(support, mass))
	}
	for i, x := range modes {
		t.span(fmt.Sprintf("mode %d", i+1), inside(support, x, s.Ellipse))
	}
	t.variation(support, v.Posterior.Model.Ndata())
	t.change("square", support, square, besideSquare)
	t.change(share(most), support, densest(support, most), besideNodes)
	t.limit(s.Limit, limits)
	for _, x := range drawn {
		t.others(s, x.Found("measured"))
	}
	return t.Table, nil
}

// Limit is the [limit] table of a spec: data sets that follow the distribution of the limit Σ.
type Limit struct {
	N    []int  `toml:"ndata" spec:"min=2,max=65536,distinct"`
	Sets int    `toml:"sets" spec:"min=2,max=1024"`
	Seed uint64 `toml:"seed"`
}

// tasks lists the tasks of the squared distances of Σ_x from Σ, for every size of data sets. They
// take few nodes, since the data sets are many.
func (l Limit) tasks(s Spec, v *mixture.Covariances) (list []*study.Exact) {
	m := v.Posterior.Model
	support := sync.OnceValue(func() []node {
		ns := nodes(exact.NewMixtureGrid(m, exact.Grid{Step: 1.6}), 1e-5)
		v.Evaluate(ns)
		return ns
	})
	sd := [2]float64{m.Sigma1, m.Sigma2}
	for i, size := range l.N {
		seed := l.Seed + uint64(i*l.Sets)
		squares := func(sets int, ns []node) []float64 {
			norm := distance(ns, sigma, zero)
			d2 := make([]float64, sets)
			for k := range d2 {
				drawn := s.Model.Posterior(dataset.Mixture(size, m.W, s.Theta0, sd, seed+uint64(k)))
				d := distance(ns, sigma, func(n node) []float64 {
					return exact.GradCov(drawn, n.Theta)
				}) / norm
				d2[k] = float64(d * d)
			}
			return d2
		}
		list = append(list, &study.Exact{
			Title: fmt.Sprintf("distance of Σ_x for %d data from Σ", size), Digest: v.Digest,
			Key: spec.Key{
				"is": "distances to the limit", "model": m.Key(), "theta0": s.Theta0[:],
				"ndata": size, "sets": l.Sets, "seed": seed,
			},
			Arrays: []study.Array{{Name: "squares", Len: l.Sets}},
			Of:     func() [][]float64 { return [][]float64{squares(l.Sets, support())} },
			Part:   func() []float64 { return squares(1, study.Some(support())) },
		})
	}
	return list
}

// limit adds the distance of Σ_x from Σ for data sets that follow its distribution.
func (t rows) limit(l Limit, tasks []*study.Exact) {
	for i, size := range l.N {
		e := estimate.Mean(tasks[i].Found("squares"))
		d := math.Sqrt(e.Value) // root mean square
		t.Measure(table.Row{"ndata": size, "status": table.OK, "source": table.Simulation},
			"relative distance of Sigma_x", estimate.Estimate{Value: d, StdErr: e.StdErr / float64(2*d)})
	}
}

// rows is the table. Its column data holds what Σ_x gives instead of Σ.
type rows struct{ *table.Table }

// add adds an exact row with more cells, each a column and its value.
func (t rows) add(quantity string, value float64, cells ...any) {
	row := table.Row{"status": table.OK, "source": table.Exact}
	for i := 0; i < len(cells); i += 2 {
		row[cells[i].(string)] = cells[i+1]
	}
	t.AddValue(row, quantity, value)
}

// components are the entries of a symmetric matrix: their names and their places in row order.
var components = []struct {
	name string
	at   int
}{{"11", 0}, {"22", 3}, {"12", 1}}

// The matrices as functions on the nodes.
func sigma(n node) []float64  { return n.Sigma }
func sigmaX(n node) []float64 { return n.Data }
func zero(node) []float64     { return make([]float64, 4) }

// span adds the extreme values of Σ in a region.
func (t rows) span(region string, ns []node) {
	for _, k := range components {
		lo, hi := extremes(ns, sigma, k.at)
		dlo, dhi := extremes(ns, sigmaX, k.at)
		t.add("least Sigma"+k.name, lo, "region", region, "data", dlo)
		t.add("largest Sigma"+k.name, hi, "region", region, "data", dhi)
	}
}

// variation adds by how much Σ varies in L²(π), and its distance from Σ_x.
func (t rows) variation(support []node, total int) {
	average, averageX := mean(support, sigma), mean(support, sigmaX)
	for _, k := range components {
		t.add("mean Sigma"+k.name, average[k.at], "data", averageX[k.at])
	}
	norm := distance(support, sigma, zero)
	t.add("norm", norm, "data", distance(support, sigmaX, zero))
	t.add("distance from the mean", distance(support, sigma, constant(average)),
		"data", distance(support, sigmaX, constant(averageX)))
	t.add("relative distance of Sigma_x", distance(support, sigmaX, sigma)/norm, "ndata", total)
}

// share names a region of highest density by the mass that it holds.
func share(mass float64) string { return fmt.Sprintf("%g %%", 100*mass) }

// change adds the largest change of Σ in a region, over one standard deviation of the nearest mode,
// relative to the norm of the mean. The task is that of the nodes beside its nodes ns, which are
// evaluated.
func (t rows) change(region string, support, ns []node, task *study.Exact) {
	near := make([]node, 4*len(ns))
	mixture.FillCovariances(near, task)
	of := func(f func(node) []float64) float64 {
		return largestChange(ns, near, f) / floats.Norm(mean(support, f), 2)
	}
	t.add("largest change", of(sigma), "region", region, "data", of(sigmaX))
}
