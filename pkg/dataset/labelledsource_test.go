package dataset

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLabelledSource(t *testing.T) {
	const root = "../.."
	scores := LabelledSource{Kind: "mnist", PCA: "whiten", D: 10, N: 300, HeldOut: 20}
	images := LabelledSource{
		Kind: "images", PCA: "whiten", D: 10, N: 300, Digits: []int{7, 9}, Seed: 1,
	}
	classes := LabelledSource{Kind: "classes", N: 500, Seed: 1, C2: 0.03}
	more := classes
	more.HeldOut = 100
	correlated := LabelledSource{Kind: "correlated", D: 5, N: 300, HeldOut: 20, Nu: 3, Seed: 2}
	for _, c := range []struct {
		s   LabelledSource
		all Labelled
	}{
		{classes, TwoClasses(500, 0.03, 1)}, {more, TwoClasses(600, 0.03, 1)},
		{correlated, Correlated(320, 5, 3, 2)},
	} {
		train, held, err := c.s.Load(root)
		if err != nil || len(train.Y) != c.s.N || len(held.Y) != c.s.HeldOut ||
			train.Origin != c.all.Origin ||
			!slices.Equal(append(slices.Clone(train.Z), held.Z...), c.all.Z) ||
			!slices.Equal(append(slices.Clone(train.Y), held.Y...), c.all.Y) {
			t.Errorf("%+v: %d and %d data, %q, %v", c.s, len(train.Y), len(held.Y), train.Origin, err)
		}
	}

	for _, c := range []struct {
		from      LabelledSource
		edit      func(s *LabelledSource)
		key, want string
	}{
		{
			scores, func(s *LabelledSource) { s.Kind = "" }, "kind",
			`data.kind: expected mnist, images, classes or correlated (or a file), got ""`,
		},
		{scores, func(s *LabelledSource) { s.Kind = "gaussian" }, "kind", `got "gaussian"`},
		{
			scores, func(s *LabelledSource) { s.N = 0 }, "ndata",
			"data.ndata: expected a number of data from 1 to 10000000, got 0",
		},
		{scores, func(s *LabelledSource) { s.N = 65537 }, "ndata", "got 65537"},
		{
			scores, func(s *LabelledSource) { s.N = 12252 }, "ndata",
			"data.ndata: expected at most the 12251 data of data/mnist79.npz, got 12252",
		},
		{scores, func(s *LabelledSource) { s.HeldOut = 2001 }, "held_out", "the 2000 data held out of"},
		{scores, func(s *LabelledSource) { s.D = 101 }, "d", "at most the 100 components of"},
		{scores, func(s *LabelledSource) { s.Seed = 1 }, "kind", "images takes"},
		{scores, func(s *LabelledSource) { s.Digits = []int{4, 9} }, "kind", "images takes"},
		{scores, func(s *LabelledSource) { s.Images = "x" }, "kind", "images takes"},
		{classes, func(s *LabelledSource) { s.N = -1 }, "ndata", "got -1"},
		{
			scores, func(s *LabelledSource) { s.PCA = "" }, "pca",
			`data.pca: kind mnist: expected whiten or scale, got ""`,
		},
		{
			images, func(s *LabelledSource) { s.PCA = "raw" }, "pca",
			`data.pca: kind images: expected whiten or scale, got "raw"`,
		},
		{
			images, func(s *LabelledSource) { s.D = 785 }, "d",
			"data.d: kind images: expected 1 to 784 components, got 785",
		},
		{
			images, func(s *LabelledSource) { s.Digits = nil }, "digits",
			"data.digits: kind images: expected two different labels from 0 to 255, got []",
		},
		{images, func(s *LabelledSource) { s.Digits = []int{7, 7} }, "digits", "got [7 7]"},
		{images, func(s *LabelledSource) { s.Digits = []int{7, 263} }, "digits", "got [7 263]"},
		{
			classes, func(s *LabelledSource) { s.C2 = 0 }, "c2",
			"data.c2: kind classes: expected a positive variance, got 0",
		},
		{
			correlated, func(s *LabelledSource) { s.D = 0 }, "d",
			"data.d: kind correlated: expected 1 to 784 components, got 0",
		},
		{correlated, func(s *LabelledSource) { s.N = 0 }, "ndata", "got 0"},
		{
			correlated, func(s *LabelledSource) { s.Nu = -1 }, "nu",
			"data.nu: kind correlated: expected degrees of freedom",
		},
	} {
		s := c.from
		c.edit(&s)
		_, _, err := s.Load(root)
		var k *KeyError
		if !errors.As(err, &k) || k.Key != c.key || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one of key %s with %q", err, c.key, c.want)
		}
	}

	// a file replaces the other keys, even wrong ones, except the number of held-out data
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("1,2,0\n3,4,1\n5,6,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	train, held, err := LabelledSource{
		CSV:     CSV{File: path},
		Kind:    "nonsense",
		N:       -1,
		D:       -1,
		HeldOut: 1,
	}.Load(root)
	if err != nil || !slices.Equal(train.Z, []float32{1, 2, 3, 4}) ||
		!slices.Equal(train.Y, []float64{0, 1}) || !slices.Equal(held.Z, []float32{5, 6}) ||
		!slices.Equal(held.Y, []float64{1}) || train.Origin != path || train.D != 2 || held.D != 2 {
		t.Errorf("file: %v and %v, %v", train, held, err)
	}
	var k *KeyError
	_, _, err = LabelledSource{CSV: CSV{File: path}, HeldOut: 3}.Load(root)
	if !errors.As(err, &k) || k.Key != "held_out" {
		t.Errorf("all of a file held out: %v", err)
	}
	_, _, err = LabelledSource{CSV: CSV{File: path + ".not"}, Kind: "classes"}.Load(root)
	if err == nil || !strings.Contains(err.Error(), path+".not") {
		t.Errorf("missing file: %v", err)
	}
}
