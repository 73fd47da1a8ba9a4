package experiment

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/spec"
)

const text = `n = [1, 5]
dt = [0.1, 0.2]
replicas = 100

[data]
file = "x.csv"

[[method]]
name = "Langevin"
scheme = "OABAO"
`

func TestPoints(t *testing.T) {
	c := &Context{src: spec.Source{Name: "spec.toml", Text: []byte(text)}}
	g := Grid{Dt: []float64{0.1, 0.2}, N: []int{1, 5}, Sampling: []minibatch.Sampling{minibatch.With, minibatch.Without}}
	ps, err := c.Points(g, 10)
	if err != nil || len(ps) != 8 {
		t.Fatalf("%v, %v", ps, err)
	}
	for i, want := range map[int]Point{0: {minibatch.With, 0.1, 1, 90}, 3: {minibatch.With, 0.2, 5, 10 * 9 / 5.0}, 5: {minibatch.Without, 0.1, 5, 10 * 5 / 5.0}} {
		if ps[i] != want {
			t.Errorf("point %d: got %+v, want %+v", i, ps[i], want)
		}
	}
	_, err = c.Points(g, 4)
	if want := `spec.toml:1: key "n[1]": without replacement wants n ≤ Nd = 4, got 5`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestChains(t *testing.T) {
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad"), filepath.Join(dir, "good")
	for path, text := range map[string]string{bad: "# two\n1\n\ntwo\n", good: "# three\n1\n2.5\n-3e-1\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		data     dataset.Source
		replicas int
		method   simulate.Method
		want     string
	}{
		{dataset.Source{File: good}, 64, simulate.Method{Word: "OABAO", Gamma: 1}, ""},
		{dataset.Source{File: good}, 64, simulate.Method{Word: "SGLD"}, ""},
		{dataset.Source{File: good}, 100, simulate.Method{Word: "SGLD"}, `spec.toml:3: key "replicas": expected a multiple of 64 replicas, which advance in lockstep, got 100`},
		{dataset.Source{File: good}, 64, simulate.Method{Word: "OABAO"}, `spec.toml:8: key "method[0]": scheme OABAO wants the key gamma`},
		{dataset.Source{File: good}, 64, simulate.Method{Word: "OAB", Gamma: 1}, `spec.toml:10: key "method[0].scheme": scheme "OAB" is no palindrome: letter 1 is O, its mirror image B`},
		{dataset.Source{File: bad}, 64, simulate.Method{Word: "SGLD"}, `spec.toml:6: key "data.file": data file ` + bad + `:4: expected one finite number, got "two"`},
		{dataset.Source{Kind: "gaussian"}, 64, simulate.Method{Word: "SGLD"}, `spec.toml:5: key "data.ndata": expected a number of data from 1 to 65536, got 0`},
	} {
		x := &Context{src: spec.Source{Name: "spec.toml", Text: []byte(text)}}
		d, err := x.Chains(c.data, simulate.Settings{Replicas: c.replicas}, c.method)
		var wrong *spec.Error
		switch {
		case c.want == "" && (err != nil || len(d.X) != 3 || len(x.data) != 1 || x.data[0].SHA256 != d.Digest() || x.data[0].Name != "data: "+good):
			t.Errorf("%+v: %v, %v, %v", c, d, x.data, err)
		case c.want != "" && (err == nil || err.Error() != c.want || !errors.As(err, &wrong)):
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// Compute ends where a plan is asked for.
func TestPlanned(t *testing.T) {
	for _, o := range []*options{{plan: true, workers: 1}, {why: true, workers: 1}} {
		c := &Context{ctx: context.Background(), opt: o, stdout: io.Discard}
		if _, err := c.Sweep(nil); err != errPlanned {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
