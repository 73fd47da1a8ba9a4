package simulate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// NoiseDraws draws the standardised noise of a stochastic gradient at a point (eq. hypothese)
//
//	Z = ε(n)^(−1/2) Σ_x(θ)^(−1/2) (F̂_n(θ) − ∇ log π(θ|x)),
//
// with the symmetric inverse root of Σ_x. The draws are independent, divided equally among the 64
// lanes. The scatter of the lanes gives the standard errors.
type NoiseDraws struct {
	Model    model.Model // in one or two dimensions
	Digest   string      // of its data
	Theta    []float64
	N        int // data per batch
	Sampling minibatch.Sampling
	Draws    int     // total, rounded up to a multiple of vec.Lanes
	Lo, Hi   float64 // of the histogram of a coordinate
	Bins     int     // of the histogram; the joint histogram has Bins×Bins cells
	Seed     uint64
}

// Kind is "noise".
func (z *NoiseDraws) Kind() string { return "noise" }

// DataDigest is the digest of the data.
func (z *NoiseDraws) DataDigest() string { return z.Digest }

// Params are the normalised parameters.
func (z *NoiseDraws) Params() any {
	p := z.params()
	p["draws"] = z.Draws
	return p
}

// params are all parameters except Draws, the key of the stream: more draws continue the same
// stream.
func (z *NoiseDraws) params() spec.Key {
	return spec.Key{
		"model": z.Model.Key(), "theta": z.Theta, "n": z.N, "sampling": string(z.Sampling),
		"lo": z.Lo, "hi": z.Hi, "bins": z.Bins, "seed": z.Seed,
	}
}

// rounds is the number of draws per lane.
func (z *NoiseDraws) rounds() int { return (z.Draws + vec.Lanes - 1) / vec.Lanes }

// Units is the number of draws.
func (z *NoiseDraws) Units() float64 { return float64(z.rounds() * vec.Lanes) }

// Forecast times a few draws, including sorting, and returns the expected seconds for all, and the
// bytes of the draws (see [sweep.Forecaster]).
func (z *NoiseDraws) Forecast() (seconds, bytes float64) {
	few := *z
	few.Draws = min(z.Draws, 1<<14)
	var err error
	seconds = timed(time.Now, 1, func(int) {
		_, err = few.Run(context.Background(), func(float64) {})
	})
	if err != nil {
		return 0, 0
	}
	return seconds * z.Units() / few.Units(), 8 * z.Units()
}

// Check reports why Z cannot be drawn, and the key at fault: draws, histogram, n, data or theta.
func (z *NoiseDraws) Check() (what string, err error) {
	d, total := z.Model.Dim(), z.Model.Ndata()
	switch {
	case d != 1 && d != 2:
		return "theta", fmt.Errorf("the noise is drawn in one or two dimensions, not %d", d)
	case z.Draws < 1:
		return "draws", fmt.Errorf("expected a positive number, got %d", z.Draws)
	case z.Bins < 1 || !(z.Lo < z.Hi) || math.IsInf(z.Hi-z.Lo, 0):
		return "histogram", fmt.Errorf(
			"expected bins from a smaller to a larger number, got %d from %g to %g", z.Bins, z.Lo, z.Hi)
	}
	if err := z.Sampling.Check(total, z.N); err != nil {
		return "n", err
	}
	if z.Sampling.Epsilon(total, z.N) == 0 {
		return "n", fmt.Errorf("a full batch has no noise: "+
			"sampling without replacement requires n < Nd = %d, got %d", total, z.N)
	}
	if total <= d {
		return "data", fmt.Errorf("expected more data than the %d dimensions of θ, got %d", d, total)
	}
	if len(z.Theta) != d {
		return "theta", fmt.Errorf("expected a list of %d, got %d", d, len(z.Theta))
	}
	return "theta", z.checkCovariance()
}

// checkCovariance reports why Σ_x(θ) has no inverse root, or why F̂_n − ∇ log π has lost all
// digits.
func (z *NoiseDraws) checkCovariance() error {
	d, total := z.Model.Dim(), z.Model.Ndata()
	g := make([]float64, d)
	largest := func() float64 { return floats.Norm(g, math.Inf(1)) }
	z.Model.GradPrior(g, z.Theta)
	size := largest() // of the gradient's terms
	for i := range total {
		z.Model.GradDatum(g, z.Theta, i)
		size = math.Max(size, float64(float64(total)*largest())) // NaN stays
	}
	if !(size < 1e150) {
		return fmt.Errorf("the gradient is out of range at θ = %g", z.Theta)
	}
	variances, _, ok := linalg.Eigen(exact.GradCov(z.Model, z.Theta))
	if !ok {
		return fmt.Errorf("the covariance of the gradient is out of range at θ = %g", z.Theta)
	}
	least, most := slices.Min(variances), slices.Max(variances)
	switch sd := math.Sqrt(math.Max(0, float64(least*z.Sampling.Epsilon(total, z.N)))); {
	case !(least > 1e-12*most):
		return fmt.Errorf("the covariance of the gradient is singular at θ = %g: "+
			"the data do not make noise in all directions", z.Theta)
	case !(sd > 1e-10*size):
		return fmt.Errorf("the noise is lost in the rounding of the gradient at θ = %g: "+
			"the data are the same, or θ is far from them, or the prior narrow", z.Theta)
	}
	return nil
}

// Run draws.
func (z *NoiseDraws) Run(ctx context.Context, tick func(units float64)) (table.Archive, error) {
	r, err := z.start()
	if err != nil {
		return nil, err
	}
	piece := max(1, 8192/(16+z.N)) // about a millisecond
	for left := z.rounds(); left > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(piece, left)
		for range n {
			r.draw()
			r.keep()
		}
		left -= n
		tick(float64(n * vec.Lanes))
	}
	if err := r.finish(ctx); err != nil {
		return nil, err
	}
	return archive(z.about(), r.arrays), nil
}

// noiseRun is a NoiseDraws that runs.
type noiseRun struct {
	z        *NoiseDraws
	gradient model.Gradient
	batches  minibatch.Sampler
	white    []float64 // Σ_x^(−1/2)
	scale    float64   // ε(n)^(−1/2)

	theta, force, full []vec.Row // θ, F̂_n and ∇ log π
	x                  []vec.Row // Z

	axis   []*axis     // bins of the coordinates
	powers [][]vec.Row // [coordinate]: Σ Z_i, Σ Z_i², …
	all    [][]float64 // [coordinate][draw]
	cross  vec.Row     // Σ Z₁Z₂
	arrays []*array
}

// arrays lists the stored arrays: 3i, 3i + 1 and 3i + 2 for coordinate i, then 6 and 7 for a pair.
func (z *NoiseDraws) arrays() (all []*array) {
	d := z.Model.Dim()
	for i := range d {
		all = append(all,
			values(fmt.Sprintf("powers.%d", i), 4, vec.Lanes), // Σ Z_i, Σ Z_i², … of a lane
			counts(fmt.Sprintf("histogram.%d", i), vec.Lanes, z.Bins+2),
			values(fmt.Sprintf("kolmogorov.%d", i), 1))
	}
	if d == 2 {
		all = append(all, values("cross", vec.Lanes), // Σ Z₁Z₂ of a lane
			counts("joint", z.Bins, z.Bins)) // draws in [bin of Z₁][bin of Z₂]
	}
	return all
}

func (z *NoiseDraws) start() (*noiseRun, error) {
	if what, err := z.Check(); err != nil {
		return nil, fmt.Errorf("simulate: %s: %w", what, err)
	}
	h, err := hash(z.params())
	if err != nil {
		return nil, err
	}
	d, total := z.Model.Dim(), z.Model.Ndata()
	g := z.Model.Gradient(vec.Replicas, z.N)
	r := &noiseRun{
		z: z, gradient: g, arrays: z.arrays(),
		batches: z.Sampling.Sampler(g, vec.Replicas, total, z.N, z.Seed, h, 0, keyBatches),
		white:   linalg.InverseSqrt(exact.GradCov(z.Model, z.Theta)),
		scale:   1 / math.Sqrt(z.Sampling.Epsilon(total, z.N)),
		theta:   vec.Rows(d), force: vec.Rows(d), full: vec.Rows(d), x: vec.Rows(d),
	}
	for i, x := range z.Theta {
		vec.Fill(r.theta[i:i+1], x)
		r.axis = append(r.axis, newAxis(z.Lo, z.Hi, z.Bins))
		r.powers = append(r.powers, vec.Rows(4))
		r.all = append(r.all, make([]float64, 0, z.rounds()*vec.Lanes))
	}
	z.Model.Gradient(vec.Replicas, total).Eval(r.full, r.theta, nil)
	return r, nil
}

// draw draws Z in every lane.
func (r *noiseRun) draw() {
	r.gradient.Eval(r.force, r.theta, r.batches.Next())
	d := len(r.x)
	for i := range r.x {
		x := &r.x[i]
		for l := range x {
			s := 0.0
			for j := range d {
				s = math.FMA(r.white[i*d+j], r.force[j][l]-r.full[j][l], s)
			}
			x[l] = float64(r.scale * s)
		}
	}
}

// keep adds the draw to the statistics.
func (r *noiseRun) keep() {
	for i := range r.x {
		s1, s2, s3, s4 := &r.powers[i][0], &r.powers[i][1], &r.powers[i][2], &r.powers[i][3]
		for l, v := range &r.x[i] {
			q := float64(v * v)
			s1[l] += v
			s2[l] += q
			s3[l] = math.FMA(q, v, s3[l])
			s4[l] = math.FMA(q, q, s4[l])
		}
		r.all[i] = append(r.all[i], r.x[i][:]...)
		r.axis[i].find(&r.x[i])
		for l, b := range r.axis[i].bin {
			r.arrays[3*i+1].counts[l*(r.z.Bins+2)+1+int(b)]++
		}
	}
	if len(r.x) < 2 {
		return
	}
	vec.AccumulateProduct(&r.cross, &r.x[0], &r.x[1])
	n := r.z.Bins
	for l := range vec.Lanes {
		a, b := int(r.axis[0].bin[l]), int(r.axis[1].bin[l])
		if a >= 0 && a < n && b >= 0 && b < n {
			r.arrays[7].counts[a*n+b]++
		}
	}
}

// finish fills the arrays.
func (r *noiseRun) finish(ctx context.Context) error {
	for i, all := range r.all {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !vec.Finite(r.powers[i]) {
			return fmt.Errorf("simulate: the noise at θ = %g is out of range", r.z.Theta)
		}
		for k := range r.powers[i] {
			copy(r.arrays[3*i].values[k*vec.Lanes:], r.powers[i][k][:])
		}
		slices.Sort(all)
		r.arrays[3*i+2].values[0] = estimate.Kolmogorov(all, nil)
	}
	if len(r.x) == 2 {
		copy(r.arrays[6].values, r.cross[:])
	}
	return nil
}

// about is the dimension and the number of draws per lane.
func (z *NoiseDraws) about() []int64 { return []int64{int64(z.Model.Dim()), int64(z.rounds())} }

// NoiseSamples is the result of NoiseDraws.
type NoiseSamples struct {
	Draws     int64                  // total
	Moments   []*estimate.MomentSums // per coordinate, by lane
	Histogram []*estimate.Histogram  // per coordinate, by lane
	Cross     []float64              // Σ Z₁Z₂, by lane; nil in one dimension
	Joint     []uint32               // draws in [bin of Z₁][bin of Z₂]; nil in one dimension

	distance []float64
}

// Form returns an error if the archive does not have the form of a result (see [sweep.Task]).
func (z *NoiseDraws) Form(a table.Archive) error {
	_, err := z.Read(a)
	return err
}

// Read returns the samples that Run stored, or an error if from does not hold them.
func (z *NoiseDraws) Read(from table.Archive) (*NoiseSamples, error) {
	about, err := table.Array[int64](from, "about", 2)
	if err != nil {
		return nil, err
	}
	if want := z.about(); !slices.Equal(about, want) {
		return nil, fmt.Errorf("array \"about\": got %d, expected %d", about, want)
	}
	a := z.arrays()
	if err := fill(a, from); err != nil {
		return nil, err
	}
	const n = vec.Lanes
	s := &NoiseSamples{Draws: about[1] * n}
	for i := range z.Theta {
		p := a[3*i].values
		s.Moments = append(s.Moments, &estimate.MomentSums{
			Count: about[1], S1: p[:n], S2: p[n : 2*n], S3: p[2*n : 3*n],
		})
		s.Histogram = append(s.Histogram, &estimate.Histogram{
			Replicas: n, Bins: z.Bins, Lo: z.Lo, Hi: z.Hi, Counts: a[3*i+1].counts,
		})
		s.distance = append(s.distance, a[3*i+2].values[0])
	}
	if len(z.Theta) == 2 {
		s.Cross, s.Joint = a[6].values, a[7].counts
	}
	return s, nil
}

// Kolmogorov is the distance of the empirical distribution of coordinate i from N(0, 1), about
// 0.87/√draws for N(0, 1) itself. Its standard error is the largest that an empirical distribution
// function can have, 1/(2√draws).
func (s *NoiseSamples) Kolmogorov(i int) estimate.Estimate {
	return estimate.Estimate{Value: s.distance[i], StdErr: 0.5 / math.Sqrt(float64(s.Draws))}
}

// Cell is the fraction of the draws in bin a of Z₁ and bin b of Z₂, with its binomial standard
// error.
func (s *NoiseSamples) Cell(a, b int) estimate.Estimate {
	n := float64(s.Draws)
	p := float64(s.Joint[a*s.Histogram[0].Bins+b]) / n
	return estimate.Estimate{Value: p, StdErr: math.Sqrt(float64(p*(1-p)) / n)}
}
