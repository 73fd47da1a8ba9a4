package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// places are those inside the frame, in the order in which they are tried, with the shares of the
// free space that lie to the left of the legend and below it.
var places = []struct {
	name  string
	share vg.Point
}{
	{"upper right", vg.Point{X: 1, Y: 1}}, {"upper left", vg.Point{Y: 1}},
	{"lower right", vg.Point{X: 1}}, {"lower left", vg.Point{}},
	{"upper center", vg.Point{X: 0.5, Y: 1}}, {"lower center", vg.Point{X: 0.5}},
	{"center right", vg.Point{X: 1, Y: 0.5}}, {"center left", vg.Point{Y: 0.5}},
}

// The places outside the frame, and that of no legend.
const (
	outsideRight = "right"
	below        = "below" // the axis label
	none         = "none"
)

// entry is one line of a legend.
type entry struct {
	name string
	plot.Thumbnailer
}

// entries returns the named entries, each name once.
func entries(ps []plot.Plotter) []entry {
	var out []entry
	seen := map[string]bool{"": true}
	for _, last := range []bool{false, true} {
		for _, q := range ps {
			q, ok := q.(interface {
				plot.Thumbnailer
				// entry returns the name, and whether it stands after the others.
				entry() (name string, last bool)
			})
			if !ok {
				continue
			}
			if name, l := q.entry(); l == last && !seen[name] {
				seen[name] = true
				out = append(out, entry{name, q})
			}
		}
	}
	return out
}

// legendBox is a legend arranged in columns.
type legendBox struct {
	entries []entry
	rows    int
	widths  []vg.Length // of the columns
	w, h    vg.Length
}

// arrange sets a legend in at most the given number of columns.
func arrange(p *pen, es []entry, columns int) legendBox {
	columns = max(1, min(columns, len(es)))
	b := legendBox{entries: es, rows: (len(es) + columns - 1) / columns}
	for i, e := range es {
		if i%b.rows == 0 {
			b.widths = append(b.widths, 0)
		}
		c := i / b.rows
		b.widths[c] = max(b.widths[c], legendThumb+legendSpace+p.measure(e.name, legendText).w)
	}
	b.w = legendCol * vg.Length(len(b.widths)-1)
	for _, w := range b.widths {
		b.w += w
	}
	b.w += 2 * legendPad
	b.h = legendLead*vg.Length(b.rows) + (2*legendPad - 2)
	return b
}

// draw draws the legend with its lower left corner at o.
func (b legendBox) draw(p *pen, o vg.Point) {
	box := rect(o.X, o.Y, o.X+b.w, o.Y+b.h).Path()
	p.fill(box, color.White)
	p.stroke(box, Grey(0.5), 0.4, nil)
	y := o.Y + b.h - legendPad + 1 - legendLead/2
	x := o.X + legendPad
	for i, e := range b.entries {
		if i > 0 && i%b.rows == 0 {
			x += b.widths[i/b.rows-1] + legendCol
		}
		m := y - legendLead*vg.Length(i%b.rows)
		r := rect(x, m-3.5, x+legendThumb, m+3.5)
		e.Thumbnail(&draw.Canvas{Canvas: newSheet(p, r.Max.X, r.Max.Y), Rectangle: r})
		p.text(e.name, legendText, pt(x+legendThumb+legendSpace, m), 0, 0.5)
	}
}

// inside returns the lower left corner of the legend, relative to the frame.
func (b legendBox) inside(share, size vg.Point) vg.Point {
	const d = legendGap + 1
	return pt(d+share.X*(size.X-b.w-2*d), d+share.Y*(size.Y-b.h-2*d))
}

// clearance is the least distance between a legend and the data.
const clearance = 2

// place finds the place of the legend for a frame of the given size. If extendable, it may raise
// the upper end of the y axis.
func (t *panelTile) place(f *fitted, size vg.Point, extendable bool) {
	if t.position == "" {
		if t.placeInside(f, size, extendable) {
			return
		}
		// A wide panel can spare width, a narrow one height.
		t.position = below
		if size.X > 1.5*size.Y {
			t.position = outsideRight
		}
	}
	f.position = t.position
	f.legend = arrange(t.pen, t.legend, 1)
	switch f.position {
	case outsideRight:
		f.corner = vg.Point{Y: size.Y - f.legend.h}
	case below:
		f.legend = spread(t.pen, t.legend, size.X)
		f.corner = vg.Point{X: (size.X - f.legend.w) / 2}
	default:
		for _, place := range places {
			if place.name == f.position {
				f.corner = f.legend.inside(place.share, size)
				return
			}
		}
		t.fail(fmt.Errorf("a legend has no place %q", f.position))
	}
}

// placeInside puts the legend in the first place inside the frame that covers no data, and reports
// whether there is one. If there is none at first, it gives up horizontal lines and then, if
// extendable, leaves more and more of the frame free above the data.
func (t *panelTile) placeInside(f *fitted, size vg.Point, extendable bool) bool {
	for try, room := range []float64{0, 0, 0.1, 0.2, 0.3, 0.4} {
		y := f.y.projection
		if room > 0 {
			y.max = y.inverse(1 / (1 - room))
			if !extendable || !(y.max > y.min) || math.IsInf(y.max, 0) {
				return false
			}
		}
		ink := t.record(f.x.projection, y, size, try == 0)
		for n := range min(3, len(t.legend)) {
			b := arrange(t.pen, t.legend, n+1)
			for _, place := range places {
				o := b.inside(place.share, size)
				if o.X < 0 || o.Y < 0 || o.X+b.w > size.X || o.Y+b.h > size.Y {
					continue
				}
				if !meets(ink, rect(o.X-clearance, o.Y-clearance, o.X+b.w+clearance, o.Y+b.h+clearance)) {
					f.legend, f.position, f.corner, f.y.projection = b, place.name, o, y
					return true
				}
			}
		}
	}
	return false
}

// spread arranges a legend in as many columns as fit into the width w.
func spread(p *pen, es []entry, w vg.Length) legendBox {
	b := arrange(p, es, 1)
	for n := 2; n <= len(es); n++ {
		c := arrange(p, es, n)
		if c.w > w {
			break
		}
		if c.rows < b.rows {
			b = c
		}
	}
	return b
}

// record returns what the panel draws of its data, with or without horizontal lines.
func (t *panelTile) record(x, y projection, size vg.Point, guides bool) []recorder.Action {
	var c recorder.Canvas
	p := *t.pen
	p.canvas = &c
	ps := slices.DeleteFunc(slices.Clone(t.plotters), func(q plot.Plotter) bool {
		switch q.(type) {
		case Cells, Contours:
			return true
		case HLine:
			return !guides
		}
		return false
	})
	v := &view{pen: &p, frame: vg.Rectangle{Max: size}, x: x, y: y}
	v.show(ps...)
	return c.Actions
}

// meets reports whether a line or an area of the drawing has a part inside r.
func meets(drawing []recorder.Action, r vg.Rectangle) bool {
	for _, a := range drawing {
		switch a := a.(type) {
		case *recorder.Stroke:
			for _, line := range flatten(a.Path) {
				if len(clipLine(r, line)) > 0 {
					return true
				}
			}
		case *recorder.Fill:
			for _, line := range flatten(a.Path) {
				if area(clipPolygon(r, line)) != 0 {
					return true
				}
			}
		}
	}
	return false
}

func area(p []vg.Point) vg.Length {
	var a vg.Length
	for i := range p {
		q := p[(i+1)%len(p)]
		a += p[i].X*q.Y - q.X*p[i].Y
	}
	return a / 2
}
