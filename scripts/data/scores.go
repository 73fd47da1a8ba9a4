package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"adl/pkg/dataset"
)

// scores compares the project's scores with scores computed from the images. Scores may differ by
// one unit, because eigenvectors that differ in their last bits may round differently. Scores of
// scaled pixels may differ by two units, because the project's scores are rounded twice.
func scores(stdout io.Writer) error {
	for pca, most := range map[string]float64{"whiten": 1, "scale": 2} {
		s := dataset.LabelledSource{
			Kind: "images", Digits: []int{7, 9}, PCA: pca, D: 100, N: 12251, HeldOut: 2000, Seed: 1,
		}
		train, held, err := s.Load("")
		if err != nil {
			return err
		}
		again := []dataset.Labelled{train, held}
		train, held, err = dataset.LabelledSource{
			Kind: "mnist", PCA: pca, D: s.D, N: s.N, HeldOut: s.HeldOut,
		}.Load("")
		if err != nil {
			return err
		}
		for k, l := range []dataset.Labelled{train, held} {
			if !slices.Equal(l.Y, again[k].Y) {
				return fmt.Errorf("%s does not have the images that are drawn", dataset.ScoresFile)
			}
			for i, z := range l.Z {
				if d := float64(z - again[k].Z[i]); !(math.Abs(d) <= most/4096) {
					return fmt.Errorf("%s: score %d of datum %d is %g, computed again %g (%s)",
						dataset.ScoresFile, i%l.D+1, i/l.D+1, z, again[k].Z[i], pca)
				}
			}
		}
	}
	fmt.Fprintln(stdout, dataset.ScoresFile, "agrees with the scores of the images")
	return nil
}
