package study_test

import (
	"bytes"
	"os"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/mixture"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// wrong is a model with a gradient whose second component has the wrong sign.
type wrong struct{ *model.Mixture }

func (m wrong) GradDatum(g, theta []float64, i int) {
	m.Mixture.GradDatum(g, theta, i)
	g[1] = -g[1]
}

func (m wrong) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// A program with a wrong gradient ends before it computes or writes anything.
func TestWrongGradient(t *testing.T) {
	x := dataset.Mixture(50, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 2)
	m := wrong{mixture.Model{W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}.Posterior(x)}
	p := experiment.Program[benchSpec]{
		Name: "fig00", Spec: []byte(benchText),
		Compute: func(c *experiment.Context, s benchSpec) (*table.Table, error) {
			return s.Table(c, study.Posterior{
				Model: m, Digest: x.Digest(), Starts: [][]float64{{0.5, 1.2}},
			})
		},
		Render: func(benchSpec, *table.Table) (*figure.Figure, error) { return figure.New(1, 1), nil },
	}
	const want = "fig00: model mixture: ∂/∂θ_2 log π is 14.1 from GradPrior and ΣGradDatum, " +
		"but -16.5 from differences of LogPosterior, at θ = (0.494, 1.21)\n"
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"-q", "-profile", "smoke", "-out", dir, "-cache", dir}
	code := p.Run(args, &stdout, &stderr)
	if code != 1 || stderr.String() != want || stdout.Len() > 0 {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("wrote %v, %v", files, err)
	}
}
