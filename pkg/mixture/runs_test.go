package mixture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// studyText is a spec of a study of a mixture of 60 data; RUNS stands for its runs.
var studyText = strings.Replace(strings.Replace(mixtureText, `dt = [0.01]
n = [60]
sampling = ["with"]
`, `burn_in_xi = 0.1
scheme = "ODABADO"
gamma = 1.0
eta = 0.5
`, 1), "T = 64.0", "T = 6.4", 1) + "RUNS\n"

// list describes the runs of a spec.
func list(t *testing.T, runs string) (list []string) {
	t.Helper()
	studytest.Within(t, studytest.Change(t, studyText, "RUNS", runs), "",
		func(c *experiment.Context, s Study) (*table.Table, error) {
			_, all, err := s.All(c)
			for _, r := range all {
				list = append(list, fmt.Sprintf("%s %s %q %g %d %s n=%d dt=%g T=%g", r.Method, r.Word,
					r.Friction, r.Eta, r.Seed, r.Sampling, r.N, r.Dt, r.T))
			}
			return nil, err
		})
	return list
}

// A table of runs stands for all combinations of its lists, and the spec for what it leaves out.
func TestMixtureStudyAll(t *testing.T) {
	for _, c := range []struct {
		name, runs string
		want       []string
	}{
		{
			"defaults", "[[runs]]\nmethod = \"a\"\nfriction = [\"full\"]\nat = [{n = 5, dt = 0.01}]",
			[]string{`a ODABADO "full" 0.5 1 without n=5 dt=0.01 T=6.4`},
		},
		{
			"all the data, and noise", "[[runs]]\nmethod = \"a\"\nfriction = [\"full\"]\n" +
				"at = [{dt = 0.01}, {n = 30, noise = 3}]",
			[]string{
				`a ODABADO "full" 0.5 1 without n=60 dt=0.01 T=6.4`,
				`a ODABADO "full" 0.5 1 without n=30 dt=0.05 T=6.4`,
			},
		},
		{
			"another dynamics, and curves", "[[runs]]\nmethod = \"S\"\nscheme = [\"SGLD\"]\n" +
				"sampling = \"with\"\nn = [80]\ndt = [0.01, 0.02]\n[curves]\nmethod = \"AdL\"\nT = 9\n" +
				"friction = [\"scalar\"]\neta = [1, 2]\nseeds = [1, 2]\ndt = [0.01]",
			[]string{
				`S SGLD "" 0.5 1 with n=80 dt=0.01 T=6.4`, `S SGLD "" 0.5 1 with n=80 dt=0.02 T=6.4`,
				`AdL ODABADO "scalar" 1 1 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 2 1 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 1 2 without n=60 dt=0.01 T=9`,
				`AdL ODABADO "scalar" 2 2 without n=60 dt=0.01 T=9`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := list(t, c.runs); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// An error of runs names the key.
func TestMixtureStudyErrors(t *testing.T) {
	for _, c := range []struct{ runs, want string }{
		{"method = \"a\"\nat = [{n = 5, dt = 0.01}]", `spec.toml:8: key "scheme": `}, // D without ξ
		{
			"method = \"a\"\nfriction = [\"full\"]\nscheme = [\"ODABADO\", \"OX\"]\nat = [{dt = 0.01}]",
			`spec.toml:30: key "runs[0].scheme[1]": scheme "OX": unknown letter 'X'`,
		},
		{
			"method = \"a\"\nfriction = [\"full\"]\nat = [{n = 61, dt = 0.01}]",
			`spec.toml:30: key "runs[0].at[0]": sampling without replacement requires n ≤ Nd = 60, got 61`,
		},
		{
			"method = \"a\"\nfriction = [\"full\"]\nn = [5, 61]\ndt = [0.01]",
			`spec.toml:30: key "runs[0].n[1]": sampling without replacement requires`,
		},
		{
			"method = \"a\"\nfriction = [\"full\"]\nat = [{n = 5}]",
			`spec.toml:30: key "runs[0].at[0]": expected dt, or noise = ε(n)Δt with n below Nd`,
		},
		{
			"method = \"a\"\nfriction = [\"full\"]\nat = [{noise = 5}]",
			`spec.toml:30: key "runs[0].at[0]": expected dt, or noise`,
		},
		{
			"method = \"a\"\nfriction = [\"full\"]\nat = [{n = 5, dt = 1, noise = 5}]",
			`spec.toml:30: key "runs[0].at[0]": expected dt, or noise`,
		},
		{
			"method = \"a\"\nscheme = [\"OABAO\"]\nsampling = \"Gaussian\"\nat = [{dt = 0.01}]",
			`spec.toml:27: key "runs[0]": Gaussian noise`,
		},
		{
			"method = \"a\"\nfriction = [\"layers\"]\nat = [{dt = 0.01}]",
			`spec.toml:29: key "runs[0].friction": friction layers: `,
		},
	} {
		studytest.Within(t, studytest.Change(t, studyText, "RUNS", "[[runs]]\n"+c.runs), c.want, Errors)
	}
}

// Runs have their chains, their data and their rows.
func TestMixtureRuns(t *testing.T) {
	runs := `[[runs]]
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
	seen := map[string]*Run{}
	tab, err := studytest.Compute(t, studytest.Change(t, studyText, "RUNS", runs),
		func(c *experiment.Context, s Study) (*table.Table, error) {
			g, all, err := s.All(c)
			if err != nil {
				return nil, err
			}
			for _, r := range all {
				if r.Friction != "" {
					r.XiVar = 3
				}
			}
			if err := s.Run(c, g, all); err != nil {
				return nil, err
			}
			t := s.NewTable()
			for _, r := range all {
				seen[r.Method] = r
				r.Rows(t, "L1", "xi")
			}
			return t, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method     string
		quantities []string
		data       string
		length     float64
	}{
		{"noise", []string{"L1", "xi 11", "xi 12", "xi 22"}, "1", 6.4},
		{"other data", []string{"L1", "xi"}, "2", 6.4},
		{"Langevin", []string{"L1"}, "1", 12.8},
	} {
		u, r := tab.Where("method", c.method, "source", table.Simulation), seen[c.method]
		if got := u.Strings("quantity"); !slices.Equal(got, c.quantities) {
			t.Errorf("%s: quantities %q, want %q", c.method, got, c.quantities)
		}
		if got := u.Cell(0, "data"); got != c.data || u.Cell(0, "ndata") != "60" {
			t.Errorf("%s: data %s, %s of them", c.method, got, u.Cell(0, "ndata"))
		}
		if chain := r.Samples.Chain; chain.T != c.length || chain.XiVar != 3 && r.Friction != "" {
			t.Errorf("%s: T = %g, variance of ξ %g", c.method, chain.T, chain.XiVar)
		}
	}
	if own, other := seen["noise"].Data, seen["other data"].Data; own.Weight == other.Weight ||
		own != seen["Langevin"].Data {
		t.Error("the data are not those of the seeds")
	}
	if r := seen["noise"]; r.Samples.Chain.Model.Key()["is"] == r.Data.Posterior.Model.Key()["is"] ||
		r.Sampling != minibatch.Gaussian {
		t.Error("the noise is not that of a constant covariance")
	}
	// all quantities, where none is named
	all := table.New(tab.Columns()...)
	row := seen["Langevin"].Rows(all)
	if all.Where("quantity", "crossings").Len() != 1 || row["status"] == nil {
		t.Errorf("quantities %q, status %v", all.Strings("quantity"), row["status"])
	}
}

// Data from a file are the only ones.
func TestMixtureRunsOfFile(t *testing.T) {
	runs := "[[runs]]\nmethod = \"a\"\nfriction = [\"full\"]\nseeds = [1, 2]\nat = [{dt = 0.01}]"
	studytest.Within(t, studytest.Change(t, studyText, "RUNS", runs), "",
		func(c *experiment.Context, s Study) (*table.Table, error) {
			g, err := s.Load(c)
			if err != nil {
				return nil, err
			}
			s.Data.File = "x"
			all, err := s.List(c, g, "runs[0]", s.Runs[0])
			if len(all) != 1 || all[0].Seed != 1 {
				t.Errorf("%d runs", len(all))
			}
			return nil, err
		})
}

func TestEntryNames(t *testing.T) {
	for friction, want := range map[study.Friction][]string{
		study.Scalar: {""}, study.Diagonal: {" 11", " 22"}, study.Full: {" 11", " 12", " 22"},
	} {
		r := Run{Friction: friction}
		if got := r.Entries(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", friction, got, want)
		}
	}
	if got := study.EntryNames(dynamics.Scalar{}, 1); !slices.Equal(got, []string{""}) {
		t.Errorf("one dimension: %q", got)
	}
}

// A panel for each friction with the same axis, and a point for each simulated row of a kind.
func TestCompare(t *testing.T) {
	tab := table.New(
		"friction", "n", "dt", "epsilon", "quantity", "value", "stderr", "status", "source")
	for i, k := range []study.Friction{study.Full, study.Scalar, study.Scalar} {
		tab.Add(table.Row{
			"friction": k, "n": i, "dt": 0.1, "epsilon": 10 * (i + 1), "quantity": "L1", "value": 0.1,
			"stderr": 0.01, "status": table.OK, "source": table.Simulation,
		})
	}
	draw := func(p *figure.Panel, k study.Friction) {
		study.CompareErrors(p, tab, study.Kinds(k)...)
	}
	f := study.ByFriction([]study.Friction{study.Full, study.Scalar}, draw)
	if got := len(f.Points()); got != 3 {
		t.Errorf("%d points, want 3", got)
	}
	if x := study.ScaledNoise(tab, 1); math.Abs(x-2) > 1e-15 {
		t.Errorf("ε(n)Δt = %g, want 2", x)
	}
	if x := study.Column("epsilon")(tab, 2); x != 30 {
		t.Errorf("ε(n) = %g, want 30", x)
	}
}
