package simulate

import (
	"errors"
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/table"
)

// WideSamples is what a Wide saw, per replica.
type WideSamples struct {
	Replicas, Dim int
	Count         []int64   // observations of a replica in every batch
	S1, S2        []float64 // Σθ_i and Σθ_i², [i][batch][replica]
	X1, X2        []float64 // the same of a scalar ξ, or of the diagonal of ξ
	Xi            []float64 // Σξ_ij of a full ξ over the whole run, [replica][(i, j), j ≥ i], or nil

	Marginals [][]uint32 // [Wide.Marginals][replica][bins+2]
	Joints    [][]uint32 // [Wide.Joints][replica][(bins+2)²]
	Last      []float64  // θ at the end, [replica][i]

	Predicted   []float64 // ΣP(y = 1|z, θ), [replica][covariates], or nil
	Predictions int64     // states of a replica that enter

	Steps    int64 // of all replicas, burn-in included
	Diverged bool  // a replica left the finite numbers: the rest is empty
}

func (s *WideSamples) allocate(batches, entries int) {
	s.Count = make([]int64, batches)
	n := batches * s.Replicas
	s.S1, s.S2 = make([]float64, s.Dim*n), make([]float64, s.Dim*n)
	if entries > 0 {
		s.X1, s.X2 = make([]float64, entries*n), make([]float64, entries*n)
	}
	s.Last = make([]float64, s.Replicas*s.Dim)
}

// arrays is the stored form; that of a diverged chain holds no numbers, whose bits would depend on the machine.
func (s *WideSamples) arrays() table.Archive {
	a := table.Archive{{Name: "about", Data: []int64{int64(s.Replicas), int64(s.Dim), s.Steps, bit(s.Diverged), s.Predictions}}}
	if s.Diverged {
		return a
	}
	add := func(name string, data any, shape ...int) {
		a = append(a, table.Entry{Name: name, Shape: shape, Data: data})
	}
	b, r := len(s.Count), s.Replicas
	add("count", s.Count, b)
	add("theta.s1", s.S1, s.Dim, b, r)
	add("theta.s2", s.S2, s.Dim, b, r)
	add("last", s.Last, r, s.Dim)
	if s.X1 != nil {
		add("xi.s1", s.X1, len(s.X1)/(b*r), b, r)
		add("xi.s2", s.X2, len(s.X2)/(b*r), b, r)
	}
	if s.Xi != nil {
		add("xi", s.Xi, r, len(s.Xi)/r)
	}
	if s.Predicted != nil {
		add("predicted", s.Predicted, r, len(s.Predicted)/r)
	}
	for k, h := range s.Marginals {
		add(fmt.Sprintf("marginal.%d", k), h, r, len(h)/r)
	}
	for k, h := range s.Joints {
		add(fmt.Sprintf("joint.%d", k), h, r, len(h)/r)
	}
	return a
}

// ReadWideSamples returns the samples that Run stored, or an error if a does not hold them.
func ReadWideSamples(a table.Archive) (*WideSamples, error) {
	s, err := readWide(a)
	if err != nil {
		return nil, fmt.Errorf("samples of a chain in many dimensions: %w", err)
	}
	return s, nil
}

func readWide(a table.Archive) (*WideSamples, error) {
	s := &WideSamples{}
	r := reader{archive: a}
	about := get[int64](&r, "about", 5)
	if r.err != nil {
		return nil, r.err
	}
	if about[0] < 1 || about[0] > math.MaxInt32 || about[1] < 1 || about[1] > math.MaxInt32 || about[2] < 0 || about[3] != 0 && about[3] != 1 || about[4] < 0 {
		return nil, fmt.Errorf("array \"about\": got %d, expected replicas, dimension, steps, 0 or 1, and predictions", about)
	}
	s.Replicas, s.Dim, s.Steps, s.Diverged, s.Predictions = int(about[0]), int(about[1]), about[2], about[3] == 1, about[4]
	if s.Diverged {
		return s, nil
	}
	if s.Count = get[int64](&r, "count", -1); r.err != nil {
		return nil, r.err
	}
	if len(s.Count) == 0 {
		return nil, errors.New("array \"count\": no batches")
	}
	for _, n := range s.Count {
		if n < 1 {
			return nil, fmt.Errorf("array \"count\": a batch of %d observations", n)
		}
	}
	s.S1 = get[float64](&r, "theta.s1", s.Dim, len(s.Count), s.Replicas)
	s.S2 = get[float64](&r, "theta.s2", s.Dim, len(s.Count), s.Replicas)
	s.Last = get[float64](&r, "last", s.Replicas, s.Dim)
	arrays := 5
	if r.has("xi.s1") {
		s.X1 = get[float64](&r, "xi.s1", -1, len(s.Count), s.Replicas)
		s.X2 = get[float64](&r, "xi.s2", len(s.X1)/(len(s.Count)*s.Replicas), len(s.Count), s.Replicas)
		arrays += 2
	}
	if r.has("xi") {
		s.Xi = get[float64](&r, "xi", s.Replicas, s.Dim*(s.Dim+1)/2)
		arrays++
	}
	if r.has("predicted") {
		if s.Predicted = get[float64](&r, "predicted", s.Replicas, -1); s.Predictions == 0 {
			return nil, errors.New("array \"about\": predictions of no states")
		}
		arrays++
	}
	for k := 0; r.has(fmt.Sprintf("marginal.%d", k)); k++ {
		s.Marginals = append(s.Marginals, get[uint32](&r, fmt.Sprintf("marginal.%d", k), s.Replicas, -1))
		arrays++
	}
	for k := 0; r.has(fmt.Sprintf("joint.%d", k)); k++ {
		s.Joints = append(s.Joints, get[uint32](&r, fmt.Sprintf("joint.%d", k), s.Replicas, -1))
		arrays++
	}
	if r.err == nil && len(a) != arrays {
		return nil, fmt.Errorf("expected %d arrays, got %d", arrays, len(a))
	}
	return s, r.err
}

func (s *WideSamples) blocks(i int, s1, s2 []float64) *estimate.Blocks {
	n := len(s.Count) * s.Replicas
	return &estimate.Blocks{Replicas: s.Replicas, Count: s.Count, S1: s1[i*n : i*n+n], S2: s2[i*n : i*n+n]}
}

// Theta is the component θ_i.
func (s *WideSamples) Theta(i int) *estimate.Blocks { return s.blocks(i, s.S1, s.S2) }

// Entries is the number of entries of ξ for XiEntry: 1 for a scalar friction, else the dimension, and 0 where ξ is constant.
func (s *WideSamples) Entries() int { return len(s.X1) / (len(s.Count) * s.Replicas) }

// XiEntry is the i-th entry of ξ's diagonal, or a scalar ξ.
func (s *WideSamples) XiEntry(i int) *estimate.Blocks { return s.blocks(i, s.X1, s.X2) }

// Observations is the number of observations of one replica.
func (s *WideSamples) Observations() int64 {
	n := int64(0)
	for _, c := range s.Count {
		n += c
	}
	return n
}

// MeanXi is the mean of a full ξ in the replicas from..to−1, a matrix in row order. It panics unless the whole ξ was kept.
func (s *WideSamples) MeanXi(from, to int) []float64 {
	d := s.Dim
	if s.Xi == nil || from < 0 || to > s.Replicas || from >= to {
		panic("simulate: MeanXi wants a ξ that was kept whole, and some of the replicas")
	}
	x := make([]float64, d*d)
	k := 0
	for i := range d {
		for j := i; j < d; j++ {
			sum := 0.0
			for r := from; r < to; r++ {
				sum += s.Xi[r*(d*(d+1)/2)+k]
			}
			sum /= float64(int64(to-from) * s.Observations())
			x[i*d+j], x[j*d+i] = sum, sum
			k++
		}
	}
	return x
}

// Histogram is that of Wide.Marginals[k] = b.
func (s *WideSamples) Histogram(k int, b Bins) *estimate.Histogram {
	return &estimate.Histogram{Replicas: s.Replicas, Bins: b.Bins, Lo: b.Lo, Hi: b.Hi, Counts: s.Marginals[k]}
}

// Masses is the fraction of the observations in each of the inner cells of Wide.Joints[k] = b, [cell of the second component][cell of the first], with standard
// errors from the scatter of the replicas.
func (s *WideSamples) Masses(k int, b JointBins) []estimate.Estimate {
	side := b.Bins + 2
	m := make([]estimate.Estimate, 0, b.Bins*b.Bins)
	each := make([]float64, s.Replicas)
	n := float64(s.Observations())
	for j := range b.Bins {
		for i := range b.Bins {
			for r := range each {
				each[r] = float64(s.Joints[k][(r*side+i+1)*side+j+1]) / n
			}
			m = append(m, estimate.Mean(each))
		}
	}
	return m
}

// Predictive is the posterior predictive probability of the k-th covariates of Wide.Prediction.
func (s *WideSamples) Predictive(k int) float64 {
	n := len(s.Predicted) / s.Replicas
	sum := 0.0
	for r := range s.Replicas {
		sum += s.Predicted[r*n+k]
	}
	return sum / float64(int64(s.Replicas)*s.Predictions)
}

// Runaway reports whether the chain has no stationary state, as far as is known: by the criterion, s ≥ 1 (exact.BatchNoise), or because ξ grows: the mean of the
// entries that are observed, from one half of the run to the other by more than five standard errors and by more than 5 % of itself, or one of them by more than
// ten standard errors, since of a hundred measured by few replicas some are five off.
func (s *WideSamples) Runaway(crit float64) bool {
	if crit >= 1 {
		return true
	}
	n := s.Entries()
	if n == 0 {
		return false
	}
	mean := &estimate.Blocks{Replicas: s.Replicas, Count: s.Count, S1: make([]float64, len(s.Count)*s.Replicas), S2: make([]float64, len(s.Count)*s.Replicas)}
	for i := range n {
		b := s.XiEntry(i)
		for k, x := range b.S1 {
			mean.S1[k] += x / float64(n)
		}
		trend := b.Trend()
		if grows(trend, b.Mean()) && trend.Value > float64(10*trend.StdErr) {
			return true
		}
	}
	return grows(mean.Trend(), mean.Mean())
}

// Start lets a run, whose scheme and batches are set, start at the points θ and, with this friction, from the law of ξ under lemma lemmeADL for the mean covariance
// Σ̄ = mean of one datum's gradient: about exact.Friction.MeanXi, with the variance 1/η, or 1/(2η) off the diagonal. It returns s of exact.BatchNoise.
func (a AdL) Start(w *Wide, theta [][]float64, mean []float64) (s float64) {
	epsilon := w.Sampling.Epsilon(w.Model.Data(), w.N)
	w.Theta = theta
	w.Xi, _ = a.Kind.MeanXi(mean, epsilon, a.Gamma, w.Scheme.Dt)
	w.XiVar = 1 / a.Eta
	return exact.BatchNoise(epsilon, w.Scheme.Dt, a.Kind.Lambda(mean))
}
