package spec

import (
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of values and the number of parts of a key. No sensible spec exceeds
// it, and the TOML decoder, which is recursive, has no bound of its own.
const maxDepth = 32

// scanner finds the line of each key and of each element of a list in a TOML text, which the TOML
// decoder does not report. It leaves it to the decoder to decide whether the text is TOML: if it is
// not, the scanner stops at the first thing that it cannot scan.
type scanner struct {
	s     string
	pos   int
	line  int
	lines map[string]int // line by key, in the form of join and element
	last  map[string]int // index of the last element of each array of tables
	deep  int            // the line where the nesting is too deep, or 0
}

func scan(text string) *scanner {
	sc := &scanner{
		s:     strings.TrimPrefix(text, "\ufeff"),
		line:  1,
		lines: make(map[string]int),
		last:  make(map[string]int),
	}
	table := ""
	for {
		sc.skip(true)
		if sc.pos >= len(sc.s) {
			break
		}
		ok := true
		if sc.peek() == '[' {
			table, ok = sc.header()
		} else {
			ok = sc.assignment(table, 0)
		}
		if !ok {
			break
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
func element(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }

// keyPart returns name, quoted if TOML requires it.
func keyPart(name string) string {
	for i := range len(name) {
		if !bareKeyChar(name[i]) {
			return basicString(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}

// basicString returns s as a basic string of TOML.
func basicString(s string) string { return `"` + escaper.Replace(s) + `"` }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func bareKeyChar(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// peek returns the next byte, or 0 at the end.
func (sc *scanner) peek() byte {
	if sc.pos < len(sc.s) {
		return sc.s[sc.pos]
	}
	return 0
}

// accept skips lit if it comes next.
func (sc *scanner) accept(lit string) bool {
	if strings.HasPrefix(sc.s[sc.pos:], lit) {
		sc.pos += len(lit)
		return true
	}
	return false
}

// skip skips blanks and, if lines is set, line ends and comments.
func (sc *scanner) skip(lines bool) {
	for sc.pos < len(sc.s) {
		switch c := sc.s[sc.pos]; {
		case c == ' ' || c == '\t':
			sc.pos++
		case lines && (c == '\n' || c == '\r'):
			sc.advance(1)
		case lines && c == '#':
			i := strings.IndexByte(sc.s[sc.pos:], '\n')
			if i < 0 {
				i = len(sc.s) - sc.pos
			}
			sc.pos += i
		default:
			return
		}
	}
}

// advance skips n bytes and counts their lines.
func (sc *scanner) advance(n int) {
	sc.line += strings.Count(sc.s[sc.pos:sc.pos+n], "\n")
	sc.pos += n
}

// note records the line of a key, unless it has one already.
func (sc *scanner) note(key string, line int) {
	if _, ok := sc.lines[key]; !ok {
		sc.lines[key] = line
	}
}

// header scans the header of a table or of an element of an array of tables, and
// returns its key.
func (sc *scanner) header() (table string, ok bool) {
	line := sc.line
	sc.pos++
	array := sc.accept("[")
	parts, ok := sc.key()
	if !ok || !sc.accept("]") || array && !sc.accept("]") {
		return "", false
	}
	table = sc.enter("", parts[:len(parts)-1], line)
	table = join(table, parts[len(parts)-1])
	sc.note(table, line)
	if array {
		i, seen := sc.last[table]
		if seen {
			i++
		}
		sc.last[table] = i
		table = element(table, i)
		sc.note(table, line)
	}
	return table, true
}

// enter returns the key that parts lead to from table. Of an array of tables on the way it takes
// the last element.
func (sc *scanner) enter(table string, parts []string, line int) string {
	for _, p := range parts {
		table = join(table, p)
		sc.note(table, line)
		if i, ok := sc.last[table]; ok {
			table = element(table, i)
		}
	}
	return table
}

// assignment scans a key and its value, in the table at the key table.
func (sc *scanner) assignment(table string, depth int) bool {
	line := sc.line
	parts, ok := sc.key()
	if !ok || len(parts) == 0 {
		return false
	}
	table = sc.enter(table, parts[:len(parts)-1], line)
	key := join(table, parts[len(parts)-1])
	sc.note(key, line)
	if !sc.accept("=") {
		return false
	}
	sc.skip(false)
	return sc.value(key, depth)
}

// key scans a dotted key and the blanks around it.
func (sc *scanner) key() (parts []string, ok bool) {
	for {
		sc.skip(false)
		start := sc.pos
		switch sc.peek() {
		case '"', '\'':
			if !sc.text() {
				return nil, false
			}
			raw := sc.s[start:sc.pos]
			name := raw[1 : len(raw)-1]
			if raw[0] == '"' && strings.Contains(name, `\`) {
				// Escapes are left to the decoder, which knows them all.
				m, err := unmarshal("k=" + raw)
				if name, ok = m["k"].(string); err != nil || !ok {
					return nil, false
				}
			}
			parts = append(parts, name)
		default:
			for sc.pos < len(sc.s) && bareKeyChar(sc.s[sc.pos]) {
				sc.pos++
			}
			if sc.pos == start {
				return nil, false
			}
			parts = append(parts, sc.s[start:sc.pos])
		}
		if len(parts) > maxDepth {
			sc.deep = sc.line
			return nil, false
		}
		sc.skip(false)
		if !sc.accept(".") {
			return parts, true
		}
	}
}

// value scans the value of key.
func (sc *scanner) value(key string, depth int) bool {
	if depth > maxDepth {
		sc.deep = sc.line
		return false
	}
	switch sc.peek() {
	case 0:
		return false
	case '"', '\'':
		return sc.text()
	case '[':
		sc.pos++
		for i := 0; ; i++ {
			sc.skip(true)
			if sc.accept("]") {
				return true
			}
			sc.note(element(key, i), sc.line)
			if !sc.value(element(key, i), depth+1) {
				return false
			}
			sc.skip(true)
			if !sc.accept(",") {
				return sc.accept("]")
			}
		}
	case '{':
		sc.pos++
		for {
			sc.skip(true)
			if sc.accept("}") {
				return true
			}
			if !sc.assignment(key, depth+1) {
				return false
			}
			sc.skip(true)
			if !sc.accept(",") {
				return sc.accept("}")
			}
		}
	}
	// A number, a boolean or a date, which may have a blank in it.
	n := strings.IndexAny(sc.s[sc.pos:], ",]}#\n")
	if n < 0 {
		n = len(sc.s) - sc.pos
	}
	sc.pos += n
	return n > 0
}

// text scans a string of any of the four kinds.
func (sc *scanner) text() bool {
	q := sc.s[sc.pos : sc.pos+1]
	if sc.accept(q + q + q) {
		for sc.pos < len(sc.s) {
			if sc.accept(q + q + q) {
				// Up to two more quotes belong to the string.
				for i := 0; i < 2 && sc.accept(q); i++ {
				}
				return true
			}
			if q == `"` && sc.s[sc.pos] == '\\' && sc.pos+1 < len(sc.s) {
				sc.advance(1)
			}
			sc.advance(1)
		}
		return false
	}
	sc.pos++
	for sc.pos < len(sc.s) {
		switch c := sc.s[sc.pos]; {
		case c == q[0]:
			sc.pos++
			return true
		case c == '\n':
			return false
		case c == '\\' && q == `"` && sc.pos+1 < len(sc.s) && sc.s[sc.pos+1] != '\n':
			sc.pos++
		}
		sc.pos++
	}
	return false
}
