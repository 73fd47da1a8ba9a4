package study

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// controlled is a spec with control variates.
func controlled(text, control string) string { return "control = " + control + "\n" + text }

// Runs sample the posterior with the control variates of the spec, or of their table, and
// predictions follow from their noise.
func TestControl(t *testing.T) {
	near := func(t *testing.T, c model.Control, g *MixturePosterior, modes int) {
		if len(c) != modes {
			t.Fatalf("control variates %v, want %d centres", c, modes)
		}
		for i, at := range c {
			for k, x := range g.Modes[i].Theta {
				studytest.Near(t, "a centre", at[k], x, 1e-7)
			}
		}
	}
	plain := studytest.Of(t, mixtureText, loadMixture)
	for name, modes := range map[string]int{"mode": 1, "modes": len(plain.Modes)} {
		g := studytest.Of(t, controlled(mixtureText, `"`+name+`"`), loadMixture)
		c := g.Chain(Langevin("SGLD", 0), Point{N: 5, Dt: 1e-3}).Control
		near(t, c, g, modes)
		if !(g.Sigma[0] < 0.8*plain.Sigma[0] && g.Sigma[3] < 0.8*plain.Sigma[3]) {
			t.Errorf("%s: Σ̄ = %v, without control variates %v", name, g.Sigma, plain.Sigma)
		}
		box, err := exact.NewBox(g.Model, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range box.With(c.Terms(g.Model)).MeanGradCov() {
			studytest.Near(t, name+": Σ̄", g.Sigma[i]/plain.Sigma[0], x/plain.Sigma[0], 1e-3)
		}
		key := g.FromBias(spec.Key{}, 4, "", 0, nil).Key["control"]
		if !reflect.DeepEqual(key, c) {
			t.Errorf("%s: the leading order is for %v", name, key)
		}
	}
	two := studytest.Of(t, controlled(mixtureText, "[1, 0.5, 0.5, 1]"), loadMixture)
	if at := two.control; len(at) != 2 || at[1][1] != 1 {
		t.Errorf("the centres are %v", at)
	}
}

// The leading order of the error is for the noise with control variates.
func TestControlLeading(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer("T = 64.0", "T = 20000.0", "burn_in = 0.2", "burn_in = 10.0",
		"lo = 0.2", "lo = -0.5", "hi = 1.2", "hi = 2.0", "bins = 10", "bins = 30").Replace(mixtureText)
	studytest.Of(t, controlled(text, `"modes"`), func(c *experiment.Context, s Mixture) (any, error) {
		g, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		p, err := NewPoint(c, "n", minibatch.Without, 60, 3, 5e-3)
		if err != nil {
			return nil, err
		}
		m := Langevin("OABAO", 1)
		leading := g.Leading(m, 14)
		found, err := Do(c, []*simulate.Chain{g.Chain(m, p)}, leading...)
		if err != nil {
			return nil, err
		}
		want, near := leading.Error(p.Epsilon, p.Dt)
		l1 := found[0].Histogram(g.Histogram).L1(g.Mass)
		if !near || !(math.Abs(l1.Corrected-want) < 4*l1.StdErr) || !(l1.StdErr < 0.15*want) {
			t.Errorf("L¹ error %.4f ± %.4f, predicted %.4f", l1.Corrected, l1.StdErr, want)
		}
		return nil, nil
	})
}

// Control variates leave a Gaussian posterior without noise.
func TestControlGaussian(t *testing.T) {
	text := controlled(studytest.GaussianSpec, `"mode"`)
	r := studytest.Of(t, text, func(c *experiment.Context, s gaussianKeys) (*Run, error) {
		r, err := gaussianRun(2e-2, 1)(c, s)
		if err != nil {
			return nil, err
		}
		return r, Sample(c, []*Run{r})
	})
	row := r.Row(GaussianTable())
	if row["status"] != table.OK || row["s"] != 0. {
		t.Errorf("status %v, s = %v", row["status"], row["s"])
	}
	xi := r.Blocks(dynamics.Xi{}, 0).Mean() // starts at γ, and stays there
	studytest.Near(t, "ξ", xi.Value, 1, 5*xi.StdErr)
}

// Logistic regression takes both keys.
func TestControlRegression(t *testing.T) {
	load := func(c *experiment.Context, s Regression) (*RegressionPosterior, error) {
		ps, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		ps[0].N, ps[0].Friction = []int{7}, []Friction{Full}
		return ps[0], ps[0].List(c)
	}
	plain := studytest.Of(t, regressionText, load)
	p := studytest.Of(t, controlled("sampling = \"symmetric\"\n"+regressionText, `"mode"`), load)
	for i := range p.Model.D {
		at := i*p.Model.D + i
		if !(p.Sigma[at] < 0.5*plain.Sigma[at]) {
			t.Errorf("Σ̄_%d%d is %g, %g without control variates", i, i, p.Sigma[at], plain.Sigma[at])
		}
	}
	x := studytest.Run(t, p.Runs[0].Chain)
	if c := x.Chain; c.Sampling != minibatch.Symmetric || len(c.Control) != 1 || x.Diverged {
		t.Errorf("a run with control variates %v by %s, diverged %t", c.Control, c.Sampling, x.Diverged)
	}
}

// Networks and extended frictions take both keys; a network needs the numbers of a centre.
func TestControlOthers(t *testing.T) {
	const symmetric = "sampling = \"symmetric\"\n"
	centre := "[0" + strings.Repeat(", 0.1", 7) + "]"
	_, runs := networkRuns(t, controlled(symmetric+few(t), centre))
	c := runs[0].Chain
	if len(c.Control) != 1 || c.Sampling != minibatch.Symmetric {
		t.Errorf("a run with control variates %v by %s", c.Control, c.Sampling)
	}
	for _, densities := range []bool{false, true} {
		networkTable(t, controlled(symmetric+few(t), centre), densities)
	}
	studytest.Of(t, controlled(symmetric+"n = 5\ndt = 1e-3\n"+extendedText, `"modes"`),
		func(c *experiment.Context, s Extended) (any, error) {
			r, err := s.Load(c)
			if err != nil {
				return nil, err
			}
			for _, x := range r.Runs {
				if len(x.Chain.Control) == 0 || x.Sampling != minibatch.Symmetric {
					t.Errorf("a run without control variates by %s", x.Sampling)
				}
			}
			return nil, nil
		})
}

// The error about a mistake is one line.
func TestControlMistakes(t *testing.T) {
	const of = `expected "none", "mode", "modes" or a list of numbers, got `
	for _, x := range [][2]string{
		{`"moda"`, of + `"moda"`}, {"3", of + "3"}, {"[]", of + "[]"}, {`["mode"]`, of + `["mode"]`},
		{"[[nan, 1.0]]", "expected finite numbers, got [[NaN, 1]]"},
		{"[1, 2, 3]", "expected the 2 numbers of a centre, or of several, got 3"},
	} {
		text := controlled(mixtureText, x[0])
		studytest.Within(t, text, `spec.toml:1: key "control": `+x[1], loadMixture)
	}
	studytest.Within(t, controlled(mixtureText, `"none"`), "", loadMixture)
}
