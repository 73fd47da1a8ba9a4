package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// vector is what the canvases of PDF and SVG have in common. They write coordinates in hundredths
// of a point.
type vector struct {
	set   *typesetter
	fonts [3]subset // by variant
	color color.Color
	width vg.Length
	dash  []vg.Length
}

func newVector(set *typesetter) vector {
	v := vector{set: set, color: color.Black, width: 1}
	for i := range v.fonts {
		v.fonts[i].v = variant(i)
	}
	return v
}

func (v *vector) SetColor(c color.Color)                 { v.color = c }
func (v *vector) SetLineWidth(w vg.Length)               { v.width = w }
func (v *vector) SetLineDash(d []vg.Length, _ vg.Length) { v.dash = slices.Clone(d) }

// hundredths rounds a length. What is in the middle up to the last bits, which depend on the
// machine, is rounded up.
func hundredths(l vg.Length) int { return int(math.Floor(float64(l)*100 + 0.5 + 1e-6)) }

// number appends hundredths as a decimal number, without what can be left out.
func number(b []byte, h int) []byte {
	if h < 0 {
		b, h = append(b, '-'), -h
	}
	if h >= 100 || h == 0 {
		b = strconv.AppendInt(b, int64(h/100), 10)
	}
	if h %= 100; h > 0 {
		b = append(b, '.', '0'+byte(h/10))
		if h%10 > 0 {
			b = append(b, '0'+byte(h%10))
		}
	}
	return b
}

// rgb returns the components of an opaque colour, from 0 to 255.
func rgb(c color.Color) (r, g, b uint32) {
	r, g, b, _ = c.RGBA()
	return r >> 8, g >> 8, b >> 8
}

// A piece is a part of a text with one font, size and baseline.
type piece struct {
	font  *subset
	size  vg.Length
	at    vg.Point    // of the first glyph
	x     []vg.Length // of every glyph, relative to the first
	runes []rune
	codes []int // of the glyphs in the font
}

// pieces divides the glyphs of a text. What is no glyph is left out.
func (v *vector) pieces(b box) []*piece {
	var out []*piece
	var last *piece
	for _, k := range b.ink {
		if k.key.r == 0 {
			continue
		}
		f := &v.fonts[k.key.v]
		g := v.set.size1(k.key)
		if last == nil || last.font != f || !near(last.size, k.size) || !near(last.at.Y, k.at.Y) ||
			k.at.X < last.at.X {
			last = &piece{font: f, size: k.size, at: k.at}
			out = append(out, last)
		}
		last.x = append(last.x, k.at.X-last.at.X)
		last.runes = append(last.runes, k.key.r)
		last.codes = append(last.codes, f.use(k.key.r, g.w, g.ink[0].path))
	}
	return out
}

func near(a, b vg.Length) bool { return max(a-b, b-a) < 1e-6 }

// size1 returns a glyph that has been typeset.
func (t *typesetter) size1(k glyphKey) box {
	switch k.r {
	case '|', '⟨', '⟩':
		return sign(k.r)
	}
	b, err := t.glyph(k.r, k.v)
	if err != nil {
		panic("figure: " + err.Error()) // it has been typeset
	}
	return b
}

// used are the fonts that have glyphs.
func (v *vector) used() []*subset {
	var out []*subset
	for i := range v.fonts {
		if len(v.fonts[i].runes) > 0 {
			out = append(out, &v.fonts[i])
		}
	}
	return out
}
