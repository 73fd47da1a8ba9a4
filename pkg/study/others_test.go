package study

import (
	"slices"
	"testing"

	"adl/pkg/dataset"
)

func TestOthers(t *testing.T) {
	if got := (Others{First: 1001, Sets: 3}).Seeds(); !slices.Equal(got, []uint64{1001, 1002, 1003}) {
		t.Errorf("seeds %d", got)
	}
}

func TestOthersDraw(t *testing.T) {
	law := dataset.Source{Kind: "gaussian", N: 10, Seed: 3, Mu: []float64{1}, Sigma: []float64{2}}
	o := Others{Sets: 4, First: 7}
	want := dataset.Gaussian(5, 1, 2, 9)
	if got := o.Draw(law, 5, 2); !slices.Equal(got.X, want.X) {
		t.Errorf("got %g, want %g", got.X, want.X)
	}
	if o.Drawn(law) != 4 || o.Drawn(dataset.Source{File: "a.csv"}) != 0 {
		t.Error("four sets of a law, none of a file")
	}
}
