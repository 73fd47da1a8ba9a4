package spec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// decoder writes trees into Go values, and records the first fault.
type decoder struct {
	full  bool // a key that is absent is missing
	first *Error
}

// errorf reports a fault of n.
func (d *decoder) errorf(n *node, format string, args ...any) {
	d.report(n.errorf("", format, args...))
}

func (d *decoder) report(e *Error) {
	if d.first == nil || e.line < d.first.line {
		d.first = e
	}
}

// table decodes a table into a struct.
func (d *decoder) table(n *node, v reflect.Value) {
	var known []string
	for _, f := range fieldsOf(v.Type()) {
		known = append(known, f.Name)
		rules := f.Tag.Get("spec")
		if x := n.table[f.Name]; x != nil {
			d.value(x, v.FieldByIndex(f.Index), rules)
		} else if d.full && !strings.HasPrefix(rules, "optional") {
			e := n.errorf("."+f.Name, "missing, expected %s", expected(f.Type, rules))
			e.line = 2 * beyond // report a missing key only if all else is right
			d.report(e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		if !slices.Contains(known, name) {
			d.errorf(n.table[name], "unknown%s known here: %s", like(name, known),
				strings.Join(known, ", "))
		}
	}
}

// like asks for the known name that is nearest to a wrong one, if one is near.
func like(name string, known []string) string {
	for n := 1; n <= 2 && 2*n < len(name); n++ {
		for _, k := range known {
			if near(name, k, n) {
				return ", did you mean " + k + "?"
			}
		}
	}
	return ";"
}

// near reports whether a becomes b if at most n letters are inserted, deleted or replaced.
func near(a, b string, n int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" || n == 0 {
		return len(a)+len(b) <= n
	}
	return near(a[1:], b, n-1) || near(a, b[1:], n-1) || near(a[1:], b[1:], n-1)
}

// value decodes n into v.
func (d *decoder) value(n *node, v reflect.Value, rules string) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if _, any := v.Addr().Interface().(json.Unmarshaler); any { // it reads any value
		b, err := json.Marshal(n.plain())
		if err != nil { // JSON has all numbers of TOML but NaN and the infinities
			d.errorf(n, "expected finite numbers, got %s", show(n.plain()))
		} else if err = json.Unmarshal(b, v.Addr().Interface()); err != nil {
			d.errorf(n, "%v", err)
		}
		return
	}
	is, ok := noun(v.Type()), false
	switch x := n.value.(type) {
	case nil:
		if named := strings.Contains(rules, "named"); named {
			ok = d.named(n, v)
		} else if ok = is == "table"; ok {
			d.table(n, v)
		}
	case string, bool, int64, float64:
		if v.Kind() == reflect.Slice && !strings.HasSuffix(is, "tables") { // a list of one
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			d.value(n, v.Index(0), ofElements.Replace(rules))
			return
		}
		if !obeys(x, rules) {
			break
		}
		// JSON writes 1e6 like an integer, and rejects numbers that do not fit.
		b, err := json.Marshal(x)
		if err == nil {
			err = json.Unmarshal(b, v.Addr().Interface())
		}
		if _, isString := x.(string); err != nil && isString && is == "string" {
			d.errorf(n, "%v", err)
			return
		}
		ok = err == nil
		if is == "number" && ok && v.Float() != 0 && math.Abs(math.Log10(math.Abs(v.Float()))) > 30 {
			d.errorf(n, "expected a magnitude from 1e-30 to 1e30, got %v", x)
		}
	case []any, []map[string]any:
		ok = strings.HasPrefix(is, "list") && !strings.Contains(rules, "named") && d.list(n, v, rules)
	}
	if !ok {
		d.errorf(n, "expected %s, got %s", expected(v.Type(), rules), show(n.plain()))
	}
}

// list decodes a list, unless it has a wrong length.
func (d *decoder) list(n *node, v reflect.Value, rules string) bool {
	count := len(n.list)
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), count, count))
	}
	if count != v.Len() || count == 0 && strings.Contains(rules, "nonempty") {
		return false
	}
	seen := map[string]bool{}
	for i, e := range n.list {
		d.value(e, v.Index(i), ofElements.Replace(rules))
		x := fmt.Sprint(v.Index(i))
		if seen[x] && strings.Contains(rules, "distinct") {
			d.errorf(e, "expected distinct values, got %s a second time", x)
		}
		seen[x] = true
	}
	return true
}

// named decodes tables into a list, in the order of the text, unless there is none. The field Name
// of an element is the name of its table.
func (d *decoder) named(n *node, v reflect.Value) bool {
	names := slices.SortedFunc(maps.Keys(n.table), func(a, b string) int {
		return cmp.Or(cmp.Compare(n.table[a].first, n.table[b].first), cmp.Compare(a, b))
	})
	v.Set(reflect.MakeSlice(v.Type(), len(names), len(names)))
	for i, name := range names {
		d.value(n.table[name], v.Index(i), "")
		v.Index(i).FieldByName("Name").SetString(name)
	}
	return len(names) > 0
}

// show returns a value as written in a table.
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
