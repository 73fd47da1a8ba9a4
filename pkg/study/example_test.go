package study_test

import (
	"fmt"
	"os"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/look"
	"adl/pkg/model"
	"adl/pkg/plots"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// spec is the text of spec.toml.
const spec = `
seed = 1
T = 6400.0
replicas = 64
burn_in = 3.0
observe_every = 0.02
blocks = 4
n = [5]
dt = [5e-3]
sampling = ["without"]
[[method]]
name = "SGLD"
scheme = "SGLD"
[[method]]
name = "Langevin"
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
	study.Gaussian
	study.Grid
	Methods []study.Method `toml:"method"`
}

// compute measures the error of the variance of θ with both methods.
func compute(c *experiment.Context, s keys) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, "", g.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, m := range s.Methods {
		for _, p := range points {
			chains = append(chains, g.Chain(m.Scheme(), p))
		}
	}
	samples, err := study.Sweep(c, chains)
	if err != nil {
		return nil, err
	}
	t := study.GaussianTable()
	for i, x := range samples {
		m, p := s.Methods[i/len(points)], points[i%len(points)]
		row := p.Row(m.Name)
		study.Classify(row, x, g.EffectiveCov(p.Dt), study.Constant, 1)
		g.VarianceError(t, row, x, g.Law.RelError(m.Word, p.Epsilon, m.Gamma, p.Dt))
	}
	return t, nil
}

// A figure's program has keys, computes a table from them, and draws the table.
func Example() {
	dir, err := os.MkdirTemp("", "study")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	program := experiment.Program[keys]{
		Name: "fig00", Title: "variances", Spec: []byte(spec), Compute: compute,
		Render: func(s keys, t *table.Table) (*plots.Figure, error) {
			for i := range t.Len() {
				e := t.Estimate(i)
				fmt.Printf("%s: error of the variance %.2f ± %.2f, expected %.2f, %s\n",
					t.Cell(i, "method"), e.Value, e.StdErr, t.Float(i, "exact"), t.Cell(i, "status"))
			}
			curves := look.ErrorCurves{Quantity: "variance error", Dt: s.Dt, Signed: true}
			return curves.Figure("error", len(s.Methods), false, func(i int) (string, *table.Table) {
				return s.Methods[i].Name, t.Where("method", s.Methods[i].Name)
			}), nil
		},
	}
	code := program.Run([]string{"-q", "-profile", "smoke", "-out", dir, "-cache", dir},
		os.Stdout, os.Stderr)
	fmt.Println("exit", code)
	// Output:
	// SGLD: error of the variance 6.15 ± 0.02, expected 6.13, ok
	// Langevin: error of the variance 4.27 ± 0.08, expected 4.33, ok
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
