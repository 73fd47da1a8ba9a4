package spec

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

type grown struct {
	Eta  float64 `toml:"eta" spec:"positive"`
	Name string  `toml:"name" spec:"optional"`
	Data struct {
		Seed int       `toml:"seed" spec:"optional"`
		Mu   []float64 `toml:"mu" spec:"optional"`
	} `toml:"data" spec:"optional"`
}

// The points of a product have the order of the keys in the text, the last one fastest, whatever
// layer gives them.
func TestProduct(t *testing.T) {
	src := Source{Name: "s", Text: []byte(`
name = "x"
[sweep]
eta = [2, 0.5]
data.seed = [1, 2, 3]
data.mu = [[0.0], [1, 2]]
[profile.one.sweep]
data.seed = [7]
`)}
	for _, x := range []struct {
		profile, set, axes, want string
	}{
		{"", "", "eta [2 0.5]; data.seed [1 2 3]; data.mu [[0] [1, 2]]",
			"2 1 [0]|2 1 [1 2]|2 2 [0]|2 2 [1 2]|2 3 [0]|2 3 [1 2]|" +
				"0.5 1 [0]|0.5 1 [1 2]|0.5 2 [0]|0.5 2 [1 2]|0.5 3 [0]|0.5 3 [1 2]"},
		{"one", "sweep.data.mu=[[5]]", "eta [2 0.5]; data.seed [7]; data.mu [[5]]",
			"2 7 [5]|0.5 7 [5]"},
	} {
		src.Profile, src.Set = x.profile, strings.Fields(x.set)
		points, axes, err := Product[grown](src, "sweep", 12)
		if err != nil {
			t.Fatal(err)
		}
		var got, keys []string
		for _, p := range points {
			got = append(got, fmt.Sprint(p.Eta, p.Data.Seed, p.Data.Mu))
			if p.Name != "x" {
				t.Errorf("name %q", p.Name)
			}
		}
		for _, a := range axes {
			keys = append(keys, fmt.Sprint(a.Key, " ", a.Values))
		}
		if s := strings.Join(got, "|"); s != x.want || strings.Join(keys, "; ") != x.axes {
			t.Errorf("got %s of %s, want %s of %s", s, keys, x.want, x.axes)
		}
	}
	if tree, err := src.Tree(); err != nil || tree["name"] != "x" || tree["profile"] != nil {
		t.Errorf("tree %v, %v", tree, err)
	}
}

func TestProductErrors(t *testing.T) {
	for _, x := range []struct{ text, set, want string }{
		{"[sweep]\neta = [1, 2, 3]\ndata.seed = [1, 2]", "",
			`s:3: key "sweep.data.seed": expected at most 5 combinations of values`},
		{"[sweep]\neta = [1, 0]", "", `s:2: key "sweep.eta": expected a number (positive), got 0`},
		{"[sweep]\neta = [1]", "sweep.eta=[-1]",
			`-set sweep.eta=[-1]: key "sweep.eta": expected a number (positive), got -1`},
		{"[sweep]\neta = [1, 1.0]", "",
			`s:2: key "sweep.eta": expected distinct values, got 1 a second time`},
		{"[sweep]\n[sweep.date]\nseed = [1]", "",
			`s:2: key "sweep.date": unknown, did you mean data? known here: eta, name, data`},
		{"eta = 3\n[sweep]\neta = [1]", "",
			`s:3: key "sweep.eta": expected a list of values here, and none outside [sweep]`},
		{"eta.x = 3\n[sweep]\neta = [1]", "", // a table is not a value either
			`s:3: key "sweep.eta": expected a list of values here, and none outside [sweep]`},
		{"[sweep]\neta = {}", "", `s:2: key "sweep.eta": expected a number (positive), got a table`},
		{"[sweep]\neta = [1]\nsweep = [2]", "",
			`s:3: key "sweep.sweep": unknown; known here: eta, name, data`},
		{"sweep = 3", "", `s:1: key "sweep": expected a table of lists`},
		{"[sweep]\neta = []", "",
			`s:2: key "sweep.eta": expected a list of one or more values, got []`},
		{"[sweep]\neta = 'x'", "",
			`s:2: key "sweep.eta": expected a list of one or more values, got "x"`},
		{"[sweep]\neta = [1]\n[profile.p.sweep]\neta = ['x']", "",
			`s:4: key "profile.p.sweep.eta": expected a number (positive), got "x"`},
		{"[sweep]\ndata.seed = [1]", "", `s: key "eta": missing, expected a number (positive)`},
	} {
		src := Source{Name: "s", Text: []byte(x.text), Set: strings.Fields(x.set)}
		points, _, err := Product[grown](src, "sweep", 5)
		if err == nil || err.Error() != x.want || points != nil {
			t.Errorf("%q:\ngot  %v\nwant %s", x.text, err, x.want)
		}
	}
	// Without the table there is one point.
	one := Source{Name: "s", Text: []byte("eta = 3")}
	if points, axes, err := Product[grown](one, "sweep", 1); err != nil || len(points) != 1 ||
		points[0].Eta != 3 || axes != nil {
		t.Errorf("%v, %v, %v", points, axes, err)
	}
}

func TestChanges(t *testing.T) {
	type params struct {
		T     float64        `toml:"T"`
		N     []int          `toml:"n"`
		File  string         `toml:"file"`
		Share *bool          `toml:"share_batch"`
		Extra map[string]int // a table
	}
	no := false
	was := params{T: 1e3, N: []int{1, 5}}
	now := params{T: 1e-7, Share: &no, File: "a b", Extra: map[string]int{"a": 1}}
	got, err := Changes(was, now)
	want := []string{"Extra.a = 1 (was nothing)", "T = 1e-07 (was 1000)", `file = "a b" (was "")`,
		"n = [] (was [1, 5])", "share_batch = false (was nothing)"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if got, err := Changes(was, was); err != nil || got != nil {
		t.Errorf("of the same: %q, %v", got, err)
	}
	if _, err := Changes(was, params{T: math.NaN()}); err == nil {
		t.Error("no error for NaN")
	}
}
