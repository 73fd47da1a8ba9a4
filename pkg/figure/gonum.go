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

// plotter is a plotter of this package.
type plotter interface {
	// check panics if the plotter is malformed.
	check()
	// extend widens the axes by the data.
	extend(x, y *extent)
	// plot draws on v, clipped to its frame.
	plot(v *view)
	// entry returns the entry in the legend; an empty name means none.
	entry() entry
}

// Named gives a plotter of another package, such as plotter.Scatter, an entry in the legend of a
// [Panel]. Its thumbnail is that of the plotter, if it has one.
type Named struct {
	plot.Plotter
	Name string
}

func (n Named) check()              { check(n.Plotter) }
func (n Named) extend(x, y *extent) { extend(n.Plotter, x, y) }
func (n Named) plot(v *view)        { v.show(n.Plotter) }

func (n Named) entry() entry {
	return entry{name: n.Name, thumb: func(p *pen, r vg.Rectangle) {
		if t, ok := n.Plotter.(plot.Thumbnailer); ok {
			t.Thumbnail(&draw.Canvas{Canvas: newSheet(p, r.Max.X, r.Max.Y), Rectangle: r})
		}
	}}
}

func check(q plot.Plotter) {
	if q, ok := q.(plotter); ok {
		q.check()
	}
}

// extend widens the axes by the data of a plotter.
func extend(q plot.Plotter, x, y *extent) {
	switch q := q.(type) {
	case plotter:
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

// show draws a plotter.
func (v *view) show(q plot.Plotter) {
	if q, ok := q.(plotter); ok {
		q.plot(v)
		return
	}
	p := plot.New()
	p.TextHandler = formulas{v.set}
	v.x.set(&p.X)
	v.y.set(&p.Y)
	q.Plot(draw.Canvas{Canvas: newSheet(v.pen, v.frame.Max.X, v.frame.Max.Y), Rectangle: v.frame}, p)
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

// Log is a logarithmic scale as plot.LogScale is, but what is not positive, such as the lower end
// of an error bar, is infinitely far down instead of a panic.
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

// plotOn draws a plotter of this package in a plot of gonum/plot. It panics if a text cannot be
// typeset.
func plotOn(q plotter, c draw.Canvas, p *plot.Plot) {
	q.check()
	pn := penOf(c.Canvas)
	q.plot(newView(pn, c.Rectangle, project(p.X), project(p.Y)))
	if pn.err != nil {
		panic("figure: " + pn.err.Error())
	}
}

// penOf returns a pen for a canvas.
func penOf(c vg.Canvas) *pen {
	if s, ok := c.(*sheet); ok && s.plain() {
		return s.pen
	}
	return &pen{canvas: c, set: newTypesetter()}
}

// dataRange returns the range of the data of a plotter.
func dataRange(q plotter) (xmin, xmax, ymin, ymax float64) {
	x, y := newExtent(Axis{}), newExtent(Axis{})
	q.extend(x, y)
	return x.min, x.max, min(y.min, y.tail), y.max
}

func thumbnail(q plotter, c *draw.Canvas) {
	if e := q.entry(); e.thumb != nil {
		e.thumb(penOf(c.Canvas), c.Rectangle)
	}
}

// Ticks is the plot.Ticker of panels: at multiples of 1, 2 or 5 times a power of ten or, with Log,
// at powers of ten or their multiples. Labels are formulas.
type Ticks struct {
	Log bool
	N   int // the most labels; 0 is 8
}

// Ticks returns the ticks in [min, max].
func (t Ticks) Ticks(min, max float64) []plot.Tick {
	n := t.N
	if n == 0 {
		n = 8
	}
	ts, factor := ticks(min, max, t.Log, n)
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

// The plotters of this package are those of gonum/plot, too: plot.Plotter, plot.DataRanger and
// plot.Thumbnailer. In a plain plot, [Strip] draws nothing, since it stands beside
// the frame of a [Panel].

// Plot, DataRange and Thumbnail make Line a plotter of gonum/plot.
func (q Line) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Line) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Line) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Bounds a plotter of gonum/plot.
func (q Bounds) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Bounds) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Bounds) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Histogram a plotter of gonum/plot.
func (q Histogram) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Histogram) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Histogram) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Bars a plotter of gonum/plot.
func (q Bars) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Bars) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Bars) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Band a plotter of gonum/plot.
func (q Band) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Band) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Band) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make HLine a plotter of gonum/plot.
func (q HLine) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q HLine) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q HLine) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Text a plotter of gonum/plot.
func (q Text) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Text) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Text) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Cut a plotter of gonum/plot.
func (q Cut) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Cut) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Cut) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Cells a plotter of gonum/plot.
func (q Cells) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Cells) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Cells) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Contours a plotter of gonum/plot.
func (q Contours) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Contours) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Contours) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Strip a plotter of gonum/plot.
func (q Strip) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Strip) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Strip) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }

// Plot, DataRange and Thumbnail make Point a plotter of gonum/plot.
func (q Point) Plot(c draw.Canvas, p *plot.Plot)            { plotOn(q, c, p) }
func (q Point) DataRange() (xmin, xmax, ymin, ymax float64) { return dataRange(q) }
func (q Point) Thumbnail(c *draw.Canvas)                    { thumbnail(q, c) }
