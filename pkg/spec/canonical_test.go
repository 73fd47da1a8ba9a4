package spec

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

// TestKeyForms: the canonical forms of keys are known, and stay as they are, since they are
// hashed.
func TestKeyForms(t *testing.T) {
	type word string
	type count int
	for _, test := range []struct {
		name string
		v    any
		want string
	}{
		{"name alone", Key{"is": "scalar"}, `{"is":"scalar"}`},
		{"sorted", Key{"sigma": 0.5, "is": "gaussian", "Mu": 1},
			`{"Mu":1,"is":"gaussian","sigma":0.5}`},
		{"numbers",
			Key{"is": "x", "seed": uint64(math.MaxUint64), "n": -3, "dt": 1e-7, "T": 1e6,
				"z": []float64{1, -2.5}},
			`{"T":1000000,"dt":1e-7,"is":"x","n":-3,"seed":18446744073709551615,"z":[1,-2.5]}`},
		{"named types", Key{"is": "x", "w": word("with"), "n": count(2), "b": true},
			`{"b":true,"is":"x","n":2,"w":"with"}`},
		{"lists", Key{
			"is": "x", "mu": []float64{0, 0.5}, "sizes": []int{5, 1}, "pair": [2]bool{true, false},
			"cov": [][]float64{{1, 0}, {0, 1}}, "edges": [][2]float64{{0, 1}}, "nil": []int(nil),
			"any": []any{1, "a", []int{2}},
		}, `{"any":[1,"a",[2]],"cov":[[1,0],[0,1]],"edges":[[0,1]],"is":"x","mu":[0,0.5],"nil":[],` +
			`"pair":[true,false],"sizes":[5,1]}`},
		{"nested", Key{
			"is": "extended", "basis": Key{"is": "gaussians", "k": 4},
			"frictions": []Key{{"is": "full"}, {"is": "scalar"}},
		}, `{"basis":{"is":"gaussians","k":4},"frictions":[{"is":"full"},{"is":"scalar"}],` +
			`"is":"extended"}`},
		{"of a task", Key{"model": Key{"is": "gaussian"}, "n": 5},
			`{"model":{"is":"gaussian"},"n":5}`},
		{"in a map", map[string]any{"model": Key{"is": "gaussian"}, "n": 5},
			`{"model":{"is":"gaussian"},"n":5}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Canonical(test.v)
			if err != nil || string(got) != test.want {
				t.Fatalf("\ngot  %s, %v\nwant %s", got, err, test.want)
			}
		})
	}
}

// TestKeyIsStrict: nothing whose form could depend on a Go identifier gets into a key.
func TestKeyIsStrict(t *testing.T) {
	type model struct{ Sigma float64 }
	type word string
	for _, test := range []struct {
		name string
		k    Key
		want string
	}{
		{"no name", Key{"sigma": 1}, `a Key needs a name`},
		{"nil", nil, `a Key needs a name`},
		{"empty name", Key{"is": ""}, `a Key needs a name`},
		{"named type of a name", Key{"is": word("x")}, `a Key needs a name`},
		{"number for a name", Key{"is": 1}, `a Key needs a name`},
		{"struct", Key{"is": "x", "m": model{}}, `m: a spec.model: a Key holds numbers`},
		{"pointer", Key{"is": "x", "m": &model{}}, `m: a *spec.model: a Key holds numbers`},
		{"pointer to a number", Key{"is": "x", "m": new(int)}, `m: a *int: a Key holds numbers`},
		{"structs in a list", Key{"is": "x", "m": []model{{}}},
			`m[0]: a spec.model: a Key holds numbers`},
		{"map", Key{"is": "x", "m": map[string]int{"a": 1}}, `m: a map[string]int: a Key holds numbers`},
		{"nil parameter", Key{"is": "x", "m": nil}, `m: nil: a Key holds numbers`},
		{"text", Key{"is": "x", "t": time.Time{}}, `t: a time.Time: a Key holds numbers`},
		{"nested without a name", Key{"is": "x", "k": Key{"a": 1}}, `k: a Key needs a name`},
		{"nested struct", Key{"is": "x", "k": []Key{{"is": "y", "m": model{}}}}, `k[0].m: a spec.model`},
		{"nan", Key{"is": "x", "a": []float64{math.NaN()}}, `a[0]: NaN has no JSON form`},
		{"function", Key{"is": "x", "f": func() {}}, `f: a func() has no JSON form`},
		{"complex", Key{"is": "x", "c": 1i}, `c: a complex128 has no JSON form`},
		{"UTF-8", Key{"is": "x", "s": "\xff"}, `s: the string "\xff" is not UTF-8`},
	} {
		for where, v := range map[string]any{
			"in a task": Key{"model": test.k},
			"in a list": map[string]any{"params": Key{"observe": []any{test.k}}},
		} {
			_, err := Canonical(v)
			if err == nil || !strings.HasPrefix(err.Error(), "spec: canonical form: ") ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("%s %s: got %v, want %q in it", test.name, where, err, test.want)
			}
		}
	}
}

type canonInner struct {
	B int `toml:"b"`
	A int `toml:"a"`
}

type canonOuter struct {
	canonInner
	Dt     float64     `toml:"dt,omitempty"`
	Steps  int         `toml:"steps"`
	Name   string      // its own name
	List   []float64   `toml:"list"`
	Sub    *canonInner `toml:"sub"`
	Any    any         `toml:"any"`
	Off    int         `toml:"-"`
	hidden int
}

func TestCanonical(t *testing.T) {
	for _, test := range []struct {
		name string
		v    any
		want string
	}{
		{"struct", canonOuter{Dt: 1e-4, hidden: 1, Off: 2},
			`{"Name":"","a":0,"any":null,"b":0,"dt":0.0001,"list":[],"steps":0,"sub":null}`},
		{"nested", &canonOuter{Sub: &canonInner{A: 1}, Any: map[string]int{"y": 1, "x": 2},
			List: []float64{1, .5}},
			`{"Name":"","a":0,"any":{"x":2,"y":1},"b":0,"dt":0,"list":[1,0.5],"steps":0,` +
				`"sub":{"a":1,"b":0}}`},
		{"map", map[string]any{"b": 1, "a": []any{true, nil, "x"}, "B": uint8(2)},
			`{"B":2,"a":[true,null,"x"],"b":1}`},
		{"float and integer", []any{1e6, 1000000, uint64(1000000), 1000000.0},
			`[1000000,1000000,1000000,1000000]`},
		{"one ten-thousandth", []any{1e-4, 0.0001, 1 / 1e4}, `[0.0001,0.0001,0.0001]`},
		{"exponents", []float64{1e-6, 1e-7, 1.5e-10, 1e20, 1e21, -2.5e300, 5e-324, math.MaxFloat64},
			`[0.000001,1e-7,1.5e-10,100000000000000000000,1e+21,-2.5e+300,5e-324,1.7976931348623157e+308]`},
		{"zeros", []float64{0, math.Copysign(0, -1)}, `[0,0]`},
		{"large integers", []any{int64(math.MinInt64), uint64(math.MaxUint64)},
			`[-9223372036854775808,18446744073709551615]`},
		{"strings", "é<&>\"\\\n", `"é<&>\"\\\n"`},
		{"nil", nil, `null`},
		{"nil map", map[string]int(nil), `{}`},
		{"array", [2]bool{true, false}, `[true,false]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Canonical(test.v)
			if err != nil || string(got) != test.want {
				t.Fatalf("\ngot  %s, %v\nwant %s", got, err, test.want)
			}
			if !json.Valid(got) {
				t.Error("not valid JSON")
			}
		})
	}
}

func TestCanonicalErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		v    any
		want string
	}{
		{"nan", map[string]any{"a": []float64{0, math.NaN()}}, "a[1]: NaN has no JSON form"},
		{"inf", canonOuter{Dt: math.Inf(1)}, "dt: +Inf has no JSON form"},
		{"chan", map[string]any{"c": make(chan int)}, "c: a chan int has no JSON form"},
		{"keys", map[int]int{1: 1}, "a map[int]int has no JSON form"},
		{"UTF-8", "\xff", "not UTF-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Canonical(test.v)
			if err == nil || !strings.HasPrefix(err.Error(), "spec: canonical form: ") ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}
