package study

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

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
	s := Settings{Seed: 1, T: 2, Replicas: 64, BurnIn: 3, Every: 4, Blocks: 5}
	p := Point{Sampling: minibatch.With, Dt: 0.1, N: 6}
	theta, xi := simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{}}
	yes, no := true, false
	for _, c := range []struct {
		share   *bool
		scheme  dynamics.Scheme
		observe []simulate.Statistic
	}{
		{nil, Method{Word: dynamics.SGLD, Gamma: 1}.Scheme(), []simulate.Statistic{theta}},
		{&no, Method{Word: "BAOAB", Gamma: 2}.Scheme(), []simulate.Statistic{theta}},
		{&yes, Method{Word: "BAOAB", Gamma: 2}.Scheme(), []simulate.Statistic{theta}},
		{nil, dynamics.Scheme{
			Word: "ODABADO", Friction: dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 1},
		}, []simulate.Statistic{theta, xi}},
	} {
		s.ShareBatch = c.share
		scheme := c.scheme
		scheme.Dt, scheme.SplitBatch = 0.1, c.share == &no
		want := &simulate.Chain{
			Model: m, Digest: "digest", Scheme: scheme, N: 6, Sampling: minibatch.With, T: 2,
			BurnIn: 3, Every: 4, Replicas: 64, Blocks: 5, Observe: c.observe, Seed: 1,
		}
		if got := s.Chain(m, "digest", c.scheme, p); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.scheme.Word, got, want)
		}
	}
}

func TestMethod(t *testing.T) {
	if s := (Method{Word: dynamics.SGLD, Gamma: 1}).Scheme(); s.Friction != nil {
		t.Errorf("SGLD: %+v", s)
	}
	if s := (Method{Word: "OABAO", Gamma: 2}).Scheme(); s.Friction != (dynamics.Constant{Gamma: 2}) {
		t.Errorf("OABAO: friction %v", s.Friction)
	}
}

// A wrong key is reported at its place, before anything is computed.
func TestSweepErrors(t *testing.T) {
	type keys struct {
		Gaussian
		Grid
		Method []Method `toml:"method"`
	}
	sweep := func(c *experiment.Context, s keys) ([]*simulate.Samples, error) {
		g, err := s.Load(c, s.Method...)
		if err != nil {
			return nil, err
		}
		points, err := s.Points(c, g.Model.Ndata())
		if err != nil {
			return nil, err
		}
		return Sweep(c, []*simulate.Chain{g.Chain(s.Method[0].Scheme(), points[0])})
	}
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad"), filepath.Join(dir, "good")
	for path, text := range map[string]string{
		bad: "# two\n1\n\ntwo\n", good: "# three\n1\n2.5\n-3e-1\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text := fmt.Sprintf(`seed = 1
T = 1.0
replicas = 64
burn_in = 0.0
observe_every = 0.1
blocks = 4
n = [2, 3]
dt = [0.1]
sampling = ["without"]
[data]
file = %q
[model]
sigma_x = 1.0
sigma_theta = 1.0
[[method]]
name = "a"
scheme = "OABAO"
gamma = 1.0
`, good)
	if x := studytest.Of(t, text, sweep); x[0].Chain.Model.Ndata() != 3 {
		t.Errorf("%d data", x[0].Chain.Model.Ndata())
	}
	studytest.Mistakes(t, text, sweep, [][3]string{
		{"\"OABAO\"\ngamma = 1.0", `"SGLD"`, ""},
		{"replicas = 64", "replicas = 100", `spec.toml:3: key "replicas": expected a multiple of 64 ` +
			`replicas, which advance in lockstep, got 100`},
		{"gamma = 1.0", "", `spec.toml:15: key "method[0]": scheme OABAO needs the key gamma`},
		{"OABAO", "OAO", `spec.toml:17: key "method[0].scheme": scheme "OAO" lacks `},
		{"OABAO", "ODABADO", `spec.toml:17: key "method[0].scheme": scheme "ODABADO": D moves ξ`},
		{`"a"`, `"$x"`, `spec.toml:16: key "method[0].name": `},
		{good, bad, `spec.toml:11: key "data.file": data file ` + bad + `:4: `},
		{"file = ", "kind = \"gaussian\" # ", `spec.toml:10: key "data.ndata": `},
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
		"model mixture: ∂/∂θ_2 log π is 29.2 from GradPrior and ΣGradDatum, "+
			"but -31.6 from differences of LogPosterior, at θ = (0.494, 1.21)",
		func(c *experiment.Context, s Settings) ([]*simulate.Samples, error) {
			x := s.Chain(wrong{studytest.Mixture(50)}, "", Method{Word: dynamics.SGLD}.Scheme(),
				Point{Sampling: minibatch.With, Dt: 0.01, N: 1})
			x.Theta = [][]float64{{0.5, 1.2}}
			return Sweep(c, []*simulate.Chain{x})
		})
}

// The histogram of a spec must not be empty.
func TestHistogram(t *testing.T) {
	type keys struct {
		Histogram Histogram `toml:"histogram"`
	}
	of := func(c *experiment.Context, s keys) (simulate.Histogram, error) {
		return s.Histogram.Of(dynamics.Component{I: 1}), s.Histogram.Check(c)
	}
	const text = "[histogram]\nlo = -1.0\nhi = 2.0\nbins = 6\n"
	want := simulate.Histogram{Of: dynamics.Component{I: 1}, Lo: -1, Hi: 2, Bins: 6}
	if h := studytest.Of(t, text, of); h != want {
		t.Errorf("%+v", h)
	}
	studytest.Mistakes(t, text, of, [3]string{"hi = 2.0", "hi = -1.0",
		`spec.toml:3: key "histogram.hi": expected more than lo = -1, got -1`})
}
