package grid

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

// maxCurves bounds the curves of a picture; the table has the others.
const maxCurves = 8

// Render draws the error of the variance of what is observed first, for experiment.Program: against
// ε(n) or, if Δt is swept and n is not, against Δt, with a curve for every combination of the other
// keys.
func Render(s *Sweep, t *table.Table) (*plots.Figure, error) {
	f := plots.New(1, 1)
	f.Height = 9 * vg.Centimeter
	i := slices.IndexFunc(t.Strings("quantity"), func(q string) bool {
		return strings.HasPrefix(q, "variance error ")
	})
	if i < 0 {
		f.Remark = "There is nothing to draw: no function of θ is observed."
		return f, nil
	}
	quantity := t.Cell(i, "quantity")
	t = t.Where("quantity", quantity)
	p := f.Panel(0, 0)
	p.Log(true, true)
	p.Label("variance of "+strings.TrimPrefix(quantity, "variance error "), `$\varepsilon(n)$`,
		"relative error")
	var keys []string
	for _, a := range s.axes {
		if len(a.Values) > 1 {
			keys = append(keys, a.Key)
		}
	}
	x, along := "epsilon", "n"
	if !slices.Contains(keys, "n") && slices.Contains(keys, "dt") {
		x, along, p.X.Label.Text = "dt", "dt", `$\Delta t$`
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return key == along })
	t = t.Filter(func(i int) bool { return t.Float(i, x) > 0 })
	var names []string
	for i := range t.Len() {
		var words []string
		var where []any
		for _, key := range keys {
			cell := t.Cell(i, key)
			if where = append(where, key, cell); cell != "" {
				words = append(words, key+" "+cell)
			}
		}
		name := strings.Join(words, ", ")
		if slices.Contains(names, name) {
			continue
		}
		if names = append(names, name); len(names) > maxCurves {
			continue
		}
		p.Add(study.Series{
			Name: name, Style: plots.Cycle(len(names) - 1), Signed: true, Join: true,
			X: func(t *table.Table, i int) float64 { return t.Float(i, x) },
		}.Points(t.Where(where...))...)
	}
	if more := len(names) - maxCurves; more > 0 {
		f.Remark = fmt.Sprintf("%d more curves are in the table alone.", more)
	}
	return f, nil
}
