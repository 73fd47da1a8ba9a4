package study

import (
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
	"adl/pkg/vec"
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
n = 10
draws = 2
scaling = ["whiten"]
[observe]
n = 10
components = [1, 4]
pairs = [[1, 2], [4, 3]]
width = 5.0
bins = 10
joint_bins = 5
[data]
kind = "mnist"
d = 5
ndata = 50
`

// An error of a spec names the key.
func TestRegressionErrors(t *testing.T) {
	list := func(c *experiment.Context, s Regression) (any, error) {
		ps, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		return nil, ps[0].List(c)
	}
	studytest.Mistakes(t, regressionText, list, [][3]string{
		{"n = 10\ndraws", "n = 50\ndraws", ""},
		{"n = 10\ndraws", "n = 51\ndraws", `spec.toml:12: key "n": `},
		{"draws = 2", "draws = 2\nseeds = 1", `spec.toml:14: key "seeds": expected none, since`},
		{"components = [1, 4]", "components = [1, 6]",
			`spec.toml:17: key "observe.components[1]": expected one of the 5 components, got 6`},
		{"[4, 3]", "[4, 6]",
			`spec.toml:18: key "observe.pairs[1]": expected two of the 5 components, got [4 6]`},
		{"[4, 3]", "[4, 3, 2]", `spec.toml:18: key "observe.pairs[1]": `},
		{"[4, 3]", "[0, 3]", `spec.toml:18: key "observe.pairs[1]": `},
		{`"full"`, `"layers"`,
			`spec.toml:8: key "friction[1]": friction layers: the model has no layers`},
		{`"full"`, `"blocks-0"`, `spec.toml:8: key "friction[1]": unknown friction "blocks-0"`},
		{"ODABADO", "ODA", `spec.toml:7: key "scheme": scheme "ODA" lacks`},
		{"ndata = 50", "ndata = 1", `spec.toml:22: key "data": expected at least two data, got 1`},
		{"width = 5.0", "width = 1e300", `spec.toml:19: key "observe.width": `},
		{"d = 5", "d = 0", `spec.toml:24: key "data.d": `},
		{"d = 5", "d = 5\npca = \"whiten\"", `spec.toml:25: key "data.pca": expected none, since`},
	}...)
}

// Runs have the friction of the spec and start near the posterior with ξ at its expected mean. Runs
// with Observe.N data observe the statistics of the figures. Other runs are of Langevin dynamics.
func TestRegressionRuns(t *testing.T) {
	const tables = "[runs.AdL]\n[runs.Langevin]\nscheme = \"OABAO\"\nT = 6.4\n"
	p := studytest.Of(t, regressionText+tables,
		func(c *experiment.Context, s Regression) (*RegressionPosterior, error) {
			ps, err := s.Sampled(c)
			if err != nil {
				return nil, err
			}
			return ps[0], nil
		})
	if len(p.Runs) != 4 || p.Model.Dim() != 5 {
		t.Fatalf("%d runs, d = %d", len(p.Runs), p.Model.Dim())
	}
	tab := RegressionTable([]*RegressionPosterior{p},
		[]string{"scaling", "data", "method", "friction", "n", "dt"}, "s")
	const epsilon = 50 * 40 / 10.0
	for i, form := range []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}, dynamics.Diagonal{}} {
		run, name := p.Runs[i], form.Name()
		if run.AdL() != (dynamics.AdL{Form: form, Gamma: 1, Eta: 2}) || run.N != 10 ||
			run.Friction != Friction(name) || run.Epsilon != epsilon {
			t.Errorf("%s: %+v", name, run)
		}
		mean, _ := exact.MeanXi(form, p.Sigma, epsilon, 1, 0.01)
		want := linalg.RoundedSym(mean, digits)
		if !slices.Equal(run.Chain.Xi, want) || run.Chain.XiVar != 0.5 || len(run.Chain.Theta) != 8 {
			t.Errorf("%s: ξ starts at %g, variance %g", name, run.Chain.Xi, run.Chain.XiVar)
		}
		most := 0.0 // on the diagonal
		for j, v := range dynamics.Project(form, p.Sigma) {
			if j%6 == 0 {
				most = max(most, v)
			}
		}
		row := run.Row(tab)
		got := row["s"].(float64)
		if s := exact.BatchNoise(epsilon, 0.01, most); form != (dynamics.Full{}) {
			studytest.Near(t, name+": s", got, s, 1e-14)
		} else if !(got > s) {
			t.Errorf("%s: s = %g, not above %g of the diagonal", name, got, s)
		}
		if s := row["status"]; s != table.OK && s != table.Unmixed {
			t.Errorf("%s: status %s", name, s)
		}
		inside := 0.0
		x, y := p.Marginal(4), p.Marginal(3)
		for _, mass := range run.Histogram(x).Masses() {
			inside += mass.Value
		}
		if inside < 0.99 || x.Bins != 10 {
			t.Errorf("%s: %g of θ₄ in the histogram", name, inside)
		}
		j, pair := p.Joint([]int{4, 3}), simulate.Joint{
			X: x.Of, Y: y.Of, Lo: [2]float64{x.Lo, y.Lo}, Hi: [2]float64{x.Hi, y.Hi}, Bins: 5,
		}
		if m := run.Masses(j); len(m) != 25 || j != pair {
			t.Errorf("%s: %d cells of %+v, want %+v", name, len(m), j, pair)
		}
		diagonal := len(run.All(dynamics.Xi{Diagonal: true}))
		all := len(run.Means(simulate.Mean{Of: dynamics.Xi{}})[0])
		if diagonal != []int{1, 5, 5}[i] || all != []int{1, 15, 5}[i] {
			t.Errorf("%s: %d entries of ξ, %d on the diagonal", name, all, diagonal)
		}
	}
	l := p.Runs[3]
	if row := l.Row(tab); l.Friction != "" || row["s"] != 0. || l.Chain.T != 6.4 ||
		len(l.Chain.Observe) != 1 || l.Chain.Scheme.Friction != (dynamics.Constant{Gamma: 1}) {
		t.Errorf("Langevin dynamics: %+v, %v", l, row)
	}
	row := p.Runs[2].Row(tab)
	tab.AddValue(row, "error", 1)
	if tab.Where("data", p.Train.Origin, "quantity", "data", "value", 50).Len() != 1 ||
		tab.Where("scaling", "whiten", "method", "AdL", "friction", "diagonal", "n", 10, "dt", 0.01,
			"epsilon", epsilon, "s", row["s"], "quantity", "error").Len() != 1 {
		t.Errorf("the rows %q lack their cells", tab.Strings("quantity"))
	}
}

// A run is diverged, a runaway by the criterion or because ξ grows, unsettled if ξ has another
// trend, unmixed if replicas disagree, or ok. The moments here are made up.
func TestRegressionStatus(t *testing.T) {
	c := &simulate.Chain{
		Model: studytest.Mixture(10), N: 1, Sampling: minibatch.Without, Layout: vec.Components,
		T: 8 * 0.04, Every: 0.01, Replicas: 8, Blocks: 4, Scheme: dynamics.Scheme{
			Word: "ODABADO", Dt: 0.01,
			Friction: dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: 1, Eta: 1},
		},
		Observe: []simulate.Statistic{
			simulate.Moments{Of: dynamics.Theta{}}, simulate.Moments{Of: dynamics.Xi{Diagonal: true}},
		},
	}
	// ξ_ii that change by the same slope in every replica
	slopes := func(first, second float64) func(i, b, r int) float64 {
		return func(i, b, _ int) float64 { return 8 + []float64{first, second}[i]*float64(b) }
	}
	flat := slopes(0, 0)
	// one entry grows by 7 standard errors over the replicas, another falls by as much
	noisy := func(i, b, r int) float64 {
		return 8 + 0.5*float64(1-2*i)*float64(b)*(1+0.378*float64(r%2*2-1))
	}
	agree := func(b, r int) float64 { return 0.1 * float64(r%2) * float64(b%2) }
	apart := func(_, r int) float64 { return float64(r) }
	for _, x := range []struct {
		name  string
		s     float64
		xi    func(i, block, replica int) float64
		theta func(block, replica int) float64
		want  string
	}{
		{"ok", 0.5, flat, agree, table.OK},
		{"the criterion", 1.01, flat, agree, table.Runaway},
		{"ξ grows", 0.5, slopes(1, 1), agree, table.Runaway},
		{"an entry grows", 0.5, slopes(-1, 1), agree, table.Runaway},
		{"an entry grows within its noise", 0.5, noisy, agree, table.Unsettled},
		{"ξ falls", 0.5, slopes(-1, -1), agree, table.Unsettled},
		{"replicas apart", 0.5, flat, apart, table.Unmixed},
		{"replicas apart, and ξ grows", 0.5, slopes(1, 0), apart, table.Runaway},
	} {
		a := remade(t, c, func(statistic string, i, block, replica int) float64 {
			if statistic == "0" {
				return x.theta(block, replica)
			}
			return x.xi(i, block, replica) + 0.01*float64(replica%2*2-1) // noise of the replicas
		})
		p := RegressionPosterior{
			Sigma: linalg.Identity(2, x.s/exact.BatchNoise(c.Epsilon(), 0.01, 1)),
		}
		samples := studytest.Read(t, c, a)
		classified := func(want string) {
			t.Helper()
			row := table.Row{}
			if Classify(row, samples, p.Criteria(samples)); row["status"] != want {
				t.Errorf("%s: %v, want %s", x.name, row, want)
			}
		}
		classified(x.want)
		c.Rest = true // without a burn-in
		classified(table.Unsettled)
		c.Rest, samples.Diverged = false, true
		classified(table.Diverged)
	}
}
