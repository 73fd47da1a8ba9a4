package spec

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestSuspect(t *testing.T) {
	const text = `seed = 1000000000000
T = 1e6
dt = [1e-3, 2e-9]
name = "x"
[model]
sigma = 0.4
[data]
mu = [0, 1]
`
	for _, c := range []struct {
		set  string
		keys string
		want string
	}{
		{"", "T model", "T"},
		{"", "model T", "model"},
		{"", "none model", "model"},
		{"", "none", ""},
		{"", "T dt", "dt[1]"},
		{"", "T model data", "T"},
		{"model.sigma=1e-20", "T dt model data", "model.sigma"},
		{"model.sigma=-1e20", "T dt model data", "model.sigma"},
		{"data.mu=[0, 1e20]", "T dt model data", "data.mu[1]"},
		{"model.sigma=2", "T model data", "model.sigma"},
		{"model.sigma=2", "T data", "T"},
		{"name=y", "T name", "name"},
		{"T=1e20", "", "T"},
		{"dt=[1]", "", "dt[0]"},
		{"seed=5", "T seed", "seed"},
	} {
		src := Source{Name: "x.toml", Text: []byte(text)}
		if c.set != "" {
			src.Set = []string{c.set}
		}
		keys := strings.Split(c.keys, " ")
		if got := src.Suspect(keys...); got != c.want {
			t.Errorf("%s: of %q: %q, want %q", c.set, keys, got, c.want)
		}
	}
	if got := (Source{Text: []byte("=")}).Suspect("T"); got != "" {
		t.Errorf("in a text that is not TOML: %q", got)
	}
}

// Long values are cut off, and integers of 64 bits may be strings.
func TestLimits(t *testing.T) {
	var s struct {
		Seed  uint64    `toml:"seed" spec:"optional"`
		Count uint      `toml:"count" spec:"optional,max=9"`
		X     []float64 `toml:"x" spec:"optional,distinct"`
		Word  string    `toml:"word" spec:"optional,in=a|b"`
		N     int       `toml:"n" spec:"optional"`
	}
	long := strings.Repeat("xy", 50_000)
	list := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d,", i)
		}
		return "[" + b.String() + "]"
	}
	for _, c := range []struct{ set, want string }{
		{"seed=18446744073709551615", ""},
		{`seed="18446744073709551615"`, ""},
		{`seed="7"`, `key "seed": expected a nonnegative integer, got a string`},
		{"seed=18446744073709551616", "out of range"},
		{`seed="-1"`, `key "seed": expected a nonnegative integer, got a string`},
		{`seed="1e3"`, `key "seed": expected a nonnegative integer, got a string`},
		{"count=18446744073709551615", `key "count": expected a nonnegative integer of at most 9, ` +
			"got an integer out of range"},
		{"n=18446744073709551615", `key "n": expected an integer, got an integer out of range`},
		{`n="7"`, `key "n": expected an integer, got a string`},
		{"x=" + list(4096), ""},
		{"x=" + list(4097), "expected a list of numbers, got 4097 elements, more than 4096"},
		{"x=[1e30, -1e30, 1e-30, 0]", ""},
		{"x=[1.1e30]", `key "x[0]": expected a number, got 1.1e+30: its magnitude is above 1e+30`},
		{"x=[9e-31]", `key "x[0]": expected a number, got 9e-31: its magnitude is below 1e-30`},
		{"x=[0.0, -0.0]", "a second time"},
		{"word=" + long, `…: key "word": expected one of a, b, got "` + long[:60] + `…"`},
		{long + "=1", long[:60] + `…" is unknown`},
		{"x=" + long, "expected a list of numbers, got a string"},
	} {
		err := Decode(&s, Source{Name: "x.toml", Set: []string{c.set}})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%.50s: %v", c.set, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%.50s: got %.300v, want %s", c.set, err, c.want)
		case err != nil && len(err.Error()) > 500:
			t.Errorf("%.50s: a line of %d bytes", c.set, len(err.Error()))
		}
	}
	if s.Seed != math.MaxUint64 {
		t.Errorf("the seed is %d", s.Seed)
	}
}
