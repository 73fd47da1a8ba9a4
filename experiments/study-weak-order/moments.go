package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
)

// cumulants adds the moments of θ of higher order, for the data and for symmetric data.
func (r rows) cumulants(s Spec, m study.Method) {
	const sampling = minibatch.Without
	mirrored := symmetric(r.Model)
	for _, n := range s.Theory.Cumul {
		if n >= r.Model.Ndata() {
			continue
		}
		for _, dt := range s.Theory.Dt {
			row, step := r.at(m, sampling, n, dt), r.Law.Step(m.Word, m.Gamma, dt, false)
			e := r.VarianceError(m, sampling.Epsilon(r.Model.Ndata(), n), dt)
			third, skewness, kurtosis := step.Shape(r.Model, n, sampling, e)
			r.AddValue(row, "third central moment", third)
			r.AddValue(row, "skewness", skewness)
			r.AddValue(row, "excess kurtosis", kurtosis)
			if mirrored != nil {
				third, _, _ = step.Shape(mirrored, n, sampling, e)
				r.AddValue(row, "third central moment for symmetric data", third)
			}
		}
		if m.Word == dynamics.SGLD {
			row := r.at(m, sampling, n, 0)
			row["method"], row["dt"] = nil, nil
			r.AddValue(row, "E Z³", exact.BatchSkewness(r.Model.X, n, sampling))
			if mirrored != nil {
				r.AddValue(row, "E Z³ for symmetric data", exact.BatchSkewness(mirrored.X, n, sampling))
			}
		}
	}
}

// symmetric returns the model with the first half of the deviations from the mean and their mirror
// images as data, or nil if these are all the same.
func symmetric(m *model.Gaussian) *model.Gaussian {
	centre, half := 0.0, len(m.X)/2
	for _, x := range m.X {
		centre += x / float64(len(m.X))
	}
	var x []float64
	for _, y := range m.X[:half] {
		x = append(x, y-centre, centre-y)
	}
	s := &model.Gaussian{X: x, SigmaX: m.SigmaX, SigmaTheta: m.SigmaTheta}
	if !(len(x) > 1 && s.Var() > 0) {
		return nil
	}
	return s
}
