package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Panel is a framed pair of axes with ticks on all four sides.
type Panel struct {
	Title, XLabel, YLabel string
	X, Y                  Axis
	// Aspect, when positive, fixes the ratio of the frame's height to its width.
	Aspect float64
	// Legend is the place of the legend, which has the names of the plotters. Those without a name
	// have no entry; those of the same name share one. It is "upper right", "upper left", "lower
	// right", "lower left", "upper center", "lower center", "center right" or "center left" in the
	// frame, "right" of the frame, "below" its label, or "none".
	//
	// If it is empty, the legend stands in the first place inside that covers no data. Heat maps do
	// not count as data, nor, if necessary, do horizontal lines. If there is none, the y axis is
	// extended, down to a share of 0.6 for the data, unless its upper bound is fixed. Otherwise the
	// legend goes outside, to the right of a wide panel and below a narrow one.
	Legend string
	// Bar, when not nil, is a colour bar on the right for the first plotter
	// that has colours.
	Bar *Bar

	plotters []plot.Plotter
	bare     [2]bool // without numbers at the x axis, and at the y axis
}

// Add adds plotters, which are drawn in this order: those of this package and any others. It panics
// if the slices of a plotter have wrong lengths.
func (p *Panel) Add(ps ...plot.Plotter) {
	for _, q := range ps {
		check(q)
	}
	p.plotters = append(p.plotters, ps...)
}

// sameLength panics if slices differ in length.
func sameLength(what string, slices ...[]float64) {
	for _, s := range slices {
		if len(s) != len(slices[0]) {
			panic("figure: " + what + " differ in length")
		}
	}
}

// margins is the space around a frame that labels occupy.
type margins struct{ left, right, bottom, top vg.Length }

func (m margins) union(o margins) margins {
	return margins{
		max(m.left, o.left), max(m.right, o.right), max(m.bottom, o.bottom), max(m.top, o.top),
	}
}

// tile is a cell of the grid that is being drawn.
type tile interface {
	// margins returns the space needed around a frame of the given size.
	margins(size vg.Point) margins
	// draw draws the tile around a frame.
	draw(frame vg.Rectangle)
}

// panelPad is the room between the data and the ends of an axis, as a fraction of the range.
const panelPad = 0.05

// extents returns the ranges of the data.
func (p *Panel) extents() (x, y *extent) {
	x, y = newExtent(p.X), newExtent(p.Y)
	for _, q := range p.plotters {
		extend(q, x, y)
	}
	return x, y
}

// ShareY gives panels the y axis that holds the data of all of them, but for the bounds that the
// first fixes.
func ShareY(ps ...*Panel) {
	if len(ps) == 0 {
		return
	}
	y := newExtent(ps[0].Y)
	for _, p := range ps {
		x := newExtent(p.X)
		for _, q := range p.plotters {
			extend(q, x, y)
		}
	}
	lo, hi := y.bounds(panelPad)
	for _, p := range ps {
		p.Y.Log, p.Y.Min, p.Y.Max = ps[0].Y.Log, lo, hi
	}
}

func (p *Panel) content() []plot.Plotter { return p.plotters }

func (p *Panel) tile(pn *pen, letter string, legend bool) tile {
	title := strings.TrimSpace(letter + " " + p.Title)
	t := &panelTile{Panel: p, pen: pn, title: title, position: p.Legend}
	if legend && t.position != none {
		t.legend = entries(p.plotters)
	}
	return t
}

type panelTile struct {
	*Panel
	*pen
	title  string
	legend []entry
	// position is that of the legend. If no place inside is free, it stays outside, so that the layout
	// converges.
	position string
	// top is the room above the frame, and keys are the rows of the strip: the same for all panels of
	// a row of the figure.
	top  vg.Length
	keys []row
}

// fitted is a panel laid out for one size of the frame.
type fitted struct {
	x, y     side
	legend   legendBox
	position string
	corner   vg.Point // lower left, relative to the frame
	bar      *barBox
	rows     []row // of the strip
}

// side is an axis laid out for one length of the frame.
type side struct {
	projection
	ticks  []plot.Tick
	factor string    // of the labels
	room   vg.Length // between the frame and the ends of the tick labels
}

// fit computes ranges, ticks and the place of the legend for a frame of the
// given size.
func (t *panelTile) fit(size vg.Point) fitted {
	var f fitted
	ex, ey := t.extents()
	f.x.projection, f.y.projection = t.X.projection(ex, panelPad), t.Y.projection(ey, panelPad)
	if len(t.legend) > 0 {
		t.place(&f, size, !ey.fixMax && !t.Y.Reverse)
	}
	f.rows = rows(t.keys, t.plotters, f.x.projection)
	f.x = newSide(t.pen, t.X.Ticks, f.x.projection, size.X, true)
	f.y = newSide(t.pen, t.Y.Ticks, f.y.projection, size.Y, false)
	if t.Bar != nil {
		f.bar = t.Bar.fit(t.pen, t.plotters, size.Y)
	}
	return f
}

// xTickBase is the distance of the base line of x tick labels from the frame.
const xTickBase = tickGap + 0.8*tickSize

// newSide lays an axis out for the length l, with the given ticks or, if they are nil, with ticks
// whose labels do not touch. The labels lie along a horizontal axis.
func newSide(pn *pen, given plot.Ticker, p projection, l vg.Length, along bool) side {
	s := side{projection: p}
	if given != nil {
		s.ticks = given.Ticks(p.min, p.max)
	}
	most := 9
	if along {
		most = 8
	}
	for n := min(max(2, int(l/16)), most); given == nil; n-- {
		s.ticks, s.factor = ticks(p.min, p.max, p.log, n)
		if n == 2 || !crowded(pn, s.ticks, p, l, along) {
			break
		}
	}
	for _, k := range s.ticks {
		b := pn.measure(k.Label, tickSize)
		if along {
			s.room = max(s.room, xTickBase-b.bottom)
		} else {
			s.room = max(s.room, tickGap+b.w)
		}
	}
	return s
}

func crowded(pn *pen, ts []plot.Tick, p projection, l vg.Length, along bool) bool {
	p.reverse = false // neighbours stay neighbours
	end := vg.Length(math.Inf(-1))
	for _, t := range ts {
		if t.Label == "" {
			continue
		}
		half, gap := vg.Length(0.45*tickSize), vg.Length(4)
		if along {
			half, gap = pn.measure(t.Label, tickSize).w/2, 6
		}
		x := l * vg.Length(p.pos(t.Value))
		if x-half < end+gap {
			return true
		}
		end = x + half
	}
	return false
}

func (t *panelTile) margins(size vg.Point) margins {
	size = t.shape(vg.Rectangle{Max: size}).Size()
	return t.around(t.fit(size), size)
}

// around returns the space that the labels of f need around a frame of the given size.
func (t *panelTile) around(f fitted, size vg.Point) margins {
	m := margins{
		left: max(2, f.y.room+1), right: 3, bottom: max(2, f.x.room+1), top: t.headroom(t.title),
	}
	if w := rowsWidth(t.pen, f.rows); w > 0 {
		m.right = endGap + w + 1
	}
	for _, k := range f.x.ticks { // labels at the ends stick out
		w := t.measure(k.Label, tickSize).w / 2
		x := size.X * vg.Length(f.x.pos(k.Value))
		if k.Label != "" && x > -1 && x < size.X+1 {
			m.right = max(m.right, x+w-size.X+1)
			m.left = max(m.left, w-x+1)
		}
	}
	if f.x.factor != "" {
		m.bottom = max(m.bottom, f.x.room+labelGap+t.measure(f.x.factor, tickSize).top)
	}
	if t.XLabel != "" {
		b := t.measure(t.XLabel, labelSize)
		m.bottom = max(m.bottom, f.x.room+labelGap+b.top-b.bottom+1)
	}
	if t.YLabel != "" {
		b := t.measure(t.YLabel, labelSize)
		m.left = max(m.left, f.y.room+labelGap+1+b.top-b.bottom+1)
	}
	for _, k := range f.y.ticks {
		if k.Label != "" && size.Y*vg.Length(f.y.pos(k.Value)) > size.Y-4 {
			m.top = max(m.top, 5)
		}
	}
	if f.y.factor != "" {
		m.top = max(m.top, 4+tickSize)
	}
	m.top += stripHeight(len(f.rows))
	if f.bar != nil {
		m.right = max(m.right, barGap+barWidth+f.bar.width+1)
	}
	switch f.position {
	case outsideRight:
		m.right += legendGap + f.legend.w
	case below:
		m.bottom += legendGap + f.legend.h
	}
	return m
}

// shape shrinks a frame to the aspect ratio of the panel.
func (t *panelTile) shape(r vg.Rectangle) vg.Rectangle {
	if t.Aspect <= 0 {
		return r
	}
	s := r.Size()
	w := min(s.X, s.Y/vg.Length(t.Aspect))
	h := w * vg.Length(t.Aspect)
	m := middle(r)
	return rect(m.X-w/2, m.Y-h/2, m.X+w/2, m.Y+h/2)
}

func (t *panelTile) draw(frame vg.Rectangle) {
	frame = t.shape(frame)
	f := t.fit(frame.Size())
	v := &view{pen: t.pen, frame: frame, x: f.x.projection, y: f.y.projection}
	v.show(t.plotters...)
	t.axes(v, f)
	drawRows(t.pen, f.rows, frame, f.x.projection)
	t.labels(v, f)
	if f.bar != nil {
		f.bar.draw(t.pen, frame)
	}
	if len(t.legend) > 0 {
		o := frame.Min.Add(f.corner)
		switch m := t.around(f, frame.Size()); f.position {
		case outsideRight: // beyond the colour bar
			o.X = frame.Max.X + m.right - f.legend.w
		case below:
			o.Y = frame.Min.Y - m.bottom
		}
		f.legend.draw(t.pen, o)
	}
}

// axes draws the frame, ticks on all four sides, and their labels.
func (t *panelTile) axes(v *view, f fitted) {
	r := v.frame
	v.stroke(r.Path(), color.Black, frameLine, nil)
	tick := func(a, b, inward vg.Point) {
		v.line(color.Black, frameLine, a, a.Add(inward))
		v.line(color.Black, frameLine, b, b.Sub(inward))
	}
	label := func(axis int, k plot.Tick, x, y, xalign, yalign vg.Length) {
		if !t.bare[axis] {
			v.text(k.Label, tickSize, pt(x, y), xalign, yalign)
		}
	}
	for _, k := range f.x.ticks {
		if x := v.at(k.Value, v.y.min).X; within(x, r.Min.X, r.Max.X) {
			tick(pt(x, r.Min.Y), pt(x, r.Max.Y), pt(0, tickLength(k)))
			label(0, k, x, r.Min.Y-xTickBase, 0.5, 0)
		}
	}
	for _, k := range f.y.ticks {
		if y := v.at(v.x.min, k.Value).Y; within(y, r.Min.Y, r.Max.Y) {
			tick(pt(r.Min.X, y), pt(r.Max.X, y), pt(tickLength(k), 0))
			label(1, k, r.Min.X-tickGap, y, 1, 0.5)
		}
	}
}

// labels draws the factors of the tick labels, the labels of the axes and the title.
func (t *panelTile) labels(v *view, f fitted) {
	r, m := v.frame, middle(v.frame)
	under := r.Min.Y - f.x.room - labelGap
	v.text(f.x.factor, tickSize, pt(r.Max.X, under-t.measure(f.x.factor, tickSize).top), 1, 0)
	v.text(t.XLabel, labelSize, pt(m.X, under-t.measure(t.XLabel, labelSize).top), 0.5, 0)
	left := r.Min.X - f.y.room - labelGap - 1 + t.measure(t.YLabel, labelSize).bottom
	v.write(t.YLabel, labelSize, pt(left, m.Y), 0.5, 0, math.Pi/2, color.Black)
	r.Max.Y += stripHeight(len(f.rows))
	v.text(f.y.factor, tickSize, pt(r.Min.X, r.Max.Y+3.5), 0, 0)
	r.Max.Y = max(r.Max.Y, v.frame.Max.Y+t.top-t.headroom(t.title))
	t.head(t.title, m.X, r)
}

// within reports whether a tick at v belongs to a side of the frame from lo to hi.
func within(v, lo, hi vg.Length) bool { return v >= lo-0.01 && v <= hi+0.01 }

// middle returns the centre of r.
func middle(r vg.Rectangle) vg.Point {
	return pt((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
}

func tickLength(t plot.Tick) vg.Length {
	if t.Label == "" {
		return minorTick
	}
	return majorTick
}
