package plots

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// paletted returns a picture without transparency in at most 256 colours. A colour that is rare, as
// on the edges of lines, becomes the nearest of those that are frequent.
func paletted(m image.Image) *image.Paletted {
	bounds := m.Bounds()
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(m.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	colors := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	p := image.NewPaletted(bounds, nil)
	for far := 0; p.Palette == nil; far += 3 {
		p.Palette = spread(colors, far)
	}
	index := map[color.RGBA]uint8{}
	for c := range count {
		index[c] = uint8(p.Palette.Index(c))
	}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			p.SetColorIndex(x, y, index[at(x, y)])
		}
	}
	return p
}

// spread returns the first of the colours, and each that is farther from all before it than the
// given distance. It returns none if they are more than 256.
func spread(colors []color.RGBA, far int) (out color.Palette) {
	for _, c := range colors {
		near := slices.ContainsFunc(out, func(o color.Color) bool {
			d := o.(color.RGBA)
			r, g, b := int(c.R)-int(d.R), int(c.G)-int(d.G), int(c.B)-int(d.B)
			return r*r+g*g+b*b <= far*far
		})
		if near {
			continue
		}
		if len(out) == 256 {
			return nil
		}
		out = append(out, c)
	}
	return out
}
