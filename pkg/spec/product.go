package spec

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Axis is a key that takes several values.
type Axis struct {
	Key    string   // dotted, such as "data.seed"
	Values []string // as they stand in a table
}

// Tree returns what src gives, whatever the keys: maps, lists, strings, bools and float64s. Its
// error is about text that is not TOML.
func (src Source) Tree() (map[string]any, error) {
	_, merged, wrong := parse(src)
	if wrong != nil {
		return nil, wrong
	}
	return merged.plain().(map[string]any), nil
}

// Product decodes src for every combination of the values that its table of that name lists:
//
//	dt = 1e-3
//	[sweep]
//	eta = [0.1, 1]
//	data.seed = [1, 2, 3]
//
// stands for six specs, in which the key listed last changes fastest. It returns them with the
// listed keys. A key is given either there or elsewhere. There may be at most a number of
// combinations. Errors are as those of [Decode].
func Product[S any](src Source, name string, most int) (points []S, axes []Axis, err error) {
	_, sch := targetOf(new(S))
	layers, merged, wrong := parse(src)
	if wrong != nil {
		return nil, nil, wrong
	}
	d := decoder{outer: sch}
	for _, layer := range layers {
		d.layer = without(layer, name)
		d.value(d.layer, sch, reflect.New(sch.typ).Elem())
		if swept := layer.table[name]; swept != nil {
			d.layer = swept
			d.axes(swept, sch, reflect.New(sch.typ).Elem())
		}
	}
	if d.first != nil {
		return nil, nil, d.first
	}
	swept := merged.table[name]
	base := without(merged, name)
	all := leaves(swept)
	slices.SortStableFunc(all, func(a, b leaf) int { return a.at.compare(b.at) })
	count := 1
	for _, a := range all {
		key := strings.Join(a.path, ".")
		if n, given := base.find("", key); given {
			return nil, nil, a.wrong(fmt.Sprintf(": expected one place for %q, got %v and %v", key, n.at,
				a.at))
		}
		if count *= len(a.list); count > most {
			return nil, nil, swept.wrong(fmt.Sprintf(": expected at most %d combinations of values, "+
				"got more", most))
		}
		x := Axis{Key: key}
		for _, e := range a.list {
			x.Values = append(x.Values, e.cell())
		}
		axes = append(axes, x)
	}
	points = make([]S, count)
	d.full = true
	for i := range points {
		point, k := base, i
		for j := len(all) - 1; j >= 0; j-- {
			a := all[j]
			point = overlay(point, a.wrap(a.list[k%len(a.list)]))
			k /= len(a.list)
		}
		if d.value(point, sch, reflect.ValueOf(&points[i]).Elem()); d.first != nil {
			return nil, nil, d.first
		}
	}
	return points, axes, nil
}

// leaf is a value in nested tables, with its path.
type leaf struct {
	path []string
	*node
}

// leaves returns the values in n other than tables, in the order of the paths.
func leaves(n *node) (all []leaf) {
	if n == nil || n.table == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		c := n.table[name]
		if c.table == nil {
			all = append(all, leaf{[]string{name}, c})
		}
		for _, l := range leaves(c) {
			all = append(all, leaf{append([]string{name}, l.path...), l.node})
		}
	}
	return all
}

// wrap returns n in tables of the path.
func (l leaf) wrap(n *node) *node {
	for i, name := range slices.Backward(l.path) {
		key := strings.Join(l.path[:i], ".")
		n = &node{key: key, at: n.at, table: map[string]*node{name: n}}
	}
	return n
}

// without returns a table without a name.
func without(n *node, name string) *node {
	rest := *n
	rest.table = maps.Clone(n.table)
	delete(rest.table, name)
	return &rest
}

// axes reports the mistakes in the lists of a table, whose elements stand for v.
func (d *decoder) axes(n *node, sch *schema, v reflect.Value) {
	if n.table == nil {
		d.report(n, ": expected a table of keys with lists of values, got %s", n.kind())
	}
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		f, c := sch.field(name), n.table[name]
		switch {
		case f == nil:
			d.unknown(name, n, sch)
		case f.kind == table && c.table != nil && !f.pointer:
			d.axes(c, f.schema, v.FieldByIndex(f.index))
		case len(c.list) == 0:
			got := c.kind()
			if c.list != nil {
				got = "an empty one"
			}
			d.report(c, ": expected a list of values, got %s", got)
		case len(c.list) > maxList:
			d.report(c, ": expected at most %d values, got %d", maxList, len(c.list))
		default:
			seen := map[string]bool{}
			for _, e := range c.list {
				d.value(e, f.schema, v.FieldByIndex(f.index))
				if x := e.cell(); seen[x] {
					d.report(e, ": expected distinct values, got %s a second time", x)
				} else {
					seen[x] = true
				}
			}
		}
	}
}

// cell returns a value as it stands in a table.
func (n *node) cell() string {
	switch v := n.plain().(type) {
	case string:
		return v
	case float64:
		return format(v)
	}
	return n.show()
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
