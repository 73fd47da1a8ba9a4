package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// decoder writes tables into Go values, and keeps the first fault.
type decoder struct {
	layers layers // that give the values
	full   bool   // a key that is absent is missing
	first  *Error
}

// errorf reports a fault of the value at key.
func (d *decoder) errorf(key, format string, args ...any) {
	d.report(d.layers.errorf(key, format, args...))
}

func (d *decoder) report(e *Error) {
	if d.first == nil || e.place < d.first.place {
		d.first = e
	}
}

// table decodes a table into a struct.
func (d *decoder) table(key string, t map[string]any, v reflect.Value) {
	var known []string
	for _, f := range fieldsOf(v.Type()) {
		known = append(known, f.Name)
		in, rules := join(key, f.Name), f.Tag.Get("spec")
		if x, given := t[f.Name]; given {
			d.value(in, x, v.FieldByIndex(f.Index), rules)
		} else if d.full && !strings.HasPrefix(rules, "optional") {
			e := d.layers.errorf(in, "missing, expected %s", expected(f.Type, rules))
			e.place = 2 * beyond // keys are missing only where all else is right
			d.report(e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if !slices.Contains(known, name) {
			d.errorf(join(key, name), "unknown; known here: %s", strings.Join(known, ", "))
		}
	}
}

// value decodes x into v.
func (d *decoder) value(key string, x any, v reflect.Value, rules string) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	is, ok := noun(v.Type()), false
	switch x := x.(type) {
	case map[string]any:
		if ok = is == "table"; ok {
			d.table(key, x, v)
		}
	case string, bool, int64, float64:
		if !obeys(x, rules) {
			break
		}
		// JSON writes 1e6 like an integer, and reads a number only where it fits.
		b, err := json.Marshal(x)
		if err == nil {
			err = json.Unmarshal(b, v.Addr().Interface())
		}
		if _, isString := x.(string); err != nil && isString && is == "string" {
			d.errorf(key, "%v", err)
			return
		}
		ok = err == nil
		if is == "number" && ok && v.Float() != 0 && math.Abs(math.Log10(math.Abs(v.Float()))) > 30 {
			d.errorf(key, "expected a magnitude from 1e-30 to 1e30, got %v", x)
		}
	default:
		if list := reflect.ValueOf(x); list.Kind() == reflect.Slice && strings.HasPrefix(is, "list") {
			ok = d.list(key, list, v, rules)
		}
	}
	if !ok {
		d.errorf(key, "expected %s, got %s", expected(v.Type(), rules), show(x))
	}
}

// list decodes a list, unless it has a wrong length.
func (d *decoder) list(key string, list, v reflect.Value, rules string) bool {
	n := list.Len()
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}
	if n != v.Len() || n == 0 && strings.Contains(rules, "nonempty") {
		return false
	}
	seen := map[string]bool{}
	for i := range n {
		d.value(element(key, i), list.Index(i).Interface(), v.Index(i), ofElements.Replace(rules))
		x := fmt.Sprint(v.Index(i))
		if seen[x] && strings.Contains(rules, "distinct") {
			d.errorf(element(key, i), "expected distinct values, got %s a second time", x)
		}
		seen[x] = true
	}
	return true
}

// show returns a value as it stands in a table.
func show(x any) string {
	switch x := x.(type) {
	case nil:
		return "nothing"
	case string:
		return strconv.Quote(x)
	case map[string]any:
		return "a table"
	case []any:
		return strings.ReplaceAll(fmt.Sprint(x), " ", ", ")
	}
	return fmt.Sprint(x)
}
