package spec

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// beyond is behind all lines of a file. Assignments have lines from there on.
const beyond = 1 << 20

// layer is the text outside its profiles, a profile, or an assignment.
type layer struct {
	name  string         // of the file, or the assignment
	root  string         // the key of the table in the text
	lines map[string]int // of keys in the text
	table map[string]any
}

// layers overlay each other in their order.
type layers []layer

// layers returns the layers of the text without a profile and with each of them, and last those of
// src. After an error there is a layer without keys.
func (src Source) layers() ([]layers, error) {
	base, err := parse(src.Name, string(src.Text))
	chosen := layers{base}
	all := []layers{chosen}
	if err != nil {
		return all, err
	}
	tables, ok := base.table["profile"].(map[string]any)
	if !ok && base.table["profile"] != nil {
		return all, chosen.errorf("profile", "expected tables [profile.NAME]")
	}
	delete(base.table, "profile")
	names := slices.Sorted(maps.Keys(tables))
	for _, name := range names {
		p := layer{src.Name, join("profile", name), base.lines, nil}
		if p.table, ok = tables[name].(map[string]any); !ok {
			return all, chosen.errorf(p.root, "expected a table")
		}
		all = append(all, layers{base, p})
		if name == src.Profile {
			chosen = layers{base, p}
		}
	}
	if src.Profile != "" && len(chosen) == 1 {
		return all, chosen.errorf("", "there is no table [profile.%s], the profiles are: %s", src.Profile,
			cmp.Or(strings.Join(names, ", "), "none"))
	}
	for i, arg := range src.Set {
		l, err := parseSet(arg, beyond+i)
		if err != nil {
			return all, err
		}
		chosen = append(chosen, l)
	}
	return append(all, chosen), nil
}

// errorf returns an error about the value of a key, with the place where the key, or else the
// innermost table around it, is given last.
func (all layers) errorf(key, format string, args ...any) *Error {
	name, line, written := all[0].name, 0, key
	around, _, _ := strings.Cut(key, "[") // a list is given as a whole
	for ; around != "" && line == 0; around = parent(around) {
		for _, l := range all {
			if l.lines[join(l.root, around)] > 0 {
				name, written = l.name, join(l.root, key)
				line = l.line(written)
			}
		}
	}
	return newError(name, line, written, fmt.Sprintf(format, args...))
}

// line returns the line of a key in the text, or else of the innermost table or list around it.
func (l layer) line(key string) int {
	for key != "" && l.lines[key] == 0 {
		key = parent(key)
	}
	return l.lines[key]
}

// merged returns the layers over each other.
func (all layers) merged() map[string]any {
	merged := map[string]any{}
	for _, l := range all {
		merged = overlay(merged, l.table)
	}
	return merged
}

func overlay(under, over map[string]any) map[string]any {
	all := maps.Clone(under)
	for name, v := range over {
		below, isTable := all[name].(map[string]any)
		if above, ok := v.(map[string]any); ok && isTable {
			v = overlay(below, above)
		}
		all[name] = v
	}
	return all
}

// leaves returns the values in x, which has the key key, that are not tables, by their keys.
func leaves(key string, x any) map[string]any {
	table, ok := x.(map[string]any)
	if !ok {
		return map[string]any{key: x}
	}
	all := map[string]any{}
	for name, v := range table {
		maps.Copy(all, leaves(join(key, name), v))
	}
	return all
}

// deep matches brackets and keys that are nested too deeply for the TOML decoder.
var deep = regexp.MustCompile(`(?:[[{][^]}#"']*?){50}|(?:[^#.,=\n]+\.){50}`)

func parse(name, text string) (layer, error) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	l := layer{name: name}
	if at := deep.FindStringIndex(text); at != nil {
		return l, newError(name, 1+strings.Count(text[:at[1]], "\n"), "", "nested too deeply")
	}
	l.lines = linesOf(text)
	_, err := toml.Decode(text, &l.table)
	if p := (toml.ParseError{}); errors.As(err, &p) {
		err = newError(name, p.Position.Line, "", "TOML: "+hints.Replace(p.Message))
	}
	for key := range leaves("", l.table) {
		l.lines[key] = l.line(key)
	}
	return l, err
}

// hints say what the TOML decoder expects.
var hints = strings.NewReplacer("int64", "integers, expected one below 2^63",
	"expected value but", "expected a value, of which text stands in quotes, but")

// word matches a string, a number or a word.
var word = regexp.MustCompile(`"[^"]*"|'[^']*'|[^][{}=,"'\s]+`)

// parseSet parses an assignment, in which words need no quotes.
func parseSet(arg string, line int) (layer, error) {
	name := fmt.Sprintf("-set %.60s", arg)
	key, text, ok := strings.Cut(arg, "=")
	l, err := parse(name, arg)
	if err != nil {
		l, err = parse(name, key+"="+word.ReplaceAllStringFunc(text, func(s string) string {
			if _, err := parse("", "x="+s); err != nil {
				return strconv.Quote(s)
			}
			return s
		}))
	}
	if err != nil || !ok || strings.Contains(arg, "\n") {
		return l, newError(name, line, "", "expected key=value, where a string that is empty or has "+
			"blanks or punctuation needs quotes inside those of the shell")
	}
	for key := range l.lines {
		l.lines[key] = line
	}
	return l, nil
}

// head matches a header or the key of an assignment at the beginning of a line.
var head = regexp.MustCompile(`^\s*(?:\[(\[)?\s*([\w.-]+)\s*\]+\s*(?:#.*)?$|("[^"]*"|[\w.-]+)\s*=)`)

// linesOf returns the lines of the keys in a text, which the TOML decoder does not tell, where they
// stand at the beginning of a line.
func linesOf(text string) map[string]int {
	lines, count, table := map[string]int{}, map[string]int{}, ""
	for i, line := range strings.Split(text, "\n") {
		m := head.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key := join(table, strings.Trim(m[3], `"`))
		if m[3] == "" {
			key, table = m[2], m[2]
		}
		if m[1] != "" { // an element of an array of tables
			table = element(key, count[key])
			lines[table] = i + 1
			count[key]++
		}
		for ; lines[key] == 0; key = parent(key) {
			lines[key] = i + 1
		}
	}
	delete(lines, "")
	return lines
}

// join returns the key of a name in the table at key.
func join(key, name string) string { return strings.TrimPrefix(key+"."+name, ".") }

// element returns the key of the i-th element of a list.
func element(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }

// parent returns the key of the innermost table or list around a key.
func parent(key string) string { return key[:max(0, strings.LastIndexAny(key, ".["))] }
