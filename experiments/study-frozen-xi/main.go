// Command study-frozen-xi answers whether the error on the variance in Figure 5 is that of a ξ that
// stays at its mean, for any noise, and whether ξ and p have the distributions of the lemma for a
// constant Σ_x (sections 3.2.1 and 3.2.3).
package main

import (
	_ "embed"
	"fmt"
	"strings"

	"adl/pkg/experiment"
	"adl/pkg/figure"
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

// compute measures the error on the variance or, in the runs "laws" and "inertia", the
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

// render draws by how much errors differ from those of a frozen ξ, what the lemma leaves against s,
// and the errors for any noise beside those of Langevin dynamics. There is no stationary state from
// s = 1 on.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Filter(func(i int) bool { return t.Float(i, "s") < 1 }).Sort("s")
	f := figure.New(1, 3)
	f.Legend = true
	atS := study.Column("s")
	panel := func(i int, x, y string) *figure.Panel {
		p := f.Panel(0, i)
		p.XLabel, p.YLabel, p.X.Log, p.Y.Log = x, y, true, i > 0
		return p
	}

	p := panel(0, `$\varepsilon(n)\Delta t$`, `difference, in $10^{-4}$`)
	p.Add(figure.HLine{})
	less := excess(t.Where("run", "frozen"))
	for i, n := range s.Frozen.N {
		p.Add(study.Series{
			Name: fmt.Sprintf(`$n = %d$`, n), Style: figure.Ramp(i, len(s.Frozen.N)),
			X: study.ScaledNoise, Linear: true,
		}.Points(less.Where("n", n))...)
	}

	const noise = `$s = \Delta t^2 \varepsilon(n) \Sigma_x / 2$`
	p = panel(1, noise, "distance, correlation")
	for i, q := range []struct{ name, quantity string }{
		{`$D$ of $p$`, "D of p"}, {`$D$ of $\xi$`, "D of xi"},
		{`correlation of $\xi$ and $\theta^2$`, "correlation of xi and theta^2"},
		{`correlation of $\xi$ and $p^2$`, "correlation of xi and p^2"},
	} {
		p.Add(study.Series{
			Name: q.name, Style: figure.Cycle(i), X: atS, Signed: true,
		}.Points(t.Where("quantity", q.quantity))...)
	}

	p = panel(2, noise, "relative error on the variance")
	for i, dt := range s.AnyNoise.Dt {
		u := t.Where("run", "any noise", "dt", dt)
		style := figure.Cycle(4 + i)
		simulated, langevin := u.Where("method", "AdL"), u.Where("method", "Langevin")
		p.Add(
			figure.Line{
				X: simulated.Floats("s"), Y: study.Abs(simulated.Floats("exact")),
				Style: style.Reference(),
			},
			study.Curve(langevin, atS, figure.Style{Color: style.Color, Dash: figure.Dotted}))
		p.Add(study.Series{
			Name: `$\Delta t = ` + study.Number(dt) + `$`, Style: style, X: atS, Signed: true,
		}.Points(simulated)...)
	}
	p.Add(figure.Line{Name: `frozen $\xi$`, Style: figure.Style{}.Reference()},
		figure.Line{Name: "Langevin", Style: figure.Style{Dash: figure.Dotted}})
	return f, nil
}

// excess returns the rows with their values less those of the column exact, in 1e-4.
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
