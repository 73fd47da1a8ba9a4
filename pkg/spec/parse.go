package spec

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// node is a value of the spec with the place where it was given. It is a table if table is not nil,
// a list if list is not nil, else a scalar.
type node struct {
	name  string // the last part of the key
	key   string // the whole key as it stands at the place
	at    place
	value any // string, int64, float64, bool or time.Time
	table map[string]*node
	list  []*node
}

// document is a source split into its layers.
type document struct {
	base     *node
	profiles []*node // all of them, in the order of the text
	chosen   *node   // nil for the base alone
	sets     []*node // tables with one value in them
}

// parse splits src into its layers. It returns a problem and no document if the text is not TOML,
// if the profile is unknown or if an assignment is malformed.
func parse(src Source) (*document, *problem) {
	if p := src.checkUTF8(); p != nil {
		return nil, p
	}
	at := place{file: src.Name}
	root, p := parseTOML(string(src.Text), at)
	if p != nil {
		return nil, p
	}
	doc := &document{base: root}
	if top := root.table["profile"]; top != nil {
		delete(root.table, "profile")
		if top.table == nil {
			msg := ": expected tables [profile.NAME], got " + top.kind()
			return nil, &problem{at: top.at, key: "profile", msg: msg}
		}
		doc.profiles = slices.SortedFunc(maps.Values(top.table), func(a, b *node) int {
			if a.at.line != b.at.line {
				return a.at.line - b.at.line
			}
			return strings.Compare(a.name, b.name)
		})
		for _, pr := range doc.profiles {
			if pr.table == nil {
				return nil, &problem{at: pr.at, key: pr.key, msg: ": expected a table, got " + pr.kind()}
			}
		}
	}
	if src.Profile != "" {
		i := slices.IndexFunc(doc.profiles, func(n *node) bool { return n.name == src.Profile })
		if i < 0 {
			known := "it has no profiles"
			if len(doc.profiles) > 0 {
				known = "known are " + list(doc.profileNames())
			}
			return nil, &problem{at: at, msg: fmt.Sprintf("profile %q is unknown; %s", src.Profile, known)}
		}
		doc.chosen = doc.profiles[i]
	}
	for i, arg := range src.Set {
		n, p := parseSet(arg, i+1)
		if p != nil {
			return nil, p
		}
		doc.sets = append(doc.sets, n)
	}
	return doc, nil
}

// merge returns the layers as one table.
func (doc *document) merge() *node {
	n := doc.base
	if doc.chosen != nil {
		n = overlay(n, doc.chosen)
	}
	for _, set := range doc.sets {
		n = overlay(n, set)
	}
	return n
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
// returns the innermost node around it, and false.
func (n *node) find(key string) (*node, bool) {
	for rest := key; rest != ""; {
		var next *node
		for _, k := range n.children() {
			// The rest of the key starts with this child's step.
			step, ok := strings.CutPrefix(rest, k.step)
			if ok && (step == "" || step[0] == '.' || step[0] == '[') {
				next, rest = k.node, strings.TrimPrefix(step, ".")
				break
			}
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

type child struct {
	step string
	node *node
}

func (n *node) children() []child {
	var c []child
	for _, name := range slices.Sorted(maps.Keys(n.table)) {
		c = append(c, child{keyPart(name), n.table[name]})
	}
	for i, e := range n.list {
		c = append(c, child{element("", i), e})
	}
	return c
}

// kind names the type of a node, for errors.
func (n *node) kind() string {
	switch {
	case n.table != nil:
		return "a table"
	case n.list != nil:
		return "a list"
	}
	switch n.value.(type) {
	case string:
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

func (src Source) checkUTF8() *problem {
	if utf8.Valid(src.Text) {
		return nil
	}
	line := 1
	for text := src.Text; ; {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size <= 1 {
			break
		}
		if r == '\n' {
			line++
		}
		text = text[size:]
	}
	at := place{file: src.Name, line: line}
	return &problem{at: at, msg: "is not UTF-8 text, expected a TOML file"}
}

// parseTOML parses text. The place of a node is at, with the node's line unless at is an
// assignment.
func parseTOML(text string, at place) (*node, *problem) {
	sc := scan(text)
	lineAt := func(line int) place {
		p := at
		if p.order == 0 {
			p.line = line
		}
		return p
	}
	if sc.deep > 0 {
		msg := fmt.Sprintf("is nested deeper than %d levels", maxDepth)
		return nil, &problem{at: lineAt(sc.deep), msg: msg}
	}
	m, err := unmarshal(text)
	if err != nil {
		var pe toml.ParseError
		if !errors.As(err, &pe) {
			return nil, &problem{at: at, msg: "is not TOML: " + err.Error(), err: err}
		}
		return nil, syntaxProblem(pe, sc, lineAt)
	}
	b := builder{lines: sc.lines, at: lineAt}
	root := b.node("", "", m, 0)
	root.at = at
	return root, nil
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

// syntaxProblem turns a parse error into a problem. The position of a parse error is right, its key
// not always.
func syntaxProblem(pe toml.ParseError, sc *scanner, at func(int) place) *problem {
	msg := strings.TrimSuffix(strings.TrimSpace(pe.Message), ".")
	p := &problem{at: at(pe.Position.Line), err: pe}
	if rest, ok := strings.CutPrefix(msg, "Key '"); ok {
		if key, ok := strings.CutSuffix(rest, "' has already been defined"); ok {
			p.key, p.msg = key, " is given twice"
			if first := sc.lines[key]; first > 0 && first != pe.Position.Line {
				p.msg += fmt.Sprintf(", first on line %d", first)
			}
			return p
		}
	}
	if line, ok := sc.lines[pe.LastKey]; ok && line == pe.Position.Line && pe.LastKey != "" {
		p.key = pe.LastKey
		p.msg = ": "
	}
	r, size := utf8.DecodeRuneInString(msg)
	p.msg += "TOML syntax: " + string(unicode.ToLower(r)) + msg[size:]
	return p
}

// builder turns decoded TOML into nodes.
type builder struct {
	lines map[string]int
	at    func(line int) place
}

// node builds the node of v at key. The argument line is the line of the enclosing value, used if
// the key has no line of its own.
func (b *builder) node(name, key string, v any, line int) *node {
	if l, ok := b.lines[key]; ok {
		line = l
	}
	n := &node{name: name, key: key, at: b.at(line)}
	switch v := v.(type) {
	case map[string]any:
		n.table = make(map[string]*node, len(v))
		for name, w := range v {
			n.table[name] = b.node(name, join(key, name), w, line)
		}
	case []map[string]any:
		n.list = make([]*node, len(v))
		for i, w := range v {
			n.list[i] = b.node(name, element(key, i), w, line)
		}
	case []any:
		n.list = make([]*node, len(v))
		for i, w := range v {
			n.list[i] = b.node(name, element(key, i), w, line)
		}
	case string, bool, int64, float64, time.Time:
		n.value = v
	default:
		panic(fmt.Sprintf("spec: the TOML decoder gave a %T", v))
	}
	return n
}

// parseSet parses an assignment, the order-th one.
func parseSet(arg string, order int) (*node, *problem) {
	at := place{set: arg, order: order}
	wrong := func(format string, args ...any) (*node, *problem) {
		return nil, &problem{at: at, msg: fmt.Sprintf(format, args...)}
	}
	if !utf8.ValidString(arg) || strings.ContainsAny(arg, "\n\r") {
		return wrong("expected key=value on one line of UTF-8 text")
	}
	key, text, ok := cutAssignment(arg)
	key, text = strings.TrimSpace(key), strings.TrimSpace(text)
	if !ok || key == "" {
		return wrong("expected key=value")
	}
	if _, p := parseTOML(key+" = 0", at); p != nil {
		return wrong("expected key=value, %q is not a dotted key", key)
	}
	if text == "" || text[0] == '#' {
		return wrong(`expected a value after "="; the empty string is written ""`)
	}
	root, p := parseTOML(key+" = "+text, at)
	if p != nil {
		if strings.Contains(p.msg, "out of range") {
			return nil, p
		}
		if !bareWord(text) {
			return wrong("%q is not a TOML value; a string with blanks or punctuation needs quotes", text)
		}
		if root, p = parseTOML(key+" = "+basicString(text), at); p != nil {
			return nil, p
		}
	}
	if root.table["profile"] != nil {
		msg := " cannot be set: a profile is chosen by its name"
		return nil, &problem{at: at, key: "profile", msg: msg}
	}
	return root, nil
}

// cutAssignment cuts s around the first "=" that is not inside quotes.
func cutAssignment(s string) (key, value string, ok bool) {
	quote := rune(0)
	escaped := false
	for i, r := range s {
		switch {
		case escaped:
			escaped = false
		case quote == '"' && r == '\\':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '=':
			return s[:i], s[i+1:], true
		}
	}
	return "", "", false
}

// bareWord reports whether s may be given as a string without quotes.
func bareWord(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-+./~:@%", r) {
			return false
		}
	}
	return s != ""
}
