package dynamics

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// gaussian is the model of Figures 3 and 5.
func gaussian() *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
}

// mixture is a small set of data for the model of section 2.5.2.
func mixture(n int) *model.Mixture {
	return &model.Mixture{X: dataset.Mixture(n, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1).X,
		W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
}

// force is a gradient that is a function of θ, lane by lane, plus (N/n) Σ x over the batch, where there is one: noise with a covariance
// that is known and does not depend on θ.
type force struct {
	f func(f, theta []float64)
	x [][]float64 // centred
}

func (g force) Eval(f, theta []vec.Row, b model.Batch) {
	var u, v [8]float64
	d := len(f)
	for l := range vec.Lanes {
		for i := range d {
			v[i] = theta[i][l]
		}
		g.f(u[:d], v[:d])
		for j := range b.Index {
			for i, x := range g.x[b.Index[j][l]] {
				u[i] += x * float64(len(g.x)) / float64(len(b.Index))
			}
		}
		for i := range d {
			f[i][l] = u[i]
		}
	}
}

// harmonic is the force −Hθ without noise.
func harmonic(h ...[]float64) force {
	return force{f: func(f, theta []float64) {
		for i := range f {
			f[i] = 0
			for j := range theta {
				f[i] -= float64(h[i][j] * theta[j])
			}
		}
	}}
}

// quartic is minus the gradient of θ²/2 + θ⁴/4.
func quartic() force {
	return force{f: func(f, theta []float64) {
		for i, x := range theta {
			f[i] = -x - x*x*x
		}
	}}
}

// allData samples nothing.
func allData() minibatch.Sampler { return minibatch.Without.Sampler(nil, 1, 1) }

// ensemble puts replicas together for a scheme, streams keyed by key; the momenta start from their law.
func ensemble(t testing.TB, s Scheme, d int, g model.Gradient, b minibatch.Sampler, key uint64) (*Ensemble, []Flow) {
	t.Helper()
	flows, err := s.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEnsemble(d, s.Friction, g, b, NewNoise(d, key, 2))
	if s.Friction != nil {
		vec.NewStream(key, 3).Normals(e.P)
	}
	return e, flows
}

// digest is the SHA-256 of the state's bits, cut to 16 digits.
func digest(e *Ensemble) string {
	h := sha256.New()
	for _, r := range [][]vec.Row{e.Theta, e.P, e.Xi} {
		binary.Write(h, binary.LittleEndian, r)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// perLane is a replica's mean of x^k over all batches of the moments (k = 1, 2).
func (m *Moments) perLane(row, k int) *[vec.Lanes]float64 {
	s := m.S1[row]
	if k == 2 {
		s = m.S2[row]
	}
	var mean [vec.Lanes]float64
	for l := range mean {
		sum := 0.0
		for b := range s {
			sum += s[b][l]
		}
		mean[l] = sum / float64(m.seen)
	}
	return &mean
}

// central is a replica's mean of (x − c)².
func (m *Moments) central(row int, c float64) *[vec.Lanes]float64 {
	v, first := m.perLane(row, 2), m.perLane(row, 1)
	for l := range v {
		v[l] += c*c - 2*c*first[l]
	}
	return v
}

// estimate is the mean over the replicas and its standard error.
func estimate(x *[vec.Lanes]float64) (mean, se float64) {
	for _, v := range x {
		mean += v / vec.Lanes
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / (vec.Lanes - 1) / vec.Lanes)
}

// within fails the test unless the replicas' mean is want to 4.5 standard errors and slack, and unless the standard error is at most
// sharp: a comparison without that could not fail.
func within(t *testing.T, name string, x *[vec.Lanes]float64, want, slack, sharp float64) {
	t.Helper()
	mean, se := estimate(x)
	if !(math.Abs(mean-want) <= 4.5*se+slack) {
		t.Errorf("%s: %.6g ± %.2g, want %.6g (%.1f standard errors)", name, mean, se, want, (mean-want)/se)
	}
	if !(se+slack <= sharp) {
		t.Errorf("%s: a standard error of %.2g cannot decide, want at most %.2g", name, se+slack, sharp)
	}
	if testing.Verbose() {
		t.Logf("%s: %.6g ± %.2g, want %.6g (%.1f standard errors)", name, mean, se, want, (mean-want)/se)
	}
}
