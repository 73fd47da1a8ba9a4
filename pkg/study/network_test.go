package study

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
	"adl/pkg/work"
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
friction = ["scalar", "diagonal", "layers", "full", "blocks-1", "blocks-4"]
gamma = 1.0
eta = 200.0
dt = [0.01, 0.001]
x = [1.0, 1.5]
[runs.AdL]
n = [1, 5, 40]
[runs.reference]
friction = "scalar"
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

// few replaces pieces of the spec, so that it has runs of a few steps.
func few(t *testing.T, replace ...string) string {
	return studytest.Change(t, networkText, append(replace,
		`"diagonal", "layers", "full", "blocks-1", "blocks-4"`, `"diagonal", "layers"`,
		"observe_every = 0.1", "observe_every = 0.01", "T = 6.4", "T = 25.6",
		"burn_in = 1.0", "burn_in = 0.1", "burn_in_xi = 1.0", "burn_in_xi = 0.0",
		"[1, 5, 40]", "[5, 40]")...)
}

// networkRuns lists the runs of a spec.
func networkRuns(t *testing.T, text string) (g *network, runs []*Run) {
	t.Helper()
	runs = studytest.Of(t, text, func(c *experiment.Context, s Network) (_ []*Run, err error) {
		if g, err = s.load(c); err != nil {
			return nil, err
		}
		return g.runs(c)
	})
	return g, runs
}

// Every point is run once, and the full-batch run with the friction of the reference last for each
// time step. The epochs count if they are longer than T. λ belongs to the smallest number of
// parameters that share an entry of ξ.
func TestNetworkRuns(t *testing.T) {
	g, runs := networkRuns(t, networkText)
	if len(runs) != 2*6*3 {
		t.Fatalf("%d runs", len(runs))
	}
	keys := map[string]bool{}
	for i, r := range runs {
		key, err := work.Key(r.Chain)
		if err != nil || keys[key] {
			t.Errorf("run %d: a second time, or %v", i, err)
		}
		keys[key] = true
		if last := i%18 == 17; last != (r.Table == reference) ||
			last != (r.N == 40 && r.Friction == Scalar) {
			t.Errorf("run %d: n = %d, %s", i, r.N, r.Friction)
		}
		if want := max(6.4, 10*40/float64(r.N)*r.Dt); r.Chain.T != want {
			t.Errorf("run %d: T = %g, want %g", i, r.Chain.T, want)
		}
		if b := r.Chain.BurnIn; b < 1 || b > 3 {
			t.Errorf("run %d: burn-in %g", i, b)
		}
		if !slices.Equal(r.Chain.Xi, slices.Repeat([]float64{1}, 8)) || r.Chain.Theta != nil {
			t.Errorf("run %d starts at %g, %g", i, r.Chain.Theta, r.Chain.Xi)
		}
		want := cmp.Or(map[Friction]float64{Scalar: 0.1, Layers: 0.3}[r.Friction], 1)
		if got := g.lambda(r.AdL().Form); got != want {
			t.Errorf("%s: λ = %g, want %g", r.Friction, got, want)
		}
	}
	// no more than n data at a Δt, except for the reference
	_, most := networkRuns(t,
		studytest.Change(t, networkText, "n = [1", "most = [{dt = 0.001, n = 1}]\nn = [1"))
	at := func(r *Run) bool { return r.Dt == 0.001 && r.N > 1 && r.Table != reference }
	if slices.ContainsFunc(most, at) || len(most) != len(runs)-11 {
		t.Errorf("with a bound on n, %d runs of %d", len(most), len(runs))
	}
}

// An error of a spec names the key.
func TestNetworkErrors(t *testing.T) {
	table := func(c *experiment.Context, s Network) (*table.Table, error) { return s.Table(c, true) }
	studytest.Mistakes(t, networkText, table, [][3]string{
		{"n = [1, 5, 40]", "n = [1, 41]", `spec.toml:17: key "runs.AdL.n[1]": `},
		{"[runs.reference]", "[runs.other]",
			`spec.toml:16: key "runs": expected a table [runs.reference]`},
		{"n = [1, 5, 40]", "most = [{dt = 0.1, n = 5}]",
			`spec.toml:17: key "runs.AdL.most[0].dt": expected a Δt of the grid, got 0.1`},
		{"x = [1.0, 1.5]", "x = [1.0]",
			`spec.toml:15: key "x": expected a point of 2 coordinates, as the data have, got 1`},
		{"hi = 1.0", "hi = 0.0", `spec.toml:26: key "histogram.hi": expected more than lo = 0, got 0`},
		{"c2 = 0.03", "", `spec.toml:28: key "data.c2": `},
		{`friction = "scalar"`, `friction = "blocks"`,
			`spec.toml:19: key "runs.reference.friction": unknown friction "blocks"`},
		{"[0.01, 0.001]", "[1e-30]", `spec.toml: a task would have `},
		{"epochs = 10", "epochs = 1e30", `spec.toml: a task would have `},
		{"scalar = 0.1", "scalar = 1e300", `spec.toml:21: key "sigma.scalar": `},
	}...)
	// extreme numbers, with which there is a table
	studytest.Mistakes(t, few(t), table, [][3]string{
		{"\ngamma = 1.0", "\ngamma = 1e30"}, {"\ngamma = 1.0", "\ngamma = 1e-30"},
		{"eta = 200.0", "eta = 1e-30"}, {"eta = 200.0", "eta = 1e30"}, {"[0.01, 0.001]", "[1e30]"},
		{"scalar = 0.1", "scalar = 1e30"}, {"[1.0, 1.5]", "[1e30, 1e30]"},
	}...)
}

// networkTable computes a spec.
func networkTable(t *testing.T, text string, densities bool) *table.Table {
	t.Helper()
	return studytest.Of(t, text, func(c *experiment.Context, s Network) (*table.Table, error) {
		return s.Table(c, densities)
	})
}

// The tables have the rows that the doc comment of Table lists, for every run.
func TestNetworkTable(t *testing.T) {
	errors, densities := networkTable(t, few(t), false), networkTable(t, few(t), true)
	for _, friction := range []string{"scalar", "diagonal", "layers"} {
		for _, dt := range []float64{0.01, 0.001} {
			for _, n := range []int{5, 40} {
				at := []any{"friction", friction, "dt", dt, "n", n}
				want, noise := []string{"L1", "mean xi"}, []string(nil)
				if friction == "diagonal" { // every parameter has its own entry
					want = append(want, "spread W1", "spread b", "spread W2")
				}
				if friction == "scalar" && n == 40 { // the reference
					want = want[1:]
					if dt == 0.01 {
						noise = []string{"Sigma less its mean", "norm of mean Sigma"}
					}
				}
				if got := errors.Where(at...).Strings("quantity"); !slices.Equal(got, want) {
					t.Errorf("%v: rows %q, want %q", at, got, want)
				}
				want = append(noise, slices.Repeat([]string{"density"}, 20)...)
				if got := densities.Where(at...).Strings("quantity"); !slices.Equal(got, want) {
					t.Errorf("%v: rows %q, want %q", at, got, want)
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

// The criterion s ≥ 1 predicts a runaway, but not for full batches (n = Nd). A diverged run has a
// row, but comparisons with it have none.
func TestNetworkRunaway(t *testing.T) {
	tab := networkTable(t, few(t, "[0.01, 0.001]", "[0.01]", "scalar = 0.1", "scalar = 1e4"), false)
	for n, want := range map[int]string{5: table.PredictedRunaway, 40: table.Unsettled} {
		got := tab.Where("friction", "scalar", "n", n).Distinct("status")
		if !slices.Equal(got, []string{want}) {
			t.Errorf("n = %d: status %q, want %s", n, got, want)
		}
	}
	tab = networkTable(t, few(t, "[0.01, 0.001]", "[1e20]"), true)
	if got := tab.Distinct("status"); !slices.Equal(got, []string{table.Diverged}) || tab.Len() != 6 {
		t.Errorf("%d rows, status %q", tab.Len(), got)
	}
}

// A point counts as settled if the burn-in is longer than the relaxation time of ξ, ξ has no trend,
// and the replicas agree. The moments here are made up.
func TestNetworkSettled(t *testing.T) {
	g, runs := networkRuns(t, studytest.Change(t, networkText, "T = 6.4", "T = 640.0"))
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
		r, tab := *runs[1], table.New(networkColumns...)
		a := remade(t, r.Chain, func(statistic string, _, block, replica int) float64 {
			if statistic == "2" { // ξ
				return 2 + c.trend*float64(block)
			}
			return 2 + c.apart*float64(replica%2)
		})
		chain, f := *r.Chain, r.Chain.Scheme.Friction.(dynamics.AdL)
		f.Eta = c.eta
		chain.Scheme.Friction, r.Chain = f, &chain
		r.Samples = studytest.Read(t, &chain, a)
		g.rows(tab, &r, nil, false)
		if got := tab.Distinct("status"); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: status %q, want %s", c.name, got, c.want)
		}
	}
}

// The errors of a run take over the status of the reference unless its own is worse than ok; other
// rows do not. The moments here are made up.
func TestNetworkReference(t *testing.T) {
	g, runs := networkRuns(t, studytest.Change(t, networkText, "T = 6.4", "T = 640.0"))
	made := func(r *Run, eta, apart float64) *Run {
		made, chain := *r, *r.Chain
		f := chain.Scheme.Friction.(dynamics.AdL)
		f.Eta = eta
		chain.Scheme.Friction, made.Chain = f, &chain
		made.Samples = studytest.Read(t, &chain,
			remade(t, r.Chain, func(_ string, _, _, replica int) float64 {
				return 2 + apart*float64(replica%2)
			}))
		return &made
	}
	for _, c := range []struct {
		name      string
		run, from *Run
		want, own string
	}{
		{"both ok", made(runs[1], 1e-6, 0), made(g.noisy, 1e-6, 0), table.OK, table.OK},
		{"unmixed reference", made(runs[1], 1e-6, 0), made(g.noisy, 1e-6, 1), table.Unmixed, table.OK},
		{"unsettled reference", made(runs[1], 1e-6, 0), made(g.noisy, 1e6, 0), table.Unsettled, table.OK},
		{"unmixed run", made(runs[1], 1e-6, 1), made(g.noisy, 1e6, 0), table.Unmixed, table.Unmixed},
	} {
		tab := table.New(networkColumns...)
		g.rows(tab, c.run, c.from, false)
		if n := tab.Where("quantity", "L1").Len(); n != 1 {
			t.Errorf("%s: %d errors", c.name, n)
		}
		for i := range tab.Len() {
			want := c.own
			if tab.Cell(i, "quantity") == "L1" {
				want = c.want
			}
			if got := tab.Cell(i, "status"); got != want {
				t.Errorf("%s: %s has the status %s, want %s", c.name, tab.Cell(i, "quantity"), got, want)
			}
		}
	}
}
