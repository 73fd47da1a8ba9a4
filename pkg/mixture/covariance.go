package mixture

import (
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

// CovarianceSquare are the keys of a spec about the covariance of one datum's gradient for a
// mixture, on a square of the parameters: Σ(θ), for infinitely many data of the mixture at θ₀, and
// Σ_x(θ), for the data.
type CovarianceSquare struct {
	Theta0 [2]float64     `toml:"theta0"`
	Square [2]float64     `toml:"square"`
	Nodes  int            `toml:"nodes" spec:"min=2,max=401"`
	Data   dataset.Source `toml:"data"`
	Model  Model          `toml:"model"`
}

// Covariances evaluates Σ and Σ_x.
type Covariances struct {
	Posterior *exact.MixtureGrid
	Digest    string           // of the data
	Square    []CovarianceNode // of the square, not evaluated

	theta0 [2]float64
}

// CovarianceNode is a point of Θ with the matrices Σ(θ) and Σ_x(θ), and its mass if it is a node of
// the quadrature of a posterior.
type CovarianceNode struct {
	Theta       []float64
	Mass        float64
	Sigma, Data []float64 // row by row
}

// Load loads the data and checks the spec.
func (s CovarianceSquare) Load(c *experiment.Context) (*Covariances, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	axis, err := s.axis(c, m)
	if err != nil {
		return nil, err
	}
	p, err := NewPosterior(c, m, exact.Grid{})
	if err != nil {
		return nil, err
	}
	v := &Covariances{Posterior: p, Digest: data.Digest(), theta0: s.Theta0}
	for _, t1 := range axis {
		for _, t2 := range axis {
			v.Square = append(v.Square, CovarianceNode{Theta: []float64{t1, t2}})
		}
	}
	return v, nil
}

// axis checks the spec and returns the nodes along a side of the square.
func (s CovarianceSquare) axis(c *experiment.Context, m *model.Mixture) ([]float64, error) {
	switch {
	case m.Ndata() < 2:
		return nil, c.Errorf("data", "a covariance needs at least 2 data, got %d", m.Ndata())
	case s.Square[0] >= s.Square[1]:
		return nil, c.Errorf("square", "expected the lower end first, got %g", s.Square)
	case !(s.work() < 5e5):
		key := c.Suspect("square", "theta0", "model.sigma1", "model.sigma2")
		return nil, c.Errorf(key, "the integral over x in Σ would be too long: %g is too far from "+
			"theta0 = %g, or sigma1 = %g and sigma2 = %g are too different", s.Square, s.Theta0,
			m.Sigma1, m.Sigma2)
	}
	axis := linalg.LinSpace(s.Square[0], s.Square[1], s.Nodes)
	if len(slices.Compact(slices.Clone(axis))) < s.Nodes {
		return nil, c.Errorf("square", "%g has no room for %d nodes", s.Square, s.Nodes)
	}
	return axis, nil
}

// work returns roughly the number of nodes of the integral over x in Σ(θ) at the far corner of the
// square: the range of x in units of the width of the gradient's features, σ²/|x − θ|.
func (s CovarianceSquare) work() float64 {
	least, most := min(s.Model.Sigma1, s.Model.Sigma2), max(s.Model.Sigma1, s.Model.Sigma2)
	reach := 0.0
	for _, c := range s.Theta0 {
		reach = max(reach, math.Abs(s.Square[0]-c), math.Abs(s.Square[1]-c))
	}
	length := math.Abs(s.Theta0[0]-s.Theta0[1]) + float64(18*most)
	return length / least * ((reach + float64(9*most)) / least)
}

// NewTable returns an empty table. Its column data holds what Σ_x gives instead of Σ.
func (s CovarianceSquare) NewTable() *table.Table {
	params := []string{"region", "mode", "ndata", "set", "theta1", "theta2"}
	return table.New(table.Columns(params, "exact", "data")...)
}

// Evaluate fills in Σ and Σ_x.
func (v *Covariances) Evaluate(ns []CovarianceNode) {
	m := v.Posterior.Model
	for i := range ns {
		n := &ns[i]
		n.Sigma, n.Data = exact.LimitGradCov(m, v.theta0[:], n.Theta), exact.GradCov(m, n.Theta)
	}
}

// Task is Evaluate as a task, whose result [FillCovariances] fills in.
func (v *Covariances) Task(where string, ns []CovarianceNode) *study.Exact {
	thetas := make([][]float64, len(ns))
	for i, n := range ns {
		thetas[i] = n.Theta
	}
	matrices := func(ns []CovarianceNode) (sigma, data []float64) {
		ns = slices.Clone(ns)
		v.Evaluate(ns)
		for _, n := range ns {
			sigma, data = append(sigma, n.Sigma...), append(data, n.Data...)
		}
		return sigma, data
	}
	return &study.Exact{
		Title: "Σ and Σ_x " + where, Digest: v.Digest,
		Key: spec.Key{
			"is": "gradient covariances", "model": v.Posterior.Model.Key(), "theta0": v.theta0[:],
			"theta": dynamics.Digest(thetas...),
		},
		Arrays: []study.Array{{Name: "sigma", Len: 4 * len(ns)}, {Name: "data", Len: 4 * len(ns)}},
		Of: func() [][]float64 {
			sigma, data := matrices(ns)
			return [][]float64{sigma, data}
		},
		Part: func() []float64 {
			sigma, data := matrices(study.Some(ns))
			return append(sigma, data...)
		},
	}
}

// FillCovariances fills in what a [Covariances.Task] found.
func FillCovariances(ns []CovarianceNode, task *study.Exact) {
	sigma, data := task.Found("sigma"), task.Found("data")
	for i := range ns {
		ns[i].Sigma, ns[i].Data = sigma[4*i:4*i+4], data[4*i:4*i+4]
	}
}
