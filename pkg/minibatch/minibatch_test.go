package minibatch

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// TestEpsilon goes through all batches of a small set, equally likely: the variance of N/n Σ x is ε(n) times the empirical variance.
func TestEpsilon(t *testing.T) {
	x := []float64{0.3, -1.2, 2.5, 0.9, -0.1, 4}
	for total := 2; total <= len(x); total++ {
		mean, variance := 0.0, 0.0
		for _, v := range x[:total] {
			mean += v / float64(total)
		}
		for _, v := range x[:total] {
			variance += (v - mean) * (v - mean) / float64(total-1)
		}
		for n := 1; n <= total+1; n++ {
			for _, s := range []Sampling{With, Without} {
				if s == Without && n > total {
					continue
				}
				count, s1, s2 := 0.0, 0.0, 0.0
				draw := make([]int, n)
				for { // an odometer over all sequences
					distinct := true
					sum := 0.0
					for i, a := range draw {
						sum += x[a] * float64(total) / float64(n)
						for _, b := range draw[:i] {
							distinct = distinct && a != b
						}
					}
					if s == With || distinct {
						count, s1, s2 = count+1, s1+sum, s2+sum*sum
					}
					i := 0
					for i < n && draw[i] == total-1 {
						draw[i] = 0
						i++
					}
					if i == n {
						break
					}
					draw[i]++
				}
				got, want := s.Epsilon(total, n)*variance, s2/count-s1/count*(s1/count)
				if math.Abs(got-want) > 1e-11*(1+want) {
					t.Errorf("%s replacement, %d of %d: ε Σ is %g, the variance over all batches %g", s, n, total, got, want)
				}
			}
		}
	}
	for _, c := range []struct {
		s        Sampling
		total, n int
		want     float64
	}{{With, 100, 1, 9900}, {Without, 100, 1, 9900}, {With, 100, 10, 990}, {Without, 100, 10, 900}, {Without, 100, 100, 0}, {With, 100, 100, 99},
		{With, 65536, 1, 65536 * 65535}, {With, 1, 1, 0}} {
		if got := c.s.Epsilon(c.total, c.n); got != c.want {
			t.Errorf("%s replacement, %d of %d: ε = %g, want %g", c.s, c.n, c.total, got, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		s        Sampling
		total, n int
		want     string // empty: no error
	}{
		{With, 100, 1, ""}, {With, 100, 500, ""}, {With, 1, 1, ""}, {With, 65536, 1, ""},
		{Without, 100, 1, ""}, {Without, 100, 100, ""}, {Without, 1, 1, ""},
		{Without, 100, 101, "without replacement wants n ≤ Nd = 100, got 101"},
		{With, 100, 0, "a batch needs at least one datum, got n = 0"},
		{Without, 100, -2, "a batch needs at least one datum, got n = -2"},
		{With, 0, 1, "cannot draw from 0 data, expected 1 to 65536"},
		{Without, 65537, 1, "cannot draw from 65537 data, expected 1 to 65536"},
		{"", 100, 1, `unknown sampling "", expected "with" or "without"`},
		{"With", 100, 1, `unknown sampling "With", expected "with" or "without"`},
	} {
		err := c.s.Check(c.total, c.n)
		if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
			t.Errorf("%q, %d of %d: %v, want %q", c.s, c.n, c.total, err, c.want)
		}
		if c.want == "" {
			continue
		}
		func() {
			defer func() {
				if got, want := fmt.Sprint(recover()), "minibatch: "+c.want; got != want {
					t.Errorf("%q, %d of %d: the sampler panics with %q, want %q", c.s, c.n, c.total, got, want)
				}
			}()
			c.s.Sampler(nil, c.total, c.n, 1)
		}()
	}
}

// plain is a gradient that does not take a rest, rester one that does.
type (
	plain  struct{ model.Gradient }
	rester struct{ model.Gradient }
)

func (rester) TakesRest() {}

// TestBatches: in form, every batch is n data; and the batches are those of package vec's stream, however many are made ahead.
func TestBatches(t *testing.T) {
	for _, c := range []struct {
		s        Sampling
		total, n int
		g        model.Gradient
		rows     int // of Index
		rest     bool
	}{
		{With, 10, 1, plain{}, 1, false},
		{With, 10, 25, rester{}, 25, false},
		{With, 10, 10, plain{}, 10, false},
		{With, 300, 49, plain{}, 49, false},
		{Without, 10, 1, rester{}, 1, false},
		{Without, 10, 5, rester{}, 5, false}, // half: still by name
		{Without, 11, 6, rester{}, 5, true},
		{Without, 11, 6, plain{}, 6, false},
		{Without, 10, 9, rester{}, 1, true},
		{Without, 10, 9, plain{}, 9, false},
		{Without, 10, 10, plain{}, 0, false},
		{Without, 300, 50, plain{}, 50, false},
	} {
		name := fmt.Sprintf("%s replacement, %d of %d (%T)", c.s, c.n, c.total, c.g)
		s := c.s.Sampler(c.g, c.total, c.n, 3, 4)
		stream := vec.NewStream(3, 4)
		for range 100 {
			b := s.Next()
			if len(b.Index) != c.rows || b.Rest != c.rest {
				t.Fatalf("%s: %d rows, rest %t, want %d, %t", name, len(b.Index), b.Rest, c.rows, c.rest)
			}
			if c.rows == 0 {
				if b.Index != nil {
					t.Fatalf("%s: all data are not named by no index", name)
				}
				continue
			}
			left := c.rest || 2*c.n > c.total && c.s == Without
			var want []vec.Index
			switch {
			case c.s == With:
				want = vec.Indices(c.n)
				stream.Uniform(want, c.total)
			case left:
				want = vec.Indices(c.total - c.n)
				stream.Distinct(want, c.total, c.total-c.n)
			default:
				want = vec.Indices(c.n)
				stream.Distinct(want, c.total, c.n)
			}
			for l := range vec.Lanes {
				drawn, got := make([]int, c.total), make([]int, c.total)
				for j := range want {
					drawn[want[j][l]]++
				}
				for j := range b.Index {
					got[b.Index[j][l]]++
				}
				for i := range got {
					k := drawn[i]
					if left && !c.rest {
						k = 1 - k
					}
					if got[i] != k {
						t.Fatalf("%s: datum %d is %d times in a batch, the stream has it %d times", name, i, got[i], k)
					}
				}
			}
		}
	}
}

// TestNoise: the mean of F̂_n − ∇ log π is zero and its covariance ε(n) Σ_x, for every way to draw and both ways to name a batch. The standard errors
// come from 64 lanes.
func TestNoise(t *testing.T) {
	t.Parallel()
	gauss := &model.Gaussian{X: dataset.Gaussian(40, 0, 1, 1).X, SigmaX: 0.8, SigmaTheta: 2}
	mix := &model.Mixture{X: dataset.Mixture(40, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1).X, W: 0.4, Sigma1: 0.4, Sigma2: 0.6, SigmaTheta: 1}
	draws := 3000
	if testing.Short() {
		draws = 500
	}
	for _, c := range []struct {
		name string
		m    model.Model
		at   []float64
	}{{"Gaussian", gauss, []float64{0.5}}, {"Mixture", mix, []float64{1, 0.3}}} {
		d, total := c.m.Dim(), c.m.Data()
		full, sigma := exact(c.m, c.at)
		for _, s := range []Sampling{With, Without} {
			for _, n := range []int{1, 5, total / 2, total - 1, total} {
				g := c.m.Gradient(n)
				b := s.Sampler(g, total, n, 1, uint64(n))
				theta, f := vec.Rows(d), vec.Rows(d)
				for i := range theta {
					vec.Fill(theta[i:i+1], c.at[i])
				}
				var sum [2][vec.Lanes]float64
				var square [2][2][vec.Lanes]float64
				for range draws {
					g.Eval(f, theta, b.Next())
					for l := range vec.Lanes {
						for i := range d {
							sum[i][l] += (f[i][l] - full[i]) / float64(draws)
							for j := range d {
								square[i][j][l] += (f[i][l] - full[i]) * (f[j][l] - full[j]) / float64(draws)
							}
						}
					}
				}
				name := fmt.Sprintf("%s, %s replacement, n = %d", c.name, s, n)
				eps := s.Epsilon(total, n)
				for i := range d {
					within(t, name+": mean", &sum[i], 0, 1e-12*math.Abs(full[i])+1e-11)
					for j := range d {
						within(t, fmt.Sprintf("%s: covariance %d%d", name, i+1, j+1), &square[i][j], eps*sigma[i][j], 1e-20)
					}
				}
			}
		}
	}
}

// exact is the gradient of log π and the empirical covariance of one datum's gradient.
func exact(m model.Model, theta []float64) (full []float64, sigma [2][2]float64) {
	d, total := m.Dim(), m.Data()
	full, g := make([]float64, d), make([]float64, d)
	var mean [2]float64
	for i := range total {
		m.GradDatum(g, theta, i)
		for j := range d {
			mean[j] += g[j] / float64(total)
		}
	}
	for i := range total {
		m.GradDatum(g, theta, i)
		for j := range d {
			for k := range d {
				sigma[j][k] += (g[j] - mean[j]) * (g[k] - mean[k]) / float64(total-1)
			}
		}
	}
	m.GradPrior(full, theta)
	for j := range d {
		full[j] += mean[j] * float64(total)
	}
	return full, sigma
}

// within fails the test unless the mean of 64 independent estimates is want to 4.5 standard errors, or to a rounding.
func within(t *testing.T, name string, x *[vec.Lanes]float64, want, rounding float64) {
	t.Helper()
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += v / vec.Lanes
	}
	for _, v := range x {
		square += (v - mean) * (v - mean)
	}
	se := math.Sqrt(square / (vec.Lanes - 1) / vec.Lanes)
	if !(math.Abs(mean-want) <= 4.5*se+rounding) {
		t.Errorf("%s: %g ± %.2g, want %g", name, mean, se, want)
	}
}

// TestKeys: the batches are the key's.
func TestKeys(t *testing.T) {
	for _, s := range []Sampling{With, Without} {
		for _, n := range []int{3, 90} {
			first := func(key ...uint64) string {
				return strings.Trim(fmt.Sprint(s.Sampler(plain{}, 100, n, key...).Next().Index), "[]")
			}
			if a, b := first(1, 2), first(1, 2); a != b {
				t.Errorf("%s, n = %d: a key gives two sequences", s, n)
			}
			if first(1, 2) == first(1, 3) {
				t.Errorf("%s, n = %d: two keys give one sequence", s, n)
			}
		}
	}
}
