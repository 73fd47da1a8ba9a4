package spec

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxListed is how many known keys an error lists at most.
const maxListed = 13

// unknown reports a name in the table n that is not a field of sch.
func (d *decoder) unknown(name string, n *node, sch *schema) {
	if !d.leads(n.table[name].at) {
		return
	}
	names := make([]string, len(sch.fields))
	for i, f := range sch.fields {
		names[i] = f.name
	}
	msg := " is unknown"
	if key := d.suggest(name, n, names); key != "" {
		msg += `; did you mean "` + key + `"?`
	} else if len(names) > 0 && len(names) <= maxListed {
		msg += "; known here: " + list(names)
	}
	d.first = n.table[name].wrong(msg)
}

// suggest returns the key that name in the table n probably stands for: one in n that differs only
// in case, else one of the same name in another table, else one in n with a similar spelling, else
// "".
func (d *decoder) suggest(name string, n *node, names []string) string {
	near := Nearest(name, names)
	key := ""
	if !strings.EqualFold(name, near) {
		key = elsewhere(name, d.outer, d.layer.key)
	}
	if key == "" && near != "" {
		key = join(n.key, near)
	}
	return key
}

// Nearest returns the first name that begins with one that is unknown, or else is spelled most like
// it, or "" if none is.
func Nearest(unknown string, names []string) (near string) {
	nearest := 2 + utf8.RuneCountInString(unknown)/3
	for _, name := range names {
		dist := distance(unknown, name)
		if len(unknown) > 1 && strings.HasPrefix(name, unknown) {
			dist = 0
		}
		if dist < min(nearest, utf8.RuneCountInString(name)) {
			near, nearest = name, dist
		}
	}
	return near
}

// elsewhere returns the first key in sch, the table at key, or in its tables outside lists, whose
// last part is name.
func elsewhere(name string, sch *schema, key string) string {
	for _, f := range sch.fields {
		if strings.EqualFold(f.name, name) {
			return join(key, f.name)
		}
	}
	for _, f := range sch.fields {
		if f.kind == table {
			if k := elsewhere(name, f.schema, join(key, f.name)); k != "" {
				return k
			}
		}
	}
	return ""
}

// distance is the least number of insertions, deletions and changes of letters that turn a into b,
// ignoring case.
func distance(a, b string) int {
	t := []rune(strings.ToLower(b))
	row := make([]int, len(t)+1) // distances of the first letters of a from those of b
	for j := range row {
		row[j] = j
	}
	for i, r := range []rune(strings.ToLower(a)) {
		diagonal := i
		row[0] = i + 1
		for j, s := range t {
			change := diagonal
			if r != s {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(t)]
}

// ordinary is the number of powers of ten by which a number of a sensible spec may differ from 1.
const ordinary = 6

// Suspect returns a key for Errorf where a condition involves the values at several keys and at
// those below them, of which "" is the whole source. It is the key of the number that is farthest
// from 1 in magnitude if this is out of the ordinary. Else it is one that an assignment gives, else
// the first of the keys that is given, else "". Seeds are not suspects.
func (src Source) Suspect(keys ...string) string {
	_, merged, wrong := parse(src)
	if wrong != nil {
		return ""
	}
	extreme, assigned, first := "", "", ""
	most := float64(ordinary)
	for _, key := range keys {
		top, exact := merged.find("", key)
		if !exact {
			continue
		}
		first = cmp.Or(first, key)
		top.scalars(key, func(key string, n *node) {
			if far := n.decades(); far > most {
				most, extreme = far, key
			}
			if n.at.order > 0 {
				assigned = key
			}
		})
	}
	return cmp.Or(extreme, assigned, first)
}

// scalars calls f with every scalar in the node at path but seeds, in the order of their keys.
func (n *node) scalars(path string, f func(key string, n *node)) {
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		if name != "seed" {
			n.table[name].scalars(join(path, name), f)
		}
	}
	for i, e := range n.list {
		e.scalars(element(path, i), f)
	}
	if n.table == nil && n.list == nil {
		f(path, n)
	}
}

// decades is the number of powers of ten between a number and 1, and 0 for anything else.
func (n *node) decades() float64 {
	var x float64
	switch v := n.value.(type) {
	case int64:
		x = float64(v)
	case float64:
		x = v
	}
	if x == 0 {
		return 0
	}
	return math.Abs(math.Log10(math.Abs(x)))
}
