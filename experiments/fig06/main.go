// Command fig06 reproduces Figure 6 (section 3.3.2): the three components of Σ(θ), the covariance
// of the gradient of one datum's log-likelihood in the limit of many data that follow a mixture of
// two Gaussians, and the modes of the posterior.
package main

import (
	_ "embed"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Theta0  [2]float64         `toml:"theta0"`
	Square  [2]float64         `toml:"square"`
	Nodes   int                `toml:"nodes" spec:"min=2,max=401"`
	Ellipse float64            `toml:"ellipse" spec:"positive"`
	Data    dataset.Source     `toml:"data"`
	Model   study.MixtureModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name:  "fig06",
	Title: "covariance of the gradient for many data of a mixture, and the modes of the posterior",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute evaluates Σ on the square, and adds the modes of the posterior.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	square, err := s.nodes(c, m)
	if err != nil {
		return nil, err
	}
	p, err := study.NewMixtureGrid(c, m, exact.Grid{})
	if err != nil {
		return nil, err
	}
	task := s.covariances(m, data.Digest(), square)
	if _, err := study.Do[*simulate.Chain](c, nil, task); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"mode", "theta1", "theta2"})...)
	sigma := task.Found("sigma")
	for i, theta := range square {
		row := table.Row{
			"theta1": theta[0], "theta2": theta[1], "status": table.OK, "source": table.Exact,
		}
		for _, k := range components {
			t.AddValue(row, "Sigma"+k.name, sigma[4*i+k.at])
		}
	}
	modes(t, p)
	return t, nil
}

// nodes checks the spec and returns the nodes of the square.
func (s Spec) nodes(c *experiment.Context, m *model.Mixture) (square [][]float64, err error) {
	switch {
	case m.Ndata() < 2:
		return nil, c.Errorf("data", "a covariance needs at least 2 data, got %d", m.Ndata())
	case s.Square[0] >= s.Square[1]:
		return nil, c.Errorf("square", "expected the lower end first, got %g", s.Square)
	case !(s.work() < 5e5):
		return nil, c.Errorf("square", "the integral over x in Σ would be too long: %g is too far from "+
			"theta0 = %g, or sigma1 = %g and sigma2 = %g are too different", s.Square, s.Theta0,
			m.Sigma1, m.Sigma2)
	}
	axis := linalg.LinSpace(s.Square[0], s.Square[1], s.Nodes)
	if len(slices.Compact(slices.Clone(axis))) < s.Nodes {
		return nil, c.Errorf("square", "%g has no room for %d nodes", s.Square, s.Nodes)
	}
	for _, t1 := range axis {
		for _, t2 := range axis {
			square = append(square, []float64{t1, t2})
		}
	}
	return square, nil
}

// work returns roughly the number of nodes of the integral over x in Σ(θ) at the far corner of the
// square: the range of x in units of the width of the gradient's features, σ²/|x − θ|.
func (s Spec) work() float64 {
	least, most := min(s.Model.Sigma1, s.Model.Sigma2), max(s.Model.Sigma1, s.Model.Sigma2)
	reach := 0.0
	for _, c := range s.Theta0 {
		reach = max(reach, math.Abs(s.Square[0]-c), math.Abs(s.Square[1]-c))
	}
	length := math.Abs(s.Theta0[0]-s.Theta0[1]) + 18*most
	return length / least * ((reach + 9*most) / least)
}

// covariances is the task of Σ at points, row by row.
func (s Spec) covariances(m *model.Mixture, digest string, thetas [][]float64) *study.Exact {
	return &study.Exact{
		Digest: digest,
		Key: spec.Key{
			"is": "gradient covariances", "model": m.Key(), "theta0": s.Theta0[:],
			"theta": dynamics.Digest(thetas...),
		},
		Arrays: []study.Array{{Name: "sigma", Len: 4 * len(thetas)}},
		Compute: func() [][]float64 {
			var sigma []float64
			for _, theta := range thetas {
				sigma = append(sigma, exact.LimitGradCov(m, s.Theta0[:], theta)...)
			}
			return [][]float64{sigma}
		},
	}
}

// components are the entries of a symmetric matrix: their names, and their places in row order.
var components = []struct {
	name, label string
	at          int
}{{"11", "1,1", 0}, {"22", "2,2", 3}, {"12", "1,2", 1}}

// modes adds the two highest modes of the posterior, each with the mass of the points nearest to
// it.
func modes(t *table.Table, p *exact.MixtureGrid) {
	weights := []float64{1, 0}
	if len(p.Modes) > 1 {
		weights[1] = p.Nearer(p.Modes[0].Theta, p.Modes[1].Theta)
		weights[0] -= weights[1]
	}
	for i, x := range p.Modes[:min(2, len(p.Modes))] {
		row := table.Row{"mode": i + 1, "status": table.OK, "source": table.Exact}
		t.AddValue(row, "theta1", x.Theta[0])
		t.AddValue(row, "theta2", x.Theta[1])
		for _, k := range components {
			t.AddValue(row, "Laplace"+k.name, x.Laplace[k.at])
		}
		t.AddValue(row, "weight", weights[i])
	}
}
