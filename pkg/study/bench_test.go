package study_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// benchText compares three methods where AdL has a stationary state at n = 20 but not at n = 1.
const benchText = `
seed = 1
T = 640.0
replicas = 64
burn_in = 3.0
burn_in_xi = 5.0
observe_every = 0.02
blocks = 4
n = [1, 20]
dt = [2e-2]
sampling = ["without"]
[[method]]
name = "SGLD"
scheme = "SGLD"
[[method]]
name = "Langevin"
scheme = "OABAO"
gamma = 1.0
[[method]]
name = "AdL"
scheme = "ODABADO"
friction = "scalar"
gamma = 1.0
eta = 1.0
[data]
kind = "gaussian"
ndata = 100
mu = [0.0]
sigma = [1.0]
[model]
sigma_x = 1.0
sigma_theta = 1.0
[profile.smoke]
`

type benchSpec struct {
	study.Bench
	Data  dataset.Source `toml:"data"`
	Model gaussian.Model `toml:"model"`
}

// bench runs a comparison, with some of its text replaced, and returns its table and what it
// printed.
func bench(
	t *testing.T, quantity func(*simulate.Samples) estimate.Estimate, oldnew ...string,
) (*table.Table, string) {
	t.Helper()
	text := strings.NewReplacer(oldnew...).Replace(benchText)
	program := experiment.Program[benchSpec]{
		Name: "fig00", Title: "three methods", Spec: []byte(text),
		Compute: func(c *experiment.Context, s benchSpec) (*table.Table, error) {
			data, err := c.Data("data", s.Data)
			if err != nil {
				return nil, err
			}
			m := s.Model.Posterior(data)
			return s.Table(c, study.Posterior{
				Model: m, Digest: data.Digest(), Starts: [][]float64{{m.Mean()}}, Sigma: study.Constant,
			}, study.Quantity{Name: "variance", Of: quantity})
		},
		Render: func(s benchSpec, _ *table.Table) (*figure.Figure, error) {
			return figure.New(1, 1), nil
		},
	}
	dir := t.TempDir()
	args := []string{"-q", "-profile", "smoke", "-out", dir, "-cache", filepath.Join(dir, "cache")}
	var out bytes.Buffer
	if code := program.Run(args, &out, &out); code != 0 {
		if _, err := os.Stat(filepath.Join(dir, "cache")); err == nil {
			t.Errorf("something was computed before: %s", &out)
		}
		return nil, out.String()
	}
	got, err := table.ReadFile(filepath.Join(dir, "fig00.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return got, out.String()
}

func variance(x *simulate.Samples) estimate.Estimate { return x.Theta(0).Variance() }

// Runs have statuses, and runs of AdL the prediction of ξ, without being asked to.
func TestBench(t *testing.T) {
	got, out := bench(t, variance)
	if got == nil {
		t.Fatal(out)
	}
	status := func(method string, n int) string {
		u := got.Where("quantity", "variance", "method", method, "n", n)
		if u.Len() != 1 {
			t.Fatalf("%s, n = %d: %d rows", method, n, u.Len())
		}
		return u.Cell(0, "status")
	}
	for _, c := range []struct {
		method string
		n      int
		want   string
	}{
		{"SGLD", 20, table.OK}, {"Langevin", 20, table.OK}, {"AdL", 20, table.OK},
		{"AdL", 1, table.Runaway}, // s = Δt² ε(n) Σ/2 ≈ 2
	} {
		if s := status(c.method, c.n); s != c.want {
			t.Errorf("%s, n = %d: %s, want %s", c.method, c.n, s, c.want)
		}
	}
	xi := got.Where("quantity", "xi", "method", "AdL", "n", 20)
	if xi.Len() != 1 || xi.Cell(0, "friction") != "scalar" || xi.Cell(0, "eta") != "1" {
		t.Fatalf("rows of ξ: %d", xi.Len())
	}
	if e, want := xi.Estimate(0), xi.Float(0, "exact"); !(e.Z(want) < 5 && e.Z(want) > -5) {
		t.Errorf("mean of ξ: %v, want %g", e, want)
	}
	got, out = bench(t, variance, "burn_in = 3.0", "burn_in = 0.0", "burn_in_xi = 5.0",
		"burn_in_xi = 0.0")
	if got == nil {
		t.Fatal(out)
	}
	if s := status("AdL", 20); s != table.Unsettled {
		t.Errorf("AdL without burn-in: %s", s)
	}
	got, out = bench(t, variance, "dt = [2e-2]", "dt = [1.0]", "T = 640.0", "T = 64e3")
	if got == nil {
		t.Fatal(out)
	}
	if s := status("SGLD", 20); s != table.Diverged {
		t.Errorf("SGLD with a large step: %s", s)
	}
}

// A wrong key is reported in one line, before anything is computed.
func TestBenchErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"\neta = 1.0", "", `"method[2]": friction scalar needs the key eta`},
		{"gamma = 1.0\neta", "eta", `"method[2]": scheme ODABADO needs the key gamma`},
		{`"scalar"`, `"blocks-0"`, "method[2].friction"},
		{`"scalar"`, `"layers"`, `"method[2].friction": friction layers: the model has no layers`},
		{`"OABAO"`, `"ODABADO"`, `"method[1].scheme": `},
		{"\"SGLD\"\n[", "\"SGLD\"\nfriction = \"full\"\n[", `"method[0].scheme": `},
		{"replicas = 64", "replicas = 65", `"replicas": expected a multiple of 64 replicas`},
		{"ndata = 100", "ndata = 10", "n[1]"},
		{"ndata = 100\n", "ndata = 1\n", ""},
	} {
		if _, out := bench(t, variance, c.old, c.new); strings.Count(out, "\n") != 1 ||
			!strings.Contains(out, c.want) {
			t.Errorf("%s: %q, want %q", c.new, out, c.want)
		}
	}
	_, out := bench(t, func(x *simulate.Samples) estimate.Estimate {
		return x.Blocks(dynamics.Component{I: 0}, 0).Mean()
	})
	const want = "fig00: variance of SGLD: simulate: the chain does not observe " +
		`{"is":"moments","of":{"i":0,"is":"component"}}, but {"is":"moments","of":{"is":"theta"}}: ` +
		"add it to Chain.Observe\n"
	if out != want {
		t.Errorf("%q", out)
	}
}
