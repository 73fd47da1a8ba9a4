package figure

import (
	"fmt"
	"slices"
	"strconv"
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

// symbols holds the commands for single symbols, each with its glyph and its class.
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
	"langle": {'⟨', opening}, "rangle": {r: '⟩'}, "|": {r: '‖'},
	"{": {r: '{'}, "}": {r: '}'}, "$": {r: '$'}, "%": {r: '%'}, "_": {r: '_'}, "#": {r: '#'},
	"&": {r: '&'},
}

// spaces holds the commands for spaces of a formula of size 1.
var spaces = map[string]vg.Length{",": 0.17, ";": 0.28, " ": 0.25, "!": -0.17, "quad": 1}

// parser turns a line of text with formulas into a box of size 1.
type parser struct {
	t     *typesetter
	s     []rune  // the rest of the line
	style variant // of Latin letters in a formula
	depth int     // of the atom in others
	err   error   // the first one
}

// maxDepth bounds the nesting of a formula.
const maxDepth = 64

// fail keeps the first error and ends the line.
func (p *parser) fail(format string, args ...any) box {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.s = nil
	return box{}
}

// peek returns the next character, 0 at the end of the line.
func (p *parser) peek() rune {
	if len(p.s) == 0 {
		return 0
	}
	return p.s[0]
}

// next takes a character off the line, which must have one.
func (p *parser) next() rune {
	r := p.s[0]
	p.s = p.s[1:]
	return r
}

func (p *parser) glyph(r rune, v variant) box {
	b, err := p.t.glyph(r, v)
	if err != nil {
		return p.fail("%w", err)
	}
	return b
}

// line sets running text and the formulas in it.
func (p *parser) line() box {
	var out box
	var last rune
	for len(p.s) > 0 {
		r := p.next()
		if r == '$' {
			out.append(p.list('$', 1))
			last = 0
			continue
		}
		if r == '\\' && len(p.s) > 0 && strings.ContainsRune(`$%\`, p.peek()) {
			r = p.next()
		}
		if last != 0 {
			out.w += p.t.kern(last, r)
		}
		out.append(p.glyph(r, regular))
		last = r
	}
	return out
}

// list sets the atoms of a formula left to right, up to end.
func (p *parser) list(end rune, size vg.Length) box {
	var out box
	unary := true // a + or - here is a sign, not an operation
	script := size < 1
	for len(p.s) > 0 {
		switch p.peek() {
		case end:
			p.next()
			out.skew = 0
			return out
		case ' ':
			p.next()
			continue
		case '_', '^':
			p.scripts(&out, size)
			unary = false
			continue
		}
		b := p.atom(size)
		var before, after vg.Length
		switch {
		case b.class == relation && !script:
			before, after = 0.25*size, 0.25*size
		case b.class == operation && !unary && !script:
			before, after = 0.2*size, 0.2*size
		case b.class == operator:
			if !unary {
				before = 0.13 * size
			}
			if n := p.peek(); n != '(' && n != '_' && n != '^' {
				after = 0.13 * size
			}
		}
		if before > 0 {
			b.read = " " + b.read
		}
		if after > 0 {
			b.read += " "
		}
		out.add(b, out.w+before, 0)
		out.w += before + b.w + after
		out.skew = b.skew
		unary = b.class != ordinary
	}
	if end == '$' {
		return p.fail("a $ is not closed")
	}
	return p.fail("a { is not closed")
}

// scripts sets a subscript, a superscript or both after out.
func (p *parser) scripts(out *box, size vg.Length) {
	script := map[rune]box{}
	for p.peek() == '_' || p.peek() == '^' {
		k := p.next()
		if _, ok := script[k]; ok {
			p.fail("two %c in a row", k)
		}
		script[k] = p.atom(0.7 * size)
	}
	sub, sup := script['_'], script['^']
	sub.read, sup.read = lowered(sub.read), raised(sup.read)
	down := -0.17*size - 0.5*max(0, sub.top-0.5*size)
	up := 0.36 * size
	if sup.bottom < -0.02*size { // lift a superscript with a descender
		up += 0.03 * size
	}
	if len(script) == 2 {
		if lap := sub.top + down - (sup.bottom + up) + 0.05*size; lap > 0 {
			down -= 0.6 * lap
			up += 0.4 * lap
		}
	}
	out.add(sub, out.w, down)
	out.add(sup, out.w+out.skew, up)
	out.w += max(sub.w, sup.w+out.skew) + 0.05*size
	out.skew = 0
}

// atom sets one symbol, group or command.
func (p *parser) atom(size vg.Length) box {
	if p.depth++; p.depth > maxDepth {
		return p.fail("the formula is nested deeper than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	for p.peek() == ' ' {
		p.next()
	}
	if len(p.s) == 0 {
		return p.fail("the formula ends too early")
	}
	r, c := p.next(), ordinary
	switch r {
	case '{':
		return p.list('}', size)
	case '\\':
		return p.command(size)
	case '$', '}', '_', '^':
		return p.fail("unexpected %q", r)
	case '|':
		r = '∣'
	case '-':
		r, c = '−', operation
	case '+', '±', '×', '·', '−':
		c = operation
	case '=', '<', '>', '≤', '≥', '≈', '≠', '→':
		c = relation
	case '(', '[':
		c = opening
	case '\'':
		r = '′'
	}
	b := p.symbol(r, c, size)
	if r == ',' && size == 1 {
		b.w += 0.15
	}
	return b
}

// command sets the command that follows a backslash: letters, or one other character.
func (p *parser) command(size vg.Length) box {
	if len(p.s) == 0 {
		return p.fail("the formula ends too early")
	}
	n := slices.IndexFunc(p.s, func(r rune) bool { return !unicode.IsLetter(r) })
	if n < 0 {
		n = len(p.s)
	}
	n = max(n, 1)
	name := string(p.s[:n])
	p.s = p.s[n:]
	switch name {
	case "text":
		return p.verbatim(size)
	case "mathrm":
		return p.styled(regular, size)
	case "mathbf":
		return p.styled(bold, size)
	case "bar", "hat", "tilde":
		return p.accented(p.atom(size), name, size)
	case "sqrt":
		return root(p.atom(size), size)
	case "log", "exp", "var", "cov", "max", "min", "tanh", "tr", "det", "sin", "cos":
		b := p.upright([]rune(name), size)
		b.class = operator
		return b
	}
	if w, ok := spaces[name]; ok {
		o := box{w: w * size}
		if w > 0.2 {
			o.read = " "
		}
		return o
	}
	if q, ok := symbols[name]; ok {
		return p.symbol(q.r, q.c, size)
	}
	quoted := strconv.QuoteToGraphic(name) // a line feed is a command, too
	return p.fail(`unknown command \%.40s`, quoted[1:len(quoted)-1])
}

// styled sets the next atom in variant v.
func (p *parser) styled(v variant, size vg.Length) box {
	outer := p.style
	p.style = v
	b := p.atom(size)
	p.style = outer
	return b
}

// verbatim sets the group of \text{...}, which keeps its spaces.
func (p *parser) verbatim(size vg.Length) box {
	if p.peek() != '{' {
		return p.fail(`\text needs a {group}`)
	}
	n := slices.Index(p.s, '}')
	if n < 0 {
		return p.fail("a { is not closed")
	}
	s := p.s[1:n]
	p.s = p.s[n+1:]
	return p.upright(s, size)
}

// upright sets s in upright letters.
func (p *parser) upright(s []rune, size vg.Length) box {
	var o box
	for _, r := range s {
		o.append(p.glyph(r, regular).scaled(size))
	}
	return o
}

// symbol sets one glyph of a formula: Latin and lower-case Greek letters are italic.
func (p *parser) symbol(r rune, c class, size vg.Length) box {
	v := p.style
	greek, lower := unicode.Is(unicode.Greek, r), unicode.IsLower(r)
	switch {
	case v == regular && greek && lower:
		v = italic
	case v == italic && (!unicode.IsLetter(r) || greek && !lower || r == 'ℓ'):
		v = regular
	}
	b := p.glyph(r, v).scaled(size)
	b.class = c
	if v == italic {
		b.w += 0.03 * size
		b.skew = 0.04 * size
		if r == 'L' { // its upper right is empty
			b.skew = -0.1 * size
		}
	}
	if c == operator {
		b = b.scaled(1.15)
	}
	return b
}
