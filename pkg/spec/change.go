package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Changes lists the keys whose values differ between two decoded specs of one type, in the order of
// the keys, as in "T = 640 (was 1000)". Lists are compared as a whole. It returns an error if
// [Canonical] does.
func Changes(was, now any) (list []string, err error) {
	var values [2]map[string]string
	for i, v := range []any{was, now} {
		b, err := Canonical(v)
		if err != nil {
			return nil, err
		}
		values[i] = make(map[string]string)
		flatten("", b, values[i])
	}
	keys := maps.Clone(values[0])
	maps.Copy(keys, values[1])
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		show := func(i int) string {
			if v, ok := values[i][key]; ok && v != "null" {
				return v
			}
			return "nothing"
		}
		if show(0) != show(1) {
			list = append(list, fmt.Sprintf("%s = %s (was %s)", key, show(1), show(0)))
		}
	}
	return list, nil
}

// flatten adds the values of a canonical form at key that are not tables, by their keys.
func flatten(key string, b json.RawMessage, values map[string]string) {
	var table map[string]json.RawMessage
	if json.Unmarshal(b, &table) != nil || table == nil {
		values[key] = strings.ReplaceAll(string(b), ",", ", ")
	}
	for name, v := range table {
		flatten(join(key, name), v, values)
	}
}

// Hidden lists what src gives outside its profiles, other than the spec from does, and to no effect
// because the chosen profile overrides it. It returns nothing if one of them is malformed.
func (src Source) Hidden(from Source) (list []string) {
	layers, merged, wrong := parse(src)
	from.Profile, from.Set = "", nil
	committed, _, bad := parse(from)
	if wrong != nil || bad != nil || src.Profile == "" {
		return nil
	}
	profile := layers[slices.IndexFunc(layers, func(n *node) bool {
		return n.key == join("profile", src.Profile)
	})]
	layers[0].leaves("", func(key string, n *node) {
		over, hides := profile.find("", key)
		now, _ := merged.find("", key)
		old, known := committed[0].find("", key)
		if hides && now == over && !n.same(over) && !(known && n.same(old)) {
			list = append(list, fmt.Sprintf("%s = %s (%v) has no effect: the profile has %s (%v)", key,
				n.show(), n.at, over.show(), over.at))
		}
	})
	return list
}

// same reports whether two nodes have the same value: 1e3 is 1000.
func (n *node) same(o *node) bool {
	number := func(n *node) any {
		if i, ok := n.value.(int64); ok {
			return float64(i)
		}
		return n.value
	}
	return n.show() == o.show() || n.value != nil && number(n) == number(o)
}

// leaves calls f with every node below n that is not a table, in the order of their keys.
func (n *node) leaves(path string, f func(key string, n *node)) {
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		n.table[name].leaves(join(path, name), f)
	}
	if n.table == nil {
		f(path, n)
	}
}
