package figure

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// svgCanvas collects the elements of an SVG file. Neighbours of the same style share it.
type svgCanvas struct {
	vector
	w, h vg.Length
	body []byte

	groups   []string // their names; group k, from 0, has the class gk
	style    string   // of the elements that are not in the body yet
	elements []string // each from the end of its name to the end of its attributes, and what follows
	data     []byte   // of the path that is open
	filled   vg.Path  // the last thing drawn, if it was filled
	alone    bool     // whether it is all of the path that is open
	turns    int      // of the last part of the open path, if it may get more
	last     point    // of the path
}

// point is a point of the drawing in hundredths, from its upper left corner.
type point struct{ x, y int }

func newSVG(w, h vg.Length, set *typesetter) page {
	return &svgCanvas{vector: newVector(set), w: w, h: h}
}

func (c *svgCanvas) point(p vg.Point) point { return point{hundredths(p.X), hundredths(c.h - p.Y)} }

// begin is called before an element of the given style.
func (c *svgCanvas) begin(style string) {
	c.filled = nil
	if c.style == style {
		return
	}
	c.end()
	switch len(c.elements) {
	case 0:
	case 1:
		e := c.elements[0]
		name := strings.IndexAny(e, " >")
		c.body = fmt.Appendf(c.body, "%s%s%s\n", e[:name], c.style, e[name:])
	default:
		c.body = fmt.Appendf(c.body, "<g%s>\n%s\n</g>\n", c.style, strings.Join(c.elements, "\n"))
	}
	c.style, c.elements = style, c.elements[:0]
}

// flush moves all elements to the body.
func (c *svgCanvas) flush() {
	c.begin(" ")
	c.begin("")
}

// open begins a group.
func (c *svgCanvas) open(name, title string) {
	c.flush()
	c.body = append(c.body, "<g"...)
	if name != "" {
		k := slices.Index(c.groups, name)
		if k < 0 {
			k = len(c.groups)
			c.groups = append(c.groups, name)
		}
		c.body = fmt.Appendf(c.body, ` class="g g%d"`, k)
	}
	c.body = append(c.body, '>')
	if title != "" {
		c.body = fmt.Appendf(c.body, "<title>%s</title>", escaped(title))
	}
	c.body = append(c.body, '\n')
}

// close ends a group.
func (c *svgCanvas) close() {
	c.flush()
	c.body = append(c.body, "</g>\n"...)
}

// end ends the path that is open.
func (c *svgCanvas) end() {
	if len(c.data) > 0 {
		c.elements = append(c.elements, fmt.Sprintf(`<path d="%s"/>`, c.data))
		c.data = c.data[:0]
	}
}

func hexColor(c color.Color) string {
	r, g, b := rgb(c)
	if r%17 == 0 && g%17 == 0 && b%17 == 0 {
		return fmt.Sprintf("#%x%x%x", r/17, g/17, b/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

func fillStyle(c color.Color) string { return fmt.Sprintf(` fill="%s"`, hexColor(c)) }

// Stroke strokes a path. If it has just been filled, one element does both.
func (c *svgCanvas) Stroke(p vg.Path) {
	style := fmt.Sprintf(` stroke="%s" stroke-width="%s"`, hexColor(c.color),
		number(nil, hundredths(c.width)))
	if len(c.dash) > 0 {
		style += fmt.Sprintf(` stroke-dasharray="%s"`, c.dashes())
	}
	if fill := c.style; c.alone && reflect.DeepEqual(p, c.filled) {
		data := c.data
		c.data, c.filled = nil, nil
		c.begin(fill + style)
		c.data = data
		c.end()
		return
	}
	c.begin(style)
	c.path(p)
}

// Fill fills a path. Small polygons that turn the same way may be one path, since none of them
// takes away from another.
func (c *svgCanvas) Fill(p vg.Path) {
	c.begin(fillStyle(c.color))
	turns := c.turn(p)
	if turns == 0 || turns != c.turns {
		c.end()
	}
	c.alone = len(c.data) == 0
	c.path(p)
	c.turns, c.filled = turns, p
}

// turn tells which way a triangle or a convex quadrangle turns: 1 or -1, or 0 for others.
func (c *svgCanvas) turn(p vg.Path) int {
	var v []point
	for i, q := range p {
		switch {
		case q.Type == vg.MoveComp && i == 0, q.Type == vg.LineComp:
			v = append(v, c.point(q.Pos))
		case q.Type != vg.CloseComp || i < len(p)-1:
			return 0
		}
	}
	v = slices.Compact(v)
	if len(v) > 1 && v[0] == v[len(v)-1] {
		v = v[:len(v)-1]
	}
	if len(v) < 3 || len(v) > 4 {
		return 0
	}
	turn := 0
	for i := range v {
		a, b, d := v[i], v[(i+1)%len(v)], v[(i+2)%len(v)]
		k := cmp.Compare((b.x-a.x)*(d.y-b.y), (b.y-a.y)*(d.x-b.x))
		if turn == 0 {
			turn = k
		} else if k != 0 && k != turn {
			return 0
		}
	}
	return turn
}

// path adds a path to the one that is open, in coordinates relative to the last point.
func (c *svgCanvas) path(p vg.Path) {
	c.turns = 0
	var start point
	var command byte
	move := func(name byte, q point) {
		if name != command {
			c.data = append(c.data, name)
		}
		command = name
		if name != 'M' {
			q.x, q.y = q.x-c.last.x, q.y-c.last.y
		}
		if name != 'v' {
			c.number(q.x)
		}
		if name != 'h' {
			c.number(q.y)
		}
	}
	for _, k := range p {
		q := c.point(k.Pos)
		switch {
		case k.Type == vg.MoveComp:
			command = 0
			move('M', q)
			start = q
		case k.Type == vg.LineComp && q.y == c.last.y:
			move('h', q)
		case k.Type == vg.LineComp && q.x == c.last.x:
			move('v', q)
		case k.Type == vg.LineComp:
			move('l', q)
		case k.Type == vg.CurveComp:
			name := byte('c')
			if len(k.Control) == 1 {
				name = 'q'
			}
			for _, p := range k.Control {
				move(name, c.point(p))
			}
			move(name, q)
		case k.Type == vg.CloseComp:
			c.data = append(c.data, 'z')
			command, q = 0, start
		default:
			panic("figure: arcs cannot be drawn")
		}
		c.last = q
	}
}

// number appends a number to the path that is open, separated from the one before.
func (c *svgCanvas) number(h int) {
	if last := c.data[len(c.data)-1]; h >= 0 && (last >= '0' && last <= '9' || last == '.') {
		c.data = append(c.data, ' ')
	}
	c.data = number(c.data, h)
}

// write writes a text with a place for every glyph.
func (c *svgCanvas) write(b box, at vg.Point, angle float64, col color.Color) {
	pieces := c.pieces(b)
	if len(pieces) == 0 {
		return
	}
	c.begin(fillStyle(col))
	c.end()
	shift, base, turn := at, c.h, ""
	if angle != 0 {
		o := c.point(at)
		shift, base = vg.Point{}, 0
		turn = fmt.Sprintf(` transform="translate(%s %s) rotate(%s)"`, number(nil, o.x),
			number(nil, o.y), number(nil, hundredths(vg.Length(-angle*degree))))
	}
	element := fmt.Appendf(nil, "<text%s>", turn)
	for _, p := range pieces {
		at := p.at.Add(shift)
		style := []string{"", ` font-style="italic"`, ` font-weight="bold"`}[p.font.v]
		element = fmt.Appendf(element, `<tspan%s font-size="%s" y="%s" x="`, style,
			number(nil, hundredths(p.size)), number(nil, hundredths(base-at.Y)))
		for i, x := range p.x {
			if i > 0 {
				element = append(element, ' ')
			}
			element = number(element, hundredths(at.X+x))
		}
		element = fmt.Appendf(element, `">%s</tspan>`, escaped(string(p.runes)))
	}
	c.elements = append(c.elements, string(element)+"</text>")
}

// image embeds an image.
func (c *svgCanvas) image(r vg.Rectangle, img image.Image) {
	c.begin("")
	c.end()
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		panic("figure: " + err.Error()) // a buffer takes everything
	}
	a, b := c.point(pt(r.Min.X, r.Max.Y)), c.point(pt(r.Max.X, r.Min.Y))
	n := func(h int) []byte { return number(nil, h) }
	c.elements = append(c.elements, fmt.Sprintf(`<svg x="%s" y="%s" width="%s" height="%s" `+
		`viewBox="0 0 %d %d" preserveAspectRatio="none"><image width="%[5]d" height="%[6]d" `+
		`style="image-rendering:pixelated" href="data:image/png;base64,%s"/></svg>`,
		n(a.x), n(a.y), n(b.x-a.x), n(b.y-a.y), img.Bounds().Dx(), img.Bounds().Dy(),
		base64.StdEncoding.EncodeToString(data.Bytes())))
}

// degree is 180/π.
const degree = 57.29577951308232

// file returns the SVG file. Its fonts are in it.
func (c *svgCanvas) file(o Origin) []byte {
	c.flush()
	var b bytes.Buffer
	size := func(l vg.Length) string { return string(number(nil, hundredths(l))) }
	family, style := "", ""
	for _, s := range c.used() {
		family += s.postscript()[:3]
	}
	for _, s := range c.used() {
		style += fmt.Sprintf("@font-face{font-family:%q;%ssrc:url(data:font/ttf;base64,%s)}\n",
			"Liberation Serif "+family,
			[]string{"", "font-style:italic;", "font-weight:bold;"}[s.v],
			base64.StdEncoding.EncodeToString(assemble(s.tables("Liberation Serif "+family))))
	}
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%spt\" height=\"%spt\" "+
		"viewBox=\"0 0 %[1]s %[2]s\" role=\"img\" fill=\"none\" stroke-miterlimit=\"10\" "+
		"font-family=\"'Liberation Serif %[3]s','Liberation Serif','Times New Roman',serif\" "+
		"style=\"white-space:pre;max-width:100%%;height:auto\" text-rendering=\"geometricPrecision\">\n",
		size(c.w), size(c.h), family)
	if o != (Origin{}) {
		fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n<metadata>\n%s</metadata>\n",
			escaped(o.title()), escaped(o.description()), o.rdf())
	}
	anchors := ""
	for k, name := range c.groups {
		style += fmt.Sprintf("svg:has(#g%d:target) .g:not(.g%[1]d){display:none}\n", k)
		anchors += fmt.Sprintf("<g id=\"g%d\"><title>%s</title></g>\n", k, escaped(name))
	}
	if style != "" {
		fmt.Fprintf(&b, "<style>\n%s</style>\n", style)
	}
	fmt.Fprintf(&b, "<path fill=\"#fff\" d=\"M0 0h%sv%sH0z\"/>\n", size(c.w), size(c.h))
	b.WriteString(anchors)
	b.Write(c.body)
	b.WriteString("</svg>\n")
	return b.Bytes()
}
