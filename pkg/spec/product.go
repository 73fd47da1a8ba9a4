package spec

import (
	"cmp"
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

// Tree returns what src gives, whatever the keys. Its error is about text that is not TOML.
func (src Source) Tree() (map[string]any, error) {
	all, err := src.layers()
	return all[len(all)-1].merged(), err
}

// Product decodes src for every combination of the values that its table of that name lists:
//
//	[sweep]
//	eta = [0.1, 1]
//	data.seed = [1, 2, 3]
//
// stands for six specs, in which the key listed last changes fastest. A key is given there or
// elsewhere. There may be at most a number of combinations. Errors are as those of [Decode].
func Product[S any](src Source, name string, most int) (points []S, axes []Axis, err error) {
	all, axes, err := src.product(reflect.ValueOf(new(S)).Elem(), name, most)
	for _, v := range all {
		points = append(points, v.Interface().(S))
	}
	return points, axes, err
}

// product decodes src into copies of v. Without a name there is no table that lists values.
func (src Source) product(
	v reflect.Value, name string, most int,
) (points []reflect.Value, axes []Axis, err error) {
	noun(v.Type())
	all, err := src.layers()
	if err != nil {
		return nil, nil, err
	}
	var d decoder
	for i, given := range all {
		d.full = i == len(all)-1
		points, axes = d.points(given, v, name, most)
	}
	if d.first != nil {
		return nil, nil, d.first
	}
	return points, axes, nil
}

func (d *decoder) points(
	given layers, v reflect.Value, name string, most int,
) (points []reflect.Value, axes []Axis) {
	d.layers = slices.Clone(given)
	base, lists := given.merged(), map[string]any{}
	if swept, ok := base[name]; ok {
		lists = leaves(name, swept)
		delete(base, name)
		for _, l := range given { // where the swept keys of points are found
			l.root = join(l.root, name)
			d.layers = append(d.layers, l)
		}
	}
	place := func(key string) int { return given.errorf(key, "").place }
	keys := slices.SortedFunc(maps.Keys(lists), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	count, fixed := 1, leaves("", base)
	for _, key := range keys {
		x := Axis{Key: strings.TrimPrefix(key, name+".")}
		values, _ := lists[key].([]any)
		for _, v := range values {
			text, isString := v.(string)
			if !isString {
				text = show(v)
			}
			if slices.Contains(x.Values, text) {
				d.errorf(key, "expected distinct values, got %s a second time", text)
			}
			x.Values = append(x.Values, text)
		}
		axes = append(axes, x)
		if count *= len(values); count == 0 || fixed[x.Key] != nil {
			d.errorf(key, "expected a list of values here, and none outside [%s]", name)
			return nil, nil
		} else if count > most {
			d.errorf(key, "expected at most %d combinations of values", most)
			return nil, nil
		}
	}
	for i := range count {
		point := base
		for j, x := range slices.Backward(axes) {
			values := lists[keys[j]].([]any)
			point = overlay(point, nest(x.Key, values[i%len(values)]))
			i /= len(values)
		}
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		d.table("", point, p)
		points = append(points, p)
	}
	return points, axes
}

// nest returns the tables in which x has a dotted key.
func nest(key string, x any) map[string]any {
	first, rest, more := strings.Cut(key, ".")
	if more {
		x = nest(rest, x)
	}
	return map[string]any{first: x}
}

// Changes lists the keys whose values differ between two decoded specs of one type, in the order of
// the keys, as in "T = 640 (was 1000)". Lists are compared as a whole. It returns an error if a
// spec has no canonical form.
func Changes(was, now any) (list []string, err error) {
	var values [2]map[string]any
	for i, v := range []any{was, now} {
		tree, err := plain(reflect.ValueOf(v), "", false)
		if err != nil {
			return nil, err
		}
		values[i] = leaves("", tree)
	}
	keys := maps.Clone(values[0])
	maps.Copy(keys, values[1])
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		old, new := show(values[0][key]), show(values[1][key])
		if old != new {
			list = append(list, fmt.Sprintf("%s = %s (was %s)", key, new, old))
		}
	}
	return list, nil
}
