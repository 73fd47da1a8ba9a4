// Package figure draws the figures of a paper: framed panels on a grid, with
// error bars, logarithmic axes, legends, mathematics, heat maps, contour
// lines and surfaces, as PNG and as PDF.
//
// A [Figure] is a page of given size, divided into rows and columns. Its
// cells are filled with [Panel], [Surface] or [Joint]; what a panel shows is
// added to it:
//
//	fig := figure.New(1, 2)
//	p := fig.Panel(0, 0)
//	p.Title, p.XLabel, p.YLabel = "a title", `$\varepsilon(n)$`, `relative error`
//	p.X.Log, p.Y.Log = true, true
//	p.Add(figure.Line{Name: `$\Delta t = 10^{-3}$`, X: eps, Y: bias, Err: stderr, Style: figure.Cycle(0)})
//	err := fig.PDF(w)
//
// The package draws and does nothing else: it reads no clock, no file and no
// environment, and rendering the same figure twice gives the same bytes.
//
// # Lengths and coordinates
//
// Lengths on the page are [vg.Length], in points of 1/72 inch. Everything
// that is plotted is given in the coordinates of the data.
//
// # Data that cannot be drawn
//
// Data may contain NaN, infinities and, on logarithmic axes, values at or
// below zero. A point that has no place on the axes is left out and breaks the line
// through it; an error bar is clipped at the frame; a series may be empty,
// and then only has its entry in the legend. What is wrong in the program
// itself, such as slices of unequal lengths, panics.
//
// # Mathematics
//
// All texts may contain formulas between dollar signs, in a small subset of
// TeX: sub- and superscripts, Greek letters, \bar, \hat, \tilde, \sqrt,
// \mathrm, \mathbf, \text, \langle, \rangle, \|, \leq, \times, \infty and
// other symbols, and names of functions such as \log. Glyphs are filled
// outlines of Liberation Serif, so that they look the same in both formats.
// A formula that cannot be set is an error of [Figure.PNG] and [Figure.PDF].
package figure
