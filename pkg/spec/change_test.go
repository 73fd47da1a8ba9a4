package spec

import (
	"math"
	"slices"
	"testing"
)

func TestChanges(t *testing.T) {
	type data struct {
		File string    `toml:"file"`
		Mu   []float64 `toml:"mu"`
	}
	type params struct {
		T     float64 `toml:"T"`
		N     []int   `toml:"n"`
		Data  data    `toml:"data"`
		Share *bool   `toml:"share_batch"`
		Extra map[string]int
	}
	no := false
	was := params{T: 1e3, N: []int{1, 5}, Data: data{Mu: []float64{0.5}}}
	for _, c := range []struct {
		name   string
		change func(*params)
		want   []string
	}{
		{"nothing", func(p *params) { p.N = []int{1, 5} }, nil},
		{"a number", func(p *params) { p.T = 1e-7 }, []string{"T = 1e-7 (was 1000)"}},
		{
			"two", func(p *params) { p.Share, p.N = &no, nil },
			[]string{"n = [] (was [1, 5])", "share_batch = false (was nothing)"},
		},
		{
			"in a table", func(p *params) { p.Data = data{"a b.txt", []float64{0.5, 1}} },
			[]string{`data.file = "a b.txt" (was "")`, "data.mu = [0.5, 1] (was [0.5])"},
		},
		{
			"a table", func(p *params) { p.Extra = map[string]int{"a": 1} },
			[]string{"Extra.a = 1 (was nothing)"},
		},
	} {
		now := was
		c.change(&now)
		got, err := Changes(was, now)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	if _, err := Changes(was, params{T: math.NaN()}); err == nil {
		t.Error("no error for NaN")
	}
}

func TestHidden(t *testing.T) {
	const committed = `T = 1e6
n = [1, 5]
[data]
ndata = 100
seed = 1
[profile.quick]
T = 1e3
[profile.quick.data]
ndata = 20
[profile.paper]
`
	from := Source{Name: "spec.toml", Text: []byte(committed)}
	for _, c := range []struct {
		name, text, profile string
		set                 []string
		want                []string
	}{
		{"the same", committed, "quick", nil, nil},
		{"not overridden", "n = [2]\n" + committed[len("T = 1e6\nn = [1, 5]\n"):], "quick", nil, nil},
		{
			"overridden", "T = 500\n" + committed[len("T = 1e6\n"):], "quick", nil,
			[]string{"T = 500 (my.toml:1) has no effect: the profile has 1000 (my.toml:7)"},
		},
		{"other profile", "T = 500\n" + committed[len("T = 1e6\n"):], "paper", nil, nil},
		{"the base", "T = 500\n" + committed[len("T = 1e6\n"):], "", nil, nil},
		{"unknown profile", "T = 500\n", "huge", nil, nil},
		{"not TOML", "T = \n", "quick", nil, nil},
		{"set", "T = 500\n" + committed[len("T = 1e6\n"):], "quick", []string{"T=3"}, nil},
		{
			"set beside", "T = 500\n" + committed[len("T = 1e6\n"):], "quick", []string{"data.ndata=3"},
			[]string{"T = 500 (my.toml:1) has no effect: the profile has 1000 (my.toml:7)"},
		},
		{"to the profile's", "T = 1000\n" + committed[len("T = 1e6\n"):], "quick", nil, nil},
		{
			"in a table, new", "[data]\nndata = 50\nx = [1]\n[profile.quick.data]\nndata = 20\nx = [2]\n",
			"quick", nil, []string{
				"data.ndata = 50 (my.toml:2) has no effect: the profile has 20 (my.toml:5)",
				"data.x = [1] (my.toml:3) has no effect: the profile has [2] (my.toml:6)",
			},
		},
	} {
		src := Source{Name: "my.toml", Text: []byte(c.text), Profile: c.profile, Set: c.set}
		if got := src.Hidden(from); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}
