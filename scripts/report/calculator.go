package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"

	"adl/pkg/table"
)

//go:embed calculator.js
var calculatorScript template.JS

// calculator is Figure 5 in grey, in which the script draws the results for given parameters.
type calculator struct {
	Script     template.JS
	Axes       string // places of ε = 1 and of an error of 1, each before a decade's length; the foot
	Width      int
	Left, Foot int
	V          float64     // the variance of the gradient for one datum
	Curves     []curve     // exact
	Points     [][2]string // simulations
	XTicks     []tick
	YTicks     []tick
}

// curve is a line and its label, with the place.
type curve struct {
	Path, Label, X, Y string
	Down              int
}

// tick is a power of ten and its place on an axis.
type tick struct{ At, Power int }

// The frame of the picture has ε(n) from 1 to 10^4.15, and errors from 100 down to 10⁻⁵.
const (
	left, top = 64, 10
	dx, dy    = 136, 48 // of a decade
	foot      = top + 7*dy
)

// newCalculator draws the table of Figure 5: the exact curves, and the simulations that are not
// within two standard errors of 0.
func newCalculator(t *table.Table) *calculator {
	c := &calculator{
		Script: calculatorScript, Left: left, Foot: foot, Width: left + 574,
		Axes: fmt.Sprintln(left, dx, top+2*dy, -dy, foot),
	}
	for i := range 8 {
		c.YTicks = append(c.YTicks, tick{top + i*dy, 2 - i})
		if i < 5 {
			c.XTicks = append(c.XTicks, tick{left + i*dx, i})
		}
	}
	xi := t.Where(table.Quantity, "xi", table.Source, table.Prediction, table.N, 1)
	for i := range xi.Len() { // γ + ε(n)Δt Σ_x/2
		c.V = 2 * (xi.Float(i, table.Value) - xi.Float(i, table.Gamma)) /
			xi.Float(i, table.Epsilon) / xi.Float(i, table.Dt)
	}
	t = t.Where(table.Quantity, table.VarianceError, table.Status, table.OK)
	exact := t.Where(table.Source, table.Prediction)
	for i, dt := range exact.Distinct(table.Dt) {
		line := curve{Label: "Δt = " + dt, Down: -5 + 17*(i%2)}
		for j, p := range places(exact.Where(table.Dt, dt)) {
			if j == 12*(i%2) { // labels of neighbours are side by side
				line.X, line.Y = p[0], p[1]
			}
			line.Path += " " + p[0] + "," + p[1]
		}
		c.Curves = append(c.Curves, line)
	}
	c.Points = places(t.Where(table.Source, table.Simulation))
	return c
}

// places returns the places of errors in the picture, without those within two standard errors of
// 0.
func places(t *table.Table) (list [][2]string) {
	for i := range t.Len() {
		e, bound := t.Estimate(i).Bound(true)
		if epsilon := t.Float(i, table.Epsilon); !bound && epsilon >= 1 {
			list = append(list, [2]string{
				fmt.Sprintf("%.1f", left+dx*math.Log10(epsilon)),
				fmt.Sprintf("%.1f", top+dy*(2-math.Log10(e))),
			})
		}
	}
	return list
}
