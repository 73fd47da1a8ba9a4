package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Canonical returns v as JSON in a form that depends only on the values in v, so that equal
// parameters have equal hashes:
//
//   - The members of a struct or a map are sorted by their names, as bytes. A struct field's name
//     is its key in a spec. Zero values are written.
//   - Numbers are written as in ECMAScript: the shortest form that reads back as the same float64,
//     without exponent from 1e-6 to 1e21. So 1e-4 and 0.0001 agree, and so do the float 1e6 and the
//     integer 1000000 (up to 2^53, beyond which floats do not represent every integer); -0 is 0.
//   - A nil slice is an empty list, a nil map an empty object, a nil pointer null.
//   - A [Key] is a map whose form depends on no Go identifier.
//   - There is no white space, and strings are as [encoding/json] writes them without escapes for
//     HTML.
//
// It returns an error that names the place in v for NaN and infinities, strings that are not UTF-8,
// and values that JSON cannot express.
func Canonical(v any) ([]byte, error) {
	p, err := plain(reflect.ValueOf(v), "", false)
	if err != nil {
		return nil, fmt.Errorf("spec: canonical form: %w", err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, fmt.Errorf("spec: canonical form: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// plain returns the value at a dotted path as nil, bools, strings, numbers, slices and maps, which
// encoding/json writes in the canonical form. It is strict inside a Key.
func plain(v reflect.Value, path string, strict bool) (any, error) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && !strict {
		v = v.Elem()
	}
	fail := func(format string, args ...any) (any, error) {
		err := fmt.Errorf(format, args...)
		if path != "" {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return nil, err
	}
	const rule = "a Key holds numbers, strings, bools, lists of these and Keys"
	if !v.IsValid() {
		if strict {
			return fail("nil: %s", rule)
		}
		return nil, nil
	}
	key, isKey := v.Interface().(Key)
	if name, _ := key["is"].(string); isKey && strict && name == "" {
		return fail(`a Key needs a name, a nonempty string under "is"`)
	}
	switch k := v.Kind(); {
	case k == reflect.Slice || k == reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			var err error
			if list[i], err = plain(v.Index(i), element(path, i), strict); err != nil {
				return nil, err
			}
		}
		return list, nil
	case strict && !isKey && (k == reflect.Struct || k == reflect.Map || k == reflect.Pointer):
		return fail("a %v: %s", v.Type(), rule)
	case k == reflect.Struct || k == reflect.Map && v.Type().Key().Kind() == reflect.String:
		object := make(map[string]any)
		for _, m := range membersOf(v) {
			var err error
			object[m.name], err = plain(m.value, join(path, m.name), strict || isKey)
			if err != nil {
				return nil, err
			}
		}
		return object, nil
	case k == reflect.Bool:
		return v.Bool(), nil
	case k == reflect.String:
		if !utf8.ValidString(v.String()) {
			return fail("the string %q is not UTF-8", v.String())
		}
		return v.String(), nil
	case v.CanInt():
		return v.Int(), nil
	case v.CanUint():
		return v.Uint(), nil
	case v.CanFloat():
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fail("%v has no JSON form", x)
		}
		return x + 0, nil // −0 + 0 is 0
	}
	return fail("a %v has no JSON form", v.Type())
}

type member struct {
	name  string
	value reflect.Value
}

// membersOf returns the members of a struct, or those of a map in the order of their names.
func membersOf(v reflect.Value) []member {
	var members []member
	if v.Kind() == reflect.Struct {
		for _, f := range fieldsOf(v.Type()) {
			members = append(members, member{f.Name, v.FieldByIndex(f.Index)})
		}
		return members
	}
	for it := v.MapRange(); it.Next(); {
		members = append(members, member{it.Key().String(), it.Value()})
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return members
}
