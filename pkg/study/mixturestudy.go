package study

import (
	"fmt"
	"maps"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/figure"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// MixtureStudy are the keys of a study beside Figure 7.
type MixtureStudy struct {
	MixtureRuns
	Runs   []Runs `toml:"runs" spec:"nonempty"`
	Curves *Runs  `toml:"curves" spec:"optional"` // of Figure 7, which the picture shows, too
}

// All loads the data and returns the runs of the spec.
func (s MixtureStudy) All(c *experiment.Context) (*Marginal, []*MixtureRun, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, nil, err
	}
	var all []*MixtureRun
	for i, r := range s.Runs {
		runs, err := s.List(c, g, fmt.Sprintf("runs[%d]", i), r)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, runs...)
	}
	if s.Curves != nil {
		runs, err := s.List(c, g, "curves", *s.Curves)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, runs...)
	}
	return g, all, nil
}

// Table runs what the spec lists and returns the table to which rows adds a run. Before, observe,
// unless it is nil, may add to what a run observes.
func (s MixtureStudy) Table(
	c *experiment.Context, observe func(*MixtureRun), rows func(*table.Table, *MixtureRun),
) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if observe != nil {
			observe(r)
		}
	}
	if _, err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		rows(t, r)
	}
	return t, nil
}

// Entries returns the names of the entries of ξ, as [EntryNames] does.
func (r *MixtureRun) Entries() []string {
	f := r.Samples.Chain.Scheme.Friction.(dynamics.AdL)
	return EntryNames(f.Form, r.Samples.Chain.Model.Dim())
}

// Distribution is the histogram of number i of an observable on [−reach, reach], from which follows
// the distance to the normal law of the same mean and variance.
func Distribution(o dynamics.Observable, i int, reach float64) simulate.Histogram {
	return simulate.Histogram{
		Of: dynamics.Number{Of: o, I: i}, Lo: -reach, Hi: reach, Bins: 2000,
	}
}

// Known returns the row of a number about a run that is known exactly.
func Known(row table.Row) table.Row {
	row = maps.Clone(row)
	row["status"], row["source"] = table.OK, table.Exact
	return row
}

// AddErrors adds the L¹ error of a run.
func AddErrors(t *table.Table, r *MixtureRun) { r.Rows(t, "L1") }

// RarelyExchanged is what the status unmixed of a mixture means.
const RarelyExchanged = "modes rarely exchanged"

// ScaledNoise returns ε(n)Δt of row i.
func ScaledNoise(t *table.Table, i int) float64 {
	return float64(t.Float(i, "epsilon") * t.Float(i, "dt"))
}

// Kind is a series of a picture that compares runs: the rows that meet conditions.
type Kind struct {
	Name  string
	Where []any
	Style figure.Style
}

// Compare draws the simulated values of a quantity against x, a series for each kind.
func Compare(
	p *figure.Panel, t *table.Table, quantity string, x func(*table.Table, int) float64, kinds ...Kind,
) {
	t = t.Where("quantity", quantity, "source", table.Simulation)
	for i, k := range kinds {
		s := Series{
			Name: k.Name, Style: k.Style, X: x, Unmixed: RarelyExchanged, Shift: Dodge(i, len(kinds)),
			Linear: !p.Y.Log,
		}
		p.Add(s.Points(t.Where(k.Where...))...)
	}
}

// CompareErrors draws the L¹ errors of kinds of runs against ε(n)Δt, a panel for each friction.
func CompareErrors(t *table.Table, frictions []Friction, kinds ...Kind) *figure.Figure {
	f := figure.New(1, len(frictions))
	f.Legend = true
	var panels []*figure.Panel
	for i, k := range frictions {
		p := f.Panel(0, i)
		p.Title = k.Title()
		ErrorAxes(p)
		Compare(p, t.Where("friction", k), "L1", ScaledNoise, kinds...)
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f
}

// ErrorAxes makes the axes of a panel those of the L¹ error against ε(n)Δt.
func ErrorAxes(p *figure.Panel) {
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`
	p.X.Log, p.Y.Log = true, true
}
