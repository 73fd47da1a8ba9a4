package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/study/studytest"
)

// studyText is a spec of a study of a mixture of 60 data, with runs at its end.
var studyText = strings.Replace(mixtureText, "T = 64.0", `burn_in_xi = 0.1
scheme = "ODABADO"
gamma = 1.0
eta = 0.5
T = 6.4`, 1)

const runsText = `[[runs]]
method = "points"
friction = ["full"]
at = [{n = 5, dt = 0.01}, {dt = 0.01}, {n = 30, noise = 3}]
[[runs]]
method = "noise"
friction = ["diagonal"]
sampling = "Gaussian"
at = [{n = 30, dt = 0.01}]
[[runs]]
method = "SGLD"
scheme = ["SGLD"]
sampling = "with"
n = [80]
dt = [0.01, 0.02]
[curves]
method = "AdL"
T = 9
friction = ["scalar"]
eta = [1, 2]
seeds = [1, 2]
dt = [0.01]
`

// A table of runs stands for all combinations of its lists; keys not given come from the spec.
func TestMixtureRuns(t *testing.T) {
	all := studytest.Of(t, studyText+runsText,
		func(c *experiment.Context, s MixtureStudy) ([]*MixtureRun, error) {
			g, all, err := s.All(c)
			if err != nil {
				return nil, err
			}
			s.Data.File = "x" // data from a file are the only data
			if runs, err := s.List(c, g, []KeyedRuns{{"curves", *s.Curves}}); err != nil || len(runs) != 2 {
				t.Errorf("data from a file: %d runs, %v", len(runs), err)
			}
			return all, Sample(c, all)
		})
	tab := MixtureTable()
	var got []string
	for i, r := range all {
		r.L1(tab)
		var cells []string
		for _, column := range []string{
			"method", "scheme", "friction", "eta", "data", "ndata", "sampling", "n", "dt", "quantity",
		} {
			cells = append(cells, tab.Cell(i, column))
		}
		got = append(got, fmt.Sprintf("%s T=%g", strings.Join(cells, " "), r.Chain.T))
	}
	want := []string{
		"points ODABADO full 0.5 1 60 without 5 0.01 L1 T=6.4",
		"points ODABADO full 0.5 1 60 without 60 0.01 L1 T=6.4",
		"points ODABADO full 0.5 1 60 without 30 0.05 L1 T=6.4",
		"noise ODABADO diagonal 0.5 1 60 Gaussian 30 0.01 L1 T=6.4",
		"SGLD SGLD   1 60 with 80 0.01 L1 T=6.4", "SGLD SGLD   1 60 with 80 0.02 L1 T=6.4",
		"AdL ODABADO scalar 1 1 60 without 60 0.01 L1 T=9",
		"AdL ODABADO scalar 2 1 60 without 60 0.01 L1 T=9",
		"AdL ODABADO scalar 1 2 60 without 60 0.01 L1 T=9",
		"AdL ODABADO scalar 2 2 60 without 60 0.01 L1 T=9",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	g, other := all[0].Posterior, all[8].Posterior
	if g.Weight == other.Weight || all[6].Posterior != g {
		t.Error("the data do not follow from the seeds")
	}
	s := exact.BatchNoise(60, 0.05, exact.Lambda(dynamics.Full{}, g.Sigma))
	if got := tab.Float(2, "s"); got != linalg.Round(s, 10) {
		t.Errorf("s = %g, want %g", got, s)
	}
	cov := make([]float64, 4)
	all[3].Chain.Model.(*model.GaussianNoise).Cov(cov, nil)
	diagonal := linalg.RoundedSym([]float64{g.Sigma[0], 0, 0, g.Sigma[3]}, digits)
	if !slices.Equal(cov, diagonal) {
		t.Errorf("the noise has the covariance %g, want %g", cov, diagonal)
	}
}

// A table stands for its runs with each way to estimate the gradient.
func TestRunsGradient(t *testing.T) {
	const text = `[[runs]]
method = "a"
scheme = ["OABAO"]
at = [{n = 5, dt = 0.01}]
control = "mode"
gradient = ["independent", "reshuffled", "symmetric", "control variates"]
`
	studytest.Of(t, studyText+text, func(c *experiment.Context, s MixtureStudy) (any, error) {
		_, all, err := s.All(c)
		var got []Gradient
		for _, r := range all {
			got = append(got, r.Gradient())
		}
		if want := s.Runs[0].Gradient; !slices.Equal(got, want) {
			t.Errorf("the gradients are %q, want %q", got, want)
		}
		return nil, err
	})
}

// An error of runs names the key.
func TestMixtureStudyErrors(t *testing.T) {
	const full = `friction = ["full"]`
	for _, c := range []struct{ runs, want string }{
		{"at = [{n = 5, dt = 0.01}]", `spec.toml:3: key "scheme": `}, // D without ξ
		{full + "\nscheme = [\"ODABADO\", \"OX\"]\nat = [{dt = 0.01}]",
			`spec.toml:30: key "runs[0].scheme[1]": scheme "OX": unknown letter 'X'`},
		{full + "\nat = [{n = 61, dt = 0.01}]",
			`spec.toml:30: key "runs[0].at[0]": sampling without replacement requires n ≤ Nd = 60`},
		{full + "\nn = [5, 61]\ndt = [0.01]",
			`spec.toml:30: key "runs[0].n[1]": sampling without replacement requires`},
		{full + "\nat = [{n = 5}]",
			`spec.toml:30: key "runs[0].at[0]": expected dt, or noise = ε(n)Δt with n below Nd`},
		{full + "\nat = [{n = 5, dt = 1, noise = 5}]",
			`spec.toml:30: key "runs[0].at[0]": expected dt, or noise`},
		{"scheme = [\"OABAO\"]\nsampling = \"Gaussian\"\nat = [{dt = 0.01}]",
			`spec.toml:27: key "runs[0]": Gaussian noise`},
		{"friction = [\"layers\"]\nat = [{dt = 0.01}]",
			`spec.toml:29: key "runs[0].friction": friction layers: `},
	} {
		studytest.Within(t, studyText+"[[runs]]\nmethod = \"a\"\n"+c.runs, c.want, MixtureErrors)
	}
}
