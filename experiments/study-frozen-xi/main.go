// Command study-frozen-xi answers whether the error of the variance in Figure 5 is the error with ξ
// fixed at its mean, for any noise, and whether ξ and p have the distributions of the lemma for a
// constant Σ_x (sections 3.2.1 and 3.2.3).
package main

import (
	_ "embed"
	"strings"

	"gonum.org/v1/plot/vg"

	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.GaussianRuns
	Frozen   Grid `toml:"frozen"`
	Laws     Grid `toml:"laws"`
	Inertia  Grid `toml:"inertia"`
	AnyNoise Grid `toml:"any_noise"`
}

var program = experiment.Program[Spec]{
	Name:  "study-frozen-xi",
	Title: "Adaptive Langevin dynamics, Gaussian posterior: a frozen ξ, and the laws of ξ and p",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute measures the error of the variance or, in the runs "laws" and "inertia", the
// distributions of ξ and p.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var runs []*study.GaussianRun
	var names []string // of their tables, with spaces
	for _, of := range []struct {
		key string
		Grid
	}{{"frozen", s.Frozen}, {"laws", s.Laws}, {"inertia", s.Inertia}, {"any_noise", s.AnyNoise}} {
		more, err := s.list(c, g, of.key, of.Grid)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			names = append(names, strings.ReplaceAll(of.key, "_", " "))
			if of.key == "laws" {
				observeLaws(r)
			}
		}
		runs = append(runs, more...)
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := study.GaussianTable("run")
	for i, r := range runs {
		row := r.Row()
		row["run"] = names[i]
		switch names[i] {
		case "laws":
			addLaws(t, row, r)
		case "inertia":
			r.AddXi(t, row)
		default:
			r.AddError(t, row)
		}
		if names[i] == "any noise" {
			known := r.Known("Langevin", table.Exact)
			known["run"] = names[i]
			t.AddValue(known, "variance error", r.Expected("OABAO"))
		}
	}
	return t, nil
}

// render draws the differences of the errors from the exact errors for a fixed ξ, the deviations
// from the lemma against s, and the errors for any noise with the errors of Langevin dynamics. For
// s ≥ 1 there is no stationary state.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Float(i, "s") < 1 }).Sort("s")
	f := plots.New(1, 3)
	f.Height = 7 * vg.Centimeter
	frozen, laws, noise := f.Panel(0, 0), f.Panel(0, 1), f.Panel(0, 2)
	atS := study.Column("s")

	frozen.Label("", `$\varepsilon(n)\Delta t$`, `difference, in $10^{-4}$`)
	frozen.Log(true, false)
	frozen.Add(plots.Rule{Style: plots.Theory()})
	less := excess(t.Where("run", "frozen"))
	study.Compare(frozen, less, "variance error", study.ScaledNoise, study.TimeSteps(less)...)

	const ofStep = "noise $s$ of a step"
	laws.Label("", ofStep, "distance, correlation")
	laws.Log(true, true)
	for _, q := range []struct {
		name, quantity string
		style          int
	}{
		{`distance $D$ of $p$`, "D of p", 5}, {`distance $D$ of $\xi$`, "D of xi", 7},
		{`correlation of $\xi$ and $\theta^2$`, "correlation of xi and theta^2", 2},
		{`correlation of $\xi$ and $p^2$`, "correlation of xi and p^2", 3},
	} {
		study.Compare(laws, t, q.quantity, atS,
			study.Series{Name: q.name, Style: plots.Cycle(q.style), Signed: true})
	}

	noise.Label("", ofStep, "relative error of the variance")
	noise.Log(true, true)
	for i, dt := range s.AnyNoise.Dt {
		u := t.Where("run", "any noise", "dt", dt)
		simulated, langevin := u.Where("method", "AdL"), u.Where("method", "Langevin")
		style := study.TimeStep(dt).Theory()
		line := study.Curve(langevin, atS, style)
		noise.Add(line, plots.Line{
			X: simulated.Floats("s"), Y: study.Abs(simulated.Floats("exact")), Style: style,
		})
		study.Compare(noise, simulated, "variance error", atS,
			study.Series{Style: study.TimeStep(dt), Signed: true})
		if last := len(line.X) - 1; i == 0 && last >= 0 {
			noise.Add(plots.Text{
				Text: "Langevin", X: line.X[last], Y: line.Y[last], XAlign: 1, Shift: vg.Point{X: -22, Y: -3},
			})
		}
	}
	noise.Add(plots.Text{Text: `AdL, dashed: frozen $\xi$`, Relative: true, X: 0.06, Y: 0.4})
	return f, nil
}

// excess returns the rows with the column exact subtracted from their values, in units of 1e-4.
func excess(t *table.Table) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			row[c] = t.Cell(i, c)
		}
		row["value"] = 1e4 * (t.Float(i, "value") - t.Float(i, "exact"))
		row["stderr"] = 1e4 * t.Float(i, "stderr")
		u.Add(row)
	}
	return u
}
