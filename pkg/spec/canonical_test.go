package spec

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

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
