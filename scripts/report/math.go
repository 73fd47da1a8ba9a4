package main

import (
	"html/template"
	"regexp"
)

// These are set as mathematics: short terms on both sides of an operator, and percentages, which
// stay on one line; powers of ten, exponents, the number Nd of the data, and indices after a symbol
// of one letter.
var mathRules = []struct {
	pattern *regexp.Regexp
	html    string
}{
	{regexp.MustCompile(`(\S) (=|≤|≥|&lt;|&gt;|±|·|≈) (\S)`), "$1\u00a0$2\u00a0$3"},
	{regexp.MustCompile(`(\d) %`), "$1\u00a0%"},
	{regexp.MustCompile(`(\d)e-0?(\d+)\b`), "$1 · 10<sup>−$2</sup>"},
	{regexp.MustCompile(`\^(?:\{([^{}]*)\}|\(([^()]*)\)|([\pL\pN]+))`), "<sup>$1$2$3</sup>"},
	{regexp.MustCompile(`(^|[^\pL])Nd($|[^\pL])`), "${1}N<sub>d</sub>$2"},
	{regexp.MustCompile(`(^|[^\pL\pM])(\pL\pM*)_(?:\{([^{}]*)\}|([\pL\pN]+))`), "$1$2<sub>$3$4</sub>"},
}

// withMath sets a plain text as HTML.
func withMath(text string) template.HTML {
	text = template.HTMLEscapeString(text)
	for _, r := range mathRules {
		for range 2 { // neighbours share the character between them
			text = r.pattern.ReplaceAllString(text, r.html)
		}
	}
	return template.HTML(text)
}
