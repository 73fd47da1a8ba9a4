// Package spec reads an experiment's spec: a TOML text, one of the profiles in
// it, and assignments from the command line, decoded into a struct.
//
// # Layers
//
// A spec is the keys of a TOML text outside the table "profile" (the base),
// overlaid by the table [profile.NAME] of the chosen profile, overlaid by each
// assignment key=value in turn. An overlay merges tables and replaces anything
// else: a list is replaced as a whole, and so is an array of tables.
//
//	T  = 1e6
//	dt = [1e-4, 2e-4]
//	[data]
//	ndata = 100
//
//	[profile.smoke]
//	T = 1e3
//	[profile.smoke.data]
//	ndata = 20
//
// # Fields
//
// A struct field's key is its toml tag, or its name where it has none; "-" skips it, and the fields
// of an embedded struct without a tag count as the outer struct's, and so do those of a struct with
// the tag ",inline", whose type may be a type parameter. A field is a bool, a string, an
// integer or a float of 64 bits, a type that implements [encoding.TextUnmarshaler] (given as a
// string), a struct, a pointer to one of these, or a slice or an array of them. An integer is
// accepted for a float, and a float of integral value, such as 1e6, for an integer, if no digits
// are lost. An unsigned integer beyond 2^63-1, which TOML does not have, is given as a string of
// digits. NaN, infinities and floats other than 0 whose magnitude is not from 1e-30 to 1e30 are
// never accepted, nor are lists of more than 4096 elements.
//
// Some layer must give every field, unless its spec tag says optional: an optional field that is
// not given keeps its value. The keys of an optional table are required only if the table is given.
// Further words in the spec tag, separated by commas, restrict the values:
//
//	positive     x > 0
//	nonnegative  x >= 0
//	min=A        x >= A
//	max=B        x <= B
//	in=a|b|c     one of these strings
//	nonempty     a list or a string that is not empty
//	distinct     a list without repeated elements
//
// On a list, the first five apply to its elements.
//
// # Errors
//
// A spec is checked as a whole, including the profiles that were not chosen: an unknown key, a
// wrong type and a value out of bounds are errors wherever they occur. Errors are of type [*Error],
// take one line, and name the place:
//
//	experiments/fig03/spec.toml:12: key "data.ndat" is unknown; did you mean "data.ndata"?
//	experiments/fig03/spec.toml:7: key "T": expected a positive number, got -1
//	-set T=abc: key "T": expected a number, got a string
//
// Of several errors the first in the text is reported. Elements of lists are counted from 0.
package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Key is how a value (a model, a friction, a basis, an observable) writes itself into the key of
// a task:
//
//	spec.Key{"is": "gaussian", "sigma_theta": 1, "mu": []float64{0, 0.5}}
//
// Under "is" stands a fixed name of the value's own, under other names its parameters: numbers,
// strings, bools, lists of these, and Keys. All names are written out, so that renaming a Go type
// or field changes no hash. The parameters of a task are a Key too, which needs no name.
//
// [Canonical] accepts a Key at any depth and holds everything in it to these rules: a Key without a
// name inside a Key, nil, and a struct, map or pointer, whose form could depend on Go identifiers,
// are errors. A parameter that is not set is left out.
type Key map[string]any

// Canonical returns v as JSON in a form that depends only on the values in v, so that equal
// parameters have equal hashes:
//
//   - The members of a struct or a map are sorted by their names, as bytes. A struct field's name
//     is its key in a spec. Zero values are written.
//   - Numbers are written as in ECMAScript: the shortest form that reads back as the same float64,
//     without exponent from 1e-6 to 1e21. So 1e-4 and 0.0001 agree, and so do the float 1e6 and the
//     integer 1000000 (up to 2^53, beyond which floats do not represent every integer); -0 is 0.
//   - A nil slice is an empty list, a nil map an empty object, a nil pointer null.
//   - The rest is as [encoding/json] writes it, without escapes for HTML.
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
		members := make(map[string]reflect.Value)
		if k == reflect.Map {
			for it := v.MapRange(); it.Next(); {
				members[it.Key().String()] = it.Value()
			}
		} else {
			for _, f := range fieldsOf(v.Type()) {
				members[f.Name] = v.FieldByIndex(f.Index)
			}
		}
		object := make(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			var err error
			object[name], err = plain(members[name], join(path, name), strict || isKey)
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
