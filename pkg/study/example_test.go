package study_test

import (
	"fmt"
	"math"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/gaussian"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// spec is the text of spec.toml.
const spec = `
seed = 1
T = 640.0
replicas = 64
burn_in = 1.0
observe_every = 0.01
blocks = 4
n = [20, 50]
dt = [1e-3]
sampling = ["without"]
[[method]]
name = "SGLD"
scheme = "SGLD"
[[method]]
name = "Langevin dynamics"
scheme = "OABAO"
gamma = 1.0
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

// keys decodes it.
type keys struct {
	study.Settings
	study.Grid
	Method []study.Method `toml:"method"`
	Data   dataset.Source `toml:"data"`
	Model  gaussian.Model `toml:"model"`
}

// compute measures the variance of θ for every method and point, beside its exact value.
func compute(c *experiment.Context, s keys) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	points, err := s.Points(c, m.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	var rows []table.Row
	for _, method := range s.Method {
		for _, p := range points {
			chains = append(chains,
				s.Chain(m, data.Digest(), method.Scheme(p.Dt), p.N, p.Sampling))
			rows = append(rows, p.Row(method.Name))
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	law := exact.NewGaussian(m)
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact")...)
	for i, x := range samples {
		epsilon, dt := rows[i]["epsilon"].(float64), rows[i]["dt"].(float64)
		relError := law.SGLD(epsilon, dt)
		if rows[i]["method"] != "SGLD" {
			relError = law.Langevin(epsilon, 1, dt)
		}
		t.Measure(rows[i], "variance", x.Theta(0).Variance(), (1+relError)/law.A)
	}
	return t, nil
}

// A program of a figure is its keys, what it computes from them, and what it draws.
func Example() {
	dir, err := os.MkdirTemp("", "study")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	program := experiment.Program[keys]{
		Name: "fig00", Title: "variances", Spec: []byte(spec), Compute: compute,
		Render: func(s keys, t *table.Table) (*figure.Figure, error) {
			for i := range t.Len() {
				z := t.Estimate(i).Z(t.Float(i, "exact"))
				fmt.Printf("%s, n = %s: variance %.4f exactly, agrees %v\n", t.Cell(i, "method"),
					t.Cell(i, "n"), t.Float(i, "exact"), math.Abs(z) < 5)
			}
			curves := study.ErrorCurves{Quantity: "variance", Grid: s.Grid}
			return curves.Figure("variance", len(s.Method), func(i int) (string, *table.Table) {
				return s.Method[i].Name, t.Where("method", s.Method[i].Name)
			}), nil
		},
	}
	code := program.Run([]string{"-q", "-profile", "smoke", "-out", dir, "-cache", dir},
		os.Stdout, os.Stderr)
	fmt.Println("exit", code)
	// Output:
	// SGLD, n = 20: variance 0.0123 exactly, agrees true
	// SGLD, n = 50: variance 0.0109 exactly, agrees true
	// Langevin dynamics, n = 20: variance 0.0117 exactly, agrees true
	// Langevin dynamics, n = 50: variance 0.0104 exactly, agrees true
	// exit 0
}

// A friction is the name of a form of ξ; the sizes of layers come from the model.
func ExampleFriction_Form() {
	m := &model.Network{Inputs: 2, Hidden: 8}
	for _, f := range []study.Friction{"scalar", "layers", "diagonal", "blocks-4", "full"} {
		form, err := f.Form(m)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %d different entries of ξ\n", f, len(dynamics.Entries(form, m.Dim())))
	}
	_, err := study.Friction("layers").Form(&model.Gaussian{})
	fmt.Println(err)
	// Output:
	// scalar: 1 different entries of ξ
	// layers: 3 different entries of ξ
	// diagonal: 32 different entries of ξ
	// blocks-4: 80 different entries of ξ
	// full: 528 different entries of ξ
	// friction layers: the model has no layers
}
