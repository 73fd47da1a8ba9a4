package dataset_test

import (
	"fmt"

	"adl/pkg/dataset"
)

func ExampleLabelledSource() {
	// The [data] table of a spec, decoded.
	s := dataset.LabelledSource{
		Kind:    "mnist",
		PCA:     "whiten",
		D:       100,
		N:       12251,
		HeldOut: 2000,
	}
	train, heldOut, err := s.Load("")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(train.Y), "data in dimension", train.D, "and", len(heldOut.Y), "held out:",
		train.Origin)
	// Output: 12251 data in dimension 100 and 2000 held out: MNIST 7 against 9, PCA (whiten)
}
