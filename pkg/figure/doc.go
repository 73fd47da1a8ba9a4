// Package figure draws the figures of a paper: framed panels on a grid, with
// error bars, logarithmic axes, legends, mathematics, heat maps, contour
// lines and surfaces, as PNG, PDF and SVG.
//
// A [Figure] is a page of a given size, divided into rows and columns. A cell holds a [Panel], a
// [Surface] or a [Joint]; a panel shows the plotters that are added to it:
//
//	fig := figure.New(1, 2)
//	p := fig.Panel(0, 0)
//	p.Title, p.XLabel, p.YLabel = "a title", `$\varepsilon(n)$`, `relative error`
//	p.X.Log, p.Y.Log = true, true
//	p.Add(figure.Line{Name: "OABAO", X: eps, Y: bias, Err: stderr, Style: figure.Cycle(0)})
//	err := fig.PDF(w)
//
// The package only draws: it reads no clock, no file and no environment, and rendering the same
// figure twice gives the same bytes.
//
// # With gonum/plot
//
// A panel takes any plot.Plotter, under a [Named] with an entry in the legend; its axes take any
// plot.Ticker, and a [Scale] any palette.Palette. The plotters of this package are plot.Plotter,
// plot.DataRanger and plot.Thumbnailer, so that they stand in a plain plot.Plot. There, [Log] is a
// scale and [Ticks] a ticker, [Formulas] a handler of texts, and [NewPDF] and [NewSVG] are
// canvases, which draw.RegisterFormat takes as formats.
//
//	plotter.Line, Scatter, YErrorBars  [Line]: one series with markers, error bars that end at the
//	                                   frame and one entry in the legend
//	plotter.Histogram                  [Histogram]: draws given heights, also sideways
//	plotter.HeatMap                    [Cells]: edges of any distance, one image in an SVG, no seams
//	plotter.Contour                    [Contours]: the same lines every time; areas
//	plotter.Polygon                    [Band]: between two curves with gaps
//	plotter.Labels                     [Text], [Cut]: placed by the frame
//	plotter.Function, Bubbles, Image   none: use theirs
//
// PDF, SVG and formulas are written here because vgpdf encodes text in cp1252, which has no Greek,
// and puts today's date and whole fonts into the file, and because the LaTeX that gonum/plot uses
// panics on subscripts such as \theta_1.
//
// # Lengths and coordinates
//
// Lengths on the page are [vg.Length], in points of 1/72 inch. Plotters take the coordinates of the
// data.
//
// # Points that are not to be trusted
//
// A value within its noise of 0 has no place on a logarithmic axis: [Bounds] show what it is below.
// A point that is not to be trusted is pale, under a [Marker] that says why ([Style]); one that has
// no value at all stands in a [Strip] above the frame.
//
// # Data that cannot be drawn
//
// Data may contain NaN, infinities and, on logarithmic axes, values at or below zero. A point with
// such a coordinate is left out and breaks the line through it; an error bar is clipped at the
// frame; a series may be empty, and then only appears in the legend. Mistakes of the caller, such
// as slices of unequal lengths, panic.
//
// # Mathematics
//
// All texts may contain formulas between dollar signs, in a small subset of TeX: sub- and
// superscripts, Greek letters, \bar, \hat, \tilde, \sqrt, \mathrm, \mathbf, \text, \langle,
// \rangle, \|, \leq, \times, \infty and other symbols, and names of functions such as \log. A
// formula that cannot be typeset is an error of [Figure.PNG], [Figure.PDF] and [Figure.SVG].
//
// # Formats
//
// A PNG has outlines of glyphs, of Liberation Serif. PDF and SVG files have the same glyphs in the
// same places as text in fonts, of which they hold what they use; a PDF tells readers how a formula
// is read. A heat map of many equal cells is an image in an SVG, and rectangles in a PDF. All three
// say where they come from ([Origin]). Coordinates are rounded to hundredths of a point, so that
// their last bits, which differ between machines, do not change a file.
package figure
