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

// The visual code of all figures. A colour means one thing. Time steps are on a ramp from dark blue
// for short ones to gold, and numbers n of data in a batch on a ramp of greens. Methods and forms
// of ξ have a colour and a mark each. All else is brown or grey. Dashed lines are theory. Filled
// marks are results; a core in them tells how the gradient is estimated, or which data there are.
// Pale, hollow marks without error bars are not results, and their core tells the status. Plus
// signs are batches with replacement. Points without a place on the y axis are in rows of marks
// above the panel.

// steps are the time steps that differ in look.
var steps = []float64{5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 8e-3, 1e-2, 1.5e-2, 2e-2}

// Ramps, whose lightness changes evenly.
var (
	violets = colors(0x0d0a3c, 0x4b1289, 0xa01a8c, 0xe04468, 0xf98c3c, 0xf5c84a)
	greens  = colors(0xc8d76e, 0x8caa32, 0x46731e, 0x103214)
	browns  = colors(0x3c2300, 0x8c5f28, 0xbe9258)
)

func colors(hex ...uint32) (all []color.Color) {
	for _, x := range hex {
		all = append(all, rgb(x))
	}
	return all
}

func rgb(hex uint32) color.Color {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// ramp returns the style of the i-th of n series with ordered colours. Six marks take turns.
func ramp(colors []color.Color, i, n int) plots.Style {
	return plots.Style{
		Color: plots.Between(colors, float64(i)/float64(max(n-1, 1))),
		Mark:  plots.Circle + plots.Mark(i%6),
	}
}

// TimeStep returns the style of a time step. A step that is not among those that differ has the
// style of the next longer one.
func TimeStep(dt float64) plots.Style {
	i, _ := slices.BinarySearch(steps, dt)
	style := ramp(violets, min(i, len(steps)-1), len(steps))
	style.Mark = plots.Circle + (style.Mark+1)%6 // 0.001 has a circle
	return style
}

// Batches returns the style of the i-th of n sizes of batches in ascending order. The largest is
// the darkest.
func Batches(i, n int) plots.Style { return ramp(greens, i, n) }

// Other returns the style of the i-th of n series that are neither of a time step, nor of a size of
// batches, nor of a method.
func Other(i, n int) plots.Style { return ramp(browns, i, n) }

// StepName names a time step in a legend.
func StepName(dt float64) string { return `$\Delta t = ` + Number(dt) + `$` }

// The methods without a thermostat.
var (
	SGLD     = plots.Style{Color: rgb(0xaa3200), Mark: plots.Pentagon}
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
	_, is := pale[status]
	return is
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
