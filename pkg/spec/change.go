package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Changes lists the keys whose values differ between two decoded specs of one type, in the order of
// the keys, as in "T = 640 (was 1000)". Lists are compared as a whole. It returns an error if
// [Canonical] does.
func Changes(was, now any) ([]string, error) {
	var trees [2]any
	for i, v := range []any{was, now} {
		b, err := Canonical(v)
		if err != nil {
			return nil, err
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		if err := d.Decode(&trees[i]); err != nil {
			return nil, err
		}
	}
	return changes("", trees[0], trees[1]), nil
}

func changes(key string, was, now any) []string {
	a, ok := was.(map[string]any)
	b, both := now.(map[string]any)
	if !ok || !both {
		if reflect.DeepEqual(was, now) {
			return nil
		}
		return []string{fmt.Sprintf("%s = %s (was %s)", key, show(now), show(was))}
	}
	var list []string
	for _, name := range union(a, b) {
		list = append(list, changes(join(key, name), a[name], b[name])...)
	}
	return list
}

func union(a, b map[string]any) []string {
	names := slices.Collect(maps.Keys(a))
	for name := range b {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// show returns a value of a canonical form for a reader.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case []any:
		var list []string
		for _, e := range v {
			list = append(list, show(e))
		}
		return "[" + strings.Join(list, ", ") + "]"
	case map[string]any:
		var list []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = append(list, name+" = "+show(v[name]))
		}
		return "{" + strings.Join(list, ", ") + "}"
	case string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
}

// Hidden lists what src gives outside its profiles, other than the spec from does, and to no effect
// because the chosen profile overrides it. It returns nothing if one of them is malformed.
func (src Source) Hidden(from Source) []string {
	layers, merged, wrong := parse(src)
	if wrong != nil || src.Profile == "" {
		return nil
	}
	from.Profile, from.Set = "", nil
	committed, _, wrong := parse(from)
	if wrong != nil {
		return nil
	}
	profile := layers[slices.IndexFunc(layers, func(n *node) bool {
		return n.key == join("profile", src.Profile)
	})]
	return hidden("", layers[0], committed[0], profile, merged)
}

// hidden lists what hides n, which replaces old, of the merged spec. old and over, the profile's,
// are nil if there is none.
func hidden(key string, n, old, over, merged *node) []string {
	if over == nil {
		return nil
	}
	if n.table != nil && over.table != nil && merged.table != nil {
		var list []string
		for _, name := range slices.Sorted(maps.Keys(n.table)) {
			var o *node
			if old != nil {
				o = old.table[name]
			}
			list = append(list, hidden(join(key, name), n.table[name], o, over.table[name],
				merged.table[name])...)
		}
		return list
	}
	if merged != over || reflect.DeepEqual(n.plain(), over.plain()) ||
		old != nil && reflect.DeepEqual(n.plain(), old.plain()) {
		return nil
	}
	return []string{fmt.Sprintf("%s = %s (%v) has no effect: the profile has %s (%v)", key,
		show(n.plain()), n.at, show(over.plain()), over.at)}
}

// plain returns the value of a node without its places.
func (n *node) plain() any {
	switch v := n.value.(type) {
	case int64:
		return float64(v)
	case nil:
	default:
		return v
	}
	if n.table != nil {
		t := map[string]any{}
		for name, c := range n.table {
			t[name] = c.plain()
		}
		return t
	}
	list := []any{}
	for _, c := range n.list {
		list = append(list, c.plain())
	}
	return list
}
