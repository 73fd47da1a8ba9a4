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
)

// CovarianceSquare are the keys of a spec about the covariance Σ(θ) of one datum's gradient for
// infinitely many data of the mixture at θ₀, on a square of the parameters.
type CovarianceSquare struct {
	Theta0 [2]float64     `toml:"theta0"`
	Square [2]float64     `toml:"square"`
	Nodes  int            `toml:"nodes" spec:"min=2,max=401"`
	Data   dataset.Source `toml:"data"`
	Model  Model          `toml:"model"`
}

// Load loads the data, checks the spec, and returns the posterior, the nodes of the square, and the
// task of the array "sigma": the matrices Σ at the nodes, each row by row.
func (s CovarianceSquare) Load(
	c *experiment.Context,
) (p *exact.MixtureGrid, nodes [][]float64, task *study.Exact, err error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, nil, nil, err
	}
	m := s.Model.Posterior(data)
	axis, err := s.axis(c, m)
	if err != nil {
		return nil, nil, nil, err
	}
	if p, err = NewPosterior(c, m, exact.Grid{}); err != nil {
		return nil, nil, nil, err
	}
	for _, t1 := range axis {
		for _, t2 := range axis {
			nodes = append(nodes, []float64{t1, t2})
		}
	}
	return p, nodes, s.task(m, data.Digest(), nodes), nil
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

// task evaluates Σ at points of Θ, and Σ_x of the data, which results in the cache have, too.
func (s CovarianceSquare) task(m *model.Mixture, digest string, thetas [][]float64) *study.Exact {
	matrices := func(thetas [][]float64) (sigma, data []float64) {
		for _, theta := range thetas {
			sigma = append(sigma, exact.LimitGradCov(m, s.Theta0[:], theta)...)
			data = append(data, exact.GradCov(m, theta)...)
		}
		return sigma, data
	}
	n := 4 * len(thetas)
	return &study.Exact{
		Title: "Σ and Σ_x on the square", Digest: digest,
		Key: spec.Key{
			"is": "gradient covariances", "model": m.Key(), "theta0": s.Theta0[:],
			"theta": dynamics.Digest(thetas...),
		},
		Arrays: []study.Array{{Name: "sigma", Len: n}, {Name: "data", Len: n}},
		Of: func() [][]float64 {
			sigma, data := matrices(thetas)
			return [][]float64{sigma, data}
		},
		Part: func() []float64 {
			sigma, data := matrices(study.Some(thetas))
			return append(sigma, data...)
		},
	}
}
