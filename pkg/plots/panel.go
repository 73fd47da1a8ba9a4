package plots

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of text, in points.
const (
	labelSize = 9 // of titles and the labels of axes
	tickSize  = 8
	nameSize  = 8 // of the legend, texts in a panel, names of rows, and remarks
)

// Sizes of a panel, in points.
const (
	majorTick = 3.5
	minorTick = 2
	xTickGap  = 2 // between the frame and the labels of ticks
	yTickGap  = 5.25
	head      = labelSize + 6 // the height of a title
	longer    = 26            // how much longer the label of the Y axis may be than the axis
)

var frameStyle = draw.LineStyle{Color: color.Black, Width: 0.5}

// Panel is a plot.Plot with a frame, in the fonts and sizes of a paper.
type Panel struct {
	*plot.Plot
	XLim, YLim Limits
	Aspect     float64 // of the frame, its height over its width, if positive
	Bar        string  // the label of a colour bar for the first plotter that has colours

	plotters []plot.Plotter
}

// NewPanel returns an empty panel that is not part of a figure.
func NewPanel() *Panel {
	p := plot.New()
	for sty, size := range map[*text.Style]vg.Length{
		&p.Title.TextStyle: labelSize, &p.X.Label.TextStyle: labelSize, &p.Y.Label.TextStyle: labelSize,
		&p.X.Tick.Label: tickSize, &p.Y.Tick.Label: tickSize, &p.Legend.TextStyle: nameSize,
	} {
		sty.Handler, sty.Font.Size = Formulas{}, size
	}
	p.Title.TextStyle.YAlign, p.X.Label.TextStyle.YAlign = text.YBottom, text.YTop
	p.Y.Label.TextStyle.Rotation = math.Pi / 2
	p.X.Tick.Marker, p.Y.Tick.Marker = Ticks{}, Ticks{}
	return &Panel{Plot: p}
}

// Log makes the axes logarithmic.
func (p *Panel) Log(x, y bool) {
	if x {
		p.X.Scale, p.X.Tick.Marker = Log{}, Ticks{Log: true}
	}
	if y {
		p.Y.Scale, p.Y.Tick.Marker = Log{}, Ticks{Log: true}
	}
}

// Label sets the title and the labels of the axes.
func (p *Panel) Label(title, x, y string) {
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
}

// Add adds plotters, which are drawn in this order. Plotters of this package determine the axes
// and, if they have a name, enter the legend. It panics if the slices of a plotter differ in
// length.
func (p *Panel) Add(ps ...plot.Plotter) {
	for _, q := range ps {
		if q, ok := q.(interface{ check() }); ok {
			q.check()
		}
	}
	p.plotters = append(p.plotters, ps...)
}

// drawing is a panel with the ends and the ticks of its axes.
type drawing struct {
	plot.Plot
	plotters []plot.Plotter
	x, y     []plot.Tick
	strips   []Line
	rows     []string  // of marks above the frame
	lift     vg.Length // of the title above the frame
	bar      *colorBar
}

// drawing prepares the panel for a frame of about the given size. If it has rows of marks, its
// title is above as many rows as the panels beside it have at most.
func (p *Panel) drawing(letter string, size vg.Point, most int) *drawing {
	d := &drawing{
		Plot: *p.Plot, plotters: paleFirst(p.plotters), strips: p.strips(), rows: p.stripRows(),
		bar: p.bar(),
	}
	if len(d.rows) > 0 {
		d.lift = stripRow * vg.Length(most)
	}
	d.Title.Text = strings.TrimSpace(letter + p.Title.Text)
	x, y := p.spans()
	var okX, okY bool
	d.X.Min, d.X.Max, okX = x.ends()
	d.Y.Min, d.Y.Max, okY = y.ends()
	if !okX || !okY {
		none := Text{X: 0.5, Y: 0.5, Relative: true, Text: "nothing to show", XAlign: 0.5}
		d.plotters = []plot.Plotter{none}
		return d
	}
	d.x = fit(d.X, size.X, func(t plot.Tick) vg.Length { return d.X.Tick.Label.Width(t.Label) + 7 })
	d.y = fit(d.Y, size.Y, func(plot.Tick) vg.Length { return tickSize + 4 })
	return d
}

// paleFirst returns the plotters with the pale marks before all other simulated points, which thus
// are above them.
func paleFirst(ps []plot.Plotter) []plot.Plotter {
	var at, pale, others []int
	for i, q := range ps {
		switch l, ok := q.(Line); {
		case !ok || l.Status == "":
			continue
		case l.Style.Pale:
			pale = append(pale, i)
		default:
			others = append(others, i)
		}
		at = append(at, i)
	}
	out := slices.Clone(ps)
	for k, i := range append(pale, others...) {
		out[at[k]] = ps[i]
	}
	return out
}

// fit returns the ticks of an axis of a length, few enough that labels do not touch, unless the
// caller has set the ticker.
func fit(a plot.Axis, length vg.Length, extent func(plot.Tick) vg.Length) []plot.Tick {
	t, ok := a.Tick.Marker.(Ticks)
	if !ok {
		return a.Tick.Marker.Ticks(a.Min, a.Max)
	}
	for t.Room = 8; ; t.Room-- {
		ts := t.Ticks(a.Min, a.Max)
		crowded := false
		last, half := vg.Length(math.Inf(-1)), vg.Length(0)
		for _, t := range ts {
			if !t.IsMinor() {
				at, h := length*vg.Length(a.Norm(t.Value)), extent(t)/2
				crowded = crowded || max(at-last, last-at) < half+h
				last, half = at, h
			}
		}
		if t.Room == 2 || !crowded {
			return ts
		}
	}
}

// margins returns the room that a frame needs on the left and on the right, above and below.
func (d *drawing) margins(size vg.Point) (x, y [2]vg.Length) {
	wide, high := d.extent(d.x, d.X), d.extent(d.y, d.Y)
	x[0], y[1] = high.X+yTickGap, wide.Y+xTickGap
	if d.Y.Label.Text != "" {
		x[0] += labelSize + 5 + d.Y.Label.Padding
	}
	if d.X.Label.Text != "" {
		y[1] += labelSize + 1 + d.X.Label.Padding
	}
	x[1] = d.bar.width()
	y[0] = d.lift
	if d.Title.Text != "" {
		y[0] += head
	}
	for _, t := range d.x {
		if at := d.X.Norm(t.Value); at <= 1 {
			x[1] = max(x[1], d.X.Tick.Label.Width(t.Label)/2-size.X*vg.Length(1-at))
		}
	}
	return x, [2]vg.Length{max(y[0], tickSize/2), y[1]}
}

// extent returns the size of the largest label of an axis.
func (d *drawing) extent(ts []plot.Tick, a plot.Axis) (size vg.Point) {
	for _, t := range ts {
		if t.Label != "" {
			size.X = max(size.X, a.Tick.Label.Width(t.Label))
			size.Y = max(size.Y, a.Tick.Label.Height(t.Label))
		}
	}
	return size
}

// draw draws the panel. The canvas is the frame.
func (d *drawing) draw(c draw.Canvas) {
	d.drawStrips(c)
	for _, q := range d.plotters {
		q.Plot(c, &d.Plot)
	}
	d.bar.draw(c, d)
	d.Legend.Draw(c)
	stroke(c, frameStyle, c.Rectangle.Path())
	length := func(t plot.Tick) vg.Length {
		if t.IsMinor() {
			return minorTick
		}
		return majorTick
	}
	trX, trY := d.Transforms(&c)
	left, low := c.Min.X-yTickGap, c.Min.Y-xTickGap
	for _, t := range d.x {
		if x := trX(t.Value); c.ContainsX(x) {
			c.StrokeLine2(frameStyle, x, c.Min.Y, x, c.Min.Y+length(t))
			c.FillText(d.X.Tick.Label, pt(x, low+0.2*tickSize), t.Label)
		}
	}
	for _, t := range d.y {
		if y := trY(t.Value); c.ContainsY(y) {
			c.StrokeLine2(frameStyle, c.Min.X, y, c.Min.X+length(t), y)
			c.FillText(d.Y.Tick.Label, pt(left, y+0.2*tickSize), t.Label)
		}
	}
	m := c.Center()
	c.FillText(d.Title.TextStyle, pt(m.X, c.Max.Y+d.lift+4), d.Title.Text)
	low -= d.extent(d.x, d.X).Y + d.X.Label.Padding
	c.FillText(d.X.Label.TextStyle, pt(m.X, low), d.X.Label.Text)
	if w := d.Y.Label.TextStyle.Width(d.Y.Label.Text); w > c.Size().Y+longer {
		d.Y.Label.TextStyle.Font.Size *= (c.Size().Y + longer) / w
	}
	left -= d.extent(d.y, d.Y).X + 2.75 + d.Y.Label.Padding
	c.FillText(d.Y.Label.TextStyle, pt(left, m.Y), d.Y.Label.Text)
}

// shaped returns r or, for a positive aspect, the largest centred rectangle in r with that aspect.
func shaped(r vg.Rectangle, aspect float64) vg.Rectangle {
	if aspect <= 0 {
		return r
	}
	s := r.Size()
	w := min(s.X, s.Y/vg.Length(aspect))
	h := w * vg.Length(aspect)
	m := r.Min.Add(s.Scale(0.5))
	return rect(m.X-w/2, m.Y-h/2, m.X+w/2, m.Y+h/2)
}
