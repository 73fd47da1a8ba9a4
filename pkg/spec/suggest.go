package spec

import (
	"strings"
	"unicode/utf8"
)

// maxListed is how many known keys an error lists at most.
const maxListed = 13

// unknown reports n, which is in the table parent but is not a field of sch.
func (d *decoder) unknown(n, parent *node, sch *schema) {
	msg := " is unknown"
	if key := d.suggest(n, parent, sch); key != "" {
		msg += "; did you mean " + quoteKey(key) + "?"
	} else if len(sch.fields) > 0 && len(sch.fields) <= maxListed {
		names := make([]string, len(sch.fields))
		for i, f := range sch.fields {
			names[i] = keyPart(f.name)
		}
		msg += "; known here: " + list(names)
	}
	d.report(n, "%s", msg)
}

// suggest returns the key that n probably stands for: one in the same table that differs only in
// case, else one of the same name in another table, else one in the same table with a similar
// spelling, else "".
func (d *decoder) suggest(n, parent *node, sch *schema) string {
	near, nearest := "", 2+utf8.RuneCountInString(n.name)/3
	for _, f := range sch.fields {
		if dist := distance(n.name, f.name); dist < min(nearest, utf8.RuneCountInString(f.name)) {
			near, nearest = f.name, dist
		}
	}
	if nearest > 0 {
		if key := d.elsewhere(n.name, d.outer, ""); key != "" {
			return d.prefix + key
		}
	}
	if near == "" {
		return ""
	}
	return join(parent.key, near)
}

// elsewhere returns the first key in sch, or in its tables outside lists, whose last part is name.
func (d *decoder) elsewhere(name string, sch *schema, key string) string {
	if sch == nil {
		return ""
	}
	for _, f := range sch.fields {
		if strings.EqualFold(f.name, name) {
			return join(key, f.name)
		}
	}
	for _, f := range sch.fields {
		if f.kind == table {
			if k := d.elsewhere(name, f.schema, join(key, f.name)); k != "" {
				return k
			}
		}
	}
	return ""
}

// distance is the least number of insertions, deletions, changes and swaps of neighbouring letters
// that turn a into b, ignoring case.
func distance(a, b string) int {
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	d := make([][]int, len(s)+1)
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			change := 1
			if s[i-1] == t[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}
