package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"adl/pkg/figure"
	"adl/pkg/study"
	"adl/pkg/table"
)

// maxCurves bounds the curves of a picture; the table has the others.
const maxCurves = 8

// Render draws the error on the variance of what is observed first, for experiment.Program: against
// ε(n) if n is swept, else against the fastest key whose values are numbers, with a curve for every
// combination of the other keys.
func Render(s *Sweep, t *table.Table) (*figure.Figure, error) {
	quantity := ""
	for i := 0; quantity == "" && i < t.Len(); i++ {
		if q := t.Cell(i, "quantity"); strings.HasPrefix(q, "variance error ") {
			quantity = q
		}
	}
	if quantity == "" {
		f := figure.New(1, 1)
		f.Remark = "There is nothing to draw: no function of θ is observed."
		return f, nil
	}
	t = t.Where("quantity", quantity)
	x, others := s.against(t)

	f := figure.New(1, 1)
	f.Legend, f.Plain, f.Height = true, true, 9*vg.Centimeter
	p := f.Panel(0, 0)
	p.X.Log, p.Y.Log = true, true
	p.XLabel = x
	if x == "epsilon" {
		p.XLabel = `$\varepsilon(n)$`
	}
	p.Title = "variance of " + strings.TrimPrefix(quantity, "variance error ")
	p.YLabel = "relative error"
	t = t.Filter(func(i int) bool { return t.Float(i, x) > 0 })
	var names []string
	for i := range t.Len() {
		var words []string
		for _, key := range others {
			if cell := t.Cell(i, key); cell != "" {
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
		var where []any
		for _, key := range others {
			where = append(where, key, t.Cell(i, key))
		}
		p.Add(study.Series{
			Name: name, Style: figure.Cycle(len(names) - 1), Signed: true, Join: true,
			X: func(t *table.Table, i int) float64 { return t.Float(i, x) },
		}.Points(t.Where(where...))...)
	}
	if more := len(names) - maxCurves; more > 0 {
		f.Remark = fmt.Sprintf("%d more curves are in the table alone.", more)
	}
	return f, nil
}

// against returns the column of the x axis, and the other keys that are swept.
func (s *Sweep) against(t *table.Table) (x string, others []string) {
	for _, a := range s.axes {
		if len(a.Values) > 1 {
			others = append(others, a.Key)
		}
	}
	k := slices.Index(others, "n")
	for i := len(others) - 1; i >= 0 && k < 0; i-- {
		if !slices.ContainsFunc(t.Strings(others[i]), func(cell string) bool {
			_, err := strconv.ParseFloat(cell, 64)
			return err != nil && cell != ""
		}) {
			k = i
		}
	}
	if k < 0 {
		return "epsilon", others
	}
	if x = others[k]; x == "n" {
		x = "epsilon"
	}
	return x, slices.Delete(others, k, k+1)
}
