package study

import (
	"slices"
	"testing"

	"adl/pkg/dataset"
)

func TestDataSets(t *testing.T) {
	law := dataset.Source{Kind: "gaussian", N: 10, Seed: 3, Mu: []float64{1}, Sigma: []float64{2}}
	s := DataSets{Count: 4, Seed: 7}
	want := dataset.Gaussian(5, 1, 2, 9)
	if got := s.Draw(law, 5, 2); !slices.Equal(got.X, want.X) {
		t.Errorf("got %g, want %g", got.X, want.X)
	}
	if s.Drawn(law) != 4 || s.Drawn(dataset.Source{File: "a.csv"}) != 0 {
		t.Error("four sets of a law, none of a file")
	}
}
