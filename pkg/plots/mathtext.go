package plots

import (
	"fmt"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// Space on both sides of an operator, over the size.
const (
	operation = 0.2
	relation  = 0.25
)

var spaces = map[rune]vg.Length{
	'+': operation, '−': operation, '×': operation, '=': relation, '<': relation, '>': relation,
	'≤': relation, '≥': relation, '≈': relation,
}

// commands are the names of symbols. A formula can contain any other character of the font
// directly.
var commands = map[string]rune{
	"gamma": 'γ', "varepsilon": 'ε', "eta": 'η', "theta": 'θ', "lambda": 'λ', "mu": 'μ', "xi": 'ξ',
	"pi": 'π', "sigma": 'σ', "Delta": 'Δ', "Sigma": 'Σ', "times": '×', "approx": '≈', "leq": '≤',
	"geq": '≥', "|": '‖', "$": '$', "%": '%',
}

// parser turns a line of text with formulas into a box.
type parser struct {
	text string
	s    []rune    // the rest of the line
	size vg.Length // of the text
}

// fail panics with a textError. It has a result for return statements.
func (p *parser) fail(format string, args ...any) box {
	panic(textError(fmt.Sprintf("text %.60q: ", p.text) + fmt.Sprintf(format, args...)))
}

// peek returns the next character, 0 at the end of the line.
func (p *parser) peek() rune {
	if len(p.s) == 0 {
		return 0
	}
	return p.s[0]
}

// next removes and returns the next character. The line must not be empty.
func (p *parser) next() rune {
	r := p.s[0]
	p.s = p.s[1:]
	return r
}

// line sets running text and the formulas in it.
func (p *parser) line() (out box) {
	for len(p.s) > 0 {
		r := p.next()
		if r == '$' {
			out.append(p.list('$', p.size))
			continue
		}
		if r == '\\' && strings.ContainsRune(`$%\`, p.peek()) {
			r = p.next()
		}
		out.append(p.glyph(r, false, p.size))
	}
	return out
}

// list sets the atoms of a formula left to right, up to end.
func (p *parser) list(end rune, size vg.Length) (out box) {
	unary := true // a + or - here is a sign, not an operation
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
			p.script(&out, size)
			unary = false
			continue
		}
		r, b := p.peek(), p.atom(size)
		space := b.space * size
		if size < p.size || unary && b.space == operation {
			space = 0
		}
		out.add(b, out.w+space, 0)
		out.w += b.w + 2*space
		out.skew = b.skew
		unary = b.space > 0 || r == '('
	}
	return p.fail("a %c is not closed", map[rune]rune{'$': '$', '}': '{'}[end])
}

// script sets a subscript or a superscript after out.
func (p *parser) script(out *box, size vg.Length) {
	kind, b := p.next(), p.atom(0.7*size)
	if kind == '_' {
		out.add(b, out.w, -0.17*size-0.5*max(0, b.top-0.5*size))
		out.w += b.w
	} else {
		out.text += "^"
		out.add(b, out.w+out.skew, 0.36*size)
		out.w += b.w + out.skew
	}
	out.w += 0.05 * size
	out.skew = 0
}

// atom sets one symbol, group or command.
func (p *parser) atom(size vg.Length) box {
	if len(p.s) == 0 {
		return p.fail("the formula ends too early")
	}
	switch r := p.next(); r {
	case ' ':
		return p.atom(size)
	case '{':
		return p.list('}', size)
	case '\\':
		return p.command(size)
	case '$', '}', '_', '^':
		return p.fail("unexpected %q", r)
	case '-':
		return p.symbol('−', size)
	case ',':
		b := p.symbol(r, size)
		b.w += 0.15 * size
		return b
	default:
		return p.symbol(r, size)
	}
}

// command sets the command that follows a backslash: letters, or one other character.
func (p *parser) command(size vg.Length) box {
	n := min(1, len(p.s))
	for n > 0 && n < len(p.s) && unicode.IsLetter(p.s[n-1]) && unicode.IsLetter(p.s[n]) {
		n++
	}
	name := string(p.s[:n])
	p.s = p.s[n:]
	switch name {
	case ",":
		return box{w: 0.17 * size}
	case "bar":
		b := p.atom(size)
		y := b.top + 0.08*size
		bar := rect(0.06*size+b.skew, y, b.w+0.5*b.skew, y+0.05*size).Path()
		b.path, b.top = append(b.path, bar...), y+0.13*size
		return b
	case "log":
		var o box
		for _, r := range name {
			o.append(p.glyph(r, false, size))
		}
		o.w += 0.13 * size
		return o
	}
	if r, ok := commands[name]; ok {
		return p.symbol(r, size)
	}
	return p.fail(`unknown command \%.40s`, name)
}

// symbol sets one glyph of a formula: Latin and lower-case Greek letters are italic.
func (p *parser) symbol(r rune, size vg.Length) (b box) {
	if r == '‖' {
		b = p.symbol('|', size)
		b.add(b, 0.13*size, 0)
		b.text = string(r)
		b.w += 0.13 * size
		return b
	}
	italic := unicode.IsLetter(r) && r != 'ℓ' && (unicode.IsLower(r) || !unicode.Is(unicode.Greek, r))
	b = p.glyph(r, italic, size)
	b.space = spaces[r]
	if italic {
		b.w += 0.03 * size
		b.skew = 0.04 * size
		if r == 'L' { // its upper right is empty
			b.skew = -0.1 * size
		}
	}
	return b
}
