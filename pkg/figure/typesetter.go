package figure

import (
	"cmp"
	"fmt"
	"slices"

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
		k.path = slices.Clone(k.path)
		for i, c := range k.path {
			k.path[i].Pos = f(c.Pos)
			k.path[i].Control = slices.Clone(c.Control)
			for j, c := range c.Control {
				k.path[i].Control[j] = f(c)
			}
		}
		k.at = f(k.at)
		out = append(out, k)
	}
	return out
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

// typesetter sets text in Liberation Serif. It keeps boxes of size 1, which are scaled.
type typesetter struct {
	fonts  [3]*sfnt.Font
	buf    sfnt.Buffer
	glyphs map[glyphKey]box
	texts  map[string]box
}

func newTypesetter() *typesetter {
	t := &typesetter{glyphs: map[glyphKey]box{}, texts: map[string]box{}}
	fonts := font.NewCache(liberation.Collection())
	for v, f := range []font.Font{
		regular: {}, italic: {Style: stdfnt.StyleItalic}, bold: {Weight: stdfnt.WeightBold},
	} {
		f.Typeface, f.Variant = "Liberation", "Serif"
		t.fonts[v] = fonts.Lookup(f, 1).Face
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
	b, ok := t.texts[s]
	if !ok {
		p := &parser{t: t, s: []rune(s), style: italic}
		if b = p.line(); p.err != nil {
			return box{}, fmt.Errorf("text %.60q: %w", s, p.err)
		}
		t.texts[s] = b
	}
	return b.scaled(size), nil
}

// glyph returns the outline of r at size 1.
func (t *typesetter) glyph(r rune, v variant) (box, error) {
	if b, ok := t.glyphs[glyphKey{v, r}]; ok {
		return b, nil
	}
	if r == '∇' { // the fonts lack it: Δ upside down
		b, err := t.glyph('Δ', v)
		if err == nil {
			o := b.mapped(func(q vg.Point) vg.Point { return pt(q.X, b.top-q.Y) })
			b.ink, b.read = drawn(glyphKey{v, r}, o[0].path), string(r)
		}
		return b, err
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
