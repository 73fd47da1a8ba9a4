// Command fig14 reproduces Figure 14: the L¹ error on the θ₁ marginal of a two-Gaussian mixture's posterior that extended Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against the number K of functions that its friction is a combination of, for several time steps (section 4.4).
package main

import (
	_ "embed"
	"os"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	simulate.Settings
	simulate.AdL
	experiment.Grid
	Scheme string `toml:"scheme"`
	Basis  struct {
		simulate.Boxes
		Cap float64 `toml:"cap" spec:"min=1"`
	} `toml:"basis"`
	Histogram simulate.Histogram  `toml:"histogram"`
	Data      dataset.Source      `toml:"data"`
	Model     simulate.MixtureKey `toml:"model"`

	All struct {
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"all"`
	Single struct {
		N  int       `toml:"n" spec:"min=1"`
		Dt []float64 `toml:"dt" spec:"positive,distinct"`
	} `toml:"single"`
}

var program = experiment.Program[Spec]{
	Name: "fig14", Title: "extended Adaptive Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// The runs and what they are for.
const (
	curve  = "eAdL"     // the panels
	all    = "all data" // the time step by itself
	single = "single"   // the smallest n
)

// run is a chain of the figure: its basis is the k-th.
type run struct {
	method string
	k      int
	experiment.Point
}

// compute runs every K for every Δt and n, and compares the histogram of θ₁ with the posterior's marginal.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Chains(s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	bases, err := s.bases(c, m)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(c, bases, m.Data())
	if err != nil {
		return nil, err
	}
	marginal, err := c.Marginal(m, s.Histogram)
	if err != nil {
		return nil, err
	}
	mean := marginal.Posterior.Projections().Mean
	var tasks []sweep.Task
	for _, r := range runs {
		chain := s.Settings.Chain(m, data, dynamics.Scheme{Word: s.Scheme, Dt: r.Dt}, r.N, r.Sampling)
		marginal.Prepare(chain)
		bases[r.k].Prepare(chain)
		tasks = append(tasks, chain)
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "friction", "K", "eta", "sampling", "n", "dt"}, "exact", "raw", "floor", "s")...)
	for i, r := range runs {
		x, err := simulate.ReadSamples(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		crit := exact.BatchNoise(r.Epsilon, r.Dt, s.Kind.Lambda(mean))
		row := table.Row{
			"method": r.method, "friction": s.Kind, "K": bases[r.k].K(), "eta": s.Eta, "sampling": r.Sampling, "n": r.N, "dt": r.Dt,
			"epsilon": r.Epsilon, "s": crit, "status": table.OK, "source": table.Simulation,
		}
		if !x.Diverged && x.Runaway(crit) {
			row["status"] = table.Runaway
		}
		marginal.Rows(t, row, x)
		if !x.Diverged {
			bases[r.k].Rows(t, row, x, mean)
		}
	}
	for _, b := range bases {
		t.Add(table.Row{
			"friction": s.Kind, "K": b.K(), "quantity": "projection error", "value": b.distance, "stderr": 0, "status": table.OK, "source": table.Exact,
		})
	}
	marginal.Norms(t)
	return t, nil
}

// basis is a choice of functions, and the distance of Σ_x from its projection onto them.
type basis struct {
	simulate.Extended
	distance float64
}

// bases lists the constant function, for K = 0, and the polynomials of every degree, with their factors.
func (s Spec) bases(c *experiment.Context, m *model.Mixture) ([]basis, error) {
	if err := s.Basis.Check(m.Dim()); err != nil {
		return nil, c.Errorf("basis", "%v", err)
	}
	p, err := c.Posterior(m, exact.Grid{Cuts: [2][]float64(s.Basis.Cuts)})
	if err != nil {
		return nil, err
	}
	functions := []dynamics.ConstantBasis{dynamics.One{}}
	for _, degree := range slices.Sorted(slices.Values(s.Basis.Degrees)) {
		f := s.Basis.Basis(degree)
		f.Scale = p.Scale(f, s.Basis.Cap)
		functions = append(functions, f)
	}
	var bases []basis
	for _, f := range functions {
		coef, distance := p.ProjectBasis(f, s.Kind)
		bases = append(bases, basis{simulate.Extended{AdL: s.AdL, Basis: f, Projection: coef}, distance})
	}
	return bases, nil
}

// runs lists the chains: the points of the curves, and those that claims want.
func (s Spec) runs(c *experiment.Context, bases []basis, total int) ([]run, error) {
	if err := (dynamics.Scheme{Word: s.Scheme, Dt: 1, Friction: s.Friction()}).Check(); err != nil {
		return nil, c.Errorf("scheme", "%v", err)
	}
	if err := minibatch.Without.Check(total, s.Single.N); err != nil {
		return nil, c.Errorf("single.n", "%v", err)
	}
	points, err := c.Points(s.Grid, total)
	if err != nil {
		return nil, err
	}
	var runs []run
	for k := range bases {
		for _, p := range points {
			runs = append(runs, run{curve, k, p})
		}
		for _, dt := range s.Single.Dt {
			runs = append(runs, run{single, k, experiment.Point{Sampling: minibatch.Without, Dt: dt, N: s.Single.N, Epsilon: minibatch.Without.Epsilon(total, s.Single.N)}})
		}
		if k > 0 && k < len(bases)-1 {
			continue
		}
		for _, dt := range s.All.Dt {
			runs = append(runs, run{all, k, experiment.Point{Sampling: minibatch.Without, Dt: dt, N: total}})
		}
	}
	return runs, nil
}
