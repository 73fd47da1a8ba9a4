package grid

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// maxColours is the largest number of schemes with their keys in one panel.
const maxColours = 6

// maxPanels bounds the panels of a picture; the table has the others.
const maxPanels = 12

// Render draws one quantity, for experiment.Program: against ε(n) if n is swept, else against the
// fastest key that is a number; in colours for the next fastest, Δt before others; and in a panel
// for every combination of the rest, the slowest first.
func Render(s *Sweep, t *table.Table) (*figure.Figure, error) {
	v := s.view(t)
	panels := v.combinations(v.rest)
	f := figure.New(shape(len(panels), v.last(panels)))
	f.Legend, f.Plain = true, len(panels) == 1
	shown := panels[:min(len(panels), maxPanels)]
	if more := len(panels) - len(shown); more > 0 {
		f.Remark = fmt.Sprintf("%d more panels are in the table alone.", more)
	}
	rows, cols := shape(len(panels), v.last(panels))
	f.Height = vg.Length(rows)*5.4*vg.Centimeter + 1.2*vg.Centimeter
	if len(panels) == 1 {
		f.Height = 7.5 * vg.Centimeter
	}
	var all []*figure.Panel
	for i, where := range shown {
		p := f.Panel(i/cols, i%cols)
		p.Title = v.title(where)
		if v.panel(p, v.rows.Where(where...)); i%cols == 0 {
			p.YLabel = v.label()
		}
		if i+cols < len(shown) && i/cols < rows-1 {
			p.XLabel = ""
		}
		all = append(all, p)
	}
	figure.ShareY(all...)
	return f, nil
}

// view is the quantity that is drawn.
type view struct {
	*Sweep
	quantity string
	rows     *table.Table // of the quantity
	signed   bool         // an error, on a logarithmic axis
	x        string       // a column, "epsilon" or "epsilon dt"
	colours  []string     // columns whose values have a colour
	rest     []string     // those of the panels, the slowest first
}

func (s *Sweep) view(t *table.Table) *view {
	v := &view{Sweep: s, quantity: s.shared.Draw}
	for i := 0; v.quantity == "" && i < t.Len(); i++ {
		if q := t.Cell(i, "quantity"); strings.HasPrefix(q, "variance error ") {
			v.quantity = q
		}
	}
	v.rows = t.Where("quantity", v.quantity, "source", table.Simulation)
	v.signed = strings.Contains(v.quantity, "error") || strings.HasPrefix(v.quantity, "L1")
	for _, a := range s.axes {
		if len(a.Values) > 1 {
			v.rest = append(v.rest, a.Key)
		}
	}
	take := func(key string) bool {
		k := slices.Index(v.rest, key)
		if k >= 0 {
			v.rest = slices.Delete(v.rest, k, k+1)
		}
		return k >= 0
	}
	switch {
	case take("n") || s.shared.Against != "":
		if v.x = s.shared.Against; v.x == "" {
			v.x = "epsilon"
		}
	case take("dt"):
		v.x = "dt"
	default:
		for _, key := range slices.Backward(v.rest) {
			if v.numeric(key) {
				v.x = key
				take(key)
				break
			}
		}
	}
	if take("dt") {
		v.colours = []string{"dt"}
	} else if k := len(v.rest) - 1; k >= 0 {
		v.colours = slices.Clone(v.rest[k:])
		// Keys that some schemes do not have stand together with the schemes.
		var some []string
		for _, key := range v.rest {
			if key == "scheme" || slices.Contains(v.rows.Strings(key), "") {
				some = append(some, key)
			}
		}
		if slices.Contains(some, v.rest[k]) && len(v.combinations(some)) <= maxColours {
			v.colours = some
		}
		for _, key := range v.colours {
			take(key)
		}
	}
	if v.x == "" {
		v.x = "epsilon"
	}
	return v
}

// numeric reports whether all values of a column are numbers.
func (v *view) numeric(key string) bool {
	return !slices.ContainsFunc(v.rows.Distinct(key), func(cell string) bool {
		_, err := strconv.ParseFloat(cell, 64)
		return err != nil && cell != ""
	})
}

// combinations returns conditions for all combinations of the values of some columns.
func (v *view) combinations(keys []string) (all [][]any) {
	seen := map[string]bool{}
	for i := range v.rows.Len() {
		var where []any
		for _, key := range keys {
			where = append(where, key, v.rows.Cell(i, key))
		}
		if name := fmt.Sprint(where...); !seen[name] {
			seen[name] = true
			all = append(all, where)
		}
	}
	if all == nil {
		all = [][]any{nil}
	}
	return all
}

// last returns how many panels the fastest key of the rest has for each value of the others, 0 if
// they differ.
func (v *view) last(panels [][]any) int {
	if len(v.rest) < 2 {
		return 0
	}
	count := map[string]int{}
	for _, where := range panels {
		count[fmt.Sprint(where[:len(where)-2]...)]++
	}
	n := len(panels) / len(count)
	for _, k := range count {
		if k != n {
			return 0
		}
	}
	return n
}

// shape returns the rows and columns of panels, of which so many belong together.
func shape(panels, together int) (rows, cols int) {
	panels = min(panels, maxPanels)
	switch {
	case together >= 2 && together <= 4:
		cols = together
	case panels <= 3:
		cols = panels
	case panels == 4:
		cols = 2
	default:
		cols = 3
	}
	return (panels + cols - 1) / cols, cols
}

// panel draws rows.
func (v *view) panel(p *figure.Panel, t *table.Table) {
	at := func(t *table.Table, i int) float64 {
		switch v.x {
		case "epsilon":
			return t.Float(i, "epsilon")
		case "epsilon dt":
			return study.ScaledNoise(t, i)
		}
		return t.Float(i, v.x)
	}
	p.XLabel = symbols[v.x]
	if p.XLabel == "" {
		p.XLabel = v.x
	}
	p.X.Log, p.Y.Log = v.positive(at), v.signed
	p.X.Min, p.X.Max = v.limits(at, p.X.Log)
	unmixed := ""
	if v.File["model"].(map[string]any)["kind"] == "mixture" {
		unmixed = study.RarelyExchanged
	}
	all := v.combinations(v.colours)
	for k, where := range all {
		u, style, name := t.Where(where...), figure.Cycle(k), v.title(where)
		if len(v.colours) == 0 || len(v.colours) == 1 && v.numeric(v.colours[0]) {
			style = figure.Ramp(k, len(all))
		}
		style.Group = name
		if u.Len() > 0 {
			p.Add(v.exact(u, at, style)...)
		}
		p.Add(study.Series{
			Name: name, Style: style, X: at, Signed: v.signed && !strings.HasPrefix(v.quantity, "L1"),
			Linear: !v.signed, Join: true, Unmixed: unmixed,
		}.Points(u)...)
	}
}

// exact returns the curve of the column exact.
func (v *view) exact(
	t *table.Table, at func(*table.Table, int) float64, style figure.Style,
) (all []plot.Plotter) {
	type xy struct{ x, y float64 }
	var points []xy
	for i := range t.Len() {
		y := t.Float(i, "exact")
		if v.signed {
			y = math.Abs(y)
		}
		if x := at(t, i); !math.IsNaN(y) && !(v.signed && y == 0) {
			points = append(points, xy{x, y})
		}
	}
	if len(points) == 0 {
		return nil
	}
	slices.SortFunc(points, func(a, b xy) int { return cmp.Compare(a.x, b.x) })
	l := figure.Line{Style: style.Reference()}
	for _, p := range points {
		l.X, l.Y = append(l.X, p.x), append(l.Y, p.y)
	}
	name := "exact"
	if len(v.rows.Distinct("eta")) > 1 || v.rows.Cell(0, "eta") != "" {
		name = `exact, for AdL with frozen $\xi$`
	}
	return []plot.Plotter{l, figure.Line{Name: name, Style: figure.Style{}.Reference()}}
}

// positive reports whether the x axis is logarithmic: where ε(n) is, and where numbers are positive
// and not close together.
func (v *view) positive(at func(*table.Table, int) float64) bool {
	if strings.HasPrefix(v.x, "epsilon") {
		return true
	}
	lo, hi := math.Inf(1), 0.0
	for i := range v.rows.Len() {
		x := at(v.rows, i)
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo > 0 && hi > 3*lo
}

// limits returns the x axis of all panels.
func (v *view) limits(at func(*table.Table, int) float64, log bool) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range v.rows.Len() {
		if x := at(v.rows, i); !log || x > 0 {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	switch {
	case !(lo < hi):
		return 0, 0
	case log:
		return lo / 1.6, hi * 1.6
	}
	return lo - 0.05*(hi-lo), hi + 0.05*(hi-lo)
}

// symbols are keys in formulas.
var symbols = map[string]string{
	"epsilon": `$\varepsilon(n)$`, "epsilon dt": `$\varepsilon(n)\Delta t$`, "n": "$n$",
	"dt": `$\Delta t$`, "eta": `$\eta$`, "gamma": `$\gamma$`, "T": "$T$",
}

// name returns a value of a key in words.
func (v *view) name(key, value string) string {
	switch key {
	case "scheme":
		return value
	case "friction":
		return study.Friction(value).Title()
	case "sampling":
		return value + " replacement"
	}
	if x, err := strconv.ParseFloat(value, 64); err == nil {
		value = study.Number(x)
	} else {
		return key + " " + value
	}
	if s := symbols[key]; s != "" {
		return strings.TrimSuffix(s, "$") + " = " + value + "$"
	}
	return key + " = $" + value + "$"
}

// title names a panel.
func (v *view) title(where []any) string {
	var words []string
	for i := 0; i < len(where); i += 2 {
		if value := where[i+1].(string); value != "" {
			words = append(words, v.name(where[i].(string), value))
		}
	}
	return strings.Join(words, ", ")
}

// label names the quantity.
func (v *view) label() string {
	for _, k := range []struct{ prefix, words string }{
		{"variance error ", "relative error on the variance of "},
		{"mean error ", "error on the mean of "}, {"variance ", "variance of "}, {"mean ", "mean of "},
		{"L1 ", `$L^1$ error on the marginal of `},
	} {
		if name, ok := strings.CutPrefix(v.quantity, k.prefix); ok {
			return k.words + formula(name)
		}
	}
	return v.quantity
}

// formula returns a function of θ as a formula.
func formula(name string) string {
	if name == "log posterior" {
		return `$\log\pi$`
	}
	b := "$"
	for _, word := range strings.Fields(name) {
		i, ok := strings.CutPrefix(word, "theta")
		if word != "xi" && !ok {
			return name
		}
		if ok {
			b += `\theta_{` + i + `}`
		} else {
			b += `\xi`
		}
	}
	return b + "$"
}
