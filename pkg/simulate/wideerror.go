package simulate

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/vec"
)

// variances are those of the components, and what every replica says about them: [i][replica] of mean squares about the common mean, over the variance.
func (s *WideSamples) variances() (v []float64, each [][]float64) {
	n := float64(s.Observations())
	for i := range s.Dim {
		b := s.Theta(i)
		first, second := make([]float64, s.Replicas), make([]float64, s.Replicas)
		mean := 0.0
		for r := range s.Replicas {
			for k := range b.Count {
				first[r] += b.S1[k*s.Replicas+r]
				second[r] += b.S2[k*s.Replicas+r]
			}
			mean += first[r] / n
		}
		mean /= float64(s.Replicas)
		sum := 0.0
		for r := range second {
			second[r] = second[r]/n - float64(float64(2*mean)*(first[r]/n)) + float64(mean*mean)
			sum += second[r]
		}
		sum /= float64(s.Replicas)
		for r := range second {
			second[r] /= sum
		}
		v, each = append(v, sum), append(each, second)
	}
	return v, each
}

// VarianceError is how far the diagonal of cov(θ) is from that of a reference.
type VarianceError struct {
	estimate.L1                   // the mean over the components of |v_i/w_i − 1|, w_i the reference's; Floor is what noise alone would give
	Signed      estimate.Estimate // the mean of v_i/w_i − 1
	Each        []estimate.Estimate
}

// VarianceError compares with the variances of an independent run. It panics if that has another dimension.
//
// Noise only ever adds to a mean of absolute values. Corrected takes most of this bias away, by the method of estimate.L1 without its moving average:
//
//	(1/d) Σ_i D_i (2Φ(u_i) − 1) − (2/c) s_i φ(u_i),   u_i = D_i/(c s_i),   c = 1/2,
//
// with D_i the differences and s_i their standard errors. The scatter of few replicas is a poor measure for one component, so s_i is taken from that of
// all components, relative to their variances. Standard errors of means over components come from the scatter of replicas.
func (s *WideSamples) VarianceError(ref *WideSamples) VarianceError {
	w, each := ref.variances()
	return s.varianceError(w, each)
}

// VarianceErrorOf compares with variances that are known.
func (s *WideSamples) VarianceErrorOf(w []float64) VarianceError { return s.varianceError(w, nil) }

func (s *WideSamples) varianceError(w []float64, refEach [][]float64) VarianceError {
	if len(w) != s.Dim {
		panic("simulate: the variances of a reference of another dimension")
	}
	const c = 0.5
	v, each := s.variances()
	d := float64(s.Dim)
	noise := math.Sqrt(pooled(each) + pooled(refEach)) // relative
	var e VarianceError
	delta, fixed, signed := make([]float64, s.Dim), make([]float64, s.Dim), make([]float64, s.Dim) // derivatives by the logarithms of v_i and −w_i
	for i, x := range v {
		ratio := x / w[i]
		diff, se := ratio-1, float64(noise*ratio)
		e.Raw += math.Abs(diff) / d
		e.Floor += float64(se*math.Sqrt(2/math.Pi)) / d
		e.Signed.Value += diff / d
		own := math.Sqrt(pooled(each[i:i+1]) + pooled(one(refEach, i)))
		e.Each = append(e.Each, estimate.Estimate{Value: diff, StdErr: float64(own * ratio)})
		signed[i] = ratio / d
		fixed[i] = math.Copysign(ratio/d, diff)
		u := diff / float64(c*se)
		phi := float64(vec.Exp(-float64(0.5*float64(u*u))) / math.Sqrt(2*math.Pi))
		central := float64(2*estimate.NormalCDF(u)) - 1
		e.Corrected += (float64(diff*central) - float64(float64(2/c*se)*phi)) / d
		delta[i] = float64((central + float64(float64(2+2/(c*c))*float64(u*phi))) * (ratio / d))
	}
	e.StdErr = max(combine(delta, each, refEach), combine(fixed, each, refEach))
	e.Signed.StdErr = combine(signed, each, refEach)
	return e
}

func one(each [][]float64, i int) [][]float64 {
	if each == nil {
		return nil
	}
	return each[i : i+1]
}

// pooled is the mean over components of the squared relative standard error of a variance; 0 for none.
func pooled(each [][]float64) float64 {
	sum := 0.0
	for _, x := range each {
		e := estimate.Mean(x)
		sum += float64(e.StdErr * e.StdErr)
	}
	if len(each) == 0 {
		return 0
	}
	return sum / float64(len(each))
}

// combine is the standard error of Σ_i weight_i (log v_i − log w_i).
func combine(weight []float64, sets ...[][]float64) float64 {
	square := 0.0
	for _, each := range sets {
		if len(each) == 0 {
			continue
		}
		sums := make([]float64, len(each[0]))
		for i, x := range each {
			for r, q := range x {
				sums[r] = math.FMA(weight[i], q, sums[r])
			}
		}
		e := estimate.Mean(sums)
		square += float64(e.StdErr * e.StdErr)
	}
	return math.Sqrt(square)
}
