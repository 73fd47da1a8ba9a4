package claims

import (
	"math"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// at is a point of a run on the Gaussian posterior.
type at struct {
	run, sampling string
	n             int
	dt            float64
	gamma, eta    float64
	law           exact.Gaussian
}

func (a at) epsilon() float64 { return minibatch.Sampling(a.sampling).Epsilon(100, a.n) }
func (a at) noise() float64   { return a.epsilon() * a.dt * a.dt * a.law.V / 2 }

// gaussianPoints are points of every run.
func gaussianPoints() (points []at) {
	law := exact.Gaussian{A: 101, V: 0.9}
	add := func(run, sampling string, n int, dt, gamma, eta float64) {
		points = append(points, at{run, sampling, n, dt, gamma, eta, law})
	}
	for _, dt := range []float64{1e-3, 2e-3, 5e-3, 8e-3, 1e-2, 1.5e-2, 2e-2} {
		for _, n := range []int{1, 2, 5, 10, 20, 50, 80, 95, 100} {
			add("", "without", n, dt, 1, 1)
		}
	}
	for _, n := range []int{1, 2, 10} {
		add("laws", "without", n, 2e-3, 1, 1)
		add("laws", "without", n, 1e-2, 1, 1)
		add("inertia", "without", n, 1e-3, 1, 10)
		add("symmetric data", "without", n, 5e-3, 1, 1)
	}
	for _, n := range []int{1, 2, 5, 10} {
		add("frozen", "without", n, 5e-3, 1, 1)
	}
	for _, dt := range []float64{8e-3, 1e-2} {
		add("samplings", "with", 1, dt, 1, 1)
		add("samplings", "without", 1, dt, 1, 1)
	}
	for _, x := range []float64{5, 20} {
		for _, n := range []int{1, 2, 5, 10} {
			dt := x / minibatch.Without.Epsilon(100, n)
			if law.V*x*dt/2 <= 0.5 {
				add("same A", "without", n, dt, 1, 1)
			}
		}
	}
	for _, s := range []float64{0.01, 0.9} {
		add("any noise", "without", 1, 5e-3, 1, 1)
		points[len(points)-1].law.V *= s / points[len(points)-1].noise()
	}
	for _, gamma := range []float64{0.1, 1, 10} {
		add("asymptotic variance", "without", 95, 5e-3, gamma, 1)
	}
	return points
}

// gaussianWorld is a distribution of everything that is measured. A nil function is that of a
// frozen ξ.
type gaussianWorld struct {
	batch     func(a at) float64 // the part of the error that is due to batches
	simulated float64            // times the part that is simulated
	third     func(a at) float64
	mirrored  float64 // the third moment of symmetric data
	xi        float64 // times the mean of ξ, 1/η and s of p²
	off       float64 // D, correlations, and the growth of ξ where it has a stationary state
	growth    float64 // times that at s ≥ 1
	sampling  float64 // times the error with replacement
	asymptote func(gamma float64) float64
}

// frozenWorld has the values of the paper's tables as we found them.
func frozenWorld() gaussianWorld {
	return gaussianWorld{
		simulated: 1, xi: 1, growth: 1.1, sampling: 1,
		third:     func(a at) float64 { return a.epsilon() * a.dt },
		asymptote: func(gamma float64) float64 { return gamma },
	}
}

// table returns the measurements of the program, nearly without noise.
func (w gaussianWorld) table() *table.Table {
	t := table.New(table.Columns([]string{"run", "method", "sampling", "n", "dt", "gamma", "eta"},
		"exact", "s", "v", "a")...)
	for _, a := range gaussianPoints() {
		row := table.Row{
			"run": a.run, "method": "AdL", "sampling": a.sampling, "n": a.n, "dt": a.dt,
			"gamma": a.gamma, "eta": a.eta, "epsilon": a.epsilon(), "s": a.noise(), "v": a.law.V,
			"a": a.law.A, "status": table.OK, "source": table.Simulation,
		}
		add := func(quantity string, value, exact float64) {
			row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, value, 1e-9, exact
			if math.IsNaN(exact) {
				delete(row, "exact")
			}
			t.Add(row)
		}
		step := -a.law.A * a.dt * a.dt / 4
		_, frozen, ok := a.law.AdL(a.epsilon(), a.gamma, a.dt)
		if w.batch != nil {
			frozen = step + w.batch(a)
		}
		e := step + w.simulated*(frozen-step)
		if !ok {
			row["status"], e, frozen = table.Runaway, -0.5, math.NaN()
		}
		if a.sampling == "with" {
			e *= w.sampling
		}
		add("variance error", e, frozen)
		third := w.third(a)
		if a.run == "symmetric data" {
			third = w.mirrored
		}
		exact := math.NaN()
		if a.run == "laws" {
			exact = third
		}
		add("third moment", third, exact)
		mean := a.gamma + a.epsilon()*a.dt*a.law.V/2
		add("xi", w.xi*mean, mean)
		add("var xi", w.xi/a.eta, 1/a.eta)
		add("growth of xi", w.off+w.growth*max(a.noise()-1, 0), max(a.noise()-1, 0))
		add("mean of p^2", 1+w.xi*a.noise(), 1+a.noise())
		for _, q := range []string{
			"D of p", "D of xi", "correlation of xi and theta^2", "correlation of xi and p^2",
		} {
			add(q, w.off, math.NaN())
		}
		add("asymptotic variance of theta", w.asymptote(a.gamma), math.NaN())
		add("asymptotic variance of theta^2", w.asymptote(a.gamma), math.NaN())
		if a.run != "" {
			continue
		}
		row["status"], row["source"] = table.OK, table.Exact
		row["method"] = "Langevin"
		add("variance error", a.law.Langevin(a.epsilon(), a.gamma, a.dt), math.NaN())
		if row["method"] = "SGLD"; a.law.A*a.dt < 2 {
			add("variance error", a.law.SGLD(a.epsilon(), a.dt), math.NaN())
		}
		row["method"], row["source"] = "AdL", table.Prediction
		add("third moment", third, math.NaN())
	}
	return t
}

// of returns the claims that are listed with a figure, from a table and a spec, which stand for
// those of some studies as well.
func of(figure string, spec any, studies ...string) func(t *table.Table) []claim.Part {
	return func(t *table.Table) []claim.Part {
		ts := &claim.Tables{
			Tables: map[string]*table.Table{figure: t}, Specs: map[string]any{figure: spec},
		}
		for _, s := range studies {
			ts.Tables[s], ts.Specs[s] = t, spec
		}
		return about(ts)
	}
}

// about returns the claims that are listed with one of the tables.
func about(ts *claim.Tables) (cs []claim.Part) {
	for _, x := range Judge(ts) {
		if ts.Tables[x.Figure] != nil {
			cs = append(cs, x)
		}
	}
	return cs
}

// wanted is a verdict for every name.
func wanted(want map[string]string, verdict string, names ...string) map[string]string {
	for _, n := range names {
		want[n] = verdict
	}
	return want
}

// ofFigure5 judges a table that has the rows of the studies beside Figure 5, too.
var ofFigure5 = of("fig05", nil, "study-xi", "study-gamma-eta", "study-symmetric",
	"study-samplings", "study-frozen-xi")

func TestGaussian(t *testing.T) {
	// The paper's: the order ε^(3/2)Δt² everywhere, and a statistical error that γ hardly changes.
	paper := frozenWorld()
	order := func(a at) float64 { return -1e-5 * math.Pow(a.epsilon(), 1.5) * a.dt * a.dt }
	paper.batch, paper.third = order, order
	paper.asymptote = func(float64) float64 { return 1 }

	// The friction adjusts itself to something else, and compensates nothing.
	wrong := frozenWorld()
	wrong.batch = func(a at) float64 {
		return 2 * math.Abs(a.law.Langevin(a.epsilon(), a.gamma, a.dt))
	}
	wrong.mirrored, wrong.xi, wrong.off, wrong.growth, wrong.sampling = 0.1, 1.5, 0.1, 0, 2

	// The simulation is not that of a frozen ξ.
	other := frozenWorld()
	other.simulated = 1.2

	// The part due to batches has another exponent from some Δt on.
	bent := frozenWorld()
	bent.batch = func(a at) float64 {
		return -1e-3 * a.epsilon() * a.dt * a.dt * (1 + math.Pow(a.dt/7e-3, 6))
	}

	always := []string{
		"S0-1 a", "S1-2 a", "S1-2 b", "S2.2-5 a", "S3.2.1-1 b", "S3.2.1-2 a", "S3.2.1-2 b",
		"S3.2.1-2 c", "S3.2.1-3", "S3.2.2-1", "S3.2.2-2 a", "S3.2.2-2 b", "S3.2.2-3 c", "S3.2.3-1 a",
		"S3.2.3-1 b", "S3.2.3-4 a", "S3.2.3-4 b", "ξ nearly independent", "frozen ξ",
		"velocities within a step", "no stationary state",
	}
	found := []string{
		"S3.2.1-4 a", "S3.2.1-4 b", "S3.2.2-3 a", "S3.2.2-3 b", "S3.2.3-1 c", "S3.2.3-1 d",
	}
	const least = "batches at the least n"
	judgeCases(t, ofFigure5,
		tableCase{Name: "frozen", Table: frozenWorld().table(), Want: wanted(wanted(
			wanted(map[string]string{"S3.2.3-3": claim.Undecided}, claim.Fails, found...),
			claim.Holds, always...), claim.Holds, "S3.2.1-1 a", "S3.2.3-2", least)},
		tableCase{Name: "paper", Table: paper.table(), Want: wanted(wanted(
			map[string]string{}, claim.Holds, append(always, found...)...),
			claim.Fails, "S3.2.3-2", "S3.2.3-3", least)},
		tableCase{Name: "wrong", Table: wrong.table(), Want: wanted(
			map[string]string{"S3.2.3-2": claim.Holds, "S3.2.1-1 a": claim.Fails}, claim.Fails,
			append(always[:len(always)-3:len(always)-3], "velocities within a step",
				"no stationary state")...)},
		tableCase{Name: "other", Table: other.table(), Want: map[string]string{
			"S3.2.3-4 a": claim.Holds, "S3.2.1-1 a": claim.Undecided, "frozen ξ": claim.Fails}},
		tableCase{Name: "bent", Table: bent.table(), Want: map[string]string{
			"S3.2.3-3": claim.Holds}},
	)
	for _, c := range ofFigure5(frozenWorld().table().Where("n", 7)) {
		if c.Verdict != claim.Undecided {
			t.Errorf("no data: %s %s", c.Title(), c.Verdict)
		}
	}
}
