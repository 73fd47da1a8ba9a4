package dataset

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// fewScores are three scores of two components, one of them held out.
func fewScores() *Scores {
	return &Scores{
		Z: []int16{4096, -2048, 0, 1, 8192, 3}, D: 2, SD: []float64{2, 0.5}, Label: []uint32{7, 9, 9},
		Index: []uint32{15, 4, 60001}, Train: 2,
	}
}

// TestScores: what is written reads back, whitened and raw.
func TestScores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.npz")
	if err := fewScores().Write(path); err != nil {
		t.Fatal(err)
	}
	s, err := ReadScores(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Agree(fewScores()); err != nil || s.Train != 2 {
		t.Errorf("%+v: %v", s, err)
	}
	train, held := s.Labelled("whiten", 2, 2, 1)
	if !slices.Equal(train.Z, []float32{1, -0.5, 0, 1. / 4096}) ||
		!slices.Equal(train.Y, []float64{0, 1}) || !slices.Equal(held.Z, []float32{2, 3. / 4096}) ||
		!slices.Equal(held.Y, []float64{1}) || train.Origin != "MNIST 7 against 9, PCA (whiten)" {
		t.Errorf("whitened: %+v, %+v", train, held)
	}
	// a half of 1/4096 rounds to the even 0, that of 3/4096 to 2/4096
	train, held = s.Labelled("scale", 2, 2, 1)
	if !slices.Equal(train.Z, []float32{2, -0.25, 0, 0}) ||
		!slices.Equal(held.Z, []float32{4, 2. / 4096}) {
		t.Errorf("raw: %+v, %+v", train, held)
	}
	if train, held = s.Labelled("whiten", 1, 1, 0); !slices.Equal(train.Z, []float32{1}) ||
		len(held.Y) != 0 {
		t.Errorf("some: %+v, %+v", train, held)
	}
	defer func() {
		if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "dataset: ") {
			t.Errorf("no panic of the package, %q", s)
		}
	}()
	s.Labelled("whiten", 3, 1, 1)
}

// TestScoresErrors: missing, damaged and wrong files are one line that names them.
func TestScoresErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "s.npz")
	if err := fewScores().Write(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(edit func(s *Scores)) []byte {
		s := fewScores()
		edit(s)
		if err := s.Write(path); err != nil {
			t.Fatal(err)
		}
		b, _ := os.ReadFile(path)
		return b
	}
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"empty":     {nil, "damaged"},
		"truncated": {good[:len(good)-9], "damaged"},
		"a bit":     {flip(good, 60), "damaged"},
		"text":      {[]byte("7,9\n"), "damaged"},
		"label": {
			wrong(func(s *Scores) { s.Label[1] = 8 }),
			"expected the labels 7 and 9, got 8 for datum 2",
		},
		"sd": {
			wrong(func(s *Scores) { s.SD[1] = 0 }),
			"expected positive standard deviations, got 0 for component 2",
		},
		"train": {wrong(func(s *Scores) { s.Train = 4 }), "expected 1 to 3 data for training, got 4"},
	} {
		if err := os.WriteFile(path, c.b, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadScores(path)
		if err == nil || !strings.HasPrefix(err.Error(), "principal scores of MNIST "+path+": ") ||
			!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	source := LabelledSource{Kind: "mnist", PCA: "scale", D: 1, N: 1}
	for name, b := range map[string][]byte{"": nil, "mnist79.npz": good[:99]} {
		_, _, err = source.Load(Places{Data: fstest.MapFS{name: {Data: b}}})
		if err == nil || !strings.HasPrefix(err.Error(), "principal scores of MNIST "+ScoresFile+": ") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("missing, or truncated: %v", err)
		}
	}
}

// TestScoresAgree: what differs is named.
func TestScoresAgree(t *testing.T) {
	for want, edit := range map[string]func(s *Scores){
		"":                         func(s *Scores) { s.Z[1]++; s.SD[0] *= 1 + 1e-12 },
		"score 2 of datum 1":       func(s *Scores) { s.Z[1] += 2 },
		"component 1":              func(s *Scores) { s.SD[0] *= 1 + 1e-8 },
		"datum 3 is image 60001":   func(s *Scores) { s.Index[2] = 60002 },
		"datum 1 is image 15, a 7": func(s *Scores) { s.Label[0] = 9 },
		"2 of 3 data":              func(s *Scores) { s.Train = 1 },
	} {
		again := fewScores()
		edit(again)
		if err := fewScores().Agree(again); (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestScoresFile pins the project's file: digests of the data, and its table of contents.
func TestScoresFile(t *testing.T) {
	s, err := ReadScores(filepath.Join("..", "..", ScoresFile))
	if err != nil {
		t.Fatal(err)
	}
	nines := 0
	for i, y := range s.Label {
		if y == 9 {
			nines++
		}
		if s.Index[i] >= 70000 {
			t.Errorf("datum %d is image %d", i, s.Index[i])
		}
	}
	if len(s.Label) != 14251 || s.Train != 12251 || s.D != 100 || nines != 5949+1009 {
		t.Errorf("%d data, %d for training, %d components, %d nines", len(s.Label), s.Train, s.D, nines)
	}
	for _, c := range []struct{ pca, train, held string }{
		{"whiten", "440d6d4f6cea2063", "56376ad5e22b5dc6"},
		{"scale", "e0b7a3040a8a51d3", "93649d58eb25f6ab"},
	} {
		train, held := s.Labelled(c.pca, 100, 12251, 2000)
		if a, b := train.Digest()[:16], held.Digest()[:16]; a != c.train || b != c.held {
			t.Errorf("%s: digests %s and %s", c.pca, a, b)
		}
		for k := range 100 {
			v := 0.0
			for i := range train.Y {
				z := float64(train.Row(i)[k])
				v += z * z / 12250
			}
			want := 1.0
			if c.pca == "scale" {
				want = s.SD[k] * s.SD[k]
			}
			if d := v/want - 1; d < -7e-4 || d > 7e-4 {
				t.Errorf("%s: variance of component %d is %g, want %g", c.pca, k, v, want)
			}
		}
	}
	if b, err := os.ReadFile(filepath.Join("..", "..", "data", "README.md")); err != nil ||
		!bytes.Contains(b, []byte("CC BY-SA 3.0")) || !bytes.Contains(b, []byte("LeCun")) {
		t.Errorf("data/README.md does not name the authors of MNIST and the licence: %v", err)
	}
}
