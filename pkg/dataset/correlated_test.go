package dataset

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestCorrelated compares each covariate with its distribution, and the labels with the model. A
// larger set begins with a smaller one.
func TestCorrelated(t *testing.T) {
	const n, d = 20_000, 3
	for _, c := range []struct {
		nu   int
		law  func(float64) float64
		want string // the digest, on every machine
	}{
		{0, distuv.UnitNormal.CDF, "93527ffb3f3ee269"},
		{3, distuv.StudentsT{Sigma: 1, Nu: 3}.CDF, "5e7175f89b089c40"},
	} {
		l := Correlated(n, d, c.nu, 7)
		for k := range d {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(l.Row(i)[k])
			}
			slices.Sort(x)
			far := 0.0
			for i, x := range x {
				far = max(far, math.Abs(c.law(x)-(float64(i)+0.5)/n))
			}
			if q := far * math.Sqrt(n); q > 1.95 { // Kolmogorov's statistic exceeds it once in 1000
				t.Errorf("ν = %d, covariate %d: distribution off by %.2g standard units", c.nu, k, q)
			}
		}
		small := Correlated(10, d, c.nu, 7)
		if !slices.Equal(small.Z, l.Z[:10*d]) || !slices.Equal(small.Y, l.Y[:10]) {
			t.Errorf("ν = %d: a larger set does not begin with the smaller one", c.nu)
		}
		if got := Correlated(1000, 20, c.nu, 1).Digest()[:16]; got != c.want {
			t.Errorf("ν = %d: digest %s, want %s", c.nu, got, c.want)
		}
	}
}

// TestCorrelatedLabels: the parameters and the correlations that the data were drawn with come back
// from many data. The score Σ (y − σ(θᵀz)) z is 0 within its standard errors at the true θ alone.
func TestCorrelatedLabels(t *testing.T) {
	const n, d, seed = 40_000, 4, 5
	l := Correlated(n, d, 0, seed)
	axis, parameter := normals(seed, keyCorrelations), normals(seed, keyParameters)
	var a [d][d]float64
	var theta, score, square [d]float64
	for k := range d {
		for i := range d {
			a[k][i] = axis()
		}
		theta[k] = parameter() / math.Sqrt(d)
	}
	dot := func(x, y [d]float64) (s float64) {
		for i := range x {
			s += x[i] * y[i]
		}
		return s
	}
	var cov [d][d]float64
	for i, y := range l.Y {
		var z [d]float64
		for k, x := range l.Row(i) {
			z[k] = float64(x)
		}
		r := y - 1/(1+math.Exp(-dot(theta, z)))
		for k := range d {
			score[k] += r * z[k]
			square[k] += r * z[k] * r * z[k]
			for j := range d {
				cov[k][j] += z[k] * z[j] / n
			}
		}
	}
	for k := range d {
		if q := score[k] / math.Sqrt(square[k]); math.Abs(q) > 4 {
			t.Errorf("component %d: the labels are %.1f standard errors off the model", k, q)
		}
		for j := range d {
			want := dot(a[k], a[j]) / math.Sqrt(dot(a[k], a[k])*dot(a[j], a[j]))
			if math.Abs(cov[k][j]-want) > 4*math.Sqrt(2./n) {
				t.Errorf("correlation %d, %d is %.3f, want %.3f", k, j, cov[k][j], want)
			}
		}
	}
}
