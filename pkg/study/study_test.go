package study

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/vec"
)

func TestSettingsChain(t *testing.T) {
	m := studytest.Gaussian()
	s := Settings{Chains: Chains{Seed: 1, T: 2, Replicas: 64, BurnIn: 3, Every: 4, Blocks: 5}}
	p := Point{Sampling: minibatch.With, Dt: 0.1, N: 6}
	theta, xi := simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{}}
	adl := dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 1}
	yes, no := true, false
	for _, c := range []struct {
		scheme   dynamics.Scheme
		share    *bool
		friction dynamics.Friction
		observe  []simulate.Statistic
	}{
		{Langevin(dynamics.SGLD, 1), nil, nil, []simulate.Statistic{theta}},
		{Langevin("BAOAB", 2), &no, dynamics.Constant{Gamma: 2},
			[]simulate.Statistic{theta}},
		{dynamics.Scheme{Word: "ODABADO", Friction: adl}, &yes, adl, []simulate.Statistic{theta, xi}},
	} {
		s.ShareBatch = c.share
		want := &simulate.Chain{
			Model: m, Digest: "digest", N: 6, Sampling: minibatch.With, T: 2, Scheme: dynamics.Scheme{
				Word: c.scheme.Word, Dt: 0.1, Friction: c.friction, SplitBatch: c.share == &no,
			},
			BurnIn: 3, Every: 4, Replicas: 64, Blocks: 5, Observe: c.observe, Seed: 1,
		}
		if got := s.Chain(m, "digest", c.scheme, p); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.scheme.Word, got, want)
		}
	}
}

// inFile writes a file of data, and returns the line of a spec that names it.
func inFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("file = %q", path)
}

// A wrong key is reported at its place, before anything is computed.
func TestSweepErrors(t *testing.T) {
	type keys struct {
		Gaussian
		Runs
	}
	run := func(c *experiment.Context, s keys) ([]*Run, error) {
		g, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		runs, err := s.List(c, g)
		if err != nil {
			return nil, err
		}
		return runs, Sample(c, runs[:1])
	}
	good, bad := inFile(t, "# three\n1\n2.5\n-3e-1\n"), inFile(t, "# two\n1\n\ntwo\n")
	text := `seed = 1
T = 1.0
replicas = 64
burn_in = 0.0
observe_every = 0.1
blocks = 4
n = [2, 3]
dt = 0.1
scheme = "OABAO"
gamma = 1.0
[data]
` + good + `
[model]
sigma_x = 1.0
sigma_theta = 1.0
`
	if x := studytest.Of(t, text, run); x[0].Chain.Model.Ndata() != 3 {
		t.Errorf("%d data", x[0].Chain.Model.Ndata())
	}
	studytest.Mistakes(t, text, run, [][3]string{
		{"\"OABAO\"\ngamma = 1.0", `"SGLD"`, ""},
		{"dt = 0.1", "method = \"$x\"\ndt = 0.1", `spec.toml:8: key "method": `},
		{"replicas = 64", "replicas = 100", `spec.toml:3: key "replicas": expected a multiple of 64 ` +
			`replicas, which advance in lockstep, got 100`},
		{"gamma = 1.0", "", `spec.toml: key "gamma": scheme OABAO needs it`},
		{"OABAO", "OAO", `spec.toml:9: key "scheme": scheme "OAO" lacks `},
		{good, bad, `spec.toml:12: key "data.file": data file ` + strings.Split(bad, `"`)[1] + ":4:"},
		{good, `kind = "gaussian"`, `spec.toml:11: key "data.ndata": `},
		{"n = [2, 3]", "n = [2, 4]", `spec.toml:7: key "n[1]": `},
	}...)
}

// wrong is a model with a gradient whose second component has the wrong sign.
type wrong struct{ *model.Mixture }

func (m wrong) GradDatum(g, theta []float64, i int) {
	m.Mixture.GradDatum(g, theta, i)
	g[1] = -g[1]
}

func (m wrong) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// A chain with a wrong gradient ends before it computes anything.
func TestWrongGradient(t *testing.T) {
	studytest.Within(t, "T = 1\nseed = 1\nreplicas = 64\nburn_in = 1\nobserve_every = 1\nblocks = 4",
		"model mixture: ∂/∂θ_2 log π is 44.69",
		func(c *experiment.Context, s Settings) ([]*simulate.Samples, error) {
			x := s.Chain(wrong{studytest.Mixture(50)}, "", Langevin(dynamics.SGLD, 0),
				Point{Sampling: minibatch.With, Dt: 0.01, N: 1})
			x.Theta = [][]float64{{0.5, 1.2}}
			return Do(c, []*simulate.Chain{x})
		})
}

// Posteriors have the data and the numbers of the spec.
func TestModels(t *testing.T) {
	data, points := dataset.Gaussian(5, 0, 1, 1), dataset.TwoClasses(5, 0.03, 1)
	x := make([]float64, len(points.Z))
	for i, z := range points.Z {
		x[i] = float64(z)
	}
	for _, c := range []struct{ got, want model.Model }{
		{GaussianModel{2, 3}.Posterior(data), &model.Gaussian{X: data.X, SigmaX: 2, SigmaTheta: 3}},
		{MixtureModel{0.1, 2, 3, 4}.Posterior(data),
			&model.Mixture{X: data.X, W: 0.1, Sigma1: 2, Sigma2: 3, SigmaTheta: 4}},
		{NetworkModel{Hidden: 3}.Posterior(points),
			&model.Network{X: x, Y: points.Y, Inputs: 2, Hidden: 3}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %+v, want %+v", c.got, c.want)
		}
	}
}
