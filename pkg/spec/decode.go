package spec

import (
	"encoding"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// decoder writes nodes into Go values and keeps the first problem that it finds.
type decoder struct {
	full  bool    // all layers are merged, so an absent field is missing
	layer *node   // that is being decoded
	outer *schema // of a layer
	first *Error
	count int // of problems
}

// copyOf returns a settable copy of v.
func copyOf(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	return w
}

func (d *decoder) report(n *node, format string, args ...any) {
	if d.leads(n.at) {
		d.first = n.wrong(fmt.Sprintf(format, args...))
	}
}

// leads counts a problem and reports whether it is the first one so far.
func (d *decoder) leads(at place) bool {
	d.count++
	return d.first == nil || at.compare(d.first.at) < 0
}

// value decodes n into v, a settable value of the type that sch describes.
func (d *decoder) value(n *node, sch *schema, v reflect.Value) {
	if sch.pointer {
		p := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			p.Elem().Set(v.Elem())
		}
		v.Set(p)
		v = p.Elem()
	}
	switch w := n.value.(type) {
	case string:
		if sch.kind == text || sch.kind == str {
			d.string(n, sch, w, v)
			return
		}
		if i, ok := unsigned(w); ok && sch.kind == natural && sch.admits(float64(i)) {
			v.SetUint(i)
			return
		}
	case bool:
		if sch.kind == boolean {
			v.SetBool(w)
			return
		}
	case int64:
		if sch.numeric() {
			d.number(n, sch, float64(w), w, true, v)
			return
		}
	case float64:
		if sch.numeric() {
			whole := w == math.Trunc(w) && math.Abs(w) <= maxExact
			d.number(n, sch, w, int64(w), whole, v)
			return
		}
	default:
		if sch.kind == table && n.table != nil {
			d.table(n, sch, v)
			return
		}
		if sch.kind == array && n.list != nil {
			d.list(n, sch, v)
			return
		}
	}
	hint := ""
	if sch.kind == array && sch.length < 0 && n.table == nil && n.list == nil {
		e := decoder{full: true} // brackets may be all that is missing, or a value be wrong, too
		e.value(n, sch.elem, reflect.New(v.Type().Elem()).Elem())
		switch {
		case e.first == nil:
			hint = "; did you mean [" + n.show() + "]?"
		case !strings.HasPrefix(e.first.msg, ": expected "+sch.elem.expected()):
			hint = "; " + strings.TrimPrefix(e.first.msg, ": ")
		}
	}
	d.report(n, ": expected %s, got %s%s", sch.expected(), n.kind(), hint)
}

func (d *decoder) table(n *node, sch *schema, v reflect.Value) {
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		if f := sch.field(name); f != nil {
			d.value(n.table[name], f.schema, v.FieldByIndex(f.index))
		} else {
			d.unknown(name, n, sch)
		}
	}
	if d.full {
		for _, f := range sch.fields {
			if n.table[f.name] == nil && !f.optional {
				d.missing(n, join(n.key, f.name), f.schema)
			}
		}
	}
}

// missing reports that a table lacks a key. If the key is itself a table, it reports the first key
// that the table requires.
func (d *decoder) missing(n *node, key string, sch *schema) {
	for _, f := range sch.fields {
		if !f.optional {
			d.missing(n, join(key, f.name), f.schema)
			return
		}
	}
	if d.leads(n.at) {
		d.first = &Error{at: n.at, key: key, msg: " is missing, expected " + sch.expected()}
	}
}

// maxList is the largest number of elements of a list. A figure is not made of more.
const maxList = 4096

func (d *decoder) list(n *node, sch *schema, v reflect.Value) {
	if len(n.list) > maxList {
		d.report(n, ": expected %s, got %d elements, more than %d", sch.expected(), len(n.list), maxList)
		return
	}
	if sch.length >= 0 {
		if len(n.list) != sch.length {
			d.report(n, ": expected %s, got %d", sch.expected(), len(n.list))
			return
		}
		v.SetZero()
	} else {
		v.Set(reflect.MakeSlice(v.Type(), len(n.list), len(n.list)))
	}
	if sch.nonempty && len(n.list) == 0 {
		d.report(n, ": expected %s, got an empty one", sch.expected())
	}
	// No other layer adds to the elements of a list.
	full := d.full
	d.full = true
	seen := make(map[any]bool)
	for i, e := range n.list {
		before := d.count
		d.value(e, sch.elem, v.Index(i))
		if sch.distinct && d.count == before {
			x := v.Index(i).Interface()
			if seen[x] {
				d.report(e, ": expected distinct elements, got %s a second time", e.show())
			}
			seen[x] = true
		}
	}
	d.full = full
}

func (d *decoder) string(n *node, sch *schema, s string, v reflect.Value) {
	if sch.nonempty && s == "" || sch.in != nil && !slices.Contains(sch.in, s) {
		d.report(n, ": expected %s, got %s", sch.expected(), n.show())
		return
	}
	if sch.kind == str {
		v.SetString(s)
		return
	}
	err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s))
	if err != nil && d.leads(n.at) {
		d.first = n.wrong(": " + err.Error())
		d.first.err = err
	}
}

// maxExact is the largest integer up to which floats represent all integers.
const maxExact = 1 << 53

// maxMagnitude bounds the magnitude of floats, and its inverse bounds it from below. Products of
// powers of such numbers are numbers.
const maxMagnitude = 1e30

// number decodes x, which is the integer i if whole is set.
func (d *decoder) number(n *node, sch *schema, x float64, i int64, whole bool, v reflect.Value) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		d.report(n, ": expected %s, got %s: numbers must be finite", sch.expected(), n.show())
	case sch.kind == number && whole && (i > maxExact || i < -maxExact):
		d.report(n, ": expected %s, got an integer beyond 2^53", sch.expected())
	case !sch.admits(x), sch.kind != number && !whole, sch.kind == natural && i < 0:
		d.report(n, ": expected %s, got %s", sch.expected(), n.show())
	case sch.kind == number && math.Abs(x) > maxMagnitude:
		d.report(n, ": expected %s, got %s: its magnitude is above %g", sch.expected(), n.show(),
			maxMagnitude)
	case sch.kind == number && x != 0 && math.Abs(x) < 1/maxMagnitude:
		d.report(n, ": expected %s, got %s: its magnitude is below %g", sch.expected(), n.show(),
			1/maxMagnitude)
	case sch.kind == integer:
		v.SetInt(i)
	case sch.kind == natural:
		v.SetUint(uint64(i))
	default:
		v.SetFloat(x)
	}
}

// show returns the value of a scalar or a list as it stands in a text.
func (n *node) show() string {
	switch v := n.value.(type) {
	case string:
		return strconv.Quote(Clip(v))
	case float64:
		return format(v)
	case nil:
		var of []string
		for _, e := range n.list {
			of = append(of, e.show())
		}
		return "[" + list(of) + "]"
	}
	return fmt.Sprint(n.value)
}
