package spec

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// node is a value with its place. For a table it has members and no value.
type node struct {
	place
	first int // line; an overlay keeps it
	table map[string]*node
	list  []*node
	value any // as decoded
}

// newNode returns the node of x at p, or at the line of its key if lines has it.
func newNode(p place, lines map[string]int, x any) *node {
	p.line = cmp.Or(lines[p.key], p.line)
	n := &node{place: p, first: p.line, value: x}
	within := func(step string, x any) *node {
		return newNode(place{p.name, p.line, p.key + step}, lines, x)
	}
	switch x := x.(type) {
	case map[string]any:
		n.table, n.value = map[string]*node{}, nil
		for name, v := range x {
			n.table[name] = within("."+name, v)
		}
	case []any, []map[string]any:
		for i, v := range reflect.ValueOf(x).Seq2() {
			n.list = append(n.list, within(fmt.Sprintf("[%d]", i.Int()), v.Interface()))
		}
	}
	return n
}

// plain returns the value without places.
func (n *node) plain() any {
	if n.table == nil {
		return n.value
	}
	all := map[string]any{}
	for name, v := range n.table {
		all[name] = v.plain()
	}
	return all
}

var steps = regexp.MustCompile(`\.[^.[]*|\[\d+\]`)

// find returns the value at a dotted key in a table, or the innermost existing value on the way
// there and the rest of the key.
func (n *node) find(key string) (in *node, rest string) {
	rest = "." + key
	for _, step := range steps.FindAllString(rest, -1) {
		next := n.table[step[1:]]
		i, err := strconv.Atoi(strings.Trim(step, "[]"))
		if err == nil && i < len(n.list) {
			next = n.list[i]
		}
		if next == nil {
			break
		}
		n, rest = next, rest[len(step):]
	}
	return n, rest
}

// overlay returns over and, if both are tables, the other members of under. It shares no table with
// over.
func overlay(under, over *node) *node {
	if over.table == nil {
		return over
	}
	if under == nil {
		under = &node{first: over.first}
	}
	merged := &node{place: over.place, first: under.first, table: map[string]*node{}}
	maps.Copy(merged.table, under.table)
	for name, v := range over.table {
		merged.table[name] = overlay(under.table[name], v)
	}
	return merged
}

// trees returns the trees of src without a profile, with each profile, and last with the chosen
// profile and the assignments.
func (src Source) trees() (all []*node, err error) {
	text := strings.ReplaceAll(strings.TrimPrefix(string(src.Text), "\ufeff"), "\r\n", "\n")
	x, err := parse(src.Name, text)
	if err != nil {
		return nil, err
	}
	base := newNode(place{name: src.Name}, linesOf(text), x)
	profiles := cmp.Or(base.table["profile"], &node{table: map[string]*node{}})
	if profiles.table == nil {
		return nil, profiles.errorf("", "expected tables [profile.NAME]")
	}
	delete(base.table, "profile")
	all = append(all, base)
	names := slices.Sorted(maps.Keys(profiles.table))
	for _, name := range names {
		p := profiles.table[name]
		if p.table == nil {
			return nil, p.errorf("", "expected a table")
		}
		p.place = base.place
		all = append(all, overlay(base, p))
	}
	i := 1 + slices.Index(names, src.Profile)
	if i == 0 && src.Profile != "" {
		return nil, base.errorf("", "there is no table [profile.%s], the profiles are: %s",
			src.Profile, cmp.Or(strings.Join(names, ", "), "none"))
	}
	chosen := all[i]
	for i, arg := range src.Set {
		at := place{name: fmt.Sprintf("-set %.60s", arg), line: beyond + i}
		x, ok := parseSet(arg)
		if !ok {
			return nil, at.errorf("", "expected key=value, where a string that is empty or has blanks or "+
				"punctuation needs quotes inside those of the shell")
		}
		set := newNode(at, nil, x)
		set.place = base.place
		chosen = overlay(chosen, set)
	}
	return append(all, chosen), nil
}

// marks matches what nests in a text, and strings and comments, in which nothing does.
var marks = regexp.MustCompile(`(?s)"""(?:\\.|[^\\])*?"{3,5}|'''.*?'{3,5}|` +
	`"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[][{}.,=\n]`)

// deep returns the offset at which brackets and keys are nested too deeply for the TOML decoder,
// whose time and memory grow with the square of the depth; -1 if there is none.
func deep(text string) int {
	depth, names := 0, 0
	for _, at := range marks.FindAllStringIndex(text, -1) {
		switch text[at[0]] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '.':
			names++
		case ',', '=', '\n':
			names = 0
		}
		if depth+names > 20 {
			return at[0]
		}
	}
	return -1
}

// hints say what the TOML decoder expects.
var hints = strings.NewReplacer("int64", "integers, expected one below 2^63",
	"expected value but", "expected a value, of which text stands in quotes, but")

func parse(name, text string) (table map[string]any, err error) {
	if at := deep(text); at >= 0 {
		line := 1 + strings.Count(text[:at], "\n")
		return nil, place{name: name, line: line}.errorf("", "nested too deeply")
	}
	_, err = toml.Decode(text, &table)
	if p := (toml.ParseError{}); errors.As(err, &p) {
		err = place{name: name, line: p.Position.Line}.errorf("", "TOML: %s", hints.Replace(p.Message))
	}
	return table, err
}

// word matches a string, a number or a word.
var word = regexp.MustCompile(`"[^"]*"|'[^']*'|[^][{}=,"'\s]+`)

// parseSet parses an assignment, in which words need no quotes.
func parseSet(arg string) (table map[string]any, ok bool) {
	key, text, ok := strings.Cut(arg, "=")
	table, err := parse("", arg)
	if err != nil {
		table, err = parse("", key+"="+word.ReplaceAllStringFunc(text, func(s string) string {
			if _, err := parse("", "x="+s); err != nil {
				return strconv.Quote(s)
			}
			return s
		}))
	}
	return table, ok && err == nil && !strings.Contains(arg, "\n")
}

// head matches a header or the key of an assignment at the beginning of a line.
var head = regexp.MustCompile(
	`^\s*(?:\[(\[)?\s*((?:[\w.-]|"[^"]*")+)\s*\]+\s*(?:#.*)?$|("[^"]*"|[\w.-]+)\s*=)`)

// linesOf returns the lines of the keys in a text that are at the beginning of a line. The TOML
// decoder does not report lines.
func linesOf(text string) map[string]int {
	lines, count, table := map[string]int{}, map[string]int{}, ""
	for i, line := range strings.Split(text, "\n") {
		m := head.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key := table + "." + strings.Trim(m[3], `"`)
		if m[3] == "" {
			key = "." + strings.ReplaceAll(m[2], `"`, "")
			table = key
		}
		if m[1] != "" { // an element of an array of tables
			table = element(key, count[key])
			lines[table] = i + 1
			count[key]++
		}
		for key != "" && lines[key] == 0 {
			lines[key] = i + 1
			key = key[:strings.LastIndexAny(key, ".[")] // of the table or list around it
		}
	}
	return lines
}
