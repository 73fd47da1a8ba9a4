package study_test

import (
	"fmt"
	"os"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/look"
	"adl/pkg/model"
	"adl/pkg/plots"
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
scheme = ["SGLD", "OABAO"]
gamma = 1.0
n = 5
dt = 5e-3
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
	study.Runs
}

// compute measures the error of the variance of θ with both methods.
func compute(c *experiment.Context, s keys) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.List(c, g)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable()
	for _, r := range runs {
		g.VarianceError(t, r.Row(t), r, g.Expected(r.Chain.Scheme.Word, r.Gamma(), r.Chain))
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
		Render: func(_ keys, t *table.Table) (*plots.Figure, error) {
			for i := range t.Len() {
				e := t.Estimate(i)
				fmt.Printf("%s: error of the variance %.2f ± %.2f, expected %.2f, %s\n",
					t.Cell(i, "method"), e.Value, e.StdErr, t.Float(i, "exact"), t.Cell(i, "status"))
			}
			curves := look.ErrorCurves{Quantity: "variance error", Signed: true}
			methods := t.Distinct("method")
			return curves.Figure("error", len(methods), false, func(i int) (string, *table.Table) {
				return methods[i], t.Where("method", methods[i])
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
