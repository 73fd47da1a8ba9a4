package study_test

import (
	"fmt"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/model"
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
burn_in_xi = 5.0
observe_every = 0.02
blocks = 4
n = [5]
dt = [5e-3]
sampling = ["without"]
[[method]]
name = "SGLD"
scheme = "SGLD"
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
[profile.smoke]
`

// keys decodes it.
type keys struct {
	study.Bench
	Data dataset.Source `toml:"data"`
}

// compute measures the error on the variance of θ with both methods.
func compute(c *experiment.Context, s keys) (*table.Table, error) {
	data, err := c.Data("data", s.Data)
	if err != nil {
		return nil, err
	}
	m := &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1}
	return s.Table(c, study.Posterior{
		Model: m, Digest: data.Digest(), Starts: [][]float64{{m.Mean()}}, Sigma: study.Constant,
	}, study.Quantity{Name: "variance error", Of: func(x *simulate.Samples) estimate.Estimate {
		return estimate.RelError(x.Theta(0).Variance(), 1/m.Precision())
	}})
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
			t = t.Where("quantity", "variance error")
			for i := range t.Len() {
				e := t.Estimate(i)
				fmt.Printf("%s: error on the variance %.2f ± %.2f, %s\n", t.Cell(i, "method"),
					e.Value, e.StdErr, t.Cell(i, "status"))
			}
			curves := study.ErrorCurves{Quantity: "variance error", Grid: s.Grid, Signed: true}
			return curves.Figure("error", len(s.Methods), func(i int) (string, *table.Table) {
				return s.Methods[i].Name, t.Where("method", s.Methods[i].Name)
			}), nil
		},
	}
	code := program.Run([]string{"-q", "-profile", "smoke", "-out", dir, "-cache", dir},
		os.Stdout, os.Stderr)
	fmt.Println("exit", code)
	// Output:
	// SGLD: error on the variance 6.11 ± 0.02, ok
	// AdL: error on the variance 0.01 ± 0.01, ok
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
