package modeltest

import (
	"reflect"
	"testing"

	"adl/pkg/model"
	"adl/pkg/spec"
)

// Key fails a test where the model that m points to has a field of which its key does not tell:
// results of another parameter would be taken for its own. It changes one exported field after the
// other, however deep. Lists, functions and structs with the tag key:"-" are data, or what follows
// from the other fields.
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

// change changes what v has within, calls see with its name, and changes it back.
func change(t testing.TB, name string, v reflect.Value, see func(name string)) {
	t.Helper()
	if !v.IsValid() {
		t.Errorf("no key can tell of %s, which is nil", name)
		return
	}
	x := reflect.New(v.Type()).Elem() // another one
	switch k := v.Kind(); {
	case k == reflect.Pointer || k == reflect.Interface:
		change(t, name, v.Elem(), see)
		return
	case k == reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			k := f.Type.Kind()
			number := k >= reflect.Bool && k <= reflect.Complex128 || k == reflect.String
			if f.IsExported() && (number || f.Tag.Get("key") != "-") {
				change(t, name+"."+f.Name, v.Field(i), see)
			}
		}
		return
	case k == reflect.Array && v.Len() > 0:
		change(t, name+"[0]", v.Index(0), see)
		return
	case k == reflect.Slice: // a longer one
		x.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 1, 1+v.Len()), v))
	case k == reflect.Bool:
		x.SetBool(!v.Bool())
	case k == reflect.String:
		x.SetString(v.String() + "x")
	case v.CanFloat():
		x.SetFloat(v.Float() + 1)
	case v.CanInt():
		x.SetInt(v.Int() + 1)
	case v.CanUint():
		x.SetUint(v.Uint() + 1)
	default:
		t.Errorf("no key can tell of %s, a %s", name, v.Type())
		return
	}
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(x)
	see(name)
	v.Set(old)
}
