package spec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
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

// word parses itself.
type word string

func (w *word) UnmarshalText(text []byte) error {
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		if text[i] != text[j] {
			return fmt.Errorf("expected a palindrome, got %q", text)
		}
	}
	*w = word(text)
	return nil
}

type testSpec struct {
	common
	T        float64     `toml:"T" spec:"positive"`
	N        []int       `toml:"n" spec:"nonempty,distinct,positive"`
	Replicas uint        `toml:"replicas" spec:"optional,min=1"`
	Sampling string      `toml:"sampling" spec:"in=with|without"`
	Scheme   word        `toml:"scheme" spec:"optional"`
	Schemes  []word      `toml:"schemes" spec:"optional"`
	Share    bool        `toml:"share_batch" spec:"optional"`
	Theta    [2]float64  `toml:"theta" spec:"optional"`
	Grid     [][]float64 `toml:"grid" spec:"optional,nonnegative"`
	Small    int64       `toml:"small" spec:"optional"`
	Dt       []float64   `toml:"dt" spec:"optional"`
	Eta      *float64    `toml:"eta" spec:"optional,nonnegative"`
	Data     dataSpec    `toml:"data"`
	Basis    *dataSpec   `toml:"basis" spec:"optional"`
	Names    []string    `toml:"names" spec:"optional"`
	Panel    []panelSpec `toml:"panel" spec:"optional"`
	Skipped  chan int    `toml:"-"`
	hidden   int         //lint:ignore U1000 a key that Decode must not know
}

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
`

func decode(t *testing.T, text, profile string, set ...string) (testSpec, error) {
	t.Helper()
	var s testSpec
	err := Decode(&s, Source{Name: "fig.toml", Text: []byte(text), Profile: profile, Set: set})
	return s, err
}

func TestDecodeLayers(t *testing.T) {
	left, right := panelSpec{Name: "left", Dt: []float64{1e-4}},
		panelSpec{Name: "right", Dt: []float64{1e-4, 2e-4}}
	only := panelSpec{Name: "only", Dt: []float64{0.5}}
	base := testSpec{
		common: common{Seed: 7}, T: 1e6, N: []int{1, 2, 5, 10}, Sampling: "without",
		Data: dataSpec{Ndata: 100}, Panel: []panelSpec{left, right},
	}
	smoke := base
	smoke.T, smoke.N, smoke.Data.Ndata, smoke.Panel = 1000, []int{3}, 20, []panelSpec{only}
	quick := base
	quick.Data.Ndata = 50
	eta := 0.1
	for _, test := range []struct {
		name, profile string
		set           []string
		want          testSpec
		change        func(*testSpec)
	}{
		{"base", "", nil, base, nil},
		{"smoke", "smoke", nil, smoke, nil},
		{"quick merges a table", "quick", nil, quick, nil},
		{"empty profile", "paper", nil, base, nil},
		{"assignments", "smoke", []string{"T=1e4", "data.ndata=50"}, smoke,
			func(s *testSpec) { s.T, s.Data.Ndata = 1e4, 50 }},
		{"the last assignment counts", "", []string{"T=1", "T=2"}, base, func(s *testSpec) { s.T = 2 }},
		{"bare word", "", []string{"data.file=data/my-file.csv"}, base,
			func(s *testSpec) { s.Data.File = "data/my-file.csv" }},
		{"bare words in a list", "", []string{`names=[scalar, blocks-10,"a b", 'c',"1", 1e-3x]`}, base,
			func(s *testSpec) { s.Names = []string{"scalar", "blocks-10", "a b", "c", "1", "1e-3x"} }},
		{"a list over two lines", "", []string{"n=[4,\n5] # two"}, base,
			func(s *testSpec) { s.N = []int{4, 5} }},
		{"quoted", "", []string{` data."file" = "a = \"b\" # c" `}, base,
			func(s *testSpec) { s.Data.File = `a = "b" # c` }},
		{"list", "", []string{"n=[4,5]"}, base, func(s *testSpec) { s.N = []int{4, 5} }},
		{"table", "", []string{"data={ndata=9,mu=1}"}, base,
			func(s *testSpec) { s.Data.Ndata, s.Data.Mu = 9, 1 }},
		{"tables", "", []string{`panel=[{name="only", dt=[0.5]}]`}, base,
			func(s *testSpec) { s.Panel = []panelSpec{only} }},
		{"no tables", "", []string{`panel=[]`}, base, func(s *testSpec) { s.Panel = []panelSpec{} }},
		{"a type's own parser", "", []string{"scheme=OABAO"}, base,
			func(s *testSpec) { s.Scheme = "OABAO" }},
		{"boolean", "", []string{"share_batch=true"}, base, func(s *testSpec) { s.Share = true }},
		{"array", "", []string{"theta=[1,2.5]"}, base,
			func(s *testSpec) { s.Theta = [2]float64{1, 2.5} }},
		{"nested lists", "", []string{"grid=[[1,2],[],[3]]"}, base,
			func(s *testSpec) { s.Grid = [][]float64{{1, 2}, {}, {3}} }},
		{"pointer", "", []string{"eta=0.1"}, base, func(s *testSpec) { s.Eta = &eta }},
		{"pointer to a table", "", []string{"basis.ndata=3"}, base,
			func(s *testSpec) { s.Basis = &dataSpec{Ndata: 3} }},
		{"largest exact float", "", []string{"seed=9007199254740992.0"}, base,
			func(s *testSpec) { s.Seed = 1 << 53 }},
		{"hexadecimal", "", []string{"seed=0xff"}, base, func(s *testSpec) { s.Seed = 255 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if test.change != nil {
				test.change(&want)
			}
			got, err := decode(t, good, test.profile, test.set...)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestDecodeKeepsDefaults(t *testing.T) {
	eta := 3.0
	s := testSpec{Replicas: 64, Share: true, Eta: &eta, Data: dataSpec{Mu: 5, Ndata: 1}, N: []int{9}}
	if err := Decode(&s, Source{Text: []byte(good), Set: []string{"share_batch=false"}}); err != nil {
		t.Fatal(err)
	}
	if s.Replicas != 64 || s.Eta != &eta || s.Data.Mu != 5 {
		t.Errorf("a key that was not given changed its field: %+v", s)
	}
	if s.Share || s.Data.Ndata != 100 || len(s.N) != 4 {
		t.Errorf("a key that was given did not: %+v", s)
	}

	before := s
	err := Decode(&s, Source{Text: []byte(good), Set: []string{"T=5", "eta=7", "data.ndata=-1"}})
	if err == nil {
		t.Fatal("no error")
	}
	if !reflect.DeepEqual(s, before) || eta != 3 {
		t.Errorf("a failed Decode changed the struct: %+v", s)
	}
	if err := Decode(&s, Source{Text: []byte(good), Set: []string{"eta=7"}}); err != nil ||
		*s.Eta != 7 || eta != 3 {
		t.Errorf("a pointer's old target changed to %g, new one %g, err %v", eta, *s.Eta, err)
	}
}

// lines returns good with a line replaced by others; the line is counted from 1.
func lines(line int, by string) string {
	l := strings.Split(good, "\n")
	l[line-1] = by
	return strings.Join(l, "\n")
}

func TestDecodeErrors(t *testing.T) {
	for _, test := range []struct {
		name, text string
		set        []string
		want       string
	}{
		// Keys.
		{"unknown", lines(9, "ndat = 100"), nil,
			`fig.toml:9: key "data.ndat" is unknown; did you mean "data.ndata"?`},
		{"unknown, swapped", lines(9, "ndaat = 100"), nil,
			`fig.toml:9: key "data.ndaat" is unknown; did you mean "data.ndata"?`},
		{"unknown, cut off", good, []string{"et=1"}, // dt is as near as eta
			`-set et=1: key "et" is unknown; did you mean "eta"?`},
		{"unknown, elsewhere", lines(2, "seed=7\nndata = 3"), nil,
			`fig.toml:3: key "ndata" is unknown; did you mean "data.ndata"?`},
		{"unknown, case", lines(3, "t = 1e6"), nil, `fig.toml:3: key "t" is unknown; did you mean "T"?`},
		{"unknown, listed", lines(9, "quux = 100"), nil,
			`fig.toml:9: key "data.quux" is unknown; known here: ndata, file, mu`},
		{"unknown, many", lines(2, "quux = 100"), nil, `fig.toml:2: key "quux" is unknown`},
		{"unknown table", lines(8, "[date]"), nil,
			`fig.toml:8: key "date" is unknown; did you mean "data"?`},
		{"unknown in a list", lines(15, "nam = 1\nname = \"right\""), nil,
			`fig.toml:15: key "panel[1].nam" is unknown; did you mean "panel[1].name"?`},
		{"unknown in a profile", lines(29, "sede = 3"), nil,
			`fig.toml:29: key "profile.paper.sede" is unknown; did you mean "profile.paper.seed"?`},
		{"unknown in a profile's table", lines(27, "ndta = 3"), nil,
			`fig.toml:27: key "profile.quick.data.ndta" is unknown; ` +
				`did you mean "profile.quick.data.ndata"?`},
		{"unknown in a profile, elsewhere", lines(29, "mu = 3"), nil,
			`fig.toml:29: key "profile.paper.mu" is unknown; did you mean "profile.paper.data.mu"?`},
		{"unknown, hidden by a set", lines(9, "ndata = 100\nquux = 1"), []string{"data.quux=1"},
			`fig.toml:10: key "data.quux" is unknown; known here: ndata, file, mu`},
		{"unknown set", good, []string{"data.ndat=1"},
			`-set data.ndat=1: key "data.ndat" is unknown; did you mean "data.ndata"?`},
		{"quoted key", lines(9, `"nda ta" = 100`), nil,
			`fig.toml:9: key "data."nda ta"" is unknown; did you mean "data.ndata"?`},
		{"skipped field", lines(2, "seed=7\nSkipped = 3"), nil, `fig.toml:3: key "Skipped" is unknown`},
		{"unexported field", lines(2, "seed=7\nhidden = 3"), nil, `fig.toml:3: key "hidden" is unknown`},
		{"missing", lines(3, ""), nil, `fig.toml: key "T" is missing, expected a positive number`},
		{"missing, first by place", lines(9, "mu = 1"), nil,
			`fig.toml:8: key "data.ndata" is missing, expected an integer from 2 to 1000`},
		{"missing table", lines(8, "[[panel]]\nname='z'\ndt=[1]\n[basis]"), nil,
			`fig.toml: key "data.ndata" is missing, expected an integer from 2 to 1000`},
		{"missing in a list", lines(15, ""), nil,
			`fig.toml:14: key "panel[1].name" is missing, expected a nonempty string`},
		{"missing in a profile's list", lines(23, ""), nil,
			`fig.toml:22: key "profile.smoke.panel[0].name" is missing, expected a nonempty string`},
		{"missing in an optional table", good, []string{"basis.mu=1"},
			`-set basis.mu=1: key "basis.ndata" is missing, expected an integer from 2 to 1000`},

		// Types.
		{"string for number", lines(3, `T = "x"`), nil,
			`fig.toml:3: key "T": expected a positive number, got a string`},
		{"set string", good, []string{"T=abc"},
			`-set T=abc: key "T": expected a positive number, got a string`},
		{"number for string", lines(7, `sampling = 3`), nil,
			`fig.toml:7: key "sampling": expected one of with, without, got an integer`},
		{"scalar for list", lines(20, `n = 3`), nil,
			`fig.toml:20: key "profile.smoke.n": ` +
				`expected a nonempty list of positive integers, got an integer; did you mean [3]?`},
		{"scalar for list, and wrong", good, []string{"schemes=ab"},
			`-set schemes=ab: key "schemes": expected a list of strings, got a string; ` +
				`expected a palindrome, got "ab"`},
		{"scalar for list of others", good, []string{"n=-1"},
			`-set n=-1: key "n": expected a nonempty list of positive integers, got an integer`},
		{"scalar for two", good, []string{"theta=1"},
			`-set theta=1: key "theta": expected a list of 2 numbers, got an integer`},
		{"scalar for list of tables", good, []string{"panel=1"},
			`-set panel=1: key "panel": expected a list of tables, got an integer`},
		{"bare words and a large number", good, []string{"grid=[x,1e999]"},
			`-set grid=[x,1e999]: key "grid": TOML syntax: 1e999 is out of range for float64`},
		{"bare words for numbers", good, []string{"n=[3,x]"},
			`-set n=[3,x]: key "n[1]": expected a positive integer, got a string`},
		{"list for scalar", lines(3, `T = [1]`), nil,
			`fig.toml:3: key "T": expected a positive number, got a list`},
		{"number for boolean", good, []string{"share_batch=1"},
			`-set share_batch=1: key "share_batch": expected true or false, got an integer`},
		{"scalar for table", good, []string{"data=1"},
			`-set data=1: key "data": expected a table, got an integer`},
		{"table for scalar", good, []string{"T.x=1"},
			`-set T.x=1: key "T": expected a positive number, got a table`},
		{"table for list", good, []string{"panel={}"},
			`-set panel={}: key "panel": expected a list of tables, got a table`},
		{"element of a list", lines(5, `  5, "x"`), nil,
			`fig.toml:5: key "n[3]": expected a positive integer, got a string`},
		{"date", good, []string{"T=2020-01-01"},
			`-set T=2020-01-01: key "T": expected a positive number, got a date or time`},
		{"date with a blank", good, []string{"T=2020-01-01 10:00:00"},
			`-set T=2020-01-01 10:00:00: key "T": expected a positive number, got a date or time`},
		{"boolean", good, []string{"T=true"},
			`-set T=true: key "T": expected a positive number, got a boolean`},
		{"own parser", good, []string{"scheme=OAB"},
			`-set scheme=OAB: key "scheme": expected a palindrome, got "OAB"`},
		{"length", good, []string{"theta=[1,2,3]"},
			`-set theta=[1,2,3]: key "theta": expected a list of 2 numbers, got 3`},
		{"in a hidden layer", lines(19, `T = "x"`), []string{"T=1"},
			`fig.toml:19: key "profile.smoke.T": expected a positive number, got a string`},

		// Values.
		{"not positive", lines(3, `T = -1`), nil,
			`fig.toml:3: key "T": expected a positive number, got -1`},
		{"zero", good, []string{"T=0.0"}, `-set T=0.0: key "T": expected a positive number, got 0`},
		{"not positive in a list", good, []string{"n=[1,0]"},
			`-set n=[1,0]: key "n[1]": expected a positive integer, got 0`},
		{"negative deep in a list", good, []string{"grid=[[1],[2,-3]]"},
			`-set grid=[[1],[2,-3]]: key "grid[1][1]": expected a nonnegative number, got -3`},
		{"too small", lines(9, "ndata = 1"), nil,
			`fig.toml:9: key "data.ndata": expected an integer from 2 to 1000, got 1`},
		{"too large", lines(9, "ndata = 1e4"), nil,
			`fig.toml:9: key "data.ndata": expected an integer from 2 to 1000, got 10000`},
		{"at least", good, []string{"replicas=0"},
			`-set replicas=0: key "replicas": expected an integer of at least 1, got 0`},
		{"not integral", lines(9, "ndata = 99.5"), nil,
			`fig.toml:9: key "data.ndata": expected an integer from 2 to 1000, got 99.5`},
		{"negative natural", lines(2, "seed = -7"), nil,
			`fig.toml:2: key "seed": expected a nonnegative integer, got -7`},
		{"inexact integer", good, []string{"data.mu=9007199254740993"},
			`-set data.mu=9007199254740993: key "data.mu": expected a number, got an integer beyond 2^53`},
		{"inexact float", good, []string{"seed=1e18"},
			`-set seed=1e18: key "seed": expected a nonnegative integer, got 1e+18`},
		{"nan", lines(3, `T = nan`), nil,
			`fig.toml:3: key "T": expected a positive number, got NaN: numbers must be finite`},
		{"inf", good, []string{"data.mu=-inf"},
			`-set data.mu=-inf: key "data.mu": expected a number, got -Inf: numbers must be finite`},
		{"overflow", good, []string{"data.mu=1e999"},
			`-set data.mu=1e999: key "data.mu": TOML syntax: 1e999 is out of range for float64`},
		{"underflow", good, []string{"seed=1e-400"},
			`-set seed=1e-400: key "seed": expected a nonnegative integer, got 5e-324`},
		{"underflow in a list", lines(4, "grid = [[0.0, 0e9], [-0.1e-4_00]]\nn = [1,"), nil,
			`fig.toml:4: key "grid[1][0]": expected a nonnegative number, got 5e-324: ` +
				`its magnitude is below 1e-30`},
		{"not a choice", lines(7, `sampling = "withuot"`), nil,
			`fig.toml:7: key "sampling": expected one of with, without, got "withuot"`},
		{"empty list", good, []string{"n=[]"},
			`-set n=[]: key "n": expected a nonempty list of positive integers, got an empty one`},
		{"empty string", lines(12, `name = ""`), nil,
			`fig.toml:12: key "panel[0].name": expected a nonempty string, got ""`},
		{"twice in a list", lines(4, "n = [1,5,"), nil,
			`fig.toml:5: key "n[2]": expected distinct elements, got 5 a second time`},
		{"twice as numbers", lines(16, "dt = [1, 0.5, 1.0]"), nil,
			`fig.toml:16: key "panel[1].dt[2]": expected distinct elements, got 1 a second time`},
		{"the first of two", lines(7, "sampling=1"), []string{"T=-1"},
			`fig.toml:7: key "sampling": expected one of with, without, got an integer`},
		{"the first of two sets", good, []string{"n=[]", "T=-1"},
			`-set n=[]: key "n": expected a nonempty list of positive integers, got an empty one`},

		// Profiles.
		{"profile as a value", "profile = 3\n" + good[:strings.Index(good, "[profile")], nil,
			`fig.toml:1: key "profile": expected tables [profile.NAME], got an integer`},
		{"profile as a list", "[[profile]]\nT = 3\n", nil,
			`fig.toml:1: key "profile": expected tables [profile.NAME], got a list`},
		{"profile's value", lines(17, "[profile]\ntiny = 3"), nil,
			`fig.toml:18: key "profile.tiny": expected a table, got an integer`},
		{"profile set", good, []string{"profile.smoke.T=3"},
			`-set profile.smoke.T=3: key "profile" cannot be set: a profile is chosen by its name`},

		// TOML.
		{"twice", lines(4, "T = 3"), nil, `fig.toml:4: key "T" is given twice, first on line 3`},
		{"twice in a table", lines(10, "ndata = 3"), nil,
			`fig.toml:10: key "data.ndata" is given twice, first on line 9`},
		{"table twice", lines(10, "[data]"), nil,
			`fig.toml:10: key "data" is given twice, first on line 8`},
		{"dotted and twice", lines(7, "data.ndata = 3\n"), nil,
			`fig.toml:10: key "data.ndata" is given twice, first on line 7`},
		{"twice in one line", lines(9, "ndata = 1\nz = {a=1, a=2}"), nil,
			`fig.toml:10: key "data.z.a" is given twice`},
		{"no value", lines(3, "T ="), nil,
			`fig.toml:3: key "T": TOML syntax: expected value but found '\n' instead`},
		{"no equals sign", lines(3, "T 3"), nil,
			`fig.toml:3: TOML syntax: expected '.' or '=', but got '3' instead`},
		{"open string", lines(7, `sampling = "without`), nil,
			`fig.toml:7: key "sampling": TOML syntax: strings cannot contain newlines`},
		{"open list", lines(6, ""), nil,
			`fig.toml:7: TOML syntax: expected value but found "sampling" instead`},
		{"bare word", lines(7, `sampling = without`), nil,
			`fig.toml:7: key "sampling": TOML syntax: expected value but found "without" instead`},
		{"integer", lines(2, "seed = 99999999999999999999"), nil,
			`fig.toml:2: key "seed": TOML syntax: 99999999999999999999 is out of range for int64`},
		{"leading zero", lines(2, "seed = 07"), nil,
			`fig.toml:2: key "seed": TOML syntax: invalid integer "07": cannot have leading zeroes`},
		{"not UTF-8", lines(5, "5] # \xff"), nil, `fig.toml:5: TOML syntax: invalid UTF-8 byte: 0xff`},
		{"too deep", lines(6, strings.Repeat("[", 100)), nil,
			`fig.toml:6: is nested deeper than 32 levels`},
		{"too long a key", lines(3, strings.Repeat("a.", 100)+"a = 1"), nil,
			`fig.toml:3: is nested deeper than 32 levels`},

		// Assignments.
		{"no assignment", good, []string{"T"}, `-set T: expected key=value`},
		{"no key", good, []string{"=3"}, `-set =3: expected key=value, "" is not a dotted key`},
		{"empty", good, []string{""}, `-set "": expected key=value`},
		{"bad key", good, []string{"T y=3"}, `-set T y=3: expected key=value, "T y" is not a dotted key`},
		{"header as key", good, []string{"[T]=3"},
			`-set [T]=3: expected key=value, "[T]" is not a dotted key`},
		{"no value", good, []string{"T="},
			`-set T=: "" is not a TOML value; the empty string, and a string with blanks or ` +
				`punctuation, needs quotes inside those of the shell`},
		{"bad value", good, []string{"n=[1,2"},
			`-set n=[1,2: "[1,2" is not a TOML value; the empty string, and a string with blanks or ` +
				`punctuation, needs quotes inside those of the shell`},
		{"two lines", good, []string{"T=-\n1"}, `-set "T=-\n1": expected one key=value`},
		{"two keys", good, []string{"T=1\nseed=3"}, `-set "T=1\nseed=3": expected one key=value`},
		{"a table and a key", good, []string{"[data]\nndata=3"},
			`-set "[data]\nndata=3": expected one key=value`},
		{"bare words with blanks", good, []string{"names=[a b]"},
			`-set names=[a b]: "[a b]" is not a TOML value; the empty string, and a string with ` +
				`blanks or punctuation, needs quotes inside those of the shell`},
		{"bare words and a comment", good, []string{"names=[a,b#]"},
			`-set names=[a,b#]: "[a,b#]" is not a TOML value; the empty string, and a string with ` +
				`blanks or punctuation, needs quotes inside those of the shell`},
		{"not UTF-8 set", good, []string{"T=\xff"},
			`-set "T=\xff": "\xff" is not a TOML value; the empty string, and a string with blanks or ` +
				`punctuation, needs quotes inside those of the shell`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := decode(t, test.text, "", test.set...)
			if err == nil {
				t.Fatalf("no error, want %s", test.want)
			}
			if err.Error() != test.want {
				t.Errorf("\ngot  %s\nwant %s", err, test.want)
			}
			var e *Error
			if !errors.As(fmt.Errorf("fig03: %w", err), &e) {
				t.Errorf("error of type %T", err)
			}
		})
	}
}

func TestUnknownProfile(t *testing.T) {
	_, err := decode(t, good, "tiny")
	if want := `fig.toml: profile "tiny" is unknown; known are paper, quick, smoke`; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = decode(t, "T = 1", "tiny")
	if want := `fig.toml: profile "tiny" is unknown; it has no profiles`; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWindowsLineEnds(t *testing.T) {
	text := "\ufeff" + strings.ReplaceAll(good, "\n", "\r\n")
	got, err := decode(t, text, "smoke")
	if err != nil || got.T != 1000 {
		t.Errorf("got T = %g, %v", got.T, err)
	}
	_, err = decode(t, strings.ReplaceAll(text, "ndata = 100", "ndat = 100"), "")
	if err == nil || !strings.HasPrefix(err.Error(), "fig.toml:9: ") {
		t.Errorf("got %v, want line 9", err)
	}
}

func TestDecodePanics(t *testing.T) {
	for _, test := range []struct {
		name string
		s    any
		want string
	}{
		{"value", testSpec{}, "pointer to a struct"},
		{"nil", (*testSpec)(nil), "pointer to a struct"},
		{"map", &map[string]any{}, "pointer to a struct"},
		{"date", &time.Time{}, "parses itself"},
		{"field", &struct{ C chan int }{}, "cannot be a chan int"},
		{"pointer", &struct{ P **int }{}, "cannot be a **int"},
		{"rule", &struct {
			T float64 `spec:"postive"`
		}{}, `"postive" is not one for a float64`},
		{"rule's type", &struct {
			T string `spec:"positive"`
		}{}, `"positive" is not one for a string`},
		{"rule's bound", &struct {
			T int `spec:"min=x"`
		}{}, `"min=x" is not one for a int`},
		{"rule without bound", &struct {
			T int `spec:"min"`
		}{}, `"min" is not one for a int`},
		{"choices", &struct {
			T int `spec:"in=1|2"`
		}{}, `"in=1|2" is not one for a int`},
		{"distinct", &struct {
			T []struct{} `spec:"distinct"`
		}{}, `"distinct" is not one for a []struct {}`},
		{"twice", &struct {
			A int `toml:"a"`
			B int `toml:"a"`
		}{}, "two fields"},
		{"profile", &struct {
			A int `toml:"profile"`
		}{}, "key profile"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				r := fmt.Sprint(recover())
				if !strings.HasPrefix(r, "spec: ") || !strings.Contains(r, test.want) {
					t.Errorf("panic %q, want %q in it", r, test.want)
				}
			}()
			_ = Decode(test.s, Source{})
		})
	}
}

// The keys of an inline struct are those of the outer one.
func TestInline(t *testing.T) {
	type inner struct {
		T  float64 `spec:"positive"`
		In struct{ X int }
	}
	type outer struct {
		Inner inner `toml:",inline"`
		More  struct {
			Y int `spec:"optional"`
		} `toml:"more" spec:"optional"`
	}
	var s outer
	err := Decode(&s, Source{Name: "s", Text: []byte("T = 2\n[In]\nX = 3\n[more]\nY = 4\n")})
	if err != nil || s.Inner.T != 2 || s.Inner.In.X != 3 || s.More.Y != 4 {
		t.Errorf("got %+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"T = -1\n[In]\nX = 3":     `s:1: key "T": expected a positive number, got -1`,
		"T = 2\nU = 1\n[In]\nX=3": `s:2: key "U" is unknown`,
		"T = 2":                   `s: key "In.X" is missing`,
	} {
		err := Decode(&s, Source{Name: "s", Text: []byte(text)})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
