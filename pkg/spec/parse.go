package spec

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// node is a value of the spec with the place where it was given. It is a table if table is not nil,
// a list if list is not nil, else a scalar.
type node struct {
	key   string // the whole key as it stands at the place
	at    place
	value any // string, int64, float64, bool or time.Time
	table map[string]*node
	list  []*node
}

// parse returns the layers of src, all of its profiles among them, and the base overlaid by the
// chosen profile and the assignments. It returns an error if the text is not TOML, if the profile
// is unknown or if an assignment is malformed.
func parse(src Source) (layers []*node, merged *node, wrong *Error) {
	at := place{name: src.Name}
	base, wrong := parseTOML(string(src.Text), at)
	if wrong != nil {
		return nil, nil, wrong
	}
	profiles := base.table["profile"]
	if profiles == nil {
		profiles = new(node)
	} else if profiles.table == nil {
		return nil, nil, profiles.wrong(": expected tables [profile.NAME], got " + profiles.kind())
	}
	delete(base.table, "profile")
	layers, merged = []*node{base}, base
	names := slices.Sorted(maps.Keys(profiles.table))
	for _, name := range names {
		p := profiles.table[name]
		if p.table == nil {
			return nil, nil, p.wrong(": expected a table, got " + p.kind())
		}
		layers = append(layers, p)
	}
	if src.Profile != "" {
		p := profiles.table[src.Profile]
		if p == nil {
			known := "it has no profiles"
			if len(names) > 0 {
				known = "known are " + list(names)
			}
			msg := fmt.Sprintf("profile %q is unknown; %s", Clip(src.Profile), known)
			return nil, nil, &Error{at: at, msg: msg}
		}
		merged = overlay(merged, p)
	}
	for i, arg := range src.Set {
		n, wrong := parseSet(arg, i+1)
		if wrong != nil {
			return nil, nil, wrong
		}
		layers = append(layers, n)
		merged = overlay(merged, n)
	}
	return layers, merged, nil
}

func overlay(under, over *node) *node {
	if under.table == nil || over.table == nil {
		return over
	}
	n := *under
	n.table = maps.Clone(under.table)
	for name, v := range over.table {
		if u := n.table[name]; u != nil {
			v = overlay(u, v)
		}
		n.table[name] = v
	}
	return &n
}

// find returns the node of a key, in the form that Errorf takes, and true. If there is none, it
// returns the innermost node around it, and false. The key of n itself in that form is path.
func (n *node) find(path, key string) (*node, bool) {
	children := make(map[string]*node)
	for name, c := range n.table {
		children[join(path, name)] = c
	}
	for i, c := range n.list {
		children[element(path, i)] = c
	}
	for p, c := range children {
		rest, ok := strings.CutPrefix(key, p)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return c.find(p, key)
		}
	}
	return n, path == key
}

// wrong returns an error about n.
func (n *node) wrong(msg string) *Error { return &Error{at: n.at, key: n.key, msg: msg} }

// kind names the type of a node, for errors.
func (n *node) kind() string {
	switch {
	case n.table != nil:
		return "a table"
	case n.list != nil:
		return "a list"
	}
	switch v := n.value.(type) {
	case string:
		if _, ok := unsigned(v); ok {
			return "an integer out of range"
		}
		return "a string"
	case bool:
		return "a boolean"
	case int64:
		return "an integer"
	case float64:
		return "a float"
	}
	return "a date or time"
}

// parseTOML parses text. The place of a node is at, with the node's line unless at is an
// assignment.
func parseTOML(text string, at place) (*node, *Error) {
	b := builder{scan(text), at}
	if b.deep > 0 {
		msg := fmt.Sprintf("is nested deeper than %d levels", maxDepth)
		return nil, &Error{at: b.place(b.deep), msg: msg}
	}
	m, err := unmarshal(text)
	var pe toml.ParseError
	switch {
	case errors.As(err, &pe):
		return nil, b.syntaxError(pe)
	case err != nil:
		return nil, &Error{at: at, msg: "is not TOML: " + err.Error(), err: err}
	}
	return b.node("", m, 0), nil
}

// unmarshal is [toml.Unmarshal], except that it returns an error where that panics, as it does on
// some texts that are not TOML.
func unmarshal(text string) (m map[string]any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	err = toml.Unmarshal([]byte(text), &m)
	return m, err
}

// builder turns decoded TOML into nodes.
type builder struct {
	*scanner
	at place
}

func (b builder) place(line int) place {
	p := b.at
	if p.order == 0 {
		p.line = line
	}
	return p
}

// syntaxError rewords a parse error. The position of a parse error is right, its key not always.
func (b builder) syntaxError(pe toml.ParseError) *Error {
	msg := strings.TrimSuffix(strings.TrimSpace(pe.Message), ".")
	line := pe.Position.Line
	e := &Error{at: b.place(line), err: pe}
	if rest, ok := strings.CutPrefix(msg, "Key '"); ok {
		if key, ok := strings.CutSuffix(rest, "' has already been defined"); ok {
			e.key, e.msg = key, " is given twice"
			if first := b.lines[key]; first > 0 && first != line {
				e.msg += fmt.Sprintf(", first on line %d", first)
			}
			return e
		}
	}
	if b.lines[pe.LastKey] == line {
		e.key, e.msg = pe.LastKey, ": "
	}
	r, size := utf8.DecodeRuneInString(msg)
	e.msg += "TOML syntax: " + string(unicode.ToLower(r)) + msg[size:]
	return e
}

// node builds the node of v at key. The argument line is the line of the enclosing value, used if
// the key has no line of its own.
func (b builder) node(key string, v any, line int) *node {
	if l, ok := b.lines[key]; ok {
		line = l
	}
	n := &node{key: key, at: b.place(line)}
	if m, ok := v.(map[string]any); ok {
		n.table = make(map[string]*node, len(m))
		for name, w := range m {
			n.table[name] = b.node(join(key, name), w, line)
		}
	} else if l := reflect.ValueOf(v); l.Kind() == reflect.Slice {
		n.list = make([]*node, l.Len())
		for i := range n.list {
			n.list[i] = b.node(element(key, i), l.Index(i).Interface(), line)
		}
	} else if n.value = v; b.vanished[key] {
		n.value = math.SmallestNonzeroFloat64 // which is too small, too
	}
	return n
}

// unsigned returns the integer s, and true if it is one of 64 bits that TOML, whose integers are
// signed, has not.
func unsigned(s string) (uint64, bool) {
	i, err := strconv.ParseUint(s, 10, 64)
	return i, err == nil && i > math.MaxInt64
}

// scalar matches a string, a number, or a word that may be given as a string without quotes.
const scalar = `"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\pL\pN_+./~:@%-]+`

var (
	scalars = regexp.MustCompile(scalar)
	lists   = regexp.MustCompile(`^(?:[][, \t]|` + scalar + `)+$`)
)

// quote quotes the words and the integers that are unsigned in a scalar or a list.
func quote(text string) string {
	return scalars.ReplaceAllStringFunc(text, func(s string) string {
		_, err := unmarshal("x = " + s)
		_, large := unsigned(s)
		if large || err != nil && !strings.ContainsAny(s[:1], `"'`) && !outOfRange(err) {
			return strconv.Quote(s)
		}
		return s
	})
}

func outOfRange(err error) bool { return strings.Contains(err.Error(), "out of range") }

// parseSet parses an assignment, the order-th one.
func parseSet(arg string, order int) (*node, *Error) {
	at := place{name: "-set " + printable(arg), order: order}
	key, text, ok := strings.Cut(arg, "=")
	key, text = strings.TrimSpace(key), strings.TrimSpace(text)
	if !ok {
		return nil, &Error{at: at, msg: "expected key=value"}
	}
	if _, wrong := parseTOML(key+" = 0", at); wrong != nil {
		msg := fmt.Sprintf("expected key=value, %q is not a dotted key", Clip(key))
		return nil, &Error{at: at, msg: msg}
	}
	if scan(arg).statements > 1 {
		return nil, &Error{at: at, msg: "expected one key=value"}
	}
	root, wrong := parseTOML(key+" = "+text, at)
	if wrong != nil && lists.MatchString(text) {
		root, wrong = parseTOML(key+" = "+quote(text), at)
	}
	if wrong != nil {
		if !outOfRange(wrong) {
			wrong.key, wrong.msg = "", fmt.Sprintf("%q is not a TOML value; the empty string, and a "+
				"string with blanks or punctuation, needs quotes inside those of the shell", Clip(text))
		}
		return nil, wrong
	}
	if p := root.table["profile"]; p != nil {
		msg := " cannot be set: a profile is chosen by its name"
		return nil, &Error{at: at, key: "profile", msg: msg}
	}
	return root, nil
}
