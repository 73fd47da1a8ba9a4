package figure

import (
	"strings"
	"unicode/utf8"
)

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
