// Package look draws the tables of figures: curves, statuses and styles. It computes nothing, and
// no number depends on it, so it is not in the keys of results.
package look

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// The visual code of all figures. Every time step has its own colour and mark, and so has every
// method. Dashed lines are theory. Filled marks are results. Pale, hollow marks without error bars
// are not results; the legend names their status. Plus signs are batches with replacement. Points
// without a place on the y axis are in rows of marks above the panel.

// steps are the looks of time steps: cool colours below 0.001, then colours from blue through red
// to orange.
var steps = []struct {
	dt   float64
	look plots.Style
}{
	{1e-5, plots.Style{Mark: plots.Nabla, Color: plots.Grey(0.5)}},
	{5e-5, plots.Style{Mark: plots.Pentagon, Color: rgb(0x0b4a3a)}},
	{1e-4, plots.Style{Mark: plots.Square, Color: rgb(0x1a8a63)}},
	{2e-4, plots.Style{Mark: plots.Triangle, Color: rgb(0x62bf8f)}},
	{5e-4, plots.Style{Mark: plots.Diamond, Color: rgb(0x4aa3df)}},
	{1e-3, plots.Style{Mark: plots.Circle, Color: rgb(0x3a1cc4)}},
	{2e-3, plots.Style{Mark: plots.Square, Color: rgb(0xae0093)}},
	{5e-3, plots.Style{Mark: plots.Triangle, Color: rgb(0xe22b3b)}},
	{8e-3, plots.Style{Mark: plots.Pentagon, Color: rgb(0x8c3b14)}},
	{1e-2, plots.Style{Mark: plots.Diamond, Color: rgb(0xf4762f)}},
	{1.5e-2, plots.Style{Mark: plots.Nabla, Color: rgb(0x6b5b00)}},
	{2e-2, plots.Style{Mark: plots.Circle, Color: rgb(0xe8a200)}},
	{3e-2, plots.Style{Mark: plots.Square, Color: rgb(0xa0a000)}},
	{4e-2, plots.Style{Mark: plots.Triangle, Color: rgb(0x555555)}},
}

func rgb(hex uint32) color.Color {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// TimeStep returns the style of a time step. A step that is not in the table has the style of the
// next longer step.
func TimeStep(dt float64) plots.Style {
	for _, s := range steps {
		if dt <= s.dt {
			return s.look
		}
	}
	return steps[len(steps)-1].look
}

// StepName names a time step in a legend.
func StepName(dt float64) string { return `$\Delta t = ` + Number(dt) + `$` }

// The methods without a thermostat.
var (
	SGLD     = plots.Style{Color: plots.Cycle(6).Color, Mark: plots.Pentagon}
	Langevin = plots.Style{Color: plots.Cycle(4).Color, Mark: plots.Nabla}
)

// WithGamma names a method in a legend, with its γ if there is one.
func WithGamma(method string, gamma ...float64) string {
	if len(gamma) != 1 {
		return method
	}
	return method + `, $\gamma = ` + Number(gamma[0]) + `$`
}

// Style returns the style of a friction. Diagonal has a square and rotated a diamond, a rotated
// square. All forms of ξ that are not in the figures share a style.
func Style[F ~string](form F) plots.Style {
	switch form {
	case table.Rotated:
		return plots.Style{Color: rgb(0x2fa4e0), Mark: plots.Diamond}
	case table.Fixed:
		return plots.Style{Color: rgb(0xcc79a7), Mark: plots.Pentagon}
	}
	forms := []F{table.Scalar, table.Diagonal, table.Full, table.Layers}
	if i := slices.Index(forms, form); i >= 0 {
		return plots.Cycle(i)
	}
	return plots.Cycle(7)
}

// Title names a form of ξ.
func Title[F ~string](form F) string {
	if form == table.Layers {
		return `$\xi$ scalar per layer`
	}
	return `$\xi$ ` + string(form)
}

// Pale reports whether points of a status are drawn although they are not results.
func Pale(status string) bool {
	return status == table.PredictedRunaway || status == table.Unsettled || status == table.Unmixed
}

// Drawn reports whether points of a status have a place on the axes, since they may be stationary.
func Drawn(status string) bool { return status == table.OK || Pale(status) }

// Number formats x for math text: 0.002 unchanged, 2·10⁻⁴ as 2\times10^{-4}.
func Number(x float64) string {
	if a := math.Abs(x); x == 0 || a >= 1e-3 && a < 1e5 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	k, err := strconv.Atoi(e)
	if err != nil {
		return m // NaN, Inf
	}
	p := "10^{" + strconv.Itoa(k) + "}"
	if m == "1" {
		return p
	}
	return m + `\times` + p
}

// ScalingTitle returns the title of a panel with scores in a scaling.
func ScalingTitle(scaling string) string {
	return map[string]string{
		"whiten": "whitened scores", "scale": "scores of scaled pixels", "": "data as given",
	}[scaling]
}
