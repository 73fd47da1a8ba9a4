package figure

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Named gives a plotter of another package, such as plotter.Scatter, an entry in the legend of a
// [Panel]. Its thumbnail is that of the plotter, if it has one.
type Named struct {
	plot.Plotter
	Name string
}

func (n Named) check()                { check(n.Plotter) }
func (n Named) extend(x, y *extent)   { extend(n.Plotter, x, y) }
func (n Named) entry() (string, bool) { return n.Name, false }

// Thumbnail draws the thumbnail of the plotter.
func (n Named) Thumbnail(c *draw.Canvas) {
	if t, ok := n.Plotter.(plot.Thumbnailer); ok {
		t.Thumbnail(c)
	}
}

// check panics if a plotter of this package is malformed.
func check(q plot.Plotter) {
	if q, ok := q.(interface{ check() }); ok {
		q.check()
	}
}

// extender is a plotter of this package with data.
type extender interface {
	// extend widens the axes by the data.
	extend(x, y *extent)
}

// extend widens the axes by the data of a plotter.
func extend(q plot.Plotter, x, y *extent) {
	switch q := q.(type) {
	case extender:
		q.extend(x, y)
	case plot.DataRanger:
		xmin, xmax, ymin, ymax := q.DataRange()
		for _, v := range []float64{xmin, xmax} {
			x.add(v)
		}
		for _, v := range []float64{ymin, ymax} {
			y.add(v)
		}
	}
}

// show draws plotters.
func (v *view) show(ps ...plot.Plotter) {
	p := plot.New()
	p.TextHandler = formulas{v.set}
	v.x.set(&p.X)
	v.y.set(&p.Y)
	c := draw.Canvas{Canvas: newSheet(v.pen, v.frame.Max.X, v.frame.Max.Y), Rectangle: v.frame}
	for _, q := range ps {
		q.Plot(c, p)
	}
}

// viewOf returns the view in which a plotter of this package draws in a plot.
func viewOf(q plot.Plotter, c draw.Canvas, p *plot.Plot) *view {
	check(q)
	return &view{pen: penOf(c.Canvas), frame: c.Rectangle, x: project(p.X), y: project(p.Y)}
}

// set gives a plot's axis the projection.
func (p projection) set(a *plot.Axis) {
	a.Min, a.Max, a.Scale = p.min, p.max, normalizer{p}
	a.Tick.Marker = Ticks{Log: p.log}
}

// normalizer is a projection for other bounds.
type normalizer struct{ projection }

func (n normalizer) Normalize(min, max, x float64) float64 {
	n.min, n.max = min, max
	return n.pos(x)
}

// Log is a logarithmic scale as plot.LogScale is, but a number that is not positive, such as the
// lower end of an error bar, is infinitely far down instead of a panic.
type Log struct{}

// Normalize returns the position of x, from 0 at min to 1 at max.
func (Log) Normalize(min, max, x float64) float64 {
	return projection{min: min, max: max, log: true}.pos(x)
}

// project returns the projection of a plot's axis.
func project(a plot.Axis) projection {
	p := projection{min: a.Min, max: a.Max}
	scale := a.Scale
	if s, ok := scale.(plot.InvertedScale); ok {
		p.reverse, scale = true, s.Normalizer
	}
	switch s := scale.(type) {
	case nil, plot.LinearScale:
	case plot.LogScale, Log:
		p.log = true
	case normalizer:
		s.min, s.max = p.min, p.max
		return s.projection
	default:
		p.other = s
	}
	return p
}

// penOf returns a pen for a canvas. On a canvas of others it panics if a text cannot be typeset.
func penOf(c vg.Canvas) *pen {
	if s, ok := c.(*sheet); ok && s.plain() {
		return s.pen
	}
	return &pen{canvas: c, set: newTypesetter(), strict: true}
}

// Ticks is the plot.Ticker of panels: at multiples of 1, 2 or 5 times a power of ten or, with Log,
// at powers of ten or their multiples. Labels are formulas.
type Ticks struct{ Log bool }

// Ticks returns the ticks in [min, max].
func (t Ticks) Ticks(min, max float64) []plot.Tick {
	ts, factor := ticks(min, max, t.Log, 8)
	for i := range ts {
		if l := ts[i].Label; l != "" && l != "$0$" && factor != "" {
			ts[i].Label = strings.TrimSuffix(l, "$") + strings.TrimPrefix(factor, "$")
		}
	}
	return ts
}

// Formulas returns a text.Handler for texts with formulas between dollar signs. It sets them in
// Liberation Serif, whatever the font; a text that cannot be typeset panics.
func Formulas() text.Handler { return formulas{newTypesetter()} }

type formulas struct{ set *typesetter }

func (f formulas) box(s string, size vg.Length) box {
	b, err := f.set.layout(s, size)
	if err != nil {
		panic("figure: " + err.Error())
	}
	return b
}

// Cache returns the fonts of gonum/plot.
func (f formulas) Cache() *font.Cache { return font.DefaultCache }

// Extents returns the extents of the font at its size.
func (f formulas) Extents(fnt font.Font) font.Extents {
	return font.Extents{Ascent: 0.9 * fnt.Size, Descent: 0.2 * fnt.Size, Height: 1.2 * fnt.Size}
}

// Lines returns the lines of a text.
func (f formulas) Lines(s string) []string {
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}

// Box returns the size of a line: its width, and its height above and its depth below the baseline.
func (f formulas) Box(s string, fnt font.Font) (width, height, depth vg.Length) {
	e := f.Extents(fnt)
	b := f.box(s, fnt.Size)
	return b.w, max(e.Ascent, b.top), max(e.Descent, -b.bottom)
}

// Draw writes a text, each line aligned as the style says.
func (f formulas) Draw(c vg.Canvas, s string, sty text.Style, at vg.Point) {
	if strings.TrimSpace(s) == "" {
		return
	}
	sty.Handler = f
	p := penOf(c)
	sin, cos := math.Sincos(sty.Rotation)
	lines := f.Lines(s)
	y := sty.Height(s)*vg.Length(sty.YAlign) - f.Extents(sty.Font).Ascent
	for i, line := range lines {
		x := vg.Length(sty.XAlign) * f.box(line, sty.Font.Size).w
		down := y + sty.Font.Size*vg.Length(len(lines)-i)
		o := at.Add(pt(x*vg.Length(cos)-down*vg.Length(sin), x*vg.Length(sin)+down*vg.Length(cos)))
		p.write(line, sty.Font.Size, o, 0, 0, sty.Rotation, sty.Color)
	}
}

// dataRange returns the range of the data of a plotter.
func dataRange(q extender) (xmin, xmax, ymin, ymax float64) {
	x, y := newExtent(Axis{}), newExtent(Axis{})
	q.extend(x, y)
	return x.min, x.max, min(y.min, y.tail), y.max
}

// DataRange makes the plotter a plot.DataRanger, as its Plot and Thumbnail make it a plot.Plotter
// and a plot.Thumbnailer.
func (l Line) DataRange() (xmin, xmax, ymin, ymax float64)      { return dataRange(l) }
func (b Bounds) DataRange() (xmin, xmax, ymin, ymax float64)    { return dataRange(b) }
func (h Histogram) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(h) }
func (b Band) DataRange() (xmin, xmax, ymin, ymax float64)      { return dataRange(b) }
func (l HLine) DataRange() (xmin, xmax, ymin, ymax float64)     { return dataRange(l) }
func (c Cells) DataRange() (xmin, xmax, ymin, ymax float64)     { return dataRange(c) }
func (g Grid) DataRange() (xmin, xmax, ymin, ymax float64)      { return dataRange(g) }
func (s Strip) DataRange() (xmin, xmax, ymin, ymax float64)     { return dataRange(s) }

// silent is a plotter without data on the axes and without an entry in legends.
type silent struct{}

// DataRange returns an empty range.
func (silent) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
}

// Thumbnail draws nothing.
func (silent) Thumbnail(*draw.Canvas) {}
