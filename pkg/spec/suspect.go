package spec

import (
	"maps"
	"math"
	"slices"
)

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
		if first == "" {
			first = key
		}
		top.leaves(key, func(key string, n *node) {
			if far := n.decades(); far > most {
				most, extreme = far, key
			}
			if n.at.order > 0 {
				assigned = key
			}
		})
	}
	for _, key := range []string{extreme, assigned} {
		if key != "" {
			return key
		}
	}
	return first
}

// leaves calls f with every scalar in the node at path but seeds, in the order of their keys.
func (n *node) leaves(path string, f func(key string, n *node)) {
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		if name != "seed" {
			n.table[name].leaves(join(path, name), f)
		}
	}
	for i, e := range n.list {
		e.leaves(element(path, i), f)
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
