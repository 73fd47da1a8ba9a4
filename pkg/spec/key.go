package spec

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
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
// [Canonical] sorts the names. It accepts a Key at any depth and holds everything in it to these
// rules: it returns an error for a Key without a name inside a Key, for a struct, map or pointer,
// whose form could depend on Go identifiers, for nil, and for what has an encoding of its own. A
// parameter that is not set is left out.
type Key map[string]any

func appendKey(b []byte, k Key, path string, depth int) ([]byte, error) {
	members, err := membersOf(reflect.ValueOf(k), path)
	if err != nil {
		return nil, err
	}
	return appendMembers(b, members, path, depth, appendParameter)
}

// appendParameter appends v, a value in a Key.
func appendParameter(b []byte, v reflect.Value, path string, depth int) ([]byte, error) {
	if depth > 2*maxDepth {
		return nil, fail(path, errTooDeep)
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	const rule = "a Key holds numbers, strings, bools, lists of these and Keys"
	if !v.IsValid() {
		return nil, fail(path, errors.New("nil: "+rule))
	}
	switch w := v.Interface().(type) {
	case Key:
		if name, ok := w["is"].(string); !ok || name == "" {
			return nil, fail(path, errors.New(`a Key needs a name, a nonempty string under "is"`))
		}
		return appendKey(b, w, path, depth)
	case json.Number, json.Marshaler, encoding.TextMarshaler:
		return nil, fail(path, fmt.Errorf("a %v: %s", v.Type(), rule))
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return appendList(b, v, path, depth, appendParameter)
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return nil, fail(path, fmt.Errorf("a %v: %s", v.Type(), rule))
	}
	return appendScalar(b, v, path)
}
