package estimate

import (
	"math"
)

// MomentSums are the sums Σ x, Σ x², Σ x³ of the Count observations of each replica, with one
// element per replica. Observations must be centred near 0 on the scale of their standard
// deviation; otherwise rounding destroys the central moments.
type MomentSums struct {
	Count      int64
	S1, S2, S3 []float64
}

// Skewness returns μ₃/μ₂^(3/2) of the central moments, NaN for a constant. Its standard error comes
// from the delta method over replicas. It panics if the lengths differ or are 0, or Count is not
// positive.
func (m *MomentSums) Skewness() Estimate {
	replicas := len(m.S1)
	check(replicas > 0 && len(m.S2) == replicas && len(m.S3) == replicas && m.Count > 0,
		"moment sums of %d, %d, %d replicas and %d observations", replicas, len(m.S2), len(m.S3), m.Count)
	n := float64(m.Count)
	a := mean(m.S1) / n
	var c [4][]float64 // moments about a of every replica
	for k := range c {
		c[k] = make([]float64, replicas)
	}
	for i := range replicas {
		m1, m2, m3 := m.S1[i]/n, m.S2[i]/n, m.S3[i]/n
		c[1][i] = m1 - a
		c[2][i] = m2 - 2*a*m1 + a*a
		c[3][i] = m3 - 3*a*m2 + 3*a*a*m1 - a*a*a
	}
	mu2, mu3 := mean(c[2]), mean(c[3])
	s := mu2 * math.Sqrt(mu2)
	g := mu3 / s
	f := make([]float64, replicas)
	for i := range f { // the derivative of μ₃ by the mean is −3μ₂
		f[i] = (c[3][i]-3*mu2*c[1][i])/s - 1.5*g*c[2][i]/mu2
	}
	return Estimate{g, stdErr(f)}
}

// Variances are the variances v_i of the components of a vector, such as the diagonal of cov(θ),
// and their fluctuations between replicas.
type Variances struct {
	Value []float64 // v_i
	// Each is the mean square of a replica about the common mean, divided by v_i, as
	// [component][replica]. It is nil if the v_i are exact.
	Each [][]float64
}

// NewVariances returns the variances of the components, each given by its sums. It panics as
// methods of TimeBlocks do.
func NewVariances(components []*TimeBlocks) Variances {
	var v Variances
	for _, b := range components {
		us := b.replicas(0, b.blocks())
		n := us[0].n
		mean := 0.0
		for _, u := range us {
			mean += u.s1 / n
		}
		mean /= float64(b.Replicas)
		each, sum := make([]float64, b.Replicas), 0.0
		for r, u := range us {
			each[r] = u.s2/n - 2*mean*(u.s1/n) + mean*mean
			sum += each[r]
		}
		sum /= float64(b.Replicas)
		for r := range each {
			each[r] /= sum
		}
		v.Value, v.Each = append(v.Value, sum), append(v.Each, each)
	}
	return v
}

// VarianceError is the distance of variances v_i from the variances w_i of a reference.
type VarianceError struct {
	L1              // of the mean of |v_i/w_i − 1| over the components
	Signed Estimate // the mean of v_i/w_i − 1
}

// Error compares v with an independent reference. It panics if the two have different numbers of
// components. Corrected removes most of the bias of the mean of absolute values as in L1, but
// without the moving average,
//
//	(1/d) Σ_i D_i (2Φ(u_i) − 1) − (2/c) s_i φ(u_i),   u_i = D_i/(c s_i),   c = 1/2,
//
// with D_i the differences. Their standard errors s_i come from the relative scatter of replicas in
// all components together, because few replicas measure the scatter of one component poorly.
func (v Variances) Error(ref Variances) VarianceError {
	check(len(v.Value) == len(ref.Value),
		"%d variances and %d of the reference", len(v.Value), len(ref.Value))
	const c = l1Split
	n := len(v.Value)
	d := float64(n)
	noise := math.Sqrt(v.noise() + ref.noise()) // relative
	var e VarianceError
	// derivatives by the logarithms of v_i and −w_i
	delta, fixed, signed := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range v.Value {
		ratio := x / ref.Value[i]
		diff, se := ratio-1, noise*ratio
		e.Raw += math.Abs(diff) / d
		e.Floor += se * math.Sqrt(2/math.Pi) / d
		e.Signed.Value += diff / d
		signed[i] = ratio / d
		fixed[i] = math.Copysign(ratio/d, diff)
		u := diff / (c * se)
		phi, central := NormalDensity(u), math.Erf(u/math.Sqrt2)
		e.Corrected += (diff*central - 2/c*se*phi) / d
		delta[i] = (central + (2+2/(c*c))*u*phi) * ratio / d
	}
	e.StdErr = max(combine(delta, v.Each, ref.Each), combine(fixed, v.Each, ref.Each))
	e.Signed.StdErr = combine(signed, v.Each, ref.Each)
	return e
}

// noise is the mean square of the relative standard errors.
func (v Variances) noise() float64 {
	sum := 0.0
	for _, x := range v.Each {
		e := stdErr(x)
		sum += e * e
	}
	return sum / float64(len(v.Value))
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
				sums[r] += weight[i] * q
			}
		}
		e := stdErr(sums)
		square += e * e
	}
	return math.Sqrt(square)
}
