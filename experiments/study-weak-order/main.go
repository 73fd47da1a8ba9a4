// Command study-weak-order answers whether SGLD and Langevin dynamics have the weak orders of
// theory (sections 2.1 to 2.4 and the appendices): on the Gaussian posterior of Figure 3 it
// computes their errors, moments and remainders exactly, and runs them with all the data and for
// the means.
package main

import (
	_ "embed"
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	gaussian.Variance
	Dt     []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	N      []int     `toml:"n" spec:"min=1,nonempty,distinct"`
	Points []Points  `toml:"points" spec:"optional"`
	Means  Means     `toml:"means"`
	Theory Theory    `toml:"theory"`
}

// Points is a [[points]] table of a spec: runs for all its n and Δt.
type Points struct {
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	N        []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt       []float64          `toml:"dt" spec:"positive,nonempty,distinct"`
}

var program = experiment.Program[Spec]{
	Name:  "study-weak-order",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: weak orders",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.points(c, g)
	if err != nil {
		return nil, err
	}
	means, err := s.Means.points(c, g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, m := range s.Method {
		for _, p := range points {
			chains = append(chains, g.Chain(m, p))
		}
	}
	for _, m := range s.Method {
		for _, p := range means {
			chains = append(chains, s.Means.chains(g, m, p)...)
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	r := rows{g}
	for _, m := range s.Method {
		for _, p := range points {
			r.AddPoint(m, p, samples[0])
			samples = samples[1:]
		}
	}
	for _, m := range s.Method {
		for _, p := range means {
			for range factors {
				r.mean(m, p, samples[0])
				samples = samples[1:]
			}
		}
	}
	r.theory(s)
	return r.Table, nil
}

// points checks the spec and returns the points of the [[points]] tables.
func (s Spec) points(c *experiment.Context, g *gaussian.NewTable) (ps []study.Point, err error) {
	total := g.Model.Ndata()
	if !(g.Law.V > 0) {
		return nil, c.Errorf("data", "expected data that differ: the others have no noise of batches")
	}
	for i, n := range s.N {
		if err := minibatch.Without.Check(total, n); err != nil {
			return nil, c.Errorf(fmt.Sprintf("n[%d]", i), "%v", err)
		}
	}
	for i, e := range s.Points {
		for _, dt := range e.Dt {
			for j, n := range e.N {
				key := fmt.Sprintf("points[%d].n[%d]", i, j)
				p, err := study.NewPoint(c, key, e.Sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				ps = append(ps, p)
			}
		}
	}
	return ps, nil
}

// Means is the [means] table of a spec: runs of the lengths T, 4T and 16T, whose means of θ have
// standard errors to compare. Batches are drawn without replacement.
type Means struct {
	T        float64 `toml:"T" spec:"positive"`
	Replicas int     `toml:"replicas" spec:"min=64,max=4096"`
	Dt       float64 `toml:"dt" spec:"positive"`
	N        []int   `toml:"n" spec:"min=1,distinct"`
}

// factors are the lengths of the runs, in units of T.
var factors = []float64{1, 4, 16}

// points returns the points of the runs, or an error about values with which there are none.
func (e Means) points(c *experiment.Context, total int) (ps []study.Point, err error) {
	if e.Replicas%vec.Lanes != 0 {
		return nil, c.Errorf("means.replicas", "expected a multiple of %d, got %d",
			vec.Lanes, e.Replicas)
	}
	for i, n := range e.N {
		p, err := study.NewPoint(c, fmt.Sprintf("means.n[%d]", i), minibatch.Without, total, n, e.Dt)
		if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// chains returns the runs of a method at a point.
func (e Means) chains(
	g *gaussian.NewTable, m study.Method, p study.Point,
) (chains []*simulate.Chain) {
	for _, f := range factors {
		x := g.Chain(m, p)
		x.T, x.Replicas = float64(f*e.T), e.Replicas
		chains = append(chains, x)
	}
	return chains
}

// mean adds the standard error of a run's mean and the test whether the means of its replicas are
// normal.
func (r rows) mean(m study.Method, p study.Point, x *simulate.Samples) {
	row := r.Row(m, p)
	row["T"] = x.Chain.T
	if x.Diverged {
		row["status"] = table.Diverged
		r.Measure(row, "standard error of the mean", estimate.Unknown())
		return
	}
	b := x.Theta(0)
	se := b.Mean().StdErr
	r.Measure(row, "standard error of the mean", estimate.Estimate{
		Value: se, StdErr: se / math.Sqrt(float64(2*float64(b.Replicas-1))),
	})
	r.AddValue(row, "Shapiro–Wilk deviate of the means of replicas",
		estimate.ShapiroWilk(b.ReplicaMeans()))
}

// cumulants adds the moments of θ of higher order, for the data and for symmetric data.
func (r rows) cumulants(s Spec, m study.Method) {
	const sampling = minibatch.Without
	mirrored := symmetric(r.Model)
	for _, n := range s.Theory.Cumul {
		if n >= r.Model.Ndata() {
			continue
		}
		for _, dt := range s.Theory.Dt {
			row, step := r.at(m, sampling, n, dt), r.Law.Step(m.Word, m.Gamma, dt, false)
			e := r.VarianceError(m, sampling.Epsilon(r.Model.Ndata(), n), dt)
			third, skewness, kurtosis := step.Shape(r.Model, n, sampling, e)
			r.AddValue(row, "third central moment", third)
			r.AddValue(row, "skewness", skewness)
			r.AddValue(row, "excess kurtosis", kurtosis)
			if mirrored != nil {
				third, _, _ = step.Shape(mirrored, n, sampling, e)
				r.AddValue(row, "third central moment for symmetric data", third)
			}
		}
		if m.Word == dynamics.SGLD {
			row := r.at(m, sampling, n, 0)
			row["method"], row["dt"] = nil, nil
			r.AddValue(row, "E Z³", exact.BatchSkewness(r.Model.X, n, sampling))
			if mirrored != nil {
				r.AddValue(row, "E Z³ for symmetric data", exact.BatchSkewness(mirrored.X, n, sampling))
			}
		}
	}
}

// symmetric returns the model with the first half of the deviations from the mean and their mirror
// images as data, or nil if these are all the same.
func symmetric(m *model.Gaussian) *model.Gaussian {
	centre, half := 0.0, len(m.X)/2
	for _, x := range m.X {
		centre += x / float64(len(m.X))
	}
	var x []float64
	for _, y := range m.X[:half] {
		x = append(x, y-centre, centre-y)
	}
	s := &model.Gaussian{X: x, SigmaX: m.SigmaX, SigmaTheta: m.SigmaTheta}
	if !(len(x) > 1 && s.Var() > 0) {
		return nil
	}
	return s
}
