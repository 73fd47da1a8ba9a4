package figure

import "gonum.org/v1/plot/vg"

// sign returns a glyph of size 1 that the fonts lack, or have in another form: |, ⟨ or ⟩. In the
// fonts of a vector file it stands among those of the regular one.
func sign(r rune) box {
	switch r {
	case '|':
		const thick, side = 0.05, 0.1
		o := box{w: 2*side + thick, top: 0.75, bottom: -0.22, read: "|"}
		o.ink = drawn(glyphKey{regular, r}, rect(side, o.bottom, side+thick, o.top).Path())
		return o
	case '⟨':
		return chevron(r, false)
	}
	return chevron(r, true)
}

// doubled returns two vertical bars.
func doubled() box {
	const gap = 0.13
	o := sign('|')
	o.add(o, gap, 0)
	o.w += gap
	o.read = "‖"
	return o
}

func chevron(r rune, right bool) box {
	const w, t, hi, lo, o = 0.2, 0.055, 0.75, -0.22, 0.07
	const mid = (hi + lo) / 2
	x0, x1 := vg.Length(w), vg.Length(0)
	if right {
		x0, x1 = x1, x0
	}
	p := closed([]vg.Point{
		{X: o + x0, Y: hi}, {X: o + x1, Y: mid}, {X: o + x0, Y: lo},
		{X: o + x0 + t, Y: lo}, {X: o + x1 + t, Y: mid}, {X: o + x0 + t, Y: hi},
	})
	return box{
		w: w + t + 2*o, top: hi, bottom: lo, ink: drawn(glyphKey{regular, r}, p), read: string(r),
	}
}

func root(b box, size vg.Length) box {
	t := 0.045 * size
	hi, lo := max(b.top, 0.45*size)+0.12*size, min(b.bottom, 0)-0.02*size
	h := hi - lo
	w := 0.42 * size
	o := box{w: w + b.w + 0.08*size, top: hi + t, bottom: lo}
	o.ink = []ink{{
		path: closed([]vg.Point{ // tick, down stroke, up stroke, rule
			{X: 0.02 * size, Y: lo + 0.47*h}, {X: 0.14 * size, Y: lo + 0.55*h},
			{X: 0.24 * size, Y: lo + 0.2*h}, {X: w - 0.03*size, Y: hi + t},
			{X: o.w - 0.03*size, Y: hi + t}, {X: o.w - 0.03*size, Y: hi},
			{X: w, Y: hi}, {X: 0.24*size + 0.01*size, Y: lo}, {X: 0.2 * size, Y: lo},
			{X: 0.1 * size, Y: lo + 0.47*h}, {X: 0.03 * size, Y: lo + 0.43*h},
		}),
	}}
	o.add(b, w, 0)
	o.read = "√" + group(b.read)
	return o
}

// accented puts the accent of the given name on b.
func (p *parser) accented(b box, name string, size vg.Length) box {
	y, t, read := b.top+0.08*size, 0.05*size, b.read
	m := b.w/2 + b.skew
	switch name {
	case "bar":
		b.ink = append(b.ink, ink{path: rect(0.06*size+b.skew, y, b.w+0.5*b.skew, y+t).Path()})
		b.top = y + t
	case "hat":
		b.ink = append(b.ink, ink{path: closed([]vg.Point{
			{X: m - 0.18*size, Y: y}, {X: m, Y: y + 0.13*size}, {X: m + 0.18*size, Y: y},
			{X: m + 0.11*size, Y: y}, {X: m, Y: y + 0.075*size}, {X: m - 0.11*size, Y: y},
		})})
		b.top = y + 0.13*size
	case "tilde":
		g := p.glyph('~', regular).scaled(0.75 * size)
		b.add(g, m-g.w/2, y-g.bottom)
	}
	b.read = combine(read, name)
	return b
}
