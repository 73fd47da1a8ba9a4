package study

import (
	"fmt"
	"testing"

	"adl/pkg/experiment"
	"adl/pkg/study/studytest"
)

func TestNarrow(t *testing.T) {
	const keys = `
seed = 1
T = 100
replicas = 8
burn_in = 1
observe_every = 0.1
blocks = 4
scheme = "ODABADO"
friction = ["full", "scalar"]
gamma = 1
eta = 1
dt = [0.1, 0.2]
n = [1, 2]

[runs.curves]

[runs.more]
sampling = "with"
T = 50
n = [1, 10]

[runs.all]
K = [3, 15]
part = 0.5
dt = 0.3
`
	type spec struct {
		Chains
		Runs
	}
	for _, x := range []struct {
		run  Table
		want string // table, T, part, friction, sampling, dt, n, K
	}{
		{Table{}, "curves 0 0 [full scalar] [without] [0.1 0.2] [1 2] []"},
		{Table{Lists: Lists{N: []int{2}, Dt: []float64{0.1}}},
			"curves 0 0 [full scalar] [without] [0.1] [2] []"},
		{Table{Lists: Lists{N: []int{1}, Sampling: []Sampling{"with"}}},
			"more 50 0 [full scalar] [with] [0.1 0.2] [1] []"},
		{Table{Lists: Lists{Dt: []float64{0.3}}, K: []int{15}},
			"all 0 0.5 [full scalar] [without] [0.3] [1 2] [15]"},
		{Table{Lists: Lists{Friction: []Friction{"diagonal"}, Dt: []float64{0.05}}},
			"curves 0 0 [diagonal] [without] [0.05] [1 2] []"}, // no table has it
	} {
		got := studytest.Of(t, keys, func(c *experiment.Context, s spec) (string, error) {
			l := s.Narrow(c, x.run, 20).tables(c)[0]
			return fmt.Sprintf("%s %v %v %v %v %v %v %v",
				l.Name, l.T, l.Part, l.Friction, l.Sampling, l.Dt, l.N, l.K), nil
		})
		if got != x.want {
			t.Errorf("%+v: %s, not %s", x.run, got, x.want)
		}
	}
}
