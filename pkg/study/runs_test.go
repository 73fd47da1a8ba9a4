package study

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study/studytest"
)

// runsText is a spec of runs on a mixture of 60 data, with its tables at the end.
var runsText = "burn_in_xi = 0.1\n" + strings.Replace(mixtureText, "T = 64.0", `scheme = "ODABADO"
gamma = 1.0
eta = 0.5
T = 6.4`, 1)

// A table with points or time steps of its own takes neither from the spec.
func TestInherited(t *testing.T) {
	text := "dt = 0.01\nn = 5\nfriction = \"full\"\n" + runsText + `[runs.a]
[runs.b]
at = [{n = 7, dt = 0.02}]
[runs.c]
dt = 0.03
[runs.d]
n = 6
`
	var got []string
	for _, r := range studytest.Of(t, text, loaded) {
		got = append(got, fmt.Sprint(r.Table, r.N, " ", r.Dt))
	}
	if want := []string{"a5 0.01", "b7 0.02", "c5 0.03", "d6 0.01"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// loaded loads a spec of runs on a mixture.
func loaded(c *experiment.Context, s MixtureRuns) ([]*Run, error) {
	_, runs, err := s.Load(c)
	return runs, err
}

// A table of runs stands for all combinations of its lists; keys not given come from the spec.
func TestList(t *testing.T) {
	for _, x := range []struct {
		text string
		want []string
	}{
		{`[runs.points]
friction = "full"
at = [{n = 5, dt = 0.01}, {dt = 0.01}, {n = 30, epsilon_dt = 3}]`,
			[]string{
				"points AdL ODABADO 1 full 0.5 1 60 without 5 0.01 T=6.4",
				"points AdL ODABADO 1 full 0.5 1 60 without 60 0.01 T=6.4",
				"points AdL ODABADO 1 full 0.5 1 60 without 30 0.05 T=6.4",
			}},
		{`[runs.more_noise]
method = "a"
friction = "diagonal"
sampling = "Gaussian"
n = 30
dt = 0.01`,
			[]string{"more noise a ODABADO 1 diagonal 0.5 1 60 Gaussian 30 0.01 T=6.4"}},
		{`[runs.b]
scheme = ["SGLD", "OABAO", "BAOAB"]
sampling = "with"
n = 80
dt = 0.01
gamma = 3
[runs.a]
scheme = "SGLD"
dt = [0.01, 0.02]
n = [5, 6]
most = [{dt = 0.02, n = 5}]
part = 0.5`,
			[]string{
				"b SGLD SGLD    1 60 with 80 0.01 T=6.4", "b Langevin OABAO 3   1 60 with 80 0.01 T=6.4",
				"b BAOAB BAOAB 3   1 60 with 80 0.01 T=6.4",
				"a SGLD SGLD    1 60 without 5 0.01 T=3.2", "a SGLD SGLD    1 60 without 6 0.01 T=3.2",
				"a SGLD SGLD    1 60 without 5 0.02 T=3.2",
			}},
		{`[runs.curves]
T = 9
friction = "scalar"
eta = [1, 2]
seeds = [1, 2]
dt = 0.01`,
			[]string{
				"curves AdL ODABADO 1 scalar 1 1 60 without 60 0.01 T=9",
				"curves AdL ODABADO 1 scalar 2 1 60 without 60 0.01 T=9",
				"curves AdL ODABADO 1 scalar 1 2 60 without 60 0.01 T=9",
				"curves AdL ODABADO 1 scalar 2 2 60 without 60 0.01 T=9",
			}},
	} {
		var got []string
		for _, r := range studytest.Of(t, runsText+x.text, loaded) {
			row := r.Cells()
			text := fmt.Sprint(row["run"])
			for _, column := range []string{
				"method", "scheme", "gamma", "friction", "eta", "data", "ndata", "sampling", "n", "dt",
			} {
				text += " "
				if cell := row[column]; cell != nil {
					text += fmt.Sprint(cell)
				}
			}
			got = append(got, fmt.Sprintf("%s T=%g", text, r.Chain.T))
		}
		if !slices.Equal(got, x.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(x.want, "\n"))
		}
	}
}

// Without tables the spec is the table. It may have each way to estimate the gradient.
func TestListGradient(t *testing.T) {
	text := "n = [5, 7]\ndt = 0.01\nfriction = [\"scalar\", \"full\"]\ncontrol = \"mode\"\n" +
		"gradient = [\"independent\", \"reshuffled\", \"symmetric\", \"control variates\"]\n" + runsText
	var got []string
	for _, r := range studytest.Of(t, text, loaded) {
		if r.N == 5 && r.Friction == Full {
			got = append(got, string(r.Gradient()))
		}
		centres := 0
		if r.Gradient() == Controlled {
			centres = 2
		}
		if len(r.Chain.Control) != centres || len(r.Mixture().control) != centres {
			t.Errorf("%s: the control variates are %v", r.Gradient(), r.Chain.Control)
		}
	}
	want := []string{"independent", "reshuffled", "symmetric", "control variates"}
	if !slices.Equal(got, want) {
		t.Errorf("the gradients are %q, want %q", got, want)
	}
}

// Runs belong to the posterior of their data; data from a file have no other seeds. Gaussian noise
// has the covariance Σ̄ in the form of ξ.
func TestListPosterior(t *testing.T) {
	text := "friction = \"diagonal\"\nat = [{n = 30, epsilon_dt = 3}]\n" + runsText +
		"[runs.a]\nseeds = [1, 2]\n[runs.b]\nsampling = \"Gaussian\""
	runs := studytest.Of(t, text, func(c *experiment.Context, s MixtureRuns) ([]*Run, error) {
		runs, err := loaded(c, s)
		if err != nil {
			return nil, err
		}
		return runs, Sample(c, runs)
	})
	g, other := runs[0].Mixture(), runs[1].Mixture()
	if g.Weight == other.Weight || runs[2].Mixture() != g || g.Seed != 1 || other.Seed != 2 {
		t.Error("the data do not follow from the seeds")
	}
	tab := MixtureTable()
	s := exact.BatchNoise(60, 0.05, exact.Lambda(dynamics.Diagonal{}, g.Sigma))
	if row := runs[0].Row(tab); row["s"] != s || row["gamma"] != nil {
		t.Errorf("the cells are %v, want s = %g", row, s)
	}
	cov := make([]float64, 4)
	runs[2].Chain.Model.(*model.GaussianNoise).Cov(cov, nil)
	want := linalg.RoundedSym([]float64{g.Sigma[0], 0, 0, g.Sigma[3]}, digits)
	if !slices.Equal(cov, want) {
		t.Errorf("the noise has the covariance %g, want %g", cov, want)
	}
	if r := runs[0].On(other); r.Mixture() != other || r.Chain.T != runs[0].Chain.T ||
		reflect.DeepEqual(r.Chain.Xi, runs[0].Chain.Xi) {
		t.Errorf("the run on other data is %+v", r)
	}
	own := studytest.Change(t, text, `kind = "mixture"`, inFile(t, "1\n0.5\n1.1\n0.4\n0.9\n"),
		"n = 30", "n = 3")
	if runs := studytest.Of(t, own, loaded); len(runs) != 2 {
		t.Errorf("data from a file: %d runs", len(runs))
	}
}

// An error of runs names the key, in its table or in the spec.
func TestListErrors(t *testing.T) {
	const full = "friction = \"full\"\n"
	for _, c := range []struct{ runs, want string }{
		{"dt = 0.01", `spec.toml: key "friction": scheme ODABADO needs it`},
		{full + "scheme = [\"ODABADO\", \"OX\"]\ndt = 0.01",
			`spec.toml:29: key "runs.a.scheme[1]": scheme "OX": unknown letter 'X'`},
		{full + "at = [{n = 61, dt = 0.01}]",
			`spec.toml:29: key "runs.a.at[0]": sampling without replacement requires n ≤ Nd = 60`},
		{full + "n = [5, 61]\ndt = 0.01",
			`spec.toml:29: key "runs.a.n[1]": sampling without replacement requires`},
		{full + "n = 61\ndt = 0.01", `spec.toml:29: key "runs.a.n": sampling without`},
		{full + "dt = 1\nn = 5\nsampling = [\"with\", \"without\", \"with\"]",
			`spec.toml:31: key "runs.a.sampling[2]": expected distinct values, got "with" a second time`},
		{full + "at = [{n = 5}]",
			`spec.toml:29: key "runs.a.at[0]": expected dt, or epsilon_dt = ε(n)Δt with n below Nd`},
		{full + "at = [{n = 5, dt = 1, epsilon_dt = 5}]",
			`spec.toml:29: key "runs.a.at[0]": expected dt, or epsilon_dt`},
		{full + "dt = 1\nmost = [{dt = 2, n = 5}]",
			`spec.toml:30: key "runs.a.most[0].dt": expected a Δt of the grid, got 2`},
		{full, `spec.toml: key "dt": expected time steps, or points at`},
		{full + "scheme = \"OABAO\"\nsampling = \"Gaussian\"\ndt = 0.01",
			`spec.toml:30: key "runs.a.sampling": Gaussian noise`},
		{"friction = \"layers\"\ndt = 0.01", `spec.toml:28: key "runs.a.friction": friction layers: `},
		{full + "method = \"$x\"\ndt = 0.01", `spec.toml:29: key "runs.a.method": `},
		{full + "dt = 0.01\nm = 5", `spec.toml:30: key "runs.a.m": unknown; known here: `},
		{"gamma = 0.0", `spec.toml:28: key "runs.a.gamma": expected a number (positive), got 0`},
	} {
		studytest.Within(t, runsText+"[runs.a]\n"+c.runs, c.want, loaded)
	}
	studytest.Within(t, "gradient = \"symmetric\"\nn = 5\ndt = 0.01\n"+studytest.GaussianSpec,
		"spec.toml: this posterior has no keys gradient and seeds",
		func(c *experiment.Context, s gaussianKeys) (*Run, error) { return gaussianRun(0.01, 5)(c, s) })
}

// A point has the noise of its batches. An n without batches is an error about a key.
func TestNewPoint(t *testing.T) {
	for _, x := range []struct {
		sampling Sampling
		total    int
		want     Point
		err      string
	}{
		{minibatch.With, 10, Point{minibatch.With, 0.1, 5, 18}, ""},
		{minibatch.Without, 10, Point{minibatch.Without, 0.1, 5, 10}, ""},
		{"", 10, Point{minibatch.Without, 0.1, 5, 10}, ""},
		{minibatch.With, 4, Point{minibatch.With, 0.1, 5, 2.4}, ""},
		{minibatch.Without, 4, Point{},
			`spec.toml:1: key "n": sampling without replacement requires n ≤ Nd = 4, got 5`},
	} {
		type keys struct {
			N int `toml:"n"`
		}
		studytest.Within(t, "n = 5", x.err, func(c *experiment.Context, s keys) (any, error) {
			p, err := NewPoint(c, "n", x.sampling, x.total, s.N, 0.1)
			if p != x.want {
				t.Errorf("got %+v, want %+v", p, x.want)
			}
			return nil, err
		})
	}
}
