package sweep

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"adl/pkg/look"
	"adl/pkg/plots"
	"adl/pkg/table"
)

// maxCurves bounds the curves of a picture; the table has all.
const maxCurves = 8

// component is a component of θ in the name of a function.
var component = regexp.MustCompile(`\btheta(\d+)`)

// Render draws the error of the variance of the first observed function that is not the intercept
// or, without a reference, that variance, for experiment.Program. It draws against ε(n) or, if Δt
// is swept and n is not, against Δt, with a curve for every combination of the other keys.
func Render(s *Spec, t *table.Table) (*plots.Figure, error) {
	var keys []string
	for _, a := range s.axes {
		if len(a.Values) > 1 {
			keys = append(keys, a.Key)
		}
	}
	of := func(q string) *table.Table {
		return t.Filter(func(i int) bool { return strings.HasPrefix(t.Cell(i, table.Quantity), q) })
	}
	variance, value := "variance error ", "relative error"
	if of(variance).Len() == 0 { // no reference
		variance, value = "variance ", "variance"
	}
	t = of(variance)
	for _, key := range params {
		if !slices.Contains(keys, key) && len(t.Distinct(key)) > 1 {
			keys = append(keys, key)
		}
	}
	noisy := t.Filter(func(i int) bool { return t.Float(i, table.Epsilon) > 0 })
	x, label, along, full := "epsilon", `$\varepsilon(n)$`, "n", false
	switch {
	case !slices.Contains(keys, "n") && slices.Contains(keys, "dt"):
		x, label, along = "dt", `$\Delta t$`, "dt"
	case noisy.Len() > 0:
		full, t = noisy.Len() < t.Len(), noisy
	default: // full batches
		x, label = "n", "$n$"
	}
	f := plots.New(1, 1)
	f.Height = 9 * vg.Centimeter
	p := f.Panel(0, 0)
	if t.Len() == 0 { // no function of θ is observed
		return f, nil
	}
	all := t.Distinct(table.Quantity)
	first := 0
	if len(all) > 1 && all[0] == variance+"intercept" {
		first = 1
	}
	t = t.Where(table.Quantity, all[first])
	name := component.ReplaceAllString(all[first][len(variance):], `$$\theta_{$1}$$`)
	if plots.CheckText(name) != nil { // a column's name without glyphs
		name = fmt.Sprint("parameter ", first+1)
	}
	p.Log(true, true)
	p.Label("variance of "+name, label, value)
	names := make([]string, t.Len()) // of the curves, by row
	var curves []string
	for i := range names {
		var words []string
		for _, key := range keys {
			switch cell := t.Cell(i, key); {
			case cell == "" || key == along:
			case key == "scheme":
				words = slices.Insert(words, 0, cell)
			case key == "friction":
				words = append(words, cell)
			default:
				words = append(words, key+" "+cell)
			}
		}
		names[i] = strings.Join(words, ", ")
		if !slices.Contains(curves, names[i]) {
			curves = append(curves, names[i])
		}
	}
	for k, name := range curves[:min(len(curves), maxCurves)] {
		p.Add(look.Series{
			Name: name, Style: plots.Cycle(k), Signed: true, Join: true, X: look.Column(x),
		}.Points(t.Filter(func(i int) bool { return names[i] == name }))...)
	}
	if full {
		f.Remark = "Points with all data (n = Nd) are in the table alone."
	}
	if more := len(curves) - maxCurves; more > 0 {
		f.Remark = fmt.Sprintf("%d more curves are in the table alone.", more)
	}
	return f, nil
}
