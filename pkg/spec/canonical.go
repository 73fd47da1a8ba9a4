package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"
)

// Key is how a value (a model, a friction, a basis, an observable) writes itself into the key of
// a task:
//
//	spec.Key{"is": "gaussian", "sigma_theta": 1, "mu": []float64{0, 0.5}}
//
// Under "is" stands a fixed name of the value's own, under other names its parameters: numbers,
// strings, bools, lists of these, and Keys. So renaming a Go type or field changes no hash. The
// parameters of a task are a Key too, which needs no name.
type Key map[string]any

// Canonical returns v as JSON in a form that depends only on the values in v, so that equal
// parameters have equal hashes. Members are sorted by name; that of a struct field is its key in a
// spec. A nil slice is an empty list, and -0 is 0. Numbers are written as in ECMAScript, so that
// the float 1e6 and the integer 1000000 agree. The rest is as [encoding/json] writes it, without
// escapes for HTML.
//
// It returns an error that names the place in v for NaN, infinities, strings that are not UTF-8 and
// values that JSON cannot express; and inside a [Key] for whatever a Key does not hold.
func Canonical(v any) ([]byte, error) {
	p, err := plain(reflect.ValueOf(v), "", false)
	if err != nil {
		return nil, fmt.Errorf("spec: no canonical form: %w", err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, fmt.Errorf("spec: no canonical form: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// plain returns the value at a dotted path as nil, bools, strings, numbers, slices and maps, which
// encoding/json writes in the canonical form. It is strict inside a Key.
func plain(v reflect.Value, path string, strict bool) (any, error) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && !strict {
		v = v.Elem()
	}
	if !v.IsValid() && !strict {
		return nil, nil
	}
	var key Key
	isKey := false
	if v.IsValid() {
		key, isKey = v.Interface().(Key)
	}
	name, _ := key["is"].(string)
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
	case isKey && strict && name == "":
		return nil, fmt.Errorf(`the Key %q needs a name, a string under "is"`, path)
	case strict && !isKey && (k == reflect.Map || k == reflect.Struct):
	case k == reflect.Struct || k == reflect.Map && v.Type().Key().Kind() == reflect.String:
		members := map[string]reflect.Value{}
		if k == reflect.Struct {
			for _, f := range fieldsOf(v.Type()) {
				members[f.Name] = v.FieldByIndex(f.Index)
			}
		} else {
			for _, name := range v.MapKeys() {
				members[name.String()] = v.MapIndex(name)
			}
		}
		object := map[string]any{}
		for name, m := range members {
			var err error
			if object[name], err = plain(m, join(path, name), strict || isKey); err != nil {
				return nil, err
			}
		}
		return object, nil
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
	}
	if !v.IsValid() {
		return nil, fmt.Errorf("nil at %q", path)
	}
	return nil, fmt.Errorf("the %v %.60s at %q", v.Type(), fmt.Sprint(v), path)
}
