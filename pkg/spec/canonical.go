package spec

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Key describes a value (a model, a friction, a basis, an observable) in the key of a task:
//
//	spec.Key{"is": "gaussian", "sigma_theta": 1, "mu": []float64{0, 0.5}}
//
// "is" gives a fixed name, and other members give parameters: numbers, strings, bools, lists of
// these, and Keys. So renaming a Go type or field changes no hash. The outermost Key needs no name.
type Key map[string]any

// Canonical returns v as JSON in a form that depends only on the values in v. Members are sorted by
// name; the name of a struct field is its key in a spec. A nil slice is an empty list, and -0 is 0.
// A zero field with omitempty is omitted, so that a new key does not change other specs. Numbers
// are written as in ECMAScript, so that the float 1e6 and the integer 1000000 agree. The rest is as
// [encoding/json] writes it, without escapes for HTML.
//
// It returns an error that names the place in v for NaN, infinities, strings that are not UTF-8 and
// values that JSON cannot express; and inside a [Key] for types that a Key does not allow.
func Canonical(v any) ([]byte, error) {
	x, err := canonical(reflect.ValueOf(v), "", false)
	var b bytes.Buffer
	if err == nil {
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		err = e.Encode(x)
	}
	if err != nil {
		return nil, fmt.Errorf("spec: no canonical form: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// canonical returns the value at a dotted path in the types that encoding/json writes in the
// canonical form. It is strict inside a Key.
func canonical(v reflect.Value, path string, strict bool) (x any, err error) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && !strict {
		v = v.Elem()
	}
	if !v.IsValid() {
		if strict {
			return nil, fmt.Errorf("nil at %q", path)
		}
		return nil, nil
	}
	key, isKey := v.Interface().(Key)
	members := map[string]reflect.Value{}
	switch k := v.Kind(); {
	case k == reflect.Slice || k == reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			if list[i], err = canonical(v.Index(i), element(path, i), strict); err != nil {
				return nil, err
			}
		}
		return list, nil
	case k == reflect.Struct && !strict:
		for _, f := range fieldsOf(v.Type()) {
			m := v.FieldByIndex(f.Index)
			if strings.Contains(f.Tag.Get("spec"), "named") && m.Len() > 0 {
				tables := map[string]any{}
				for _, e := range m.Seq2() {
					tables[e.FieldByName("Name").String()] = e.Interface()
				}
				m = reflect.ValueOf(tables)
			}
			if !m.IsZero() || !strings.HasSuffix(f.Tag.Get("toml"), ",omitempty") {
				members[f.Name] = m
			}
		}
	case isKey || k == reflect.Map && v.Type().Key().Kind() == reflect.String && !strict:
		if name, _ := key["is"].(string); strict && name == "" {
			return nil, fmt.Errorf(`the Key %q needs a name, a string under "is"`, path)
		}
		for name, m := range v.Seq2() {
			members[name.String()] = m
		}
	case k == reflect.Bool:
		return v.Bool(), nil
	case k == reflect.String && utf8.ValidString(v.String()):
		return v.String(), nil
	case v.CanInt():
		return v.Int(), nil
	case v.CanUint():
		return v.Uint(), nil
	case v.CanFloat() && !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0):
		return v.Float() + 0, nil // −0 + 0 is 0
	default:
		return nil, fmt.Errorf("the %v %.60s at %q", v.Type(), fmt.Sprint(v), path)
	}
	object := map[string]any{}
	for name, m := range members {
		if object[name], err = canonical(m, join(path, name), strict || isKey); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// join returns the key of a name in the table at key.
func join(key, name string) string { return strings.TrimPrefix(key+"."+name, ".") }

// element returns the key of the i-th element of a list.
func element(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }

// Changes lists the keys whose values differ between two decoded specs of one type, in the order of
// the keys, as in "T = 640 (was 1000)". It compares lists as a whole. It returns an error if a spec
// has no canonical form.
func Changes(was, now any) ([]string, error) {
	old, err := canonical(reflect.ValueOf(was), "", false)
	new, e := canonical(reflect.ValueOf(now), "", false)
	if err = cmp.Or(err, e); err != nil {
		return nil, err
	}
	return changes("", old, new), nil
}

func changes(key string, was, now any) (list []string) {
	old, isTable := was.(map[string]any)
	new, ok := now.(map[string]any)
	if isTable || ok {
		all := map[string]any{}
		maps.Copy(all, old)
		maps.Copy(all, new)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			list = append(list, changes(join(key, name), old[name], new[name])...)
		}
	} else if show(was) != show(now) {
		list = []string{fmt.Sprintf("%s = %s (was %s)", key, show(now), show(was))}
	}
	return list
}
