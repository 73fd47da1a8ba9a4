package model

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"adl/pkg/spec"
)

// KeyOf returns a key for the method Key of a model: the name under "is", and the fields of the
// struct to which m points under their names in lower case, SigmaTheta as sigma_theta. So no
// parameter can be forgotten, and different parameters have different keys. The tag key:"NAME"
// gives a field another name, and key:"NAME,omitempty" omits it if it is zero, so that a new field
// does not change the keys of old results. The tag key:"-" omits data, which have their own digest,
// and fields that follow from others.
//
// Fields are numbers, strings, bools, lists of these, structs of these, and values with a key.
// KeyOf panics if a field that is not omitted has another type, such as a function or a channel, or
// is not exported: it could change a number, but not the key.
func KeyOf(name string, m any) spec.Key {
	key := spec.Key{"is": name}
	addFields(key, "", reflect.Indirect(reflect.ValueOf(m)))
	return key
}

func addFields(key spec.Key, prefix string, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, omitempty := strings.CutSuffix(f.Tag.Get("key"), ",omitempty")
		if name == "-" || omitempty && v.Field(i).IsZero() {
			continue
		}
		if name == "" {
			name = underscored(f.Name)
		}
		name = prefix + name
		_, twice := key[name]
		wrong := func(what string) {
			panic(fmt.Sprintf("model: KeyOf: field %s of %s %s", f.Name, v.Type(), what))
		}
		if !f.IsExported() {
			wrong("is not exported")
		} else if twice {
			wrong("has the key of another: " + name)
		} else if k, ok := v.Field(i).Interface().(interface{ Key() spec.Key }); ok {
			key[name] = k.Key()
		} else if f.Type.Kind() == reflect.Struct {
			addFields(key, name+"_", v.Field(i))
		} else if plain(f.Type) {
			key[name] = v.Field(i).Interface()
		} else {
			wrong("is a " + f.Type.String() + ", expected a number, a string, a bool, a list or a " +
				"struct of these, or a value with a key")
		}
	}
}

// plain reports whether values of a type are equal if their keys are.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return plain(t.Elem())
	case reflect.String:
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Float64
}

// word matches where a word of a name begins.
var word = regexp.MustCompile(`(\P{Lu})(\p{Lu})`)

// underscored returns sigma_theta for SigmaTheta.
func underscored(name string) string {
	return strings.ToLower(word.ReplaceAllString(name, "${1}_$2"))
}
