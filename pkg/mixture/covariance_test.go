package mixture

import (
	"slices"
	"testing"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

const covarianceText = `theta0 = [1.0, 0.5]
square = [0.0, 1.4]
nodes = 3
[data]
kind = "mixture"
ndata = 60
w = 0.4
mu = [1.0, 0.5]
sigma = [0.4, 0.4]
seed = 1
[model]
w = 0.4
sigma1 = 0.4
sigma2 = 0.4
sigma_theta = 1.0
`

// A task gives the matrix Σ at the nodes of the square.
func TestCovariances(t *testing.T) {
	studytest.Within(t, covarianceText, "",
		func(c *experiment.Context, s CovarianceSquare) (*table.Table, error) {
			_, nodes, task, err := s.Load(c)
			if err != nil {
				return nil, err
			}
			if len(nodes) != 9 || !slices.Equal(nodes[5], []float64{0.7, 1.4}) {
				t.Fatalf("the square has the nodes %v", nodes)
			}
			if err := study.Compute(c, task); err != nil {
				return nil, err
			}
			m := studytest.Mixture(60)
			for i, theta := range nodes {
				sigma := task.Found("sigma")[4*i : 4*i+4]
				if want := exact.LimitGradCov(m, []float64{1, 0.5}, theta); !slices.Equal(sigma, want) {
					t.Errorf("Σ at %g is %g, want %g", theta, sigma, want)
				}
			}
			return table.New("x"), nil
		})
}

func TestCovarianceSquareLoad(t *testing.T) {
	const square = `spec.toml:2: key "square": `
	for _, c := range []struct{ old, new, want string }{
		{"ndata = 60", "ndata = 1", `spec.toml:4: key "data": a covariance needs at least 2 data`},
		{"[0.0, 1.4]", "[1.4, 0.0]", square + "expected the lower end first, got [1.4 0]"},
		{"[0.0, 1.4]", "[0.0, 1e6]", square + "the integral over x in Σ would be too long"},
		{"[0.0, 1.4]", "[1.0, 1.0000000000000002]",
			square + "[1 1.0000000000000002] has no room for 3 nodes"},
		{"\nw = 0.4\nsigma1", "\nw = 1.0\nsigma1", `spec.toml:12: key "model.w": expected a weight`},
	} {
		studytest.Within(t, studytest.Change(t, covarianceText, c.old, c.new), c.want,
			func(c *experiment.Context, s CovarianceSquare) (*table.Table, error) {
				_, _, _, err := s.Load(c)
				return nil, err
			})
	}
}
