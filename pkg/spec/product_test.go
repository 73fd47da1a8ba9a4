package spec

import (
	"fmt"
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
		src.Profile, src.Set = x.profile, nil
		if x.set != "" {
			src.Set = []string{x.set}
		}
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
	src.Profile, src.Set = "", nil
	_, _, err := Product[grown](src, "sweep", 11)
	const want = `s:3: key "sweep": expected at most 11 combinations of values, got more`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if tree, err := src.Tree(); err != nil || tree["name"] != "x" || tree["profile"] != nil {
		t.Errorf("tree %v, %v", tree, err)
	}
	// Without the table there is one point.
	one := Source{Name: "s", Text: []byte("eta = 3")}
	if points, axes, err := Product[grown](one, "sweep", 1); err != nil || len(points) != 1 ||
		points[0].Eta != 3 || axes != nil {
		t.Errorf("%v, %v, %v", points, axes, err)
	}
}
