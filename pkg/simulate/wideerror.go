package simulate

import "adl/pkg/estimate"

func (s *WideSamples) variances() estimate.Variances {
	var theta []*estimate.Blocks
	for i := range s.Dim {
		theta = append(theta, s.Theta(i))
	}
	return estimate.NewVariances(theta)
}

// VarianceError compares the variances of the components of θ with those of an independent run. It
// panics if that has another dimension.
func (s *WideSamples) VarianceError(ref *WideSamples) estimate.VarianceError {
	return s.variances().Error(ref.variances())
}

// VarianceErrorOf compares with variances that are known.
func (s *WideSamples) VarianceErrorOf(w []float64) estimate.VarianceError {
	return s.variances().Error(estimate.Variances{Value: w})
}
