package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// studyText is a spec of a study of a mixture of 60 data; runs stand at its end.
var studyText = strings.Replace(mixtureText, "T = 64.0", `burn_in_xi = 0.1
scheme = "ODABADO"
gamma = 1.0
eta = 0.5
T = 6.4`, 1)

// A table of runs stands for all combinations of its lists, and the spec for what it leaves out.
func TestMixtureStudyAll(t *testing.T) {
	list := func(c *experiment.Context, s MixtureStudy) (list []string, err error) {
		g, all, err := s.All(c)
		for _, r := range all {
			list = append(list, fmt.Sprintf("%s %s %q %g %d %s n=%d dt=%g T=%g", r.Method, r.Word,
				r.Friction, r.Eta, r.Posterior.Seed, r.Sampling, r.N, r.Dt, r.Chain.T))
		}
		if s.Curves != nil { // data from a file are the only ones
			s.Data.File = "x"
			runs, err := s.List(c, g, "curves", *s.Curves)
			if err != nil || len(runs) != 2 || runs[0].Posterior != g {
				t.Errorf("data from a file: %d runs, %v", len(runs), err)
			}
		}
		return list, err
	}
	for _, c := range []struct {
		runs string
		want []string
	}{
		{
			"[[runs]]\nmethod = \"a\"\nfriction = [\"full\"]\nat = [{n = 5, dt = 0.01}]",
			[]string{`a ODABADO "full" 0.5 1 without n=5 dt=0.01 T=6.4`},
		},
		{
			"[[runs]]\nmethod = \"a\"\nfriction = [\"full\"]\nat = [{dt = 0.01}, {n = 30, noise = 3}]",
			[]string{
				`a ODABADO "full" 0.5 1 without n=60 dt=0.01 T=6.4`,
				`a ODABADO "full" 0.5 1 without n=30 dt=0.05 T=6.4`,
			},
		},
		{
			"[[runs]]\nmethod = \"S\"\nscheme = [\"SGLD\"]\nsampling = \"with\"\nn = [80]\n" +
				"dt = [0.01, 0.02]\n[curves]\nmethod = \"AdL\"\nT = 9\nfriction = [\"scalar\"]\n" +
				"eta = [1, 2]\nseeds = [1, 2]\ndt = [0.01]",
			[]string{
				`S SGLD "" 0.5 1 with n=80 dt=0.01 T=6.4`, `S SGLD "" 0.5 1 with n=80 dt=0.02 T=6.4`,
				`AdL ODABADO "scalar" 1 1 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 2 1 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 1 2 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 2 2 without n=60 dt=0.01 T=9`,
			},
		},
	} {
		if got := studytest.Of(t, studyText+c.runs, list); !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// An error of runs names the key.
func TestMixtureStudyErrors(t *testing.T) {
	const full = `friction = ["full"]`
	for _, c := range []struct{ runs, want string }{
		{"at = [{n = 5, dt = 0.01}]", `spec.toml:3: key "scheme": `}, // D without ξ
		{full + "\nscheme = [\"ODABADO\", \"OX\"]\nat = [{dt = 0.01}]",
			`spec.toml:30: key "runs[0].scheme[1]": scheme "OX": unknown letter 'X'`},
		{full + "\nat = [{n = 61, dt = 0.01}]",
			`spec.toml:30: key "runs[0].at[0]": sampling without replacement requires n ≤ Nd = 60, got 61`},
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

// Runs have their chains, their data and their rows.
func TestMixtureRuns(t *testing.T) {
	const runs = `[[runs]]
method = "noise"
friction = ["full"]
sampling = "Gaussian"
at = [{n = 30, dt = 0.01}]
[[runs]]
method = "other data"
friction = ["scalar"]
seeds = [2]
at = [{n = 30, dt = 0.01}]
[curves]
method = "Langevin"
scheme = ["OABAO"]
T = 12.8
at = [{n = 30, dt = 0.01}]
`
	seen := map[string]*MixtureRun{}
	tab := studytest.Of(t, studyText+runs,
		func(c *experiment.Context, s MixtureStudy) (*table.Table, error) {
			_, all, err := s.All(c)
			if err != nil {
				return nil, err
			}
			if err := Sample(c, all); err != nil {
				return nil, err
			}
			t := MixtureTable()
			for _, r := range all {
				seen[r.Method] = r
				r.L1(t)
			}
			return t, nil
		})
	for _, c := range []struct {
		method, friction, eta, data string
		length                      float64
	}{
		{"noise", "full", "0.5", "1", 6.4}, {"other data", "scalar", "0.5", "2", 6.4},
		{"Langevin", "", "", "1", 12.8},
	} {
		u, r := tab.Where("method", c.method, "source", table.Simulation), seen[c.method]
		for column, want := range map[string]string{
			"quantity": "L1", "friction": c.friction, "eta": c.eta, "data": c.data, "ndata": "60",
		} {
			if got := u.Strings(column); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %s %q, want %q", c.method, column, got, want)
			}
		}
		if got := r.Samples.Chain.T; got != c.length {
			t.Errorf("%s: T = %g, want %g", c.method, got, c.length)
		}
	}
	noise, other := seen["noise"], seen["other data"]
	s := exact.BatchNoise(60, 0.01, exact.Lambda(dynamics.Scalar{}, other.Posterior.Sigma))
	if got := tab.Where("method", "other data").Float(0, "s"); got != s {
		t.Errorf("s = %g, want %g", got, s)
	}
	if g := noise.Posterior; g.Weight == other.Posterior.Weight || g != seen["Langevin"].Posterior {
		t.Error("the data are not those of the seeds")
	}
	if noise.Chain.Model.Key()["is"] == noise.Posterior.Model.Key()["is"] ||
		noise.Sampling != minibatch.Gaussian {
		t.Error("the noise is not that of a constant covariance")
	}
}
