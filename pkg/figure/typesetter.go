package figure

import (
	"errors"
	"fmt"

	stdfnt "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// capHeight is the height of digits and capitals of Liberation Serif, relative to the font size.
const capHeight = 0.66

// box is a piece of typeset text: outlines relative to the left end of its baseline, its advance
// width and the extent of its ink.
type box struct {
	w, top, bottom vg.Length
	paths          []vg.Path
	// skew is the distance by which the top of the last glyph leans to the right.
	skew vg.Length
}

// add adds o to b at (dx, dy), without changing the width.
func (b *box) add(o box, dx, dy vg.Length) {
	shift := func(q vg.Point) vg.Point { return pt(q.X+dx, q.Y+dy) }
	for _, p := range o.paths {
		b.paths = append(b.paths, transform(p, shift))
	}
	if len(o.paths) > 0 {
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
	o := box{w: k * b.w, top: k * b.top, bottom: k * b.bottom, skew: k * b.skew}
	for _, p := range b.paths {
		o.paths = append(o.paths, transform(p, func(q vg.Point) vg.Point { return q.Scale(k) }))
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

func newTypesetter() (*typesetter, error) {
	t := &typesetter{glyphs: map[glyphKey]box{}, texts: map[string]box{}}
	for _, f := range liberation.Collection() {
		if f.Font.Variant != "Serif" {
			continue
		}
		switch {
		case f.Font.Style == stdfnt.StyleNormal && f.Font.Weight == stdfnt.WeightNormal:
			t.fonts[regular] = f.Face
		case f.Font.Style == stdfnt.StyleItalic && f.Font.Weight == stdfnt.WeightNormal:
			t.fonts[italic] = f.Face
		case f.Font.Style == stdfnt.StyleNormal && f.Font.Weight == stdfnt.WeightBold:
			t.fonts[bold] = f.Face
		}
	}
	for _, f := range t.fonts {
		if f == nil {
			return nil, errors.New("the fonts Liberation Serif are not in the collection")
		}
	}
	return t, nil
}

// layout sets one line of text.
func (t *typesetter) layout(s string, size vg.Length) (box, error) {
	b, ok := t.texts[s]
	if !ok {
		p := &parser{t: t, s: []rune(s)}
		var err error
		if b, err = p.line(); err != nil {
			return box{}, fmt.Errorf("text %q: %w", s, err)
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
	f := t.fonts[v]
	idx, err := f.GlyphIndex(&t.buf, r)
	if err != nil {
		return box{}, fmt.Errorf("glyph %q: %w", r, err)
	}
	if idx == 0 {
		return box{}, fmt.Errorf("no glyph for %q", r)
	}
	em := fixed.Int26_6(f.UnitsPerEm())
	segs, err := f.LoadGlyph(&t.buf, idx, em, nil)
	if err != nil {
		return box{}, fmt.Errorf("glyph %q: %w", r, err)
	}
	var b box
	first := true
	pt := func(q fixed.Point26_6) vg.Point {
		p := pt(vg.Length(q.X)/vg.Length(em), -vg.Length(q.Y)/vg.Length(em))
		if first {
			b.top, b.bottom, first = p.Y, p.Y, false
		}
		b.top, b.bottom = max(b.top, p.Y), min(b.bottom, p.Y)
		return p
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
		b.paths = []vg.Path{path}
	}
	adv, err := f.GlyphAdvance(&t.buf, idx, em, stdfnt.HintingNone)
	if err != nil {
		return box{}, fmt.Errorf("glyph %q: %w", r, err)
	}
	b.w = vg.Length(adv) / vg.Length(em)
	t.glyphs[glyphKey{v, r}] = b
	return b, nil
}

// kern returns the adjustment between two letters of running text.
func (t *typesetter) kern(a, b rune) vg.Length {
	f := t.fonts[regular]
	i, err := f.GlyphIndex(&t.buf, a)
	if err != nil {
		return 0
	}
	j, err := f.GlyphIndex(&t.buf, b)
	if err != nil {
		return 0
	}
	em := fixed.Int26_6(f.UnitsPerEm())
	k, err := f.Kern(&t.buf, i, j, em, stdfnt.HintingNone)
	if err != nil {
		return 0
	}
	return vg.Length(k) / vg.Length(em)
}
