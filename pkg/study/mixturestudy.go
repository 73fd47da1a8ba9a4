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
func (s MixtureStudy) All(c *experiment.Context) (g *Marginal, all []*MixtureRun, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	add := func(key string, r Runs) error {
		runs, err := s.List(c, g, key, r)
		all = append(all, runs...)
		return err
	}
	for i, r := range s.Runs {
		if err := add(fmt.Sprintf("runs[%d]", i), r); err != nil {
			return nil, nil, err
		}
	}
	if s.Curves != nil {
		err = add("curves", *s.Curves)
	}
	return g, all, err
}

// Table returns the table to which rows adds every run of the spec. Before the runs, observe may
// add to what they observe, unless it is nil.
func (s MixtureStudy) Table(
	c *experiment.Context, observe func(*MixtureRun), rows func(*table.Table, *MixtureRun),
) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	if observe != nil {
		for _, r := range runs {
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

// Errors returns the table of the L¹ errors of all runs.
func Errors(c *experiment.Context, s MixtureStudy) (*table.Table, error) {
	return s.Table(c, nil, func(t *table.Table, r *MixtureRun) { r.Rows(t, "L1") })
}

// Entries returns the names of the entries of ξ, as [EntryNames] does.
func (r *MixtureRun) Entries() []string {
	form, _ := dynamics.ParseForm(string(r.Friction)) // a spec has no other
	return EntryNames(form, 2)
}

// Distribution is the histogram of number i of an observable on [−reach, reach], from which follows
// its distance from the normal law of the same mean and variance.
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

// RarelyExchanged is the meaning of the status unmixed for a mixture.
const RarelyExchanged = "modes rarely exchanged"

// Column returns what the points of a [Series] stand at, if it is a column.
func Column(name string) func(t *table.Table, i int) float64 {
	return func(t *table.Table, i int) float64 { return t.Float(i, name) }
}

// ScaledNoise returns ε(n)Δt of row i.
func ScaledNoise(t *table.Table, i int) float64 {
	return float64(t.Float(i, "epsilon") * t.Float(i, "dt"))
}

// Kind is a series of a picture that compares runs: the rows that meet conditions.
type Kind struct {
	Name  string
	Where []any
	Style figure.Style
	Join  bool // as in [Series]
}

// Kinds are the runs with each of the forms of ξ.
func Kinds(forms ...Friction) (kinds []Kind) {
	for _, k := range forms {
		kinds = append(kinds, Kind{
			Name: k.Title(), Where: []any{"friction", k}, Style: k.Style(forms),
		})
	}
	return kinds
}

// Compare draws the simulated values of a quantity against x, a series for each kind.
func Compare(
	p *figure.Panel, t *table.Table, quantity string, x func(*table.Table, int) float64, kinds ...Kind,
) {
	t = t.Where("quantity", quantity, "source", table.Simulation)
	for i, k := range kinds {
		s := Series{
			Name: k.Name, Style: k.Style, X: x, Join: k.Join, Linear: !p.Y.Log,
			Unmixed: RarelyExchanged, Shift: Dodge(i, len(kinds)),
		}
		p.Add(s.Points(t.Where(k.Where...))...)
	}
}

// CompareErrors draws the L¹ errors of kinds of runs against ε(n)Δt.
func CompareErrors(p *figure.Panel, t *table.Table, kinds ...Kind) {
	p.XLabel, p.YLabel = `$\varepsilon(n)\Delta t$`, `$L^1$ error on the marginal of $\theta_1$`
	p.X.Log, p.Y.Log = true, true
	Compare(p, t, "L1", ScaledNoise, kinds...)
}

// ByFriction returns panels side by side with the same y axis, a panel for each friction, which
// draw fills.
func ByFriction(forms []Friction, draw func(p *figure.Panel, k Friction)) *figure.Figure {
	f := figure.New(1, len(forms))
	f.Legend = true
	var panels []*figure.Panel
	for i, k := range forms {
		p := f.Panel(0, i)
		p.Title = k.Title()
		draw(p, k)
		panels = append(panels, p)
	}
	figure.ShareY(panels...)
	return f
}
