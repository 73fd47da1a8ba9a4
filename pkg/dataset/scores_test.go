package dataset

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// fewScores are three scores of two components, one of them held out.
func fewScores() *scores {
	return &scores{
		z: []int16{4096, -2048, 0, 1, 8192, 3}, d: 2, sd: []float64{2, 0.5}, label: []uint32{7, 9, 9},
		train: 2,
	}
}

// write returns a file of scores.
func (s *scores) write(t testing.TB) []byte {
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, table.Archive{
		{Name: "score", Shape: []int{len(s.label), s.d}, Data: s.z},
		{Name: "sd", Data: s.sd},
		{Name: "label", Data: s.label},
		{Name: "train", Data: []uint32{uint32(s.train)}},
	}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestScores: the content of a file is read, whitened and raw.
func TestScores(t *testing.T) {
	s, err := parseScores(fewScores().write(t))
	if err != nil {
		t.Fatal(err)
	}
	train, held := s.labelled("whiten", 2, 2, 1)
	if !slices.Equal(train.Z, []float32{1, -0.5, 0, 1. / 4096}) ||
		!slices.Equal(train.Y, []float64{0, 1}) || !slices.Equal(held.Z, []float32{2, 3. / 4096}) ||
		!slices.Equal(held.Y, []float64{1}) || train.Origin != "MNIST 7 against 9, PCA (whiten)" {
		t.Errorf("whitened: %+v, %+v", train, held)
	}
	// half of 1/4096 rounds to the even 0, half of 3/4096 to 2/4096
	train, held = s.labelled("scale", 2, 2, 1)
	if !slices.Equal(train.Z, []float32{2, -0.25, 0, 0}) ||
		!slices.Equal(held.Z, []float32{4, 2. / 4096}) {
		t.Errorf("raw: %+v, %+v", train, held)
	}
	if train, held = s.labelled("whiten", 1, 1, 0); !slices.Equal(train.Z, []float32{1}) ||
		len(held.Y) != 0 {
		t.Errorf("some: %+v, %+v", train, held)
	}
}

// TestScoresErrors: the error about a damaged or wrong file is one line.
func TestScoresErrors(t *testing.T) {
	good := fewScores().write(t)
	many := fewScores()
	many.train = 4
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"empty":     {nil, "zip"},
		"truncated": {good[:len(good)-9], "zip"},
		"a bit":     {flip(good, 60), ""},
		"text":      {[]byte("7,9\n"), "zip"},
		"train":     {many.write(t), "expected 1 to 3 data for training, got 4"},
	} {
		_, err := parseScores(c.b)
		if err == nil ||
			!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestScoresFile pins the project's file: digests of the data, and its table of contents.
func TestScoresFile(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", ScoresFile))
	if err != nil {
		t.Fatal(err)
	}
	s, err := parseScores(b)
	if err != nil {
		t.Fatal(err)
	}
	nines := 0
	for _, y := range s.label {
		if y == 9 {
			nines++
		}
	}
	if len(s.label) != 14251 || s.train != 12251 || s.d != 100 || nines != 5949+1009 {
		t.Errorf("%d data, %d for training, %d components, %d nines", len(s.label), s.train, s.d, nines)
	}
	for _, c := range []struct{ pca, train, held string }{
		{"whiten", "440d6d4f6cea2063", "56376ad5e22b5dc6"},
		{"scale", "e0b7a3040a8a51d3", "93649d58eb25f6ab"},
	} {
		train, held := s.labelled(c.pca, 100, 12251, 2000)
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
				want = s.sd[k] * s.sd[k]
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
