package spec

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// kind is the kind of a value in a spec.
type kind int

const (
	table   kind = iota
	array        // a list of any length
	text         // a string that the type itself parses
	str          // a string
	boolean      // true or false
	integer      // signed
	natural      // an unsigned integer
	number       // a float
)

// schema describes the values that a spec may give for a Go type.
type schema struct {
	kind    kind
	fields  []field // of a table
	elem    *schema // of a list
	length  int     // of a list; -1 if it is free
	pointer bool    // the Go type is a pointer to what the rest describes
	typ     reflect.Type

	positive, nonnegative bool
	min, max              float64 // infinite if there is no bound
	in                    []string
	nonempty, distinct    bool
}

type field struct {
	name     string
	index    []int
	optional bool
	*schema
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// targetOf returns the struct that s points to and its schema.
func targetOf(s any) (reflect.Value, *schema) {
	p := reflect.ValueOf(s)
	if p.Kind() != reflect.Pointer || p.IsNil() || p.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("spec: Decode requires a pointer to a struct, got %T", s))
	}
	sch := schemaOf(p.Elem().Type())
	if sch.kind != table {
		panic(fmt.Sprintf("spec: Decode requires a struct of fields, but %T parses itself", s))
	}
	if sch.field("profile") != nil {
		panic(fmt.Sprintf("spec: %T has a field with the key profile", s))
	}
	return p.Elem(), sch
}

// schemaOf returns the schema of t without rules. It panics if a spec cannot give a t.
func schemaOf(t reflect.Type) *schema {
	s := &schema{typ: t, length: -1, min: math.Inf(-1), max: math.Inf(1)}
	switch k := t.Kind(); {
	case k == reflect.Pointer && t.Elem().Kind() != reflect.Pointer:
		s = schemaOf(t.Elem())
		s.pointer = true
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		s.kind = text
	case k == reflect.Struct:
		s.kind = table
		for _, f := range fieldsOf(t) {
			s.addField(f)
		}
	case k == reflect.Slice || k == reflect.Array:
		s.kind = array
		if k == reflect.Array {
			s.length = t.Len()
		}
		s.elem = schemaOf(t.Elem())
	case k == reflect.String:
		s.kind = str
	case k == reflect.Bool:
		s.kind = boolean
	case k == reflect.Int || k == reflect.Int64:
		s.kind = integer
	case k == reflect.Uint || k == reflect.Uint64:
		s.kind = natural
	case k == reflect.Float64:
		s.kind = number
	default:
		panic(fmt.Sprintf("spec: a field cannot be a %v", t))
	}
	return s
}

// fieldsOf returns the fields of a struct that have a key, with the key for a name. Those of an
// embedded struct and of one with the tag inline are among them.
func fieldsOf(t reflect.Type) []reflect.StructField {
	var fields []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		tag, tagged := f.Tag.Lookup("toml")
		name, rest, _ := strings.Cut(tag, ",")
		if rest == "inline" {
			for _, g := range fieldsOf(f.Type) {
				g.Index = slices.Concat(f.Index, g.Index)
				fields = append(fields, g)
			}
			continue
		}
		if f.Anonymous && !tagged || !f.IsExported() || name == "-" {
			continue
		}
		if name != "" {
			f.Name = name
		}
		fields = append(fields, f)
	}
	return fields
}

func (s *schema) addField(f reflect.StructField) {
	if s.field(f.Name) != nil {
		panic(fmt.Sprintf("spec: %v has two fields with the key %q", s.typ, f.Name))
	}
	sub := field{name: f.Name, index: f.Index, schema: schemaOf(f.Type)}
	if rules := f.Tag.Get("spec"); rules != "" {
		for rule := range strings.SplitSeq(rules, ",") {
			if rule == "optional" {
				sub.optional = true
			} else {
				sub.addRule(rule)
			}
		}
	}
	s.fields = append(s.fields, sub)
}

// numeric reports whether the values are numbers.
func (s *schema) numeric() bool { return s.kind >= integer }

// addRule adds one rule of a spec tag. Rules about a list itself stay with it; others go to its
// elements.
func (s *schema) addRule(rule string) {
	word, arg, _ := strings.Cut(rule, "=")
	if s.kind == array && word != "nonempty" && word != "distinct" {
		s.elem.addRule(rule)
		return
	}
	isString := s.kind == str || s.kind == text
	fits := false
	var err error
	switch word {
	case "positive":
		s.positive, fits = true, s.numeric()
	case "nonnegative":
		s.nonnegative, fits = true, s.numeric()
	case "min":
		s.min, err = strconv.ParseFloat(arg, 64)
		fits = s.numeric()
	case "max":
		s.max, err = strconv.ParseFloat(arg, 64)
		fits = s.numeric()
	case "in":
		s.in, fits = strings.Split(arg, "|"), isString
	case "nonempty":
		s.nonempty, fits = true, isString || s.kind == array
	case "distinct":
		s.distinct, fits = true, s.kind == array && s.elem.kind != table && s.elem.kind != array
	}
	if !fits || err != nil {
		panic(fmt.Sprintf("spec: the rule %q is not one for a %v", rule, s.typ))
	}
}

func (s *schema) field(name string) *field {
	for i := range s.fields {
		if s.fields[i].name == name {
			return &s.fields[i]
		}
	}
	return nil
}

// expected describes a valid value, with its article.
func (s *schema) expected() string {
	one, _ := s.describe()
	return one
}

// describe describes one valid value, with its article, and several.
func (s *schema) describe() (one, many string) {
	noun, rest, adjective := "integer", "", ""
	switch {
	case s.kind == boolean:
		return "true or false", "booleans"
	case s.in != nil:
		return "one of " + list(s.in), "strings out of " + list(s.in)
	case s.kind == table:
		noun = "table"
	case s.kind == array:
		_, of := s.elem.describe()
		if s.length >= 0 {
			of = fmt.Sprintf("%d %s", s.length, of)
		}
		noun, rest = "list", " of "+of
	case s.kind == str || s.kind == text:
		noun = "string"
	case s.kind == number:
		noun = "number"
	}
	atLeast, atMost := !math.IsInf(s.min, 0), !math.IsInf(s.max, 0)
	switch {
	case s.nonempty:
		adjective = "nonempty "
	case s.positive:
		adjective = "positive "
	case s.nonnegative || s.kind == natural && !atLeast:
		adjective = "nonnegative "
	}
	switch {
	case atLeast && atMost:
		rest = " from " + format(s.min) + " to " + format(s.max)
	case atLeast:
		rest = " of at least " + format(s.min)
	case atMost:
		rest = " of at most " + format(s.max)
	}
	article := "a "
	if adjective == "" && noun == "integer" {
		article = "an "
	}
	return article + adjective + noun + rest, adjective + noun + "s" + rest
}

// admits reports whether the rules admit x.
func (s *schema) admits(x float64) bool {
	return !(s.positive && x <= 0) && !(s.nonnegative && x < 0) && s.min <= x && x <= s.max
}

func format(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
