package spec

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

// common is embedded, so its keys are the outer struct's.
type common struct {
	Seed uint64 `toml:"seed"`
}

type dataSpec struct {
	Ndata int     `toml:"ndata" spec:"min=2,max=1000"`
	File  string  `toml:"file" spec:"optional"`
	Mu    float64 `toml:"mu" spec:"optional"`
}

type panelSpec struct {
	Name string    `toml:"name" spec:"nonempty"`
	Dt   []float64 `toml:"dt" spec:"positive,distinct"`
	N    int       `toml:"n" spec:"optional,positive"`
}

// scheme parses itself.
type scheme string

func (s *scheme) UnmarshalText(text []byte) error {
	if !strings.Contains(string(text), "O") {
		return fmt.Errorf("expected an O, got %q", text)
	}
	*s = scheme(text)
	return nil
}

type testSpec struct {
	common
	T        float64     `toml:"T" spec:"positive"`
	N        []int       `toml:"n" spec:"nonempty,distinct,positive"`
	Sampling string      `toml:"sampling" spec:"in=with|without"`
	Schemes  []scheme    `toml:"schemes" spec:"optional"`
	Share    bool        `toml:"share_batch" spec:"optional"`
	Theta    [2]float64  `toml:"theta" spec:"optional"`
	Grid     [][]float64 `toml:"grid" spec:"optional,nonnegative"`
	Eta      *float64    `toml:"eta" spec:"optional,nonnegative"`
	Data     dataSpec    `toml:"data"`
	Basis    *dataSpec   `toml:"basis" spec:"optional"`
	Names    []string    `toml:"names" spec:"optional"`
	Panel    []panelSpec `toml:"panel" spec:"optional"`
	Inner    struct {
		K int `spec:"optional"`
	} `toml:",inline"`
	Skipped chan int `toml:"-"`
}

const known = "known here: seed, T, n, sampling, schemes, share_batch, theta, grid, eta, data, " +
	"basis, names, panel, K"

const good = `# A spec.
seed = 7
T = 1e6           # ours
n = [1, 2,
  5, 1e1,
]
sampling = "without"
[data]
ndata = 100

[[panel]]
name = "left"
dt = [1e-4]
[[panel]]
name = "right"
dt = [1e-4, 2e-4]

[profile.smoke]
T = 1000
n = [3]
data.ndata = 20
[[profile.smoke.panel]]
name = "only"
dt = [0.5]

[profile.quick.data]
ndata = 50
[profile.paper]
basis.mu = 1
`

func decode(text, profile string, set ...string) (s testSpec, err error) {
	err = Decode(&s, Source{Name: "fig.toml", Text: []byte(text), Profile: profile, Set: set})
	return s, err
}

func TestDecode(t *testing.T) {
	eta, brackets := 0.1, strings.Repeat("[", 200)
	only := []panelSpec{{Name: "only", Dt: []float64{0.5}}}
	for _, test := range []struct {
		profile string
		set     string // separated by bars
		change  func(*testSpec)
	}{
		{"", "", func(*testSpec) {}},
		{"smoke", "", func(s *testSpec) {
			s.T, s.N, s.Data.Ndata, s.Panel = 1000, []int{3}, 20, only
		}},
		{"quick", "", func(s *testSpec) { s.Data.Ndata = 50 }},
		{"", "T=1|T=2e4|data.ndata=50", func(s *testSpec) { s.T, s.Data.Ndata = 2e4, 50 }},
		{"", "data.file=data/my-file.csv", func(s *testSpec) { s.Data.File = "data/my-file.csv" }},
		{"", `names=[scalar, blocks-10,"a b", 'c',"1", 1e-3x]`, func(s *testSpec) {
			s.Names = []string{"scalar", "blocks-10", "a b", "c", "1", "1e-3x"}
		}},
		{"", ` data."file" = "a = \"b\" # c" `, func(s *testSpec) { s.Data.File = `a = "b" # c` }},
		{"", "data={ndata=9,mu=1}", func(s *testSpec) { s.Data.Ndata, s.Data.Mu = 9, 1 }},
		{"", `panel=[{name="only", dt=[0.5]}]`, func(s *testSpec) { s.Panel = only }},
		{"", "panel=[]", func(s *testSpec) { s.Panel = []panelSpec{} }},
		{"", "schemes=[OABAO]", func(s *testSpec) { s.Schemes = []scheme{"OABAO"} }},
		{"", "share_batch=true|theta=[1,2.5]|K=3", func(s *testSpec) {
			s.Share, s.Theta, s.Inner.K = true, [2]float64{1, 2.5}, 3
		}},
		{"", "grid=[[1,2],[],[3]]", func(s *testSpec) { s.Grid = [][]float64{{1, 2}, {}, {3}} }},
		{"", "eta=0.1|basis.ndata=3", func(s *testSpec) { s.Eta, s.Basis = &eta, &dataSpec{Ndata: 3} }},
		{"", `data.file="` + brackets + `\"" # ` + brackets,
			func(s *testSpec) { s.Data.File = brackets + `"` }},
		{"", "data.file='" + brackets + "'", func(s *testSpec) { s.Data.File = brackets }},
		{"", "data.file='''" + brackets + "''''", func(s *testSpec) { s.Data.File = brackets + "'" }},
		{"", "seed=9223372036854775807", func(s *testSpec) { s.Seed = 1<<63 - 1 }},
	} {
		want := testSpec{
			common: common{Seed: 7}, T: 1e6, N: []int{1, 2, 5, 10}, Sampling: "without",
			Data: dataSpec{Ndata: 100}, Panel: []panelSpec{
				{Name: "left", Dt: []float64{1e-4}}, {Name: "right", Dt: []float64{1e-4, 2e-4}},
			},
		}
		test.change(&want)
		var set []string
		if test.set != "" {
			set = strings.Split(test.set, "|")
		}
		for _, text := range []string{good, "\ufeff" + strings.ReplaceAll(good, "\n", "\r\n")} {
			if got, err := decode(text, test.profile, set...); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q: %v\ngot  %+v\nwant %+v", test.profile, set, err, got, want)
			}
		}
	}
}

// A wrong spec changes nothing.
func TestDecodeKeeps(t *testing.T) {
	s := testSpec{T: 3}
	err := Decode(&s, Source{Text: []byte(good), Set: []string{"T=5", "data.ndata=-1"}})
	if err == nil || !reflect.DeepEqual(s, testSpec{T: 3}) {
		t.Errorf("%v, %+v", err, s)
	}
}

// A wrong spec gives one line with the place, the key and the expectation.
func TestErrors(t *testing.T) {
	const ndata = "an integer (at least 2, at most 1000)"
	const needsQuotes = "expected key=value, where a string that is empty or has blanks or " +
		"punctuation needs quotes inside those of the shell"
	for _, test := range []struct {
		line int    // line of good to replace; 0 for none
		by   string // its first line replaces the line
		set  string
		want string // without the name of the file or the assignment
	}{
		{9, "ndat = 100", "", `:9: key "data.ndat": unknown, did you mean ndata? ` +
			"known here: ndata, file, mu"},
		{8, "[date]", "", `:8: key "date": unknown, did you mean data? ` + known},
		{15, "nam = 1", "", `:15: key "panel[1].nam": unknown, did you mean name? ` +
			"known here: name, dt, n"},
		{27, "ndta = 3", "", `:27: key "profile.quick.data.ndta": unknown, did you mean ndata? ` +
			"known here: ndata, file, mu"},
		{9, "ndata = 1\nquux = 1", "data.quux=1",
			`:9: key "data.ndata": expected ` + ndata + `, got 1`},
		{2, "seed=7\nSkipped = 3", "", `:3: key "Skipped": unknown; ` + known},
		{0, "", "data.ndat=1", `: key "data.ndat": unknown, did you mean ndata? ` +
			"known here: ndata, file, mu"},
		{0, "", "smapling=1", `: key "smapling": unknown, did you mean sampling? ` + known},
		{0, "", "gird=1", `: key "gird": unknown; ` + known}, // half of it is wrong
		{0, "", "t=1", `: key "t": unknown; ` + known},
		{3, "", "", `: key "T": missing, expected a number (positive)`},
		{9, "mu = 1", "", `:8: key "data.ndata": missing, expected ` + ndata},
		{15, "", "", `:14: key "panel[1].name": missing, expected a string (nonempty)`},
		{0, "", "basis.mu=1", `: key "basis.ndata": missing, expected ` + ndata},

		{3, `T = "x"`, "", `:3: key "T": expected a number (positive), got "x"`},
		{0, "", "T=abc", `: key "T": expected a number (positive), got "abc"`},
		{7, `sampling = 3`, "", `:7: key "sampling": expected a string (with or without), got 3`},
		{20, `n = {a = 3}`, "",
			`:20: key "profile.smoke.n": expected a list of integers (nonempty, distinct, positive), ` +
				`got a table`},
		{20, `n = "3"`, "", `:20: key "profile.smoke.n": expected an integer (positive), got "3"`},
		{0, "", "theta=[1,2,3]", `: key "theta": expected a list of 2 numbers, got [1, 2, 3]`},
		{0, "", "n=[3,x]", `: key "n[1]": expected an integer (positive), got "x"`},
		{3, `T = [1]`, "", `:3: key "T": expected a number (positive), got [1]`},
		{0, "", "share_batch=1", `: key "share_batch": expected a boolean, got 1`},
		{0, "", "data=1", `: key "data": expected a table, got 1`},
		{0, "", "T.x=1", `: key "T": expected a number (positive), got a table`},
		{0, "", "panel={}", `: key "panel": expected a list of tables, got a table`},
		{0, "", "schemes=[OABAO, ABA]", `: key "schemes[1]": expected an O, got "ABA"`},
		{0, "", "schemes=[1]", `: key "schemes[0]": expected a string, got 1`},
		{19, `T = "x"`, "T=1", `:19: key "profile.smoke.T": expected a number (positive), got "x"`},

		{0, "", "T=0.0", `: key "T": expected a number (positive), got 0`},
		{0, "", "T=nan", `: key "T": expected a number (positive), got NaN`},
		{0, "", "data.mu=-inf", `: key "data.mu": expected a number, got -Inf`},
		{0, "", "data.mu=-1e31",
			`: key "data.mu": expected a magnitude from 1e-30 to 1e30, got -1e+31`},
		{0, "", "grid=[[1],[2,-3]]", `: key "grid[1][1]": expected a number (nonnegative), got -3`},
		{9, "ndata = 99.5", "", `:9: key "data.ndata": expected ` + ndata + `, got 99.5`},
		{2, "seed = -7", "", `:2: key "seed": expected a nonnegative integer below 2^63, got -7`},
		{2, "seed = 9223372036854775808", "",
			`:2: TOML: 9223372036854775808 is out of range for integers, expected one below 2^63`},
		{0, "", "seed=9223372036854775808",
			`: key "seed": expected a nonnegative integer below 2^63, got "9223372036854775808"`},
		{0, "", "n=[]", `: key "n": expected a list of integers (nonempty, distinct, positive), got []`},
		{12, `name = ""`, "", `:12: key "panel[0].name": expected a string (nonempty), got ""`},
		{16, "dt = [1, 0.5, 1.0]", "",
			`:16: key "panel[1].dt[2]": expected distinct values, got 1 a second time`},
		{7, "sampling = 1", "T=-1", `:7: key "sampling": expected a string (with or without), got 1`},
		{29, "T = 0\nn = 1", "", `:29: key "profile.paper.T": expected a number (positive), got 0`},

		{17, "[profile]\ntiny = 3", "", `:18: key "profile.tiny": expected a table`},
		{1, "profile = 3\n[x]", "", `:1: key "profile": expected tables [profile.NAME]`},
		{0, "", "profile.smoke.T=3", `: key "profile": unknown; ` + known},
		{4, "T = 3", "", `:4: TOML: Key 'T' has already been defined.`},
		{7, "sampling = without", "", ":7: TOML: expected a value, of which text stands in quotes, " +
			`but found "without" instead`},
		{6, strings.Repeat("[", 131000), "", `:6: nested too deeply`},
		{3, strings.Repeat("a.", 50000) + "a = 1", "", `:3: nested too deeply`},
		{3, strings.Repeat(`"#." . `, 1000) + "a = 1", "", `:3: nested too deeply`},
		{3, "T = " + strings.Repeat("['', ", 1000), "", `:3: nested too deeply`},
		{3, "T = " + strings.Repeat("[ # ]\n", 1000), "", `:23: nested too deeply`},
		{3, "T = " + strings.Repeat(`{"a" = `, 500), "", `:3: nested too deeply`},
		{3, `T = ["""x"""", ` + strings.Repeat("[", 1000) + `"`, "", `:3: nested too deeply`},
		{3, "T = ['''x'''', " + strings.Repeat("[", 1000) + "'", "", `:3: nested too deeply`},
		{5, "5] # \xff", "", `:5: TOML: invalid UTF-8 byte: 0xff`},

		{0, "", "T", ": " + needsQuotes},
		{0, "", "=3", ": " + needsQuotes},
		{0, "", "T=", ": " + needsQuotes},
		{0, "", "[data]", ": " + needsQuotes},
		{0, "", "n=[1,2", ": " + needsQuotes},
		{0, "", "names=[a b]", ": " + needsQuotes},
		{0, "", "T=1\nseed=3", ": " + needsQuotes},
	} {
		lines, set, name := strings.Split(good, "\n"), []string(nil), "fig.toml"
		if test.line > 0 {
			lines[test.line-1] = test.by
		}
		text := strings.Join(lines, "\n")
		if strings.HasSuffix(test.by, "[x]") { // a text without tables of profiles
			text = test.by
		}
		if test.set != "" {
			set = []string{test.set}
			if test.line == 0 {
				name = "-set " + strings.ReplaceAll(test.set, "\n", " ")
			}
		}
		_, err := decode(text, "", set...)
		var e *Error
		if !errors.As(err, &e) || err.Error() != name+test.want {
			t.Errorf("\ngot  %v\nwant %s%s", err, name, test.want)
		}
	}
	_, err := decode(good, "tiny")
	want := `fig.toml: there is no table [profile.tiny], the profiles are: paper, quick, smoke`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = decode("", "tiny")
	want = `fig.toml: there is no table [profile.tiny], the profiles are: none`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// named has named tables.
type named struct {
	N      []int `toml:"n" spec:"min=1"`
	Tables []struct {
		Name string `toml:"-"`
		N    []int  `toml:"n" spec:"optional,min=1"`
	} `toml:"runs" spec:"named"`
}

// Named tables have the order of the text, whatever a profile changes. A list of one may be its
// value.
func TestNamed(t *testing.T) {
	const text = `n = 1
[runs.b]
n = [2, 3]
[runs.a]
[runs."c d"]
[profile.x]
runs.e.n = 5
runs.a.n = 4
`
	var s named
	src := Source{Name: "fig.toml", Text: []byte(text), Profile: "x", Set: []string{"runs.b.n=6"}}
	if err := Decode(&s, src); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s); got != "{[1] [{b [6]} {a [4]} {c d []} {e [5]}]}" {
		t.Error(got)
	}
	b, err := Canonical(s)
	want := `{"n":[1],"runs":{"a":{"n":[4]},"b":{"n":[6]},"c d":{"n":[]},"e":{"n":[5]}}}`
	if err != nil || string(b) != want {
		t.Errorf("%s, %v, want %s", b, err, want)
	}
	for key, want := range map[string]string{
		"n[0]":        `fig.toml:1: key "n": wrong`,
		"runs.a.n[0]": `fig.toml:8: key "profile.x.runs.a.n": wrong`,
		"runs.c d.n":  `fig.toml:5: key "runs.c d.n": wrong`,
	} {
		if err := src.Errorf(key, "wrong"); err.Error() != want {
			t.Errorf("%s: got %v, want %s", key, err, want)
		}
	}
	for text, want := range map[string]string{
		"n = 1":               `fig.toml: key "runs": missing, expected one or more tables`,
		"n = 1\n[runs]":       `fig.toml:2: key "runs": expected one or more tables, got a table`,
		"n = 1\nruns = 5":     `fig.toml:2: key "runs": expected one or more tables, got 5`,
		"n = 1\n[[runs]]":     `fig.toml:2: key "runs": expected one or more tables, got [map[]]`,
		"n = 1\nruns.a = 5":   `fig.toml:2: key "runs.a": expected a table, got 5`,
		"n = 1\nruns.a.m = 5": `fig.toml:2: key "runs.a.m": unknown; known here: n`,
		"n = 1\nruns.a.n = 0": `fig.toml:2: key "runs.a.n": expected an integer (at least 1), got 0`,
	} {
		text = strings.ReplaceAll(text, `\n`, "\n")
		err := Decode(&s, Source{Name: "fig.toml", Text: []byte(text)})
		if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// The key of a condition on several keys is located where it is given last.
func TestErrorf(t *testing.T) {
	src := Source{Name: "fig.toml", Text: []byte(good), Profile: "smoke",
		Set: []string{"seed=3", "panel=[{name='a', dt=[1]}]", "basis={ndata=5}"}}
	for key, want := range map[string]string{
		"T":              `fig.toml:19: key "profile.smoke.T": wrong`,
		"n[0]":           `fig.toml:20: key "profile.smoke.n[0]": wrong`,
		"sampling":       `fig.toml:7: key "sampling": wrong`,
		"data":           `fig.toml:21: key "profile.smoke.data": wrong`,
		"data.ndata":     `fig.toml:21: key "profile.smoke.data.ndata": wrong`,
		"seed":           `-set seed=3: key "seed": wrong`,
		"panel[0].dt[0]": `-set panel=[{name='a', dt=[1]}]: key "panel[0].dt[0]": wrong`,
		"basis.ndata":    `-set basis={ndata=5}: key "basis.ndata": wrong`,
		"eta":            `fig.toml: key "eta": wrong`,
		"":               `fig.toml: wrong`,
	} {
		if got := src.Errorf(key, "wrong").Error(); got != want {
			t.Errorf("\ngot  %s\nwant %s", got, want)
		}
	}
	src.Profile, src.Set = "", nil
	const want = `fig.toml:14: key "panel[1].n": got 1`
	if got := src.Errorf("panel[1].n", "got %d", 1).Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	src.Text = []byte("T = \n")
	if got := src.Errorf("data", "wrong").Error(); !strings.HasPrefix(got, "fig.toml:1: TOML") {
		t.Errorf("on a text that is not TOML: got %s", got)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path, large, pipe := filepath.Join(dir, "a.toml"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	if err := errors.Join(os.WriteFile(path, []byte(good), 0o644), syscall.Mkfifo(pipe, 0o644),
		os.WriteFile(large, make([]byte, 1<<18+1), 0o644)); err != nil {
		t.Fatal(err)
	}
	if src, err := Read(path); err != nil || src.Name != path || string(src.Text) != good {
		t.Errorf("got %q, %v", src.Name, err)
	}
	for path, want := range map[string]string{
		dir: "is a directory", pipe: "is not a regular file", large: "is larger than 262144 bytes",
		path + "x": "no such file or directory", "/dev/zero": "is not a regular file",
	} {
		if _, err := Read(path); err == nil || err.Error() != path+": "+want+", expected a TOML file" {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A mistake in a tag is the program's, wherever the field is.
func TestTags(t *testing.T) {
	type wrong struct {
		X int `spec:"postive"`
	}
	type tagged[T any] struct{ In []*T }
	for _, decode := range []func() error{
		func() error { return Decode(&tagged[wrong]{}, Source{}) },
		func() error {
			return Decode(&tagged[struct {
				X int `spec:"min"`
			}]{}, Source{})
		},
		func() error {
			return Decode(&tagged[struct {
				X int `spec:"max=x"`
			}]{}, Source{})
		},
		func() error {
			return Decode(&tagged[struct {
				X int `spec:"positive,optional"`
			}]{}, Source{})
		},
	} {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.HasPrefix(r, "spec: ") {
					t.Errorf("panic %q", r)
				}
			}()
			_ = decode()
		}()
	}
}

// No text and no assignment makes Decode panic: either the error is one short line, or the rules
// hold.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		good, "", "[[a]]\nb=1\n[a.c]\nd=[[1],[{e=2}]]", "a='''x'''''\nb=\"\"\"\\\"\"\"\"\"",
		"\"\\u0061\"=1",
		"a={f={g=1,\n#x\n},}", "[profile.x]\nT=nan", "\xff\xfea=1", "profile.x=1", "\"\"=1", "[[panel]]",
	} {
		for _, set := range []string{"T=1", "n=[1,2]", "n=[[[[", "=", "T=1979-05-27 07:32:00", `""=1`} {
			f.Add(s, set)
		}
	}
	f.Fuzz(func(t *testing.T, text, set string) {
		src := Source{Name: "f", Text: []byte(text), Set: []string{set}}
		var s testSpec
		err := Decode(&s, src)
		if err == nil && (len(s.N) == 0 || !(s.T > 0) || s.Data.Ndata < 2) {
			t.Errorf("the rules do not hold: %+v", s)
		}
		for _, err := range []error{err, src.Errorf("panel[0].dt[1]", "x")} {
			if err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 1600) {
				t.Errorf("not one line, or a long one: %q", err)
			}
		}
	})
}
