package figure

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// EndLabel names a curve where it ends: a text right of the frame, with a thin line from (X, Y).
// Labels of one panel are moved up and down so that they do not overlap. It does not widen the
// axes.
type EndLabel struct {
	X, Y  float64
	Text  string
	Color color.Color // of the line; nil is grey
}

func (l EndLabel) check()              {}
func (l EndLabel) extend(x, y *extent) {}
func (l EndLabel) plot(v *view)        {}
func (l EndLabel) entry() entry        { return entry{} }

func endLabels(ps []Plotter) (ls []EndLabel) {
	for _, q := range ps {
		if l, ok := q.(EndLabel); ok {
			ls = append(ls, l)
		}
	}
	return ls
}

// endsWidth returns the width of the labels.
func endsWidth(p *pen, ls []EndLabel) (w vg.Length) {
	for _, l := range ls {
		w = max(w, p.measure(l.Text, endSize).w)
	}
	return w
}

// drawEnds draws the labels right of the frame, below those of a strip.
func drawEnds(v *view, ls []EndLabel, strip bool) {
	r := v.frame
	top := r.Max.Y
	if strip {
		top -= endLead / 2
	}
	type end struct {
		EndLabel
		at vg.Point
	}
	var ends []end
	for _, l := range ls {
		if o := v.at(l.X, l.Y); finite(o) {
			o.X, o.Y = min(max(o.X, r.Min.X), r.Max.X), min(max(o.Y, r.Min.Y), r.Max.Y)
			ends = append(ends, end{l, o})
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.at.Y, b.at.Y) })
	ys := make([]vg.Length, len(ends))
	for i, e := range ends {
		ys[i] = e.at.Y
	}
	for i, y := range spread(ys, endLead, r.Min.Y, top) {
		e := ends[i]
		v.line(cmp.Or(e.Color, guide), 0.4, e.at, pt(r.Max.X, e.at.Y), pt(r.Max.X+endGap-1, y))
		v.text(e.Text, endSize, pt(r.Max.X+endGap, y), 0, 0.5)
	}
}

// spread moves ascending heights as little as is needed for them to be d apart, and then into [lo,
// hi] as far as there is room: heights that would be too close are moved as a group, to around
// their mean.
func spread(ys []vg.Length, d, lo, hi vg.Length) []vg.Length {
	type group struct {
		sum vg.Length // of heights less their distances from the lowest
		n   int
	}
	var gs []group
	start := func(g group) vg.Length {
		y := g.sum / vg.Length(g.n)
		return max(lo, min(y, hi-d*vg.Length(g.n-1)))
	}
	for _, y := range ys {
		g := group{y, 1}
		for len(gs) > 0 {
			last := gs[len(gs)-1]
			if start(last)+d*vg.Length(last.n) <= start(g) {
				break
			}
			g.sum += last.sum - d*vg.Length(last.n*g.n)
			g.n += last.n
			gs = gs[:len(gs)-1]
		}
		gs = append(gs, g)
	}
	var out []vg.Length
	for _, g := range gs {
		for k := range g.n {
			out = append(out, start(g)+d*vg.Length(k))
		}
	}
	return out
}
