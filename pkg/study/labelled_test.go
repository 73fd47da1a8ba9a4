package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/spec"
	"adl/pkg/sweep"
)

const labelledText = `n = [1, 5]
x = [1.0, 1.5]

[data]
file = "x.csv"
kind = "classes"
`

// The digest of the data is noted; what is wrong names the key, or the file and the line.
func TestLabelled(t *testing.T) {
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad"), filepath.Join(dir, "good")
	for path, text := range map[string]string{bad: "# two\n1,2,0\n1,2,3\n", good: "1,2,0\n2,3,1\n3,4,1\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		data           dataset.LabelledSource
		train, heldOut int
		want           string
	}{
		{dataset.LabelledSource{File: good, HeldOut: 1}, 2, 1, ""},
		{dataset.LabelledSource{Kind: "classes", N: 6, C2: 0.03, Seed: 1}, 6, 0, ""},
		{dataset.LabelledSource{Kind: "classes", N: 6}, 0, 0, `spec.toml:4: key "data.c2": kind classes: expected a positive variance, got 0`},
		{dataset.LabelledSource{File: bad}, 0, 0, `spec.toml:5: key "data.file": data file ` + bad + `:3: expected the label 0 or 1 at the end, got "3"`},
	} {
		x := &Context{src: spec.Source{Name: "spec.toml", Text: []byte(labelledText)}}
		train, heldOut, err := x.Labelled("data", c.data)
		var wrong *spec.Error
		switch {
		case c.want != "":
			if err == nil || err.Error() != c.want || !errors.As(err, &wrong) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		case err != nil || len(train.Y) != c.train || len(heldOut.Y) != c.heldOut || len(x.data) != 1 || x.data[0].SHA256 != train.Digest() || x.data[0].Name != "data: "+train.Origin:
			t.Errorf("%+v: %d and %d data, %v, %v", c.data, len(train.Y), len(heldOut.Y), x.data, err)
		}
	}
}

// small is a spec of a network.
func small() Network {
	s := Network{
		Epochs: 10, BurnInXi: 1, BurnInMost: 3, Scheme: "ODABADO", Friction: []string{"scalar", "diagonal", "layers"}, Reference: "scalar",
		Gamma: 1, Eta: 200, Dt: []float64{0.01, 0.001}, N: []int{1, 5, 40}, X: []float64{1, 1.5},
	}
	s.Replicas, s.T, s.BurnIn, s.Every, s.Batches = 64, 6.4, 1, 0.1, 4
	s.Sigma.Scalar, s.Sigma.Layers, s.Sigma.Diagonal = 0.1, 0.3, 1
	s.Histogram.Lo, s.Histogram.Hi, s.Histogram.Bins = 0, 1, 20
	s.Data = dataset.LabelledSource{Kind: "classes", N: 40, C2: 0.03, Seed: 1}
	s.Model.Hidden = 2
	return s
}

// Every point is run once, the one with all data and the friction of the reference last for a time step; the epochs are kept where they are longer than T; no two
// have the same key.
func TestNetworkRuns(t *testing.T) {
	c := &Context{src: spec.Source{Name: "spec.toml", Text: []byte(labelledText)}}
	s := small()
	runs, err := c.networkRuns(s)
	if err != nil || len(runs) != 2*(3*3-1+1) {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	keys := map[string]bool{}
	for i, r := range runs {
		key, err := sweep.Key(r.chain)
		if err != nil {
			t.Fatal(err)
		}
		if keys[key] {
			t.Errorf("run %d: a second time", i)
		}
		keys[key] = true
		if last := i%9 == 8; last != (r.n == 40 && r.Kind == s.Reference) {
			t.Errorf("run %d: n = %d, %s", i, r.n, r.Kind)
		}
		steps := 10 * 40 / float64(r.n)
		if want := max(6.4, steps*r.dt); r.chain.T != want {
			t.Errorf("run %d: T = %g, want %g", i, r.chain.T, want)
		}
		if b := r.chain.BurnIn; b < s.BurnIn || b > s.BurnInMost || b < min(r.xiTime, s.BurnInMost) {
			t.Errorf("run %d: burn-in %g with %g for ξ", i, b, r.xiTime)
		}
	}
	for _, wrong := range []struct {
		change func(*Network)
		want   string
	}{
		{func(s *Network) { s.N = []int{1, 41} }, `spec.toml:1: key "n[1]": without replacement wants n ≤ Nd = 40, got 41`},
		{func(s *Network) { s.X = []float64{1} }, `spec.toml:2: key "x": expected a point of 2 coordinates, as the data have, got 1`},
	} {
		s := small()
		wrong.change(&s)
		if _, err := c.networkRuns(s); err == nil || err.Error() != wrong.want {
			t.Errorf("got  %v\nwant %s", err, wrong.want)
		}
	}
}
