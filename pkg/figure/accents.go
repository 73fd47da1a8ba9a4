package figure

import "gonum.org/v1/plot/vg"

// bars returns n vertical bars.
func bars(size vg.Length, n int) box {
	const thick, gap, side = 0.05, 0.13, 0.1
	o := box{w: (2*side + thick + gap*vg.Length(n-1)) * size, top: 0.75 * size, bottom: -0.22 * size}
	for i := range n {
		x := (side + gap*vg.Length(i)) * size
		o.paths = append(o.paths, rect(x, o.bottom, x+thick*size, o.top).Path())
	}
	return o
}

func chevron(size vg.Length, right bool) box {
	w, t, hi, lo := 0.2*size, 0.055*size, 0.75*size, -0.22*size
	mid := (hi + lo) / 2
	x0, x1 := w, vg.Length(0)
	if right {
		x0, x1 = x1, x0
	}
	o := 0.07 * size
	p := closed([]vg.Point{
		{X: o + x0, Y: hi}, {X: o + x1, Y: mid}, {X: o + x0, Y: lo},
		{X: o + x0 + t, Y: lo}, {X: o + x1 + t, Y: mid}, {X: o + x0 + t, Y: hi},
	})
	return box{w: w + t + 2*o, paths: []vg.Path{p}, top: hi, bottom: lo}
}

func root(b box, size vg.Length) box {
	t := 0.045 * size
	hi, lo := max(b.top, 0.45*size)+0.12*size, min(b.bottom, 0)-0.02*size
	h := hi - lo
	w := 0.42 * size
	o := box{w: w + b.w + 0.08*size, top: hi + t, bottom: lo}
	o.paths = []vg.Path{
		closed([]vg.Point{ // tick, down stroke, up stroke, rule
			{X: 0.02 * size, Y: lo + 0.47*h}, {X: 0.14 * size, Y: lo + 0.55*h},
			{X: 0.24 * size, Y: lo + 0.2*h}, {X: w - 0.03*size, Y: hi + t},
			{X: o.w - 0.03*size, Y: hi + t}, {X: o.w - 0.03*size, Y: hi},
			{X: w, Y: hi}, {X: 0.24*size + 0.01*size, Y: lo}, {X: 0.2 * size, Y: lo},
			{X: 0.1 * size, Y: lo + 0.47*h}, {X: 0.03 * size, Y: lo + 0.43*h},
		}),
	}
	o.add(b, w, 0)
	return o
}

// accented puts the accent of the given name on b.
func (p *parser) accented(b box, name string, size vg.Length) box {
	y, t := b.top+0.08*size, 0.05*size
	m := b.w/2 + b.skew
	switch name {
	case "bar":
		b.paths = append(b.paths, rect(0.06*size+b.skew, y, b.w+0.5*b.skew, y+t).Path())
		b.top = y + t
	case "hat":
		b.paths = append(b.paths, closed([]vg.Point{
			{X: m - 0.18*size, Y: y}, {X: m, Y: y + 0.13*size}, {X: m + 0.18*size, Y: y},
			{X: m + 0.11*size, Y: y}, {X: m, Y: y + 0.075*size}, {X: m - 0.11*size, Y: y},
		}))
		b.top = y + 0.13*size
	case "tilde":
		g := p.glyph('~', regular).scaled(0.75 * size)
		b.add(g, m-g.w/2, y-g.bottom)
	}
	return b
}
