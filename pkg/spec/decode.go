package spec

import (
	"encoding"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// decoder writes nodes into Go values and collects the problems that it finds.
type decoder struct {
	full     bool   // all layers are merged, so an absent field is missing
	prefix   string // of the keys in this layer, such as "profile.smoke."
	outer    *schema
	problems []problem
}

// check decodes one layer into a copy of target, which is discarded.
func (d *decoder) check(n *node, prefix string, target reflect.Value, sch *schema) {
	d.prefix, d.full, d.outer = prefix, false, sch
	d.value(n, sch, copyOf(target))
}

func copyOf(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	return w
}

// first returns the problem to report.
func (d *decoder) first() problem {
	return slices.MinFunc(d.problems, func(p, q problem) int {
		switch {
		case p.at.before(q.at):
			return -1
		case q.at.before(p.at):
			return 1
		}
		return 0
	})
}

func (d *decoder) report(n *node, format string, args ...any) {
	d.problems = append(d.problems, problem{at: n.at, key: n.key, msg: fmt.Sprintf(format, args...)})
}

// mismatch reports that n does not have the expected type.
func (d *decoder) mismatch(n *node, sch *schema) {
	d.report(n, ": expected %s, got %s", sch.expected(), n.kind())
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
	switch sch.kind {
	case table:
		if n.table == nil {
			d.mismatch(n, sch)
			return
		}
		d.table(n, sch, v)
	case array:
		if n.list == nil {
			d.mismatch(n, sch)
			return
		}
		d.list(n, sch, v)
	case text, str:
		s, ok := n.value.(string)
		if !ok {
			d.mismatch(n, sch)
			return
		}
		d.string(n, sch, s, v)
	case boolean:
		b, ok := n.value.(bool)
		if !ok {
			d.mismatch(n, sch)
			return
		}
		v.SetBool(b)
	default:
		d.number(n, sch, v)
	}
}

func (d *decoder) table(n *node, sch *schema, v reflect.Value) {
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		f := sch.field(name)
		if f == nil {
			d.unknown(n.table[name], n, sch)
			continue
		}
		d.value(n.table[name], f.schema, v.FieldByIndex(f.index))
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
	if sch.kind == table {
		for _, f := range sch.fields {
			if !f.optional {
				d.missing(n, join(key, f.name), f.schema)
				return
			}
		}
	}
	msg := " is missing, expected " + sch.expected()
	d.problems = append(d.problems, problem{at: n.at, key: key, msg: msg})
}

func (d *decoder) list(n *node, sch *schema, v reflect.Value) {
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
	for i, e := range n.list {
		before := len(d.problems)
		d.value(e, sch.elem, v.Index(i))
		if sch.distinct && len(d.problems) == before {
			for j := range i {
				if reflect.DeepEqual(v.Index(j).Interface(), v.Index(i).Interface()) {
					d.report(e, ": expected distinct elements, got %s a second time", e.show())
					break
				}
			}
		}
	}
	d.full = full
}

func (d *decoder) string(n *node, sch *schema, s string, v reflect.Value) {
	if sch.nonempty && s == "" || sch.in != nil && !slices.Contains(sch.in, s) {
		d.report(n, ": expected %s, got %q", sch.expected(), s)
		return
	}
	if sch.kind == str {
		v.SetString(s)
		return
	}
	if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
		d.problems = append(d.problems, problem{at: n.at, key: n.key, msg: ": " + err.Error(), err: err})
	}
}

// maxExact is the largest integer up to which floats represent all integers.
const maxExact = 1 << 53

func (d *decoder) number(n *node, sch *schema, v reflect.Value) {
	var (
		x     float64
		i     int64
		isInt bool // the value is the integer i
	)
	switch w := n.value.(type) {
	case int64:
		i, isInt = w, true
		x = float64(w)
	case float64:
		if math.IsNaN(w) || math.IsInf(w, 0) {
			d.report(n, ": expected %s, got %s: numbers must be finite", sch.expected(), n.show())
			return
		}
		x = w
		if w == math.Trunc(w) && math.Abs(w) <= maxExact {
			i, isInt = int64(w), true
		}
	default:
		d.mismatch(n, sch)
		return
	}

	fits := true
	switch sch.kind {
	case integer:
		fits = isInt && !v.OverflowInt(i)
	case natural:
		fits = isInt && i >= 0 && !v.OverflowUint(uint64(i))
	case number:
		fits = !v.OverflowFloat(x)
		if _, ok := n.value.(int64); ok && (i > maxExact || i < -maxExact) {
			d.report(n, ": expected %s, got an integer beyond 2^53", sch.expected())
			return
		}
	}
	if !fits || !sch.admits(x) {
		msg := ": expected " + sch.expected() + ", got " + n.show()
		if !fits && (sch.kind == number || isInt && (sch.kind == integer || i >= 0)) {
			msg += ", which is too large for the field"
		}
		d.report(n, "%s", msg)
		return
	}
	switch sch.kind {
	case integer:
		v.SetInt(i)
	case natural:
		v.SetUint(uint64(i))
	default:
		v.SetFloat(x)
	}
}

// show returns the value of a scalar.
func (n *node) show() string {
	switch v := n.value.(type) {
	case string:
		return strconv.Quote(v)
	case float64:
		return format(v)
	}
	return fmt.Sprint(n.value)
}
