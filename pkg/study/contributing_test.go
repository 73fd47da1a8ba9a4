package study_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// specText is the example of a spec.toml in CONTRIBUTING.md.
var specText = []byte(`seed = 1
T = 640.0
replicas = 64
burn_in = 1.0
observe_every = 0.01
blocks = 4
n = [1, 5, 20, 50]
dt = [1e-3]
sampling = ["without"]

[method]
name = "SGLD"
scheme = "SGLD"

[data]
kind = "gaussian"
ndata = 100
mu = [0.0]
sigma = [1.0]

[model]
sigma_x = 1.0
sigma_theta = 1.0

[profile.smoke]
[profile.quick]
T = 64_000.0
[profile.paper]
T = 1e6
`)

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	Method study.Method   `toml:"method"`
	Data   dataset.Source `toml:"data"`
	Model  gaussian.Model `toml:"model"`
}

// measure runs the method for every n and Δt and takes the variance of θ.
func measure(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	points, err := s.Points(c, m.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, p := range points {
		scheme := s.Method.Scheme(p.Dt)
		chains = append(chains, s.Chain(m, data.Digest(), scheme, p.N, p.Sampling))
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact")...)
	for i, x := range samples {
		t.Measure(points[i].Row(s.Method.Name), "variance", x.Theta(0).Variance(), 1/m.Precision())
	}
	return t, nil
}

// draw draws the variance against ε(n), from the table alone.
func draw(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, 1)
	p := f.Panel(0, 0)
	p.XLabel, p.YLabel, p.X.Log = `$\varepsilon(n)$`, `variance of $\theta$`, true
	p.Add(figure.Line{X: t.Floats("epsilon"), Y: t.Floats("value")})
	return f, nil
}

var program = experiment.Program[Spec]{
	Name: "fig16", Title: "SGLD: variance against the noise of batches",
	Spec: specText, Compute: measure, Render: draw,
}

// CONTRIBUTING.md shows code that compiles and runs.
func TestContributing(t *testing.T) {
	text, err := os.ReadFile("../../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	var sources []byte
	for _, path := range []string{
		"contributing_test.go", "../model/example_test.go", "../dynamics/example_test.go",
		"../../experiments/claims/s3_2.go",
	} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, b...)
	}
	blocks := regexp.MustCompile("(?s)```(go|toml)\n(.*?)```\n").FindAllSubmatch(text, -1)
	if len(blocks) < 4 {
		t.Fatalf("there are %d blocks of code", len(blocks))
	}
	for _, b := range blocks {
		for part := range strings.SplitSeq(string(b[2]), "\n// …\n") {
			if !bytes.Contains(sources, []byte(strings.TrimSpace(part))) {
				t.Errorf("this stands in no test:\n%s", part)
			}
		}
		if n := bytes.Count(b[2], []byte("\n")); n > 32 {
			t.Errorf("%d lines are too many:\n%s", n, b[2])
		}
	}
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"-profile", "smoke", "-out", dir, "-cache", filepath.Join(dir, "cache")}
	if code := program.Run(args, &out, &out); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	got, err := table.ReadFile(filepath.Join(dir, "fig16.csv"))
	if err != nil || got.Len() != 4 {
		t.Errorf("%v, %v", got, err)
	}
}
