package study

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/study/studytest"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// networkText is a spec of a small network.
const networkText = `seed = 1
T = 6.4
replicas = 64
burn_in = 1.0
observe_every = 0.1
blocks = 4
epochs = 10
burn_in_xi = 1.0
burn_in_most = 3.0
scheme = "ODABADO"
friction = ["scalar", "diagonal", "layers"]
reference = "scalar"
gamma = 1.0
eta = 200.0
dt = [0.01, 0.001]
n = [1, 5, 40]
x = [1.0, 1.5]
[sigma]
scalar = 0.1
layers = 0.3
diagonal = 1.0
[histogram]
lo = 0.0
hi = 1.0
bins = 20
[data]
kind = "classes"
ndata = 40
c2 = 0.03
seed = 1
[model]
hidden = 2
`

// networkRuns lists the runs of a spec.
func networkRuns(t *testing.T, text string) (s Network, runs []networkRun) {
	t.Helper()
	runs = studytest.Of(t, text, func(c *experiment.Context, spec Network) ([]networkRun, error) {
		s = spec
		return s.runs(c)
	})
	return s, runs
}

// Every point is run once, the one with all data and the friction of the reference last for a time
// step; the epochs are kept where they are longer than T; no two have the same key.
func TestNetworkRuns(t *testing.T) {
	s, runs := networkRuns(t, networkText)
	if len(runs) != 2*(3*3-1+1) {
		t.Fatalf("%d runs", len(runs))
	}
	keys := map[string]bool{}
	for i, r := range runs {
		key, err := sweep.Key(r.chain)
		if err != nil {
			t.Fatal(err)
		}
		if keys[key] {
			t.Errorf("run %d: a second time", i)
		}
		keys[key] = true
		if last := i%9 == 8; last != s.isReference(r) ||
			last != (r.N == 40 && r.friction == Scalar) {
			t.Errorf("run %d: n = %d, %s", i, r.N, r.friction)
		}
		steps := 10 * 40 / float64(r.N)
		if want := max(6.4, steps*r.Dt); r.chain.T != want {
			t.Errorf("run %d: T = %g, want %g", i, r.chain.T, want)
		}
		b := r.chain.BurnIn
		if b < s.BurnIn || b > s.BurnInMost || s.BurnInXi != 1 {
			t.Errorf("run %d: burn-in %g", i, b)
		}
		if len(r.chain.Xi) != 8 || slices.Max(r.chain.Xi) != 1 || r.chain.Theta != nil {
			t.Errorf("run %d starts at %g, %g", i, r.chain.Theta, r.chain.Xi)
		}
	}
	// no more than n data at a Δt, but for the reference
	_, most := networkRuns(t,
		studytest.Change(t, networkText, "n = [1", "most = [{dt = 0.001, n = 1}]\nn = [1"))
	at := func(r networkRun) bool { return r.Dt == 0.001 && r.N > 1 && !s.isReference(r) }
	if slices.ContainsFunc(most, at) || len(most) != len(runs)-5 {
		t.Errorf("with a bound on n, %d runs of %d", len(most), len(runs))
	}
}

// An error of a spec names the key.
func TestNetworkErrors(t *testing.T) {
	table := func(c *experiment.Context, s Network) (*table.Table, error) { return s.Table(c, true) }
	studytest.Mistakes(t, networkText, table, [][3]string{
		{"n = [1, 5, 40]", "n = [1, 41]", `spec.toml:16: key "n[1]": `},
		{"x = [1.0, 1.5]", "most = [{dt = 0.1, n = 5}]\nx = [1.0, 1.5]",
			`spec.toml:17: key "most[0].dt": expected a Δt of the grid, got 0.1`},
		{"x = [1.0, 1.5]", "x = [1.0]",
			`spec.toml:17: key "x": expected a point of 2 coordinates, as the data have, got 1`},
		{"replicas = 64", "replicas = 65", `spec.toml:3: key "replicas": expected a multiple of 64`},
		{"hi = 1.0", "hi = 0.0", `spec.toml:24: key "histogram.hi": expected more than lo = 0, got 0`},
		{"c2 = 0.03", "", `spec.toml:26: key "data.c2": `},
		{"ODABADO", "ODABXD", `spec.toml:10: key "scheme": scheme "ODABXD": unknown letter `},
		{"ODABADO", "OABAO", `spec.toml:10: key "scheme": scheme "OABAO" `},
		{`["scalar", "d`, `["half", "d`, `spec.toml:11: key "friction[0]": unknown friction "half"`},
		{`reference = "scalar"`, `reference = "blocks"`,
			`spec.toml:12: key "reference": unknown friction "blocks"`},
		{"[0.01, 0.001]", "[1e-30]", `spec.toml: a task would have `},
		{"burn_in = 1.0", "burn_in = 1e30", `spec.toml: a task would have `},
		{"epochs = 10", "epochs = 1e30", `spec.toml: a task would have `},
		{"scalar = 0.1", "scalar = 1e300", `spec.toml:19: key "sigma.scalar": `},
		{"layers = 0.3", "layers = 1e300", `spec.toml:20: key "sigma.layers": `},
		{"diagonal = 1.0", "diagonal = 1e300", `spec.toml:21: key "sigma.diagonal": `},
	}...)
	// extreme numbers, with which there is a table
	studytest.Mistakes(t, studytest.Change(t, networkText, "[1, 5, 40]", "[5, 40]"), table, [][3]string{
		{"\ngamma = 1.0", "\ngamma = 1e30"}, {"\ngamma = 1.0", "\ngamma = 1e-30"},
		{"eta = 200.0", "eta = 1e-30"}, {"eta = 200.0", "eta = 1e30"}, {"[0.01, 0.001]", "[1e30]"},
		{"scalar = 0.1", "scalar = 1e30"}, {"[1.0, 1.5]", "[1e30, 1e30]"},
	}...)
}

// λ is that of the least number of parameters that share an entry.
func TestNetworkLambda(t *testing.T) {
	_, runs := networkRuns(t, studytest.Change(t, networkText, `["scalar", "diagonal", "layers"]`,
		`["scalar", "diagonal", "layers", "full", "blocks-1", "blocks-4"]`))
	for _, r := range runs {
		want := map[Friction]float64{Scalar: 0.1, layers: 0.3}[r.friction]
		if want == 0 {
			want = 1
		}
		if r.lambda != want {
			t.Errorf("%s: λ = %g, want %g", r.friction, r.lambda, want)
		}
	}
}

// networkTable runs a spec of a few steps.
func networkTable(t *testing.T, densities bool, replace ...string) *table.Table {
	t.Helper()
	text := studytest.Change(t, networkText, append(replace,
		`["scalar", "diagonal", "layers"]`, `["scalar", "blocks-2", "layers"]`,
		"observe_every = 0.1", "observe_every = 0.01", "T = 6.4", "T = 25.6",
		"burn_in = 1.0", "burn_in = 0.1", "burn_in_xi = 1.0", "burn_in_xi = 0.0",
		"[1, 5, 40]", "[5, 40]")...)
	return studytest.Of(t, text, func(c *experiment.Context, s Network) (*table.Table, error) {
		return s.Table(c, densities)
	})
}

// The tables have the rows that the doc comment of Table lists, for every run.
func TestNetworkTable(t *testing.T) {
	errors, densities := networkTable(t, false), networkTable(t, true)
	for _, friction := range []string{"scalar", "blocks-2", "layers"} {
		for _, dt := range []float64{0.01, 0.001} {
			for _, n := range []int{5, 40} {
				name := fmt.Sprintf("%s, Δt = %g, n = %d", friction, dt, n)
				at := []any{"friction", friction, "dt", dt, "n", n}
				want := []string{"L1", "mean xi"}
				if friction == "blocks-2" { // every parameter has an entry of its own
					want = append(want, "spread W1", "spread b", "spread W2")
				}
				reference := friction == "scalar" && n == 40
				if reference {
					want = want[1:]
				}
				if got := errors.Where(at...).Distinct("quantity"); !slices.Equal(got, want) {
					t.Errorf("%s: rows %q, want %q", name, got, want)
				}
				want = []string{"density"}
				if reference && dt == 0.01 {
					want = []string{"Sigma less its mean", "norm of mean Sigma", "density"}
				}
				u := densities.Where(at...)
				if got := u.Distinct("quantity"); !slices.Equal(got, want) {
					t.Errorf("%s: rows %q, want %q", name, got, want)
				}
				if c := u.Where("quantity", "density").Len(); c != 20 {
					t.Errorf("%s: %d densities", name, c)
				}
			}
		}
	}
	for _, tab := range []*table.Table{errors, densities} {
		for _, x := range tab.Floats("value") {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%g in the table", x)
			}
		}
		// the burn-in is shorter than three relaxation times of ξ
		if got := tab.Distinct("status"); !slices.Equal(got, []string{table.Unsettled}) {
			t.Errorf("status %q", got)
		}
	}
	if got := densities.Where("quantity", "density").Distinct("output"); len(got) != 20 {
		t.Errorf("densities at %q", got)
	}
}

// A point is predicted to run away by the criterion s ≥ 1.
func TestNetworkRunaway(t *testing.T) {
	tab := networkTable(t, false, "[0.01, 0.001]", "[0.01]", "scalar = 0.1", "scalar = 1e4")
	got := tab.Where("friction", "scalar", "n", 5).Distinct("status")
	if !slices.Equal(got, []string{table.PredictedRunaway}) {
		t.Errorf("s ≥ 1: status %q", got)
	}
	if got := tab.Where("n", 40).Distinct("status"); slices.Contains(got, table.PredictedRunaway) {
		t.Errorf("s = 0: status %q", got)
	}
}

// A point counts as settled where the burn-in is longer than the relaxation time of ξ, ξ has no
// trend, and the replicas agree: here with made-up moments.
func TestNetworkSettled(t *testing.T) {
	s, runs := networkRuns(t, studytest.Change(t, networkText, "T = 6.4", "T = 640.0"))
	r := runs[1]
	real := studytest.Archive(t, r.chain)
	for _, c := range []struct {
		name              string
		eta, trend, apart float64
		want              string
	}{
		{"settled", 1e-6, 0, 0, table.OK},
		{"a short burn-in", 1e6, 0, 0, table.Unsettled},
		{"ξ grows", 1e-6, 0.5, 0, table.Unsettled},
		{"ξ falls", 1e-6, -0.3, 0, table.Unsettled},
		{"the replicas disagree", 1e-6, 0, 1, table.Unmixed},
	} {
		tab := table.New(networkColumns...)
		a := remade(t, r.chain, real, func(statistic string, _, block, replica int) float64 {
			if statistic == "2" { // ξ
				return 2 + c.trend*float64(block)
			}
			return 2 + c.apart*float64(replica%2)
		})
		f := r.chain.Scheme.Friction.(dynamics.AdL)
		f.Eta = c.eta
		r.chain.Scheme.Friction = f
		s.rows(tab, r, studytest.Read(t, r.chain, a), nil, false)
		if got := tab.Distinct("status"); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: status %q, want %s", c.name, got, c.want)
		}
	}
}

// A run that diverges has a row, and what is compared with it has none.
func TestNetworkDiverged(t *testing.T) {
	tab := networkTable(t, true, "[0.01, 0.001]", "[1e20]")
	if got := tab.Distinct("status"); !slices.Equal(got, []string{table.Diverged}) || tab.Len() != 6 {
		t.Errorf("%d rows, status %q", tab.Len(), got)
	}
}

// The observable of the chains is N_θ(x).
func TestNetworkOutput(t *testing.T) {
	s := Network{X: []float64{1, 1.5}, Histogram: Histogram{Lo: 0, Hi: 1, Bins: 4}}
	m := NetworkModel{Hidden: 2}.Posterior(dataset.TwoClasses(40, 0.03, 1))
	h := s.histogram(m)
	o := h.Of.(dynamics.Output)
	if o.Network != m || !slices.Equal(o.X, s.X) || h.Lo != 0 || h.Hi != 1 || h.Bins != 4 {
		t.Errorf("%+v", h)
	}
}

// The posterior has the data and the numbers of the spec.
func TestNetworkModel(t *testing.T) {
	points := dataset.TwoClasses(5, 0.03, 1)
	m := NetworkModel{Hidden: 3}.Posterior(points)
	if m.Ndata() != 5 || m.Dim() != 12 || m.Inputs != 2 || m.X[7] != float64(points.Z[7]) ||
		!slices.Equal(m.Y, points.Y) {
		t.Errorf("%+v", m)
	}
}
