package figure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	stdfnt "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// capHeight is the height of digits and capitals of Liberation Serif, relative to the font size.
const capHeight = 0.66

// box is a piece of typeset text: its ink relative to the left end of its baseline, its advance
// width and the extent of its ink.
type box struct {
	w, top, bottom vg.Length
	ink            []ink
	read           string // the text, as it is read by who cannot see it
	// skew is the distance by which the top of the last glyph leans to the right.
	skew  vg.Length
	class class
}

// ink is a glyph or another shape.
type ink struct {
	path vg.Path // empty for a space
	// key says which glyph of the fonts it is, of the given size and with the left end of its baseline
	// at at; the rune of other shapes is 0.
	key  glyphKey
	at   vg.Point
	size vg.Length
}

// mapped returns the ink of b with f applied to its points.
func (b box) mapped(f func(vg.Point) vg.Point) []ink {
	var out []ink
	for _, k := range b.ink {
		k.path, k.at = transformed(k.path, f), f(k.at)
		out = append(out, k)
	}
	return out
}

// transformed returns path with f applied to its points.
func transformed(path vg.Path, f func(vg.Point) vg.Point) vg.Path {
	path = slices.Clone(path)
	points := make([]vg.Point, 0, 2*len(path)) // a cubic has two
	for i, c := range path {
		path[i].Pos = f(c.Pos)
		first := len(points)
		for _, c := range c.Control {
			points = append(points, f(c))
		}
		path[i].Control = points[first:len(points):len(points)]
	}
	return path
}

// blank reports whether nothing of b is seen.
func (b box) blank() bool {
	return !slices.ContainsFunc(b.ink, func(k ink) bool { return len(k.path) > 0 })
}

// add adds o to b at (dx, dy), without changing the width.
func (b *box) add(o box, dx, dy vg.Length) {
	shift := func(q vg.Point) vg.Point { return pt(q.X+dx, q.Y+dy) }
	b.ink = append(b.ink, o.mapped(shift)...)
	b.read += o.read
	if !o.blank() {
		b.top, b.bottom = max(b.top, o.top+dy), min(b.bottom, o.bottom+dy)
	}
}

// append adds o at the end of b.
func (b *box) append(o box) {
	b.add(o, b.w, 0)
	b.w += o.w
}

// scaled returns b enlarged by k.
func (b box) scaled(k vg.Length) box {
	o := box{
		w: k * b.w, top: k * b.top, bottom: k * b.bottom, skew: k * b.skew, class: b.class,
		ink: b.mapped(func(q vg.Point) vg.Point { return q.Scale(k) }), read: b.read,
	}
	for i := range o.ink {
		o.ink[i].size *= k
	}
	return o
}

type variant int

const (
	regular variant = iota
	italic
	bold
)

type glyphKey struct {
	v variant
	r rune
}

// typesetter sets text in Liberation Serif. It keeps the glyphs, at size 1, and the texts.
type typesetter struct {
	fonts  [3]*sfnt.Font
	buf    sfnt.Buffer
	glyphs map[glyphKey]box
	texts  map[textKey]box
}

type textKey struct {
	s    string
	size vg.Length
}

func newTypesetter() *typesetter {
	t := &typesetter{glyphs: map[glyphKey]box{}, texts: map[textKey]box{}}
	fonts := font.NewCache(liberation.Collection())
	for v, f := range []font.Font{
		regular: {}, italic: {Style: stdfnt.StyleItalic}, bold: {Weight: stdfnt.WeightBold},
	} {
		f.Typeface, f.Variant = "Liberation", "Serif"
		t.fonts[v] = fonts.Lookup(f, 1).Face
	}
	for v := range variant(len(t.fonts)) {
		for r, b := range map[rune]box{
			'∣': bar(), '‖': doubled(), '⟨': chevron('⟨', false), '⟩': chevron('⟩', true), '∇': t.nabla(v),
		} {
			t.glyphs[glyphKey{v, r}] = b
		}
	}
	return t
}

// CheckText returns an error if a text, with the formulas in it, cannot be typeset.
func CheckText(s string) error {
	_, err := newTypesetter().layout(s, 1)
	return err
}

// layout sets one line of text.
func (t *typesetter) layout(s string, size vg.Length) (box, error) {
	if b, ok := t.texts[textKey{s, size}]; ok {
		return b, nil
	}
	p := &parser{t: t, s: []rune(s), style: italic}
	b := p.line()
	if p.err != nil {
		return box{}, fmt.Errorf("text %.60q: %w", s, p.err)
	}
	b = b.scaled(size)
	t.texts[textKey{s, size}] = b
	return b, nil
}

// glyph returns the outline of r at size 1.
func (t *typesetter) glyph(r rune, v variant) (box, error) {
	if b, ok := t.glyphs[glyphKey{v, r}]; ok {
		return b, nil
	}
	f := t.fonts[v]
	em := fixed.Int26_6(f.UnitsPerEm())
	idx, err1 := f.GlyphIndex(&t.buf, r)
	if idx == 0 && err1 == nil {
		return box{}, fmt.Errorf("no glyph for %q", r)
	}
	adv, err2 := f.GlyphAdvance(&t.buf, idx, em, stdfnt.HintingNone)
	segs, err3 := f.LoadGlyph(&t.buf, idx, em, nil)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return box{}, fmt.Errorf("glyph %q: %w", r, err)
	}
	pt := func(q fixed.Point26_6) vg.Point {
		return pt(vg.Length(q.X)/vg.Length(em), -vg.Length(q.Y)/vg.Length(em))
	}
	bounds := segs.Bounds() // y runs down
	b := box{
		w: vg.Length(adv) / vg.Length(em), top: pt(bounds.Min).Y, bottom: pt(bounds.Max).Y,
		read: string(r),
	}
	var path vg.Path
	for i, s := range segs {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(pt(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(pt(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(pt(s.Args[0]), pt(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(pt(s.Args[0]), pt(s.Args[1]), pt(s.Args[2]))
		}
	}
	if len(path) > 0 {
		path.Close()
	}
	b.ink = drawn(glyphKey{v, r}, path)
	t.glyphs[glyphKey{v, r}] = b
	return b, nil
}

// drawn returns the ink of a glyph of size 1.
func drawn(k glyphKey, path vg.Path) []ink { return []ink{{path: path, key: k, size: 1}} }

// kern returns the adjustment between two letters of running text, 0 if the font has none.
func (t *typesetter) kern(a, b rune) vg.Length {
	f := t.fonts[regular]
	em := fixed.Int26_6(f.UnitsPerEm())
	i, _ := f.GlyphIndex(&t.buf, a)
	j, _ := f.GlyphIndex(&t.buf, b)
	k, _ := f.Kern(&t.buf, i, j, em, stdfnt.HintingNone)
	return vg.Length(k) / vg.Length(em)
}

// The glyphs that follow are of size 1. The fonts lack them, or have them in another form. In the
// fonts of a vector file those of all variants stand in the regular one, but for nabla.

// nabla is Δ upside down.
func (t *typesetter) nabla(v variant) box {
	b, err := t.glyph('Δ', v)
	if err != nil {
		panic("figure: " + err.Error()) // the fonts have it
	}
	o := b.mapped(func(q vg.Point) vg.Point { return pt(q.X, b.top-q.Y) })
	b.ink, b.read = drawn(glyphKey{v, '∇'}, o[0].path), "∇"
	return b
}

// bar is | in formulas, thinner than that of the font.
func bar() box {
	const thick, side = 0.05, 0.1
	o := box{w: 2*side + thick, top: 0.75, bottom: -0.22, read: "|"}
	o.ink = drawn(glyphKey{regular, '|'}, rect(side, o.bottom, side+thick, o.top).Path())
	return o
}

func doubled() box {
	const gap = 0.13
	o := bar()
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

// How formulas are read by who cannot see them: a search, a screen reader, a copy. Scripts are
// characters of their own where Unicode has them, as in 10⁻³ and θ₁, and else stand behind ^ and _.

var (
	superscripts = scripts("0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾nⁿiⁱ")
	subscripts   = scripts("0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎")
)

func scripts(pairs string) map[rune]rune {
	m, r := map[rune]rune{}, []rune(pairs)
	for i := 0; i < len(r); i += 2 {
		m[r[i]] = r[i+1]
	}
	return m
}

func raised(s string) string  { return moved(s, superscripts, "^") }
func lowered(s string) string { return moved(s, subscripts, "_") }

func moved(s string, to map[rune]rune, mark string) string {
	var b strings.Builder
	for _, r := range s {
		q, ok := to[r]
		if !ok {
			return mark + group(s)
		}
		b.WriteRune(q)
	}
	return b.String()
}

// group puts s in parentheses if it is more than a word.
func group(s string) string {
	if strings.ContainsAny(s, " +−±×=,/") {
		return "(" + s + ")"
	}
	return s
}

// combine returns s with an accent, which is a combining character after a single one.
func combine(s, accent string) string {
	mark := map[string]string{"bar": "\u0304", "hat": "\u0302", "tilde": "\u0303"}[accent]
	if utf8.RuneCountInString(s) > 1 {
		return accent + "(" + s + ")"
	}
	return s + mark
}
