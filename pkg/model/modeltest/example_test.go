package modeltest_test

import (
	"fmt"
	"strings"

	"adl/pkg/model"
	"adl/pkg/model/modeltest"
	"adl/pkg/vec"
)

// hotter is a posterior whose gradient forgets the variance of the data.
type hotter struct{ *model.Gaussian }

func (m hotter) GradDatum(g, theta []float64, i int) { g[0] = m.X[i] - theta[0] }

func (m hotter) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// A wrong gradient is an error that names the component.
func ExampleCheck() {
	m := &model.Gaussian{X: []float64{1, 2, 3}, SigmaX: 0.5, SigmaTheta: 1}
	fmt.Println(modeltest.Check(m, []float64{0.5}))
	err := modeltest.Check(hotter{m}, []float64{0.5})
	what, where, _ := strings.Cut(err.Error(), ", but ")
	fmt.Printf("%s,\nbut %s\n", what, where)
	// Output:
	// <nil>
	// model gaussian: ∂/∂θ_1 log π is 4.7753428 from GradPrior and ΣGradDatum,
	// but 20.019864 from differences of LogPosterior, at θ = [0.306]
}
