package study

import (
	"slices"

	"adl/pkg/figure"
	"adl/pkg/table"
)

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

// TimeSteps are the runs with each time step of a table.
func TimeSteps(t *table.Table) (kinds []Kind) {
	dts := t.Floats("dt")
	slices.Sort(dts)
	dts = slices.Compact(dts)
	for j, dt := range dts {
		kinds = append(kinds, Kind{
			Name: `$\Delta t = ` + Number(dt) + `$`, Where: []any{"dt", dt}, Style: TimeStep(j, dts),
		})
	}
	return kinds
}

// Compare draws the simulated values of a quantity against x, a series for each kind.
func Compare(
	p *figure.Panel, t *table.Table, quantity string, x func(*table.Table, int) float64, kinds ...Kind,
) {
	t = t.Where("quantity", quantity, "source", table.Simulation)
	for _, k := range kinds {
		s := Series{
			Name: k.Name, Style: k.Style, X: x, Join: k.Join, Linear: !p.Y.Log,
			Unmixed: RarelyExchanged,
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

// Proportional draws a line through the largest result of t, as if errors were proportional to
// ε(n)Δt.
func Proportional(p *figure.Panel, t *table.Table) {
	results := t.Where("status", table.OK).Sort("value")
	if i := results.Len() - 1; i >= 0 {
		x, y := ScaledNoise(results, i), results.Float(i, "value")
		p.Add(figure.Line{
			Name: "proportional", X: []float64{float64(x / 20), x}, Y: []float64{float64(y / 20), y},
			Style: figure.Guide(),
		})
	}
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
