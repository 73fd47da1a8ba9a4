package spec

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
)

// Axis is a key that takes several values.
type Axis struct {
	Key    string   // dotted, such as "data.seed"
	Values []string // as written in a table

	node *node // the list of the values
	in   map[string]*node
	name string // in the table of lists
}

// Product decodes src for every combination of the values listed in the table of the given name:
//
//	[sweep]
//	eta = [0.1, 1]
//	data.seed = [1, 2, 3]
//
// stands for six specs, in which the key listed last changes fastest. A key is given either in this
// table or elsewhere. There may be at most most combinations. Errors are as in [Decode].
func Product[S any](src Source, name string, most int) (points []S, axes []Axis, err error) {
	noun(reflect.TypeFor[S]()) // checks the tags
	all, err := src.trees()
	if err != nil {
		return nil, nil, err
	}
	var d decoder
	for i, tree := range all {
		d.full = i == len(all)-1
		points, axes = product[S](&d, tree, name, most)
	}
	if d.first != nil {
		return nil, nil, d.first
	}
	return points, axes, nil
}

// axes returns the values in a table at path that are not tables, in the order of the text.
func (n *node) axes(path string) (all []Axis) {
	for name, v := range n.table {
		if v.table == nil {
			all = append(all, Axis{Key: join(path, name), node: v, in: n.table, name: name})
		}
		all = append(all, v.axes(join(path, name))...)
	}
	slices.SortFunc(all, func(a, b Axis) int {
		return cmp.Or(cmp.Compare(a.node.line, b.node.line), cmp.Compare(a.Key, b.Key))
	})
	return all
}

func product[S any](d *decoder, tree *node, name string, most int) (points []S, axes []Axis) {
	swept := overlay(nil, cmp.Or(tree.table[name], &node{table: map[string]*node{}}))
	if swept.table == nil {
		d.errorf(swept, "expected a table of lists")
		return
	}
	swept.place = tree.place
	base := &node{place: tree.place, table: maps.Clone(tree.table)}
	delete(base.table, name)
	count := 1
	axes = swept.axes("")
	for i := range axes {
		x := &axes[i]
		for _, v := range x.node.list {
			text, isString := v.value.(string)
			if !isString {
				text = show(v.plain())
			}
			if slices.Contains(x.Values, text) {
				d.errorf(x.node, "expected distinct values, got %s a second time", text)
			}
			x.Values = append(x.Values, text)
		}
		count *= len(x.Values)
		if count == 0 {
			d.errorf(x.node, "expected a list of one or more values, got %s", show(x.node.plain()))
			return
		}
		if _, rest := base.find(x.Key); rest == "" {
			d.errorf(x.node, "expected a list of values here, and none outside [%s]", name)
			return
		}
		if count > most {
			d.errorf(x.node, "expected at most %d combinations of values", most)
			return
		}
	}
	points = make([]S, count)
	for i := range points {
		rest := i
		for _, x := range slices.Backward(axes) {
			v := *x.node.list[rest%len(x.Values)]
			v.place = x.node.place
			x.in[x.name] = &v
			rest /= len(x.Values)
		}
		d.table(overlay(base, swept), reflect.ValueOf(&points[i]).Elem())
	}
	return points, axes
}
