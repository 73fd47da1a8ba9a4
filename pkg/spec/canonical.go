package spec

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Canonical returns v as JSON in a form that depends only on the values in v, so that equal
// parameters have equal hashes:
//
//   - The members of a struct or a map are sorted by their names, as bytes. A struct field's name
//     is its toml tag, else its json tag, else its own name; fields tagged "-" and unexported
//     fields are skipped. Zero values are written.
//   - Numbers are written as in ECMAScript: the shortest form that reads back as the same float64,
//     without exponent from 1e-6 to 1e21. So 1e-4 and 0.0001 agree, and so do the float 1e6 and the
//     integer 1000000 (up to 2^53, beyond which floats do not represent every integer); -0 is 0.
//   - A nil slice is an empty list, a nil map an empty object, a nil pointer null.
//   - A type that implements [encoding.TextMarshaler] is a string. Values decoded from JSON,
//     including [json.Number] and [json.RawMessage], are written as the JSON that they stand for.
//   - A [Key] is a map whose form depends on no Go identifier.
//   - There is no white space, and strings escape only what JSON requires.
//
// It returns an error that names the place in v for NaN and infinities, strings that are not UTF-8,
// and values that JSON cannot express.
func Canonical(v any) ([]byte, error) {
	b, err := appendValue(nil, reflect.ValueOf(v), "", 0)
	if err != nil {
		return nil, fmt.Errorf("spec: canonical form: %w", err)
	}
	return b, nil
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

var errTooDeep = errors.New("nested too deeply")

// appender appends the value at a dotted path, nested in depth others.
type appender func(b []byte, v reflect.Value, path string, depth int) ([]byte, error)

// appendValue is the appender of all that Canonical accepts.
func appendValue(b []byte, v reflect.Value, path string, depth int) ([]byte, error) {
	if depth > 2*maxDepth {
		return nil, fail(path, errTooDeep)
	}
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	switch w := v.Interface().(type) {
	case Key:
		return appendKey(b, w, path, depth)
	case json.Number:
		return appendNumber(b, string(w), path)
	case json.RawMessage:
		return appendRaw(b, w, path, depth)
	}
	if k := v.Kind(); k == reflect.Pointer || k == reflect.Interface {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		if !v.Type().Implements(textMarshaler) || k == reflect.Interface {
			return appendValue(b, v.Elem(), path, depth+1)
		}
	}
	if m, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := m.MarshalText()
		if err != nil {
			return nil, fail(path, err)
		}
		return appendString(b, string(text), path)
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return appendList(b, v, path, depth, appendValue)
	case reflect.Struct, reflect.Map:
		members, err := membersOf(v, path)
		if err != nil {
			return nil, err
		}
		return appendMembers(b, members, path, depth, appendValue)
	}
	return appendScalar(b, v, path)
}

// appendList appends the slice or array v, its elements by each.
func appendList(
	b []byte, v reflect.Value, path string, depth int, each appender,
) ([]byte, error) {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = each(b, v.Index(i), element(path, i), depth+1); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// appendMembers appends an object, the values of its members by each.
func appendMembers(
	b []byte, members []member, path string, depth int, each appender,
) ([]byte, error) {
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendString(b, m.name, path); err != nil {
			return nil, err
		}
		b = append(b, ':')
		if b, err = each(b, m.value, join(path, m.name), depth+1); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendScalar appends a bool, a string or a number.
func appendScalar(b []byte, v reflect.Value, path string) ([]byte, error) {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case k == reflect.String:
		return appendString(b, v.String(), path)
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10), nil
	case v.CanUint() && k != reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case v.CanFloat():
		// A float32 is the float64 of its own shortest form.
		x := v.Float()
		if k == reflect.Float32 {
			x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', -1, 32), 64)
		}
		return appendFloat(b, x, path)
	}
	return nil, fail(path, fmt.Errorf("a %v has no JSON form", v.Type()))
}

// fail prefixes err with the path.
func fail(path string, err error) error {
	if path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

type member struct {
	name  string
	value reflect.Value
}

// membersOf returns the members of a struct or a map in the order of their names.
func membersOf(v reflect.Value, path string) ([]member, error) {
	var members []member
	if v.Kind() == reflect.Map {
		if v.Type().Key().Kind() != reflect.String {
			return nil, fail(path, fmt.Errorf("the keys of a %v are not strings", v.Type()))
		}
		for it := v.MapRange(); it.Next(); {
			members = append(members, member{it.Key().String(), it.Value()})
		}
	} else {
		members = structMembers(v, nil)
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(members); i++ {
		if members[i].name == members[i-1].name {
			return nil, fail(path, fmt.Errorf("%v has two fields named %q", v.Type(), members[i].name))
		}
	}
	return members, nil
}

func structMembers(v reflect.Value, members []member) []member {
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("toml")
		if !tagged {
			tag, tagged = f.Tag.Lookup("json")
		}
		name, _, _ := strings.Cut(tag, ",")
		if f.Anonymous && !tagged && f.Type.Kind() == reflect.Struct {
			members = structMembers(v.Field(i), members)
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		members = append(members, member{name, v.Field(i)})
	}
	return members
}

func appendFloat(b []byte, x float64, path string) ([]byte, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, fail(path, fmt.Errorf("%v has no JSON form", x))
	}
	if x == 0 {
		return append(b, '0'), nil
	}
	if a := math.Abs(x); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64), nil
	}
	s := strconv.FormatFloat(x, 'e', -1, 64)
	// Go pads exponents to two digits.
	s = strings.Replace(s, "e-0", "e-", 1)
	return append(b, s...), nil
}

// appendNumber appends a number in JSON's spelling. An integer keeps all its digits.
func appendNumber(b []byte, s, path string) ([]byte, error) {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.AppendInt(b, i, 10), nil
	}
	if u, err := strconv.ParseUint(s, 10, 64); err == nil {
		return strconv.AppendUint(b, u, 10), nil
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, fail(path, fmt.Errorf("%q is not a number", s))
	}
	return appendFloat(b, x, path)
}

// appendRaw appends the canonical form of a JSON text.
func appendRaw(b []byte, raw json.RawMessage, path string, depth int) ([]byte, error) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fail(path, err)
	}
	if d.More() {
		return nil, fail(path, errors.New("more than one JSON value"))
	}
	return appendValue(b, reflect.ValueOf(v), path, depth+1)
}

func appendString(b []byte, s, path string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, fail(path, fmt.Errorf("the string %q is not UTF-8", s))
	}
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < 0x20:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"'), nil
}
