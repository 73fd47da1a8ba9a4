package main

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// These are set as mathematics: an exponent, an index behind a symbol of one letter, the number Nd
// of the data, and short terms on the two sides of a sign, which stay on one line.
var (
	indexed = regexp.MustCompile(`(^|[^\pL\pM])(\pL\pM*)_(\{[^{}]*\}|[\pL\pN]+)`)
	raised  = regexp.MustCompile(`\^(\{[^{}]*\}|\([^()]*\)|[\pL\pN]+)`)
	ofData  = regexp.MustCompile(`(^|[^\pL])Nd($|[^\pL])`)
	power   = regexp.MustCompile(`(\d)e-0?(\d+)\b`)
	related = regexp.MustCompile(`(\S) ([=≤≥<>±·≈]) (\S)`)
)

// mentioned are the words that have an entry among the terms of the page. The name of a group is
// the id of the entry. D is a step of a scheme, a projection, D*, which has no entry, or a
// distance.
var mentioned = regexp.MustCompile(`` +
	`(?P<runaway>\b(?:no|without a) stationary state\b|\brunaways?\b)|` +
	`(?P<settled>\bnot settled\b)|` +
	`(?P<mixed>\b(?:not mixed|unmixed|rarely exchanged|replicas differ)\b)|` +
	`(?P<bound>\bupper bounds?\b)|` +
	`(?P<frozen>\bfrozen ξ|ξ (?:is )?frozen\b)|` +
	`(?P<word>\b[ABOD]{5,}\b|\b(?:first|last) D\b|\bD&#39;s\b|\bD steps?\b)|` +
	`\bD\*|(?P<kolmogorov>\bKolmogorov distance\b|\bD\b)`)

// mention links the terms that a text in HTML mentions.
func mention(text string) string {
	return mentioned.ReplaceAllStringFunc(text, func(words string) string {
		m := mentioned.FindStringSubmatch(words)
		k := 1 + slices.IndexFunc(m[1:], func(group string) bool { return group != "" })
		if k == 0 {
			return words
		}
		return `<a class="term" href="#` + mentioned.SubexpNames()[k] + `">` + words + `</a>`
	})
}

// withMath sets a plain text as HTML, with links to the terms that it mentions.
func withMath(text string) template.HTML {
	s := related.ReplaceAllString(text, "$1\u00a0$2\u00a0$3")
	s = power.ReplaceAllString(template.HTMLEscapeString(s), "$1 · 10^{−$2}")
	trim := func(s string) string { return strings.Trim(s, "{}()") }
	s = raised.ReplaceAllStringFunc(s, func(term string) string {
		return "<sup>" + trim(term[1:]) + "</sup>"
	})
	for range 2 { // neighbours share the character between them
		s = ofData.ReplaceAllString(s, "${1}N<sub>d</sub>$2")
		s = indexed.ReplaceAllStringFunc(s, func(term string) string {
			m := indexed.FindStringSubmatch(term)
			return m[1] + m[2] + "<sub>" + trim(m[3]) + "</sub>"
		})
	}
	return template.HTML(mention(s))
}
