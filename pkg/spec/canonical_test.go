package spec

import (
	"math"
	"strings"
	"testing"
	"time"
)

type canonInner struct {
	B int `toml:"b"`
	A int `toml:"a"`
}

type canonOuter struct {
	canonInner
	Dt   float64     `toml:"dt,omitempty"`
	Name string      // its own name
	List []float64   `toml:"list"`
	Sub  *canonInner `toml:"sub"`
	Any  any         `toml:"any"`
	Off  int         `toml:"-"`
}

// Canonical forms are pinned, since they are hashed.
func TestCanonical(t *testing.T) {
	type word string
	type count int
	for _, test := range []struct {
		v    any
		want string
	}{
		{Key{"is": "scalar"}, `{"is":"scalar"}`},
		{Key{"sigma": 0.5, "is": "gaussian", "Mu": 1}, `{"Mu":1,"is":"gaussian","sigma":0.5}`},
		{Key{"is": "x", "seed": uint64(math.MaxUint64), "n": -3, "dt": 1e-7, "T": 1e6},
			`{"T":1000000,"dt":1e-7,"is":"x","n":-3,"seed":18446744073709551615}`},
		{Key{"is": "x", "w": word("with"), "n": count(2), "b": true},
			`{"b":true,"is":"x","n":2,"w":"with"}`},
		{Key{"is": "x", "pair": [2]bool{true, false}, "cov": [][]float64{{1, 0}, {0, 1}},
			"nil": []int(nil), "any": []any{1, "a", []int{2}}},
			`{"any":[1,"a",[2]],"cov":[[1,0],[0,1]],"is":"x","nil":[],"pair":[true,false]}`},
		{Key{"basis": Key{"is": "gaussians", "k": 4}, "frictions": []Key{{"is": "full"}}},
			`{"basis":{"is":"gaussians","k":4},"frictions":[{"is":"full"}]}`},
		{map[string]any{"model": Key{"is": "gaussian"}, "n": 5}, `{"model":{"is":"gaussian"},"n":5}`},
		{canonOuter{Dt: 1e-4, Off: 2},
			`{"Name":"","a":0,"any":null,"b":0,"dt":0.0001,"list":[],"sub":null}`},
		{&canonOuter{Sub: &canonInner{A: 1}, Any: map[string]int{"y": 1, "x": 2}},
			`{"Name":"","a":0,"any":{"x":2,"y":1},"b":0,"list":[],"sub":{"a":1,"b":0}}`},
		{[]any{1e6, 1000000, uint64(1000000), math.Copysign(0, -1)}, `[1000000,1000000,1000000,0]`},
		{[]float64{1e-6, 1e-7, 1e20, 1e21, 5e-324}, `[0.000001,1e-7,100000000000000000000,1e+21,5e-324]`},
		{[]any{int64(math.MinInt64), nil, "é<&>\"\n"}, `[-9223372036854775808,null,"é<&>\"\n"]`},
	} {
		if got, err := Canonical(test.v); err != nil || string(got) != test.want {
			t.Errorf("\ngot  %s, %v\nwant %s", got, err, test.want)
		}
	}
}

// A key contains nothing that could depend on a Go identifier.
func TestCanonicalErrors(t *testing.T) {
	type model struct{ Sigma float64 }
	type word string
	for _, test := range []struct {
		v    any
		want string
	}{
		{Key{"m": Key{"sigma": 1}}, `the Key "m" needs a name`},
		{Key{"m": Key(nil)}, `the Key "m" needs a name`},
		{Key{"m": Key{"is": word("x")}}, `the Key "m" needs a name`},
		{Key{"m": []any{Key{"is": ""}}}, `the Key "m[0]" needs a name`},
		{Key{"m": model{}}, `the spec.model {0} at "m"`},
		{Key{"m": []model{{}}}, `the spec.model {0} at "m[0]"`},
		{Key{"k": Key{"is": "x", "m": &model{}}}, `the *spec.model`},
		{Key{"m": map[string]int{"a": 1}}, `the map[string]int map[a:1] at "m"`},
		{Key{"m": nil}, `nil at "m"`},
		{Key{"t": time.Time{}}, `the time.Time`},
		{map[string]any{"a": []float64{0, math.NaN()}}, `the float64 NaN at "a[1]"`},
		{canonOuter{Dt: math.Inf(1)}, `the float64 +Inf at "dt"`},
		{Key{"c": 1i}, `the complex128 (0+1i) at "c"`},
		{map[int]int{1: 1}, `the map[int]int map[1:1] at ""`},
		{"\xff", "the string \xff at \"\""},
	} {
		_, err := Canonical(test.v)
		if err == nil || !strings.HasPrefix(err.Error(), "spec: no canonical form: "+test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
