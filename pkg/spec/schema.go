package spec

import (
	"encoding"
	"fmt"
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
	min, max              *float64
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
	sch := schemaOf(p.Elem().Type(), "", 0)
	if sch.kind != table {
		panic(fmt.Sprintf("spec: Decode requires a struct of fields, but %T parses itself", s))
	}
	if sch.field("profile") != nil {
		panic(fmt.Sprintf("spec: %T has a field with the key profile", s))
	}
	return p.Elem(), sch
}

// schemaOf returns the schema of t, with the rules of a field's spec tag. It panics if t or the
// rules make no sense.
func schemaOf(t reflect.Type, rules string, depth int) *schema {
	if depth > maxDepth {
		panic(fmt.Sprintf("spec: type %v is recursive", t))
	}
	s := &schema{typ: t, length: -1}
	if t.Kind() == reflect.Pointer {
		s = schemaOf(t.Elem(), rules, depth+1)
		if s.pointer {
			panic(fmt.Sprintf("spec: a field cannot be a %v", t))
		}
		s.pointer = true
		return s
	}
	switch k := t.Kind(); {
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		s.kind = text
	case k == reflect.Struct:
		s.kind = table
		s.addFields(t, nil, depth)
	case k == reflect.Slice || k == reflect.Array:
		s.kind = array
		if k == reflect.Array {
			s.length = t.Len()
		}
		s.elem = schemaOf(t.Elem(), "", depth+1)
	case k == reflect.String:
		s.kind = str
	case k == reflect.Bool:
		s.kind = boolean
	case k >= reflect.Int && k <= reflect.Int64:
		s.kind = integer
	case k >= reflect.Uint && k <= reflect.Uint64:
		s.kind = natural
	case k == reflect.Float32 || k == reflect.Float64:
		s.kind = number
	default:
		panic(fmt.Sprintf("spec: a field cannot be a %v", t))
	}
	if rules != "" {
		for rule := range strings.SplitSeq(rules, ",") {
			s.addRule(rule)
		}
	}
	return s
}

func (s *schema) addFields(t reflect.Type, index []int, depth int) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("toml")
		name, _, _ := strings.Cut(tag, ",")
		at := append(slices.Clone(index), i)
		if f.Anonymous && !tagged && f.Type.Kind() == reflect.Struct {
			s.addFields(f.Type, at, depth+1)
			continue
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if s.field(name) != nil {
			panic(fmt.Sprintf("spec: %v has two fields with the key %q", t, name))
		}
		var rules []string
		optional := false
		if tag := f.Tag.Get("spec"); tag != "" {
			for r := range strings.SplitSeq(tag, ",") {
				r = strings.TrimSpace(r)
				if r == "optional" {
					optional = true
				} else {
					rules = append(rules, r)
				}
			}
		}
		sub := schemaOf(f.Type, strings.Join(rules, ","), depth+1)
		s.fields = append(s.fields, field{name, at, optional, sub})
	}
}

// addRule adds one rule of a spec tag. Rules about a list itself stay with it; others go to its
// elements.
func (s *schema) addRule(rule string) {
	word, arg, hasArg := strings.Cut(rule, "=")
	bad := func(why string) { panic(fmt.Sprintf("spec: rule %q on a %v: %s", rule, s.typ, why)) }
	if s.kind == array && word != "nonempty" && word != "distinct" {
		s.elem.addRule(rule)
		return
	}
	numeric := s.kind == integer || s.kind == natural || s.kind == number
	switch word {
	case "positive", "nonnegative", "min", "max":
		if !numeric {
			bad("requires numbers")
		}
	case "in":
		if s.kind != str && s.kind != text {
			bad("requires strings")
		}
	case "nonempty":
		if s.kind != array && s.kind != str && s.kind != text {
			bad("requires a list or a string")
		}
	case "distinct":
		if s.kind != array || s.elem.kind == table || s.elem.kind == array {
			bad("requires a list of scalars")
		}
	default:
		bad("there is no such rule")
	}
	if takesArg := word == "min" || word == "max" || word == "in"; takesArg != (hasArg && arg != "") {
		bad("wrong argument")
	}
	bound := func() *float64 {
		x, err := strconv.ParseFloat(arg, 64)
		if err != nil || x-x != 0 {
			bad("is not a finite number")
		}
		return &x
	}
	switch word {
	case "positive":
		s.positive = true
	case "nonnegative":
		s.nonnegative = true
	case "min":
		s.min = bound()
	case "max":
		s.max = bound()
	case "in":
		s.in = strings.Split(arg, "|")
	case "nonempty":
		s.nonempty = true
	case "distinct":
		s.distinct = true
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
	switch s.kind {
	case table:
		return "a table", "tables"
	case array:
		_, of := s.elem.describe()
		adjective := ""
		if s.nonempty {
			adjective = "nonempty "
		}
		if s.length >= 0 {
			return fmt.Sprintf("a list of %d %s", s.length, of), fmt.Sprintf("lists of %d %s", s.length, of)
		}
		return "a " + adjective + "list of " + of, adjective + "lists of " + of
	case boolean:
		return "true or false", "booleans"
	case str, text:
		switch {
		case len(s.in) == 1:
			return s.in[0], "strings that are " + s.in[0]
		case s.in != nil:
			return "one of " + list(s.in), "strings out of " + list(s.in)
		case s.nonempty:
			return "a nonempty string", "nonempty strings"
		}
		return "a string", "strings"
	}

	noun, article := "integer", "an "
	if s.kind == number {
		noun, article = "number", "a "
	}
	adjective := ""
	switch {
	case s.positive:
		adjective, article = "positive ", "a "
	case s.nonnegative || s.kind == natural && s.min == nil:
		adjective, article = "nonnegative ", "a "
	}
	bounds := ""
	switch {
	case s.min != nil && s.max != nil:
		bounds = " from " + format(*s.min) + " to " + format(*s.max)
	case s.min != nil:
		bounds = " of at least " + format(*s.min)
	case s.max != nil:
		bounds = " of at most " + format(*s.max)
	}
	return article + adjective + noun + bounds, adjective + noun + "s" + bounds
}

// admits reports whether the rules admit x.
func (s *schema) admits(x float64) bool {
	return !(s.positive && x <= 0) &&
		!(s.nonnegative && x < 0) &&
		!(s.min != nil && x < *s.min) &&
		!(s.max != nil && x > *s.max)
}

func format(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
