package spec

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestScanLines(t *testing.T) {
	const text = `# a comment [with] key = "x"
a = 1 # b = 2
"b c" = 'x = # ]'
d.e."f.g" = "\"#]\\"
h = [ # comment ]
  1, "]",

  [2, { x = 1, y.z = [
   3] } ],
]
m = """
k = 1
\""" """
n = '''
[q]
''''
o = 1979-05-27 07:32:00
[ s . "t" ] # header
u = 1
[[v]]
w = 1
[[v.x]]
y = 1
[[v.x]]
y = 2
[v.z]
k = 1
[[v]]
w = 2
[[v.x]]
y = {a = 1,
  b = 2}
[s]
r = 1
`
	want := map[string]int{
		"a": 2, `"b c"`: 3, "d": 4, "d.e": 4, `d.e."f.g"`: 4,
		"h": 5, "h[0]": 6, "h[1]": 6, "h[2]": 8, "h[2][0]": 8, "h[2][1]": 8, "h[2][1].x": 8,
		"h[2][1].y": 8, "h[2][1].y.z": 8, "h[2][1].y.z[0]": 9,
		"m": 11, "n": 14, "o": 17,
		"s": 18, "s.t": 18, "s.t.u": 19,
		"v": 20, "v[0]": 20, "v[0].w": 21,
		"v[0].x": 22, "v[0].x[0]": 22, "v[0].x[0].y": 23, "v[0].x[1]": 24, "v[0].x[1].y": 25,
		"v[0].z": 26, "v[0].z.k": 27,
		"v[1]": 28, "v[1].w": 29, "v[1].x": 30, "v[1].x[0]": 30, "v[1].x[0].y": 31,
		"v[1].x[0].y.a": 31, "v[1].x[0].y.b": 32,
		"s.r": 34,
	}
	if _, err := unmarshal(text); err != nil {
		t.Fatal(err)
	}
	got := scan(text).lines
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] {
			t.Errorf("%s: line %d, want %d", key, got[key], want[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if want[key] == 0 {
			t.Errorf("%s: line %d, there is no such key", key, got[key])
		}
	}
}

// keysOf adds the keys of a decoded TOML value to keys.
func keysOf(key string, v any, keys map[string]bool) {
	if key != "" {
		keys[key] = true
	}
	switch v := v.(type) {
	case map[string]any:
		for name, w := range v {
			keysOf(join(key, name), w, keys)
		}
	case []map[string]any:
		for i, w := range v {
			keysOf(element(key, i), w, keys)
		}
	case []any:
		for i, w := range v {
			keysOf(element(key, i), w, keys)
		}
	}
}

// FuzzSet checks that no assignment makes Decode panic, that errors are one short line, and that
// what is accepted obeys the rules.
func FuzzSet(f *testing.F) {
	for _, s := range []string{
		"T=1", "data.ndata=50", "n=[1,2]", "sampling=with", "panel=[]", "seed=18446744073709551615",
		`data."file"="a"`, "a.b.c=1", "T", "=", "T=1\nn=[2]", "T=nan", "T=1_0", "T=0x10", "T=1e999",
		"n=[[[[", "n={a=1}", "T=1 # x", "profile.smoke=1", "T=2020-01-01", "theta=[1,2]",
		"seed=99999999999999999999", "scheme=" + strings.Repeat("x", 500),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, set string) {
		src := Source{Name: "f", Text: []byte(good), Set: []string{set}}
		var s testSpec
		err := Decode(&s, src)
		if err == nil {
			if n := len(s.N); n == 0 || !(s.T > 0) || s.Data.Ndata < 2 {
				t.Errorf("the rules do not hold: %+v", s)
			}
			return
		}
		msg := err.Error()
		if oneLine(msg) != msg || utf8.RuneCountInString(msg) > 600 {
			t.Errorf("not one line, or a long one: %q", msg)
		}
		if key := src.Suspect("T", "n", ""); key != "" && oneLine(key) != key {
			t.Errorf("the key %q", key)
		}
	})
}

// FuzzDecode checks that no text makes Decode panic, that errors are one line,
// and that the scanner finds exactly the keys that the TOML decoder finds.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		good, "", "a=1", "[[a]]\nb=1\n[a.c]\nd=[[1],[{e=2}]]", "a='''x'''''\nb=\"\"\"\\\"\"\"\"\"",
		"\"\\u0061\"=1",
		"[a]\nb.c=1\n[a.d]\ne={f={g=1,\n#x\n},}", "a=\"\"\"\\\n\n x\"\"\"\r\nb=1", "[profile.x]\nT=nan",
		"\xff\xfea=1",
	} {
		f.Add(s, "T=1")
	}
	f.Fuzz(func(t *testing.T, text, set string) {
		src := Source{Name: "f", Text: []byte(text), Set: []string{set}}
		var s testSpec
		for _, err := range []error{Decode(&s, src), src.Errorf("data.ndata", "x")} {
			if err == nil {
				continue
			}
			if msg := err.Error(); oneLine(msg) != msg || utf8.RuneCountInString(msg) > 600 {
				t.Errorf("not one line, or a long one: %q", msg)
			}
		}
		sc := scan(text)
		m, err := unmarshal(text)
		if sc.deep > 0 || err != nil {
			return
		}
		want := make(map[string]bool)
		keysOf("", m, want)
		for key := range want {
			if sc.lines[key] == 0 {
				t.Errorf("no line for %s", key)
			}
		}
		for key := range sc.lines {
			if !want[key] {
				t.Errorf("a line for %s, which is no key", key)
			}
		}
	})
}
