package modeltest

import (
	"fmt"
	"reflect"
	"testing"

	"adl/pkg/model"
	"adl/pkg/spec"
)

// Key fails a test if the model that m points to has a field that its key does not contain: results
// for other parameters would then be mistaken for its own. It changes the exported fields one after
// another, at any depth. Lists, functions and structs with the tag key:"-" are data, or follow from
// other fields.
func Key(t testing.TB, m model.Model) {
	t.Helper()
	key := func() string {
		b, err := spec.Canonical(m.Key())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := key()
	change(t, "", reflect.ValueOf(m), func(name string) {
		if key() == before {
			t.Errorf("the key %s of %T does not change with %s", before, m, name)
		}
	})
	if key() != before {
		t.Errorf("the key of %T is not always the same", m)
	}
}

// change changes each value within v, calls see with its name, and changes it back.
func change(t testing.TB, name string, v reflect.Value, see func(name string)) {
	t.Helper()
	if !v.IsValid() {
		t.Errorf("no key can tell of %s, which is nil", name)
		return
	}
	another := reflect.New(v.Type()).Elem()
	switch one := reflect.ValueOf(1); v.Kind() {
	case reflect.Pointer, reflect.Interface:
		change(t, name, v.Elem(), see)
		return
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			k := f.Type.Kind()
			number := k >= reflect.Bool && k <= reflect.Complex128 || k == reflect.String
			if f.IsExported() && (number || f.Tag.Get("key") != "-") {
				change(t, name+"."+f.Name, v.Field(i), see)
			}
		}
		return
	case reflect.Array:
		for i := range v.Len() {
			change(t, fmt.Sprintf("%s[%d]", name, i), v.Index(i), see)
		}
		return
	case reflect.Slice: // a longer list
		another.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 1, 1+v.Len()), v))
	case reflect.Bool:
		another.SetBool(!v.Bool())
	default:
		if !one.CanConvert(v.Type()) {
			t.Errorf("no key can tell of %s, a %s", name, v.Type())
			return
		}
		if one = one.Convert(v.Type()); !v.Equal(one) { // a number or a string
			another.Set(one)
		}
	}
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(another)
	see(name)
	v.Set(old)
}
