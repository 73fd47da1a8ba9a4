package figure

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	stdfnt "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// capHeight is the height of the digits and capitals of Liberation Serif
// over its size.
const capHeight = 0.66

// box is a piece of set text: outlines relative to the left end of its base
// line, its advance width and the extent of its ink.
type box struct {
	w, top, bottom vg.Length
	paths          []vg.Path
	// skew is how far the top of the last glyph leans to the right.
	skew vg.Length
}

// add puts o into b at (dx, dy); it does not change the width.
func (b *box) add(o box, dx, dy vg.Length) {
	for _, p := range o.paths {
		b.paths = append(b.paths, transform(p, func(q vg.Point) vg.Point { return vg.Point{X: q.X + dx, Y: q.Y + dy} }))
	}
	if len(o.paths) > 0 {
		b.top, b.bottom = max(b.top, o.top+dy), min(b.bottom, o.bottom+dy)
	}
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

// typesetter sets text in Liberation Serif. Its boxes are made for the size
// 1 and scaled.
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
		p := vg.Point{X: vg.Length(q.X) / vg.Length(em), Y: -vg.Length(q.Y) / vg.Length(em)}
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

// class decides the space around an atom of a formula.
type class int

const (
	ordinary  class = iota
	operation       // + − × ·
	relation        // = < ≤ ≈ →
	opening         // ( [ ⟨
	operator        // \log, \sum
)

// symbols are the named symbols, each with its glyph and its class.
var symbols = map[string]struct {
	r rune
	c class
}{
	"alpha": {'α', ordinary}, "beta": {'β', ordinary}, "gamma": {'γ', ordinary}, "delta": {'δ', ordinary},
	"epsilon": {'ϵ', ordinary}, "varepsilon": {'ε', ordinary}, "zeta": {'ζ', ordinary}, "eta": {'η', ordinary},
	"theta": {'θ', ordinary}, "iota": {'ι', ordinary}, "kappa": {'κ', ordinary}, "lambda": {'λ', ordinary},
	"mu": {'μ', ordinary}, "nu": {'ν', ordinary}, "xi": {'ξ', ordinary}, "pi": {'π', ordinary},
	"rho": {'ρ', ordinary}, "sigma": {'σ', ordinary}, "tau": {'τ', ordinary}, "upsilon": {'υ', ordinary},
	"phi": {'ϕ', ordinary}, "varphi": {'φ', ordinary}, "chi": {'χ', ordinary}, "psi": {'ψ', ordinary},
	"omega": {'ω', ordinary}, "Gamma": {'Γ', ordinary}, "Delta": {'Δ', ordinary}, "Theta": {'Θ', ordinary},
	"Lambda": {'Λ', ordinary}, "Xi": {'Ξ', ordinary}, "Pi": {'Π', ordinary}, "Sigma": {'Σ', ordinary},
	"Upsilon": {'Υ', ordinary}, "Phi": {'Φ', ordinary}, "Psi": {'Ψ', ordinary}, "Omega": {'Ω', ordinary},
	"partial": {'∂', ordinary}, "infty": {'∞', ordinary}, "ell": {'ℓ', ordinary}, "prime": {'′', ordinary},
	"dagger": {'†', ordinary}, "ldots": {'…', ordinary}, "dots": {'…', ordinary}, "nabla": {'∇', ordinary},
	"sum": {'∑', operator}, "prod": {'∏', operator}, "int": {'∫', operator},
	"times": {'×', operation}, "cdot": {'·', operation}, "pm": {'±', operation},
	"leq": {'≤', relation}, "le": {'≤', relation}, "geq": {'≥', relation}, "ge": {'≥', relation},
	"neq": {'≠', relation}, "ne": {'≠', relation}, "approx": {'≈', relation}, "equiv": {'≡', relation},
	"sim": {'~', relation}, "to": {'→', relation}, "rightarrow": {'→', relation},
}

// parser turns a line of text with formulas into a box of size 1.
type parser struct {
	t     *typesetter
	s     []rune
	i     int
	style variant // inside \mathrm and \mathbf
	font  bool    // style holds
}

var (
	errBrace  = errors.New("a { is not closed")
	errEnd    = errors.New("the formula ends too early")
	errDollar = errors.New("a $ is not closed")
)

func (p *parser) more() bool { return p.i < len(p.s) }

func (p *parser) peek() rune {
	if !p.more() {
		return 0
	}
	return p.s[p.i]
}

// line sets running text and the formulas in it.
func (p *parser) line() (box, error) {
	var out box
	var last rune
	for p.more() {
		r := p.peek()
		p.i++
		switch {
		case r == '$':
			b, err := p.list('$', 1)
			if err != nil {
				return box{}, err
			}
			out.add(b, out.w, 0)
			out.w += b.w
			last = 0
			continue
		case r == '\\' && strings.ContainsRune(`$%\`, p.peek()) && p.more():
			r = p.peek()
			p.i++
		}
		b, err := p.t.glyph(r, regular)
		if err != nil {
			return box{}, err
		}
		if last != 0 {
			out.w += p.t.kern(last, r)
		}
		out.add(b, out.w, 0)
		out.w += b.w
		last = r
	}
	return out, nil
}

// list sets the atoms of a formula left to right, up to end.
func (p *parser) list(end rune, size vg.Length) (box, error) {
	var out box
	unary := true // a sign here is a sign, not an operation
	var lean vg.Length
	script := size < 1
	for {
		if !p.more() {
			if end == '$' {
				return box{}, errDollar
			}
			return box{}, errBrace
		}
		r := p.peek()
		if r == end {
			p.i++
			return out, nil
		}
		if r == '$' || r == '}' {
			return box{}, fmt.Errorf("unexpected %q", r)
		}
		if r == ' ' {
			p.i++
			continue
		}
		if r == '_' || r == '^' {
			if err := p.scripts(&out, size, lean); err != nil {
				return box{}, err
			}
			lean, unary = 0, false
			continue
		}
		b, c, err := p.atom(size)
		if err != nil {
			return box{}, err
		}
		var before, after vg.Length
		switch {
		case c == relation && !script:
			before, after = 0.25*size, 0.25*size
		case c == operation && !unary && !script:
			before, after = 0.2*size, 0.2*size
		case c == operator:
			if !unary {
				before = 0.13 * size
			}
			if n := p.peek(); n != '(' && n != '_' && n != '^' {
				after = 0.13 * size
			}
		}
		out.add(b, out.w+before, 0)
		out.w += before + b.w + after
		lean = b.skew
		unary = c == relation || c == opening || c == operation || c == operator
	}
}

// scripts sets a subscript, a superscript or both behind out, whose last
// glyph leans to the right by lean.
func (p *parser) scripts(out *box, size, lean vg.Length) error {
	var sub, sup box
	used := ""
	for p.peek() == '_' || p.peek() == '^' {
		k := p.peek()
		if strings.ContainsRune(used, k) {
			return fmt.Errorf("two %c in a row", k)
		}
		used += string(k)
		p.i++
		b, _, err := p.atom(0.7 * size)
		if err != nil {
			return err
		}
		if k == '_' {
			sub = b
		} else {
			sup = b
		}
	}
	down := -0.17*size - 0.5*max(0, sub.top-0.5*size)
	up := 0.36 * size
	if sup.bottom < -0.02*size { // lift what hangs down a little
		up += 0.03 * size
	}
	if len(used) == 2 {
		if lap := sub.top + down - (sup.bottom + up) + 0.05*size; lap > 0 {
			down -= 0.6 * lap
			up += 0.4 * lap
		}
	}
	out.add(sub, out.w, down)
	out.add(sup, out.w+lean, up)
	out.w += max(sub.w, sup.w+lean) + 0.05*size
	return nil
}

// atom sets one symbol, group or command.
func (p *parser) atom(size vg.Length) (box, class, error) {
	for p.peek() == ' ' {
		p.i++
	}
	if !p.more() {
		return box{}, 0, errEnd
	}
	r := p.peek()
	p.i++
	switch r {
	case '{':
		b, err := p.list('}', size)
		return b, ordinary, err
	case '\\':
		return p.command(size)
	case '$', '}', '_', '^':
		return box{}, 0, fmt.Errorf("unexpected %q", r)
	case '-':
		return p.symbol('−', operation, size)
	case '+', '±', '×', '·', '−':
		return p.symbol(r, operation, size)
	case '=', '<', '>', '≤', '≥', '≈', '≠', '→':
		return p.symbol(r, relation, size)
	case '(', '[':
		return p.symbol(r, opening, size)
	case ',':
		b, c, err := p.symbol(r, ordinary, size)
		if size == 1 {
			b.w += 0.15
		}
		return b, c, err
	case '\'':
		return p.symbol('′', ordinary, size)
	}
	return p.symbol(r, ordinary, size)
}

func (p *parser) command(size vg.Length) (box, class, error) {
	start := p.i
	for p.more() && unicode.IsLetter(p.peek()) {
		p.i++
	}
	name := string(p.s[start:p.i])
	if name == "" {
		if !p.more() {
			return box{}, 0, errEnd
		}
		r := p.peek()
		p.i++
		switch r {
		case ',':
			return box{w: 0.17 * size}, ordinary, nil
		case ';':
			return box{w: 0.28 * size}, ordinary, nil
		case ' ':
			return box{w: 0.25 * size}, ordinary, nil
		case '!':
			return box{w: -0.17 * size}, ordinary, nil
		case '|':
			return bars(size, 2), ordinary, nil
		case '{', '}', '$', '%', '_', '#', '&':
			return p.symbol(r, ordinary, size)
		}
		return box{}, 0, fmt.Errorf(`unknown command \%c`, r)
	}
	switch name {
	case "mathrm", "text", "mathbf":
		v := regular
		if name == "mathbf" {
			v = bold
		}
		if name == "text" {
			b, err := p.verbatim(size)
			return b, ordinary, err
		}
		old, was := p.style, p.font
		p.style, p.font = v, true
		b, _, err := p.atom(size)
		p.style, p.font = old, was
		return b, ordinary, err
	case "bar", "hat", "tilde":
		b, _, err := p.atom(size)
		if err != nil {
			return box{}, 0, err
		}
		err = p.accent(&b, name, size)
		return b, ordinary, err
	case "sqrt":
		b, _, err := p.atom(size)
		if err != nil {
			return box{}, 0, err
		}
		return root(b, size), ordinary, nil
	case "langle":
		return chevron(size, false), opening, nil
	case "rangle":
		return chevron(size, true), ordinary, nil
	case "quad":
		return box{w: size}, ordinary, nil
	case "ll", "gg":
		r := '<'
		if name == "gg" {
			r = '>'
		}
		b, _, err := p.symbol(r, relation, size)
		if err != nil {
			return box{}, 0, err
		}
		o := box{w: 1.65 * b.w}
		o.add(b, 0, 0)
		o.add(b, 0.65*b.w, 0)
		return o, relation, nil
	case "log", "exp", "var", "cov", "max", "min", "tanh", "tr", "det", "sin", "cos":
		var o box
		for _, r := range name {
			b, err := p.t.glyph(r, regular)
			if err != nil {
				return box{}, 0, err
			}
			b = b.scaled(size)
			o.add(b, o.w, 0)
			o.w += b.w
		}
		return o, operator, nil
	}
	sym, ok := symbols[name]
	if !ok {
		return box{}, 0, fmt.Errorf(`unknown command \%s`, name)
	}
	return p.symbol(sym.r, sym.c, size)
}

// verbatim sets the group of \text{...}, in which spaces count.
func (p *parser) verbatim(size vg.Length) (box, error) {
	if p.peek() != '{' {
		return box{}, errors.New(`\text needs a {group}`)
	}
	var out box
	for p.i++; p.more(); p.i++ {
		if p.peek() == '}' {
			p.i++
			return out, nil
		}
		b, err := p.t.glyph(p.peek(), regular)
		if err != nil {
			return box{}, err
		}
		b = b.scaled(size)
		out.add(b, out.w, 0)
		out.w += b.w
	}
	return box{}, errBrace
}

// symbol sets one glyph of a formula: Latin and lower-case Greek letters lean.
func (p *parser) symbol(r rune, c class, size vg.Length) (box, class, error) {
	v := regular
	greek := unicode.Is(unicode.Greek, r)
	switch {
	case p.font:
		v = p.style
		if greek && unicode.IsLower(r) && v == regular {
			v = italic
		}
	case greek && unicode.IsLower(r), unicode.IsLetter(r) && !greek && r != 'ℓ':
		v = italic
	}
	if r == '∇' { // not in the font: Δ upside down
		b, err := p.t.glyph('Δ', regular)
		if err != nil {
			return box{}, 0, err
		}
		o := b
		o.paths = nil
		for _, path := range b.paths {
			o.paths = append(o.paths, transform(path, func(q vg.Point) vg.Point { return vg.Point{X: q.X, Y: b.top - q.Y} }))
		}
		return o.scaled(size), c, nil
	}
	b, err := p.t.glyph(r, v)
	if err != nil {
		return box{}, 0, err
	}
	b = b.scaled(size)
	if v == italic {
		b.w += 0.03 * size
		b.skew = 0.04 * size
		if r == 'L' { // its upper right is empty
			b.skew = -0.1 * size
		}
	}
	if r == '|' {
		b = bars(size, 1)
	}
	if c == operator {
		b = b.scaled(1.15)
	}
	return b, c, nil
}

// bars returns n vertical bars.
func bars(size vg.Length, n int) box {
	const thick, gap, side = 0.05, 0.13, 0.1
	o := box{w: (2*side + thick + gap*vg.Length(n-1)) * size, top: 0.75 * size, bottom: -0.22 * size}
	for i := range n {
		x := (side + gap*vg.Length(i)) * size
		o.paths = append(o.paths, rect(x, o.bottom, x+thick*size, o.top))
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
			{X: 0.02 * size, Y: lo + 0.47*h}, {X: 0.14 * size, Y: lo + 0.55*h}, {X: 0.24 * size, Y: lo + 0.2*h},
			{X: w - 0.03*size, Y: hi + t}, {X: o.w - 0.03*size, Y: hi + t}, {X: o.w - 0.03*size, Y: hi},
			{X: w, Y: hi}, {X: 0.24*size + 0.01*size, Y: lo}, {X: 0.2 * size, Y: lo},
			{X: 0.1 * size, Y: lo + 0.47*h}, {X: 0.03 * size, Y: lo + 0.43*h},
		}),
	}
	o.add(b, w, 0)
	return o
}

func (p *parser) accent(b *box, name string, size vg.Length) error {
	y, t := b.top+0.08*size, 0.05*size
	lean := b.skew
	m := b.w/2 + lean
	switch name {
	case "bar":
		x0, x1 := 0.06*size+lean, b.w+0.5*lean
		b.paths = append(b.paths, rect(x0, y, x1, y+t))
		b.top = y + t
	case "hat":
		b.paths = append(b.paths, closed([]vg.Point{
			{X: m - 0.18*size, Y: y}, {X: m, Y: y + 0.13*size}, {X: m + 0.18*size, Y: y},
			{X: m + 0.11*size, Y: y}, {X: m, Y: y + 0.075*size}, {X: m - 0.11*size, Y: y},
		}))
		b.top = y + 0.13*size
	case "tilde":
		g, err := p.t.glyph('~', regular)
		if err != nil {
			return err
		}
		g = g.scaled(0.75 * size)
		b.add(g, m-g.w/2, y-g.bottom)
	}
	return nil
}
