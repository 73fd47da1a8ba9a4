package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// class determines the space around an atom of a formula.
type class int

const (
	ordinary  class = iota
	operation       // + − × ·
	relation        // = < ≤ ≈ →
	opening         // ( [ ⟨
	operator        // \log, \sum
)

// symbols holds the named symbols, each with its glyph and its class.
var symbols = map[string]struct {
	r rune
	c class
}{
	"alpha": {r: 'α'}, "beta": {r: 'β'}, "gamma": {r: 'γ'}, "delta": {r: 'δ'}, "epsilon": {r: 'ϵ'},
	"varepsilon": {r: 'ε'}, "zeta": {r: 'ζ'}, "eta": {r: 'η'}, "theta": {r: 'θ'}, "iota": {r: 'ι'},
	"kappa": {r: 'κ'}, "lambda": {r: 'λ'}, "mu": {r: 'μ'}, "nu": {r: 'ν'}, "xi": {r: 'ξ'},
	"pi": {r: 'π'}, "rho": {r: 'ρ'}, "sigma": {r: 'σ'}, "tau": {r: 'τ'}, "upsilon": {r: 'υ'},
	"phi": {r: 'ϕ'}, "varphi": {r: 'φ'}, "chi": {r: 'χ'}, "psi": {r: 'ψ'}, "omega": {r: 'ω'},
	"Gamma": {r: 'Γ'}, "Delta": {r: 'Δ'}, "Theta": {r: 'Θ'}, "Lambda": {r: 'Λ'}, "Xi": {r: 'Ξ'},
	"Pi": {r: 'Π'}, "Sigma": {r: 'Σ'}, "Upsilon": {r: 'Υ'}, "Phi": {r: 'Φ'}, "Psi": {r: 'Ψ'},
	"Omega": {r: 'Ω'}, "partial": {r: '∂'}, "infty": {r: '∞'}, "ell": {r: 'ℓ'}, "prime": {r: '′'},
	"dagger": {r: '†'}, "ldots": {r: '…'}, "dots": {r: '…'}, "nabla": {r: '∇'},
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
	font  bool    // style applies
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
			out.append(b)
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
		out.append(b)
		last = r
	}
	return out, nil
}

// list sets the atoms of a formula left to right, up to end.
func (p *parser) list(end rune, size vg.Length) (box, error) {
	var out box
	unary := true // a + or - here is a sign, not an operation
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

// scripts sets a subscript, a superscript or both after out, whose last glyph leans to the right by
// lean.
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
	if sup.bottom < -0.02*size { // lift a superscript with a descender
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

// command sets the command that follows a backslash.
func (p *parser) command(size vg.Length) (box, class, error) {
	start := p.i
	for p.more() && unicode.IsLetter(p.peek()) {
		p.i++
	}
	name := string(p.s[start:p.i])
	switch name {
	case "":
		return p.escape(size)
	case "text":
		b, err := p.verbatim(size)
		return b, ordinary, err
	case "mathrm":
		b, err := p.styled(regular, size)
		return b, ordinary, err
	case "mathbf":
		b, err := p.styled(bold, size)
		return b, ordinary, err
	case "bar", "hat", "tilde", "sqrt":
		b, _, err := p.atom(size)
		if err != nil {
			return box{}, 0, err
		}
		if name == "sqrt" {
			return root(b, size), ordinary, nil
		}
		err = p.accent(&b, name, size)
		return b, ordinary, err
	case "langle":
		return chevron(size, false), opening, nil
	case "rangle":
		return chevron(size, true), ordinary, nil
	case "quad":
		return box{w: size}, ordinary, nil
	case "ll":
		b, err := p.twice('<', size)
		return b, relation, err
	case "gg":
		b, err := p.twice('>', size)
		return b, relation, err
	case "log", "exp", "var", "cov", "max", "min", "tanh", "tr", "det", "sin", "cos":
		b, err := p.upright([]rune(name), size)
		return b, operator, err
	}
	sym, ok := symbols[name]
	if !ok {
		return box{}, 0, fmt.Errorf(`unknown command \%s`, name)
	}
	return p.symbol(sym.r, sym.c, size)
}

// escape sets a command of one character that is not a letter.
func (p *parser) escape(size vg.Length) (box, class, error) {
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

// styled sets the next atom in variant v.
func (p *parser) styled(v variant, size vg.Length) (box, error) {
	style, font := p.style, p.font
	p.style, p.font = v, true
	b, _, err := p.atom(size)
	p.style, p.font = style, font
	return b, err
}

// verbatim sets the group of \text{...}, which keeps its spaces.
func (p *parser) verbatim(size vg.Length) (box, error) {
	if p.peek() != '{' {
		return box{}, errors.New(`\text needs a {group}`)
	}
	n := slices.Index(p.s[p.i:], '}')
	if n < 0 {
		return box{}, errBrace
	}
	s := p.s[p.i+1 : p.i+n]
	p.i += n + 1
	return p.upright(s, size)
}

// upright sets s in upright letters.
func (p *parser) upright(s []rune, size vg.Length) (box, error) {
	var o box
	for _, r := range s {
		b, err := p.t.glyph(r, regular)
		if err != nil {
			return box{}, err
		}
		o.append(b.scaled(size))
	}
	return o, nil
}

// twice sets two overlapping relations, as in ≪.
func (p *parser) twice(r rune, size vg.Length) (box, error) {
	b, _, err := p.symbol(r, relation, size)
	if err != nil {
		return box{}, err
	}
	o := box{w: 1.65 * b.w}
	o.add(b, 0, 0)
	o.add(b, 0.65*b.w, 0)
	return o, nil
}

// symbol sets one glyph of a formula: Latin and lower-case Greek letters are italic.
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
	if r == '∇' {
		b, err := p.nabla()
		return b.scaled(size), c, err
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

// nabla returns the symbol ∇ at size 1. The font lacks it, so it is Δ upside down.
func (p *parser) nabla() (box, error) {
	b, err := p.t.glyph('Δ', regular)
	if err != nil {
		return box{}, err
	}
	o := b
	o.paths = nil
	for _, path := range b.paths {
		flip := func(q vg.Point) vg.Point { return pt(q.X, b.top-q.Y) }
		o.paths = append(o.paths, transform(path, flip))
	}
	return o, nil
}
