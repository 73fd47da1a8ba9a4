package spec

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A spec tag is words with commas between them.
var tags = regexp.MustCompile(`^(optional)?((^|,)(positive|nonnegative|nonempty|distinct|named|` +
	`(min|max|below)=[-+.0-9e]+|in=[^,]+))*$`)

// fieldsByType caches the results of fieldsOf, since a sweep has many points.
var fieldsByType sync.Map

// fieldsOf returns the fields of a struct that have a key, with the key for a name. It includes the
// fields of embedded structs and of structs with the tag inline.
func fieldsOf(t reflect.Type) (fields []reflect.StructField) {
	if kept, ok := fieldsByType.Load(t); ok {
		return kept.([]reflect.StructField)
	}
	for _, f := range reflect.VisibleFields(t) {
		tag, tagged := f.Tag.Lookup("toml")
		name, rest, _ := strings.Cut(tag, ",")
		if rules := f.Tag.Get("spec"); !tags.MatchString(rules) {
			panic(fmt.Sprintf("spec: %v.%s has a wrong tag: %s", t, f.Name, rules))
		}
		switch {
		case rest == "inline":
			for _, g := range fieldsOf(f.Type) {
				g.Index = slices.Concat(f.Index, g.Index)
				fields = append(fields, g)
			}
		case f.Anonymous && !tagged || !f.IsExported() || name == "-":
		default:
			f.Name = cmp.Or(name, f.Name)
			fields = append(fields, f)
		}
	}
	fieldsByType.Store(t, fields)
	return fields
}

// obeys reports whether a string or a number obeys the rules.
func obeys(x any, rules string) bool {
	s, isString := x.(string)
	f, _ := x.(float64)
	if i, ok := x.(int64); ok {
		f = float64(i)
	}
	for rule := range strings.SplitSeq(rules, ",") {
		word, arg, _ := strings.Cut(rule, "=")
		bound, _ := strconv.ParseFloat(arg, 64)
		if word == "positive" && !(f > 0) ||
			(word == "nonnegative" || word == "min") && !(f >= bound) ||
			word == "max" && !(f <= bound) ||
			word == "below" && !(f < bound) ||
			word == "in" && !slices.Contains(strings.Split(arg, "|"), s) ||
			word == "nonempty" && isString && s == "" {
			return false
		}
	}
	return true
}

var (
	ofElements = strings.NewReplacer("nonempty", "", "distinct", "")
	inWords    = strings.NewReplacer("optional", "", "min=", "at least ", "max=", "at most ",
		"below=", "below ", "in=", "", "|", " or ", ",", ", ")
	nouns = strings.NewReplacer("struct", "table", "bool", "boolean", "float", "number", "uint",
		"nonnegative integer below 2^63", "int", "integer")
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// expected describes the values of a type that obey the rules.
func expected(t reflect.Type, rules string) string {
	if strings.Contains(rules, "named") {
		return "one or more tables"
	}
	text := strings.Replace("a "+noun(t), "a i", "an i", 1)
	if words := strings.Trim(inWords.Replace(rules), ", "); words != "" {
		text += " (" + words + ")"
	}
	return text
}

// noun names the values of a type. It panics if a tag in the type is wrong.
func noun(t reflect.Type) string {
	switch k := t.Kind(); {
	case reflect.PointerTo(t).Implements(textType):
		return "string"
	case k == reflect.Pointer:
		return noun(t.Elem())
	case k == reflect.Slice:
		return "list of " + strings.TrimSuffix(noun(t.Elem()), "s") + "s"
	case k == reflect.Array:
		return fmt.Sprintf("list of %d %ss", t.Len(), noun(t.Elem()))
	case k == reflect.Struct:
		for _, f := range fieldsOf(t) {
			noun(f.Type)
		}
	}
	return nouns.Replace(strings.TrimRight(t.Kind().String(), "0123456789"))
}
