package regression

import (
	"fmt"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// regressionText is a spec of a small logistic regression.
const regressionText = `seed = 1
T = 3.2
replicas = 8
burn_in = 0.02
observe_every = 0.01
blocks = 4
scheme = "ODABADO"
friction = ["scalar", "full", "diagonal"]
gamma = 1.0
eta = 2.0
dt = 0.01
draws = 2
scaling = ["whiten"]
[observe]
n = 10
components = [1, 4]
pairs = [[1, 2], [4, 3]]
width = 5.0
bins = 10
joint_bins = 5
predict_every = 0.02
[data]
kind = "mnist"
d = 5
ndata = 50
held_out = 12
`

// An error of a spec names the key.
func TestRegressionErrors(t *testing.T) {
	load := func(c *experiment.Context, s Regression) (*table.Table, error) {
		_, err := s.Load(c)
		return nil, err
	}
	studytest.Within(t, regressionText, "", load)
	for _, c := range []struct{ old, new, want string }{
		{"components = [1, 4]", "components = [1, 6]",
			`spec.toml:16: key "observe.components[1]": expected one of the 5 components, got 6`},
		{"[4, 3]", "[4, 6]",
			`spec.toml:17: key "observe.pairs[1]": expected two of the 5 components, got [4 6]`},
		{"[4, 3]", "[4, 3, 2]", `spec.toml:17: key "observe.pairs[1]": `},
		{"[4, 3]", "[0, 3]", `spec.toml:17: key "observe.pairs[1]": `},
		{`"full"`, `"layers"`,
			`spec.toml:8: key "friction[1]": friction layers: the model has no layers`},
		{`"full"`, `"blocks-0"`, `spec.toml:8: key "friction[1]": unknown friction "blocks-0"`},
		{"ODABADO", "OABAO", `spec.toml:7: key "scheme": scheme "OABAO" lacks the letter D`},
		{"ndata = 50", "ndata = 1", `spec.toml:22: key "data": expected at least two data, got 1`},
		{"width = 5.0", "width = 1e-300", `spec.toml:18: key "observe.width": `},
		{"width = 5.0", "width = 1e300", `spec.toml:18: key "observe.width": `},
		{"d = 5", "d = 0", `spec.toml:24: key "data.d": `},
	} {
		studytest.Within(t, studytest.Change(t, regressionText, c.old, c.new), c.want, load)
	}
	add := func(c *experiment.Context, s Regression) (*table.Table, error) {
		p, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		return nil, p[0].Add("draws", study.Scalar, 51, 1)
	}
	studytest.Within(t, regressionText, `spec.toml:12: key "draws": `, add)
}

// regression loads the spec, adds a run for every friction and n, and runs them.
func regression(t *testing.T, text string, n ...int) *Posterior {
	t.Helper()
	var p *Posterior
	load := func(c *experiment.Context, s Regression) (*table.Table, error) {
		ps, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		p = ps[0]
		for _, n := range n {
			for _, f := range s.Friction {
				if err := p.Add("observe.n", f, n, s.T); err != nil {
					return nil, err
				}
			}
		}
		return nil, SimulateAll(ps)
	}
	_, err := studytest.Compute(t, text, load)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Runs have the friction of the spec, start near the posterior with ξ at its
// expected mean, and those of Observe.N observe what the figures show.
func TestRegressionRuns(t *testing.T) {
	p := regression(t, regressionText, 10, 50)
	if len(p.Runs) != 6 || p.Model.Dim() != 5 || len(p.HeldOut.Y) != 12 {
		t.Fatalf("%d runs, d = %d, %d data held out", len(p.Runs), p.Model.Dim(), len(p.HeldOut.Y))
	}
	forms := []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}, dynamics.Diagonal{}}
	for i, run := range p.Runs {
		form, n := forms[i%3], []int{10, 50}[i/3]
		name := fmt.Sprintf("%s, n = %d", form.Name(), n)
		if run.AdL != (dynamics.AdL{Form: form, Gamma: 1, Eta: 2}) || run.N != n {
			t.Errorf("%s: %+v, n = %d", name, run.AdL, run.N)
		}
		studytest.Near(t, name+": ε", run.Epsilon, 50*float64(50-n)/float64(n), 0)
		want, _ := exact.MeanXi(form, p.Sigma, run.Epsilon, 1, 0.01)
		if !slices.Equal(run.Chain.Xi, want) || run.Chain.XiVar != 0.5 {
			t.Errorf("%s: ξ starts at %g, variance %g", name, run.Chain.Xi, run.Chain.XiVar)
		}
		s := exact.BatchNoise(run.Epsilon, 0.01, slices.Max(diagonalOf(dynamics.Project(form, p.Sigma))))
		if form != (dynamics.Full{}) {
			studytest.Near(t, name+": s", run.S, s, 1e-14)
		} else if n == 10 && !(run.S > s) {
			t.Errorf("%s: s = %g, not above %g of the diagonal", name, run.S, s)
		}
		if run.Diverged || len(run.Xi()) != []int{1, 5, 5}[i%3] || len(run.Chain.Theta) != 8 {
			t.Errorf("%s: diverged %v, %d entries on the diagonal of ξ", name, run.Diverged, len(run.Xi()))
		}
		if s := run.Status(); s != table.OK && s != table.Unmixed {
			t.Errorf("%s: status %s", name, s)
		}
		if n != 10 {
			if len(run.Chain.Observe) != 3 {
				t.Errorf("%s observes %d statistics", name, len(run.Chain.Observe))
			}
			continue
		}
		h := run.Histogram(p.Marginal(4))
		inside := 0.0
		for _, mass := range h.Masses() {
			inside += mass.Value
		}
		if inside < 0.99 || h.Bins != 10 {
			t.Errorf("%s: %g of θ₄ in the histogram", name, inside)
		}
		j, x, y := p.Joint([]int{4, 3}), p.Marginal(4), p.Marginal(3)
		pair := simulate.Joint{
			X: x.Of, Y: y.Of, Lo: [2]float64{x.Lo, y.Lo}, Hi: [2]float64{x.Hi, y.Hi}, Bins: 5,
		}
		if m := run.Masses(j); len(m) != 25 || j != pair {
			t.Errorf("%s: %d cells of %+v, want %+v", name, len(m), j, pair)
		}
		entries := len(dynamics.Entries(form, 5))
		if xi := run.Means(simulate.Mean{Of: dynamics.Xi{}}); len(xi[0]) != entries {
			t.Errorf("%s: %d entries of ξ, want %d", name, len(xi[0]), entries)
		}
	}
}

func diagonalOf(m []float64) []float64 {
	var d []float64
	for i := 0; i < len(m); i += 6 {
		d = append(d, m[i])
	}
	return d
}

func TestRegressionRows(t *testing.T) {
	p := regression(t, studytest.Change(t, regressionText, `, "full", "diagonal"`, `, "diagonal"`), 10)
	tab := Table([]*Posterior{p}, []string{"scaling", "data", "method", "friction", "n", "dt"}, "s")
	for _, run := range p.Runs {
		row := p.Row(run)
		row["quantity"], row["value"], row["stderr"] = "error", 1.0, 0.1
		tab.Add(row)
	}
	if x, ok := tab.Lookup("value", "quantity", "data", "data", p.Train.Origin); !ok || x != 50 {
		t.Errorf("%g data", x)
	}
	if got := tab.Where("quantity", "error").Strings("friction"); !slices.Equal(got,
		[]string{"scalar", "diagonal"}) {
		t.Errorf("frictions %q", got)
	}
	if e := tab.Float(1, "epsilon"); e != minibatch.Without.Epsilon(50, 10) {
		t.Errorf("ε = %g", e)
	}
}

// runOf returns a run with made-up moments of two ξ_ii and two θ_i.
func runOf(
	t *testing.T, s float64, xi func(i, block, replica int) float64,
	theta func(block, replica int) float64,
) *Run {
	t.Helper()
	const replicas, blocks, d = 8, 4, 2
	c := &simulate.Chain{
		Model: studytest.Mixture(10), N: 1, T: replicas * blocks * 2, Every: 1, Replicas: replicas,
		Blocks: blocks, Scheme: dynamics.Scheme{
			Dt: 1, Friction: dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: 1, Eta: 1},
		},
		Observe: []simulate.Statistic{
			simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{Diagonal: true}},
		},
	}
	var sums [4][]float64
	for i := range d {
		for b := range blocks {
			for r := range replicas {
				wiggle := 0.01 * float64(r%2*2-1) // noise of the replicas
				for k, v := range []float64{theta(b, r), xi(i, b, r) + wiggle} {
					sums[2*k] = append(sums[2*k], 2*v)
					sums[2*k+1] = append(sums[2*k+1], 2*v*v+0.02)
				}
			}
		}
	}
	shape := []int{d, blocks, replicas}
	x := studytest.Read(t, c, table.Archive{
		{Name: "about", Data: []int64{int64(c.Units()), 0}},
		{Name: "0.s1", Shape: shape, Data: sums[0]}, {Name: "0.s2", Shape: shape, Data: sums[1]},
		{Name: "1.s1", Shape: shape, Data: sums[2]}, {Name: "1.s2", Shape: shape, Data: sums[3]},
	})
	return &Run{Method: "AdL", S: s, Chain: c, Samples: x}
}

// A run is diverged, a runaway by the criterion or because ξ grows, unsettled where ξ moves
// otherwise, unmixed where replicas disagree, or ok.
func TestRegressionStatus(t *testing.T) {
	// ξ_ii that change by the same slope in every replica
	slopes := func(first, second float64) func(i, b, r int) float64 {
		return func(i, b, _ int) float64 { return 8 + []float64{first, second}[i]*float64(b) }
	}
	flat, grow, fall := slopes(0, 0), slopes(1, 1), slopes(-1, -1)
	// the one grows by 7 standard errors over the replicas, while the other falls as much
	noisy := func(i, b, r int) float64 {
		return 8 + 0.5*float64(1-2*i)*float64(b)*(1+0.378*float64(r%2*2-1))
	}
	agree := func(b, r int) float64 { return 0.1 * float64(r%2) * float64(b%2) }
	apart := func(_, r int) float64 { return float64(r) }
	for _, c := range []struct {
		name  string
		s     float64
		xi    func(i, block, replica int) float64
		theta func(block, replica int) float64
		want  string
	}{
		{"ok", 0.5, flat, agree, table.OK},
		{"the criterion", 1, flat, agree, table.Runaway},
		{"ξ grows", 0.5, grow, agree, table.Runaway},
		{"an entry grows", 0.5, slopes(-1, 1), agree, table.Runaway},
		{"an entry grows within its noise", 0.5, noisy, agree, table.Unsettled},
		{"ξ falls", 0.5, fall, agree, table.Unsettled},
		{"replicas apart", 0.5, flat, apart, table.Unmixed},
		{"replicas apart, and ξ grows", 0.5, slopes(1, 0), apart, table.Runaway},
	} {
		run := runOf(t, c.s, c.xi, c.theta)
		if got := run.Status(); got != c.want {
			t.Errorf("%s: %s, want %s (R-hat %g)", c.name, got, c.want, run.RHat(dynamics.Theta{}))
		}
		if run.Diverged = true; run.Status() != table.Diverged {
			t.Errorf("%s, diverged: %s", c.name, run.Status())
		}
	}
}

// Sample runs every friction with batches of Observe.N data.
func TestRegressionSample(t *testing.T) {
	var p *Posterior
	sample := func(c *experiment.Context, s Regression) (*table.Table, error) {
		ps, err := s.Sample(c)
		if err == nil {
			p = ps[0]
		}
		return nil, err
	}
	studytest.Within(t, regressionText, "", sample)
	want := []study.Friction{study.Scalar, study.Full, study.Diagonal}
	for i, run := range p.Runs {
		if run.Friction != want[i] || run.N != 10 || run.Samples == nil {
			t.Errorf("run %d: %s, n = %d", i, run.Friction, run.N)
		}
	}
	if len(p.Runs) != 3 {
		t.Errorf("%d runs", len(p.Runs))
	}
}
