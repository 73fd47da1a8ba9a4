package spec

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of values and the number of parts of a key. No sensible spec exceeds
// it, and the TOML decoder, which is recursive, has no bound of its own.
const maxDepth = 32

// scanner finds what the TOML decoder does not report: the line of each key and of each element of
// a list, and the numbers that are too small for a float64. It leaves it to the decoder to decide
// whether the text is TOML.
type scanner struct {
	rest  string         // what follows the token
	token string         // the next one; empty at the end
	line  int            // of the token
	lines map[string]int // line by key, in the form of join and element
	count map[string]int // elements so far of each array of tables
	deep  int            // the line where the nesting is too deep, or 0

	vanished   map[string]bool // keys of the numbers that are too small
	statements int             // headers and assignments
}

// token matches blanks and a comment, and then a string of one of the four kinds, a run of
// characters of a bare key, or any other character.
var token = regexp.MustCompile(`(?s)^[ \t\r\x{FEFF}]*(?:#[^\n]*)?(` +
	`"""(?:[^\\]|\\.)*?"{3,5}|'''.*?'{3,5}|"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'|[\w-]+|.)?`)

func scan(text string) *scanner {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} { // of UTF-16, which the decoder skips, too
		if rest, ok := strings.CutPrefix(text, mark); ok {
			text = rest
			break
		}
	}
	sc := &scanner{rest: text, line: 1, lines: make(map[string]int), count: make(map[string]int),
		vanished: make(map[string]bool)}
	sc.advance()
	for table := ""; sc.token != ""; {
		if sc.accept("\n") {
			continue
		}
		sc.statements++
		if sc.accept("[") {
			table = sc.header()
		} else {
			sc.assignment(table)
		}
	}
	return sc
}

// join returns the key of a name in the table at key, which is empty for the
// outermost one.
func join(key, name string) string {
	if key == "" {
		return keyPart(name)
	}
	return key + "." + keyPart(name)
}

// element returns the key of the i-th element of the list at key.
func element(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }

var bareKey = regexp.MustCompile(`^[\w-]+$`)

// keyPart returns name, quoted if TOML requires it.
func keyPart(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// advance goes on to the next token.
func (sc *scanner) advance() {
	sc.line += strings.Count(sc.token, "\n")
	m := token.FindStringSubmatch(sc.rest)
	sc.rest, sc.token = sc.rest[len(m[0]):], m[1]
}

// accept skips the token if it is t.
func (sc *scanner) accept(t string) bool {
	if sc.token != t {
		return false
	}
	sc.advance()
	return true
}

// note records the line of a key, unless it has one already. It ends the scan at a key that is
// nested too deeply.
func (sc *scanner) note(key string) {
	if strings.Count(key, ".")+strings.Count(key, "[") > maxDepth {
		sc.deep, sc.rest, sc.token = sc.line, "", ""
	}
	if _, ok := sc.lines[key]; !ok {
		sc.lines[key] = sc.line
	}
}

// header scans the header of a table or of an element of an array of tables, behind its first
// bracket, and returns its key.
func (sc *scanner) header() string {
	array := sc.accept("[")
	table := sc.key("")
	if array {
		sc.count[table]++
		table = element(table, sc.count[table]-1)
		sc.note(table)
		sc.accept("]")
	}
	sc.accept("]")
	return table
}

// key scans a dotted key in the table at the key table, and returns the whole key. Of an array of
// tables on the way it takes the last element.
func (sc *scanner) key(table string) string {
	for {
		name := sc.token
		if strings.HasPrefix(name, `"`) || strings.HasPrefix(name, `'`) {
			m, _ := unmarshal("k=" + name)
			name, _ = m["k"].(string)
		}
		key := join(table, name)
		sc.note(key)
		sc.advance()
		if !sc.accept(".") {
			return key
		}
		table = key
		if n := sc.count[key]; n > 0 {
			table = element(key, n-1)
		}
	}
}

// assignment scans a key and its value, in the table at the key table.
func (sc *scanner) assignment(table string) {
	key := sc.key(table)
	sc.accept("=")
	sc.value(key)
}

// value scans the value of key.
func (sc *scanner) value(key string) {
	switch {
	case sc.accept("["):
		for i := 0; sc.more("]"); i++ {
			e := element(key, i)
			sc.note(e)
			sc.value(e)
		}
	case sc.accept("{"):
		for sc.more("}") {
			sc.assignment(key)
		}
	default: // a string, or the tokens of a number, a boolean or a date
		var text strings.Builder
		for {
			text.WriteString(sc.token)
			if sc.advance(); strings.Contains(",]}\n", sc.token) {
				break
			}
		}
		sc.vanished[key] = vanishes(text.String())
	}
}

// vanishes reports whether text is a number that is not 0, but is as a float64.
func vanishes(text string) bool {
	digits, _, _ := strings.Cut(strings.ToLower(text), "e")
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return err == nil && x == 0 && strings.ContainsAny(digits, "123456789")
}

// more skips line ends and a comma, and reports whether a list or a table goes on. It skips its
// end.
func (sc *scanner) more(end string) bool {
	for sc.accept("\n") || sc.accept(",") {
	}
	return !sc.accept(end) && sc.token != ""
}
