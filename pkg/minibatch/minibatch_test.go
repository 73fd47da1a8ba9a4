package minibatch

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// layouts are the layouts of states.
var layouts = []vec.Layout{vec.Replicas, vec.Components}

// TestEpsilon goes through all batches of a small set, equally likely: the variance of N/n Σ x is
// ε(n) times the empirical variance.
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
					t.Errorf("%s replacement, %d of %d: ε Σ is %g, the variance over all batches %g",
						s, n, total, got, want)
				}
			}
		}
	}
	for _, c := range []struct {
		s        Sampling
		total, n int
		want     float64
	}{
		{With, 100, 1, 9900}, {Without, 100, 1, 9900}, {With, 100, 10, 990}, {Without, 100, 10, 900},
		{Without, 100, 100, 0}, {With, 100, 100, 99}, {With, 65536, 1, 65536 * 65535}, {With, 1, 1, 0},
	} {
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
		{Without, 10_000_000, 1000, ""},
		{Without, 100, 1, ""}, {Without, 100, 100, ""}, {Without, 1, 1, ""},
		{Without, 100, 101, "sampling without replacement requires n ≤ Nd = 100, got 101"},
		{With, 100, 0, "a batch needs at least one datum, got n = 0"},
		{Without, 100, -2, "a batch needs at least one datum, got n = -2"},
		{Reshuffle, 100, 100, ""}, {Symmetric, 100, 60, ""}, {Symmetric, 1, 1, ""},
		{Reshuffle, 100, 101, "sampling without replacement requires n ≤ Nd = 100, got 101"},
		{Symmetric, 100, 0, "a batch needs at least one datum, got n = 0"},
		{With, 0, 1, "cannot draw from 0 data, expected 1 to 10000000"},
		{Without, 10000001, 1, "cannot draw from 10000001 data, expected 1 to 10000000"},
		{"", 100, 1, `unknown sampling "", expected "with", "without", "reshuffle" or "symmetric"`},
		{"With", 100, 1,
			`unknown sampling "With", expected "with", "without", "reshuffle" or "symmetric"`},
	} {
		err := c.s.Check(c.total, c.n)
		if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
			t.Errorf("%q, %d of %d: %v, want %q", c.s, c.n, c.total, err, c.want)
		}
		if c.want == "" {
			continue
		}
		for _, l := range layouts {
			func() {
				defer func() {
					if got, want := fmt.Sprint(recover()), "minibatch: "+c.want; got != want {
						t.Errorf("%q, %d of %d: panics with %q, want %q", c.s, c.n, c.total, got, want)
					}
				}()
				c.s.Sampler(nil, l, c.total, c.n, 1)
			}()
		}
	}
}

// plain is a gradient that takes only batches of data, rest also takes complements.
type (
	plain       struct{ model.Gradient }
	restAllowed struct{ model.Gradient }
)

func (restAllowed) Rest() {}

// TestBatches: every batch is n data, or their complement if the gradient takes it, and follows
// from package vec's stream, whatever the number made ahead.
func TestBatches(t *testing.T) {
	const r, one = vec.Replicas, vec.Components
	for _, c := range []struct {
		l        vec.Layout
		s        Sampling
		total, n int
		g        model.Gradient
		rows     int // of Index, or data
		rest     bool
	}{
		{r, With, 10, 1, plain{}, 1, false},
		{r, With, 10, 25, restAllowed{}, 25, false},
		{r, With, 10, 10, plain{}, 10, false},
		{r, With, 300, 49, plain{}, 49, false},
		{r, Without, 10, 1, restAllowed{}, 1, false},
		{r, Without, 10, 5, restAllowed{}, 5, false}, // half: still named
		{r, Without, 11, 6, restAllowed{}, 5, true},
		{r, Without, 11, 6, plain{}, 6, false},
		{r, Without, 10, 9, restAllowed{}, 1, true},
		{r, Without, 10, 9, plain{}, 9, false},
		{r, Without, 10, 10, plain{}, 0, false},
		{r, Without, 300, 50, plain{}, 50, false},
		{r, Reshuffle, 10, 10, restAllowed{}, 0, false},
		{one, Symmetric, 10, 10, restAllowed{}, 0, false},
		{one, With, 10, 1, plain{}, 1, false},
		{one, With, 10, 25, plain{}, 25, false},
		{one, Without, 11, 5, restAllowed{}, 5, false},
		{one, Without, 11, 9, restAllowed{}, 9, false},
		{one, Without, 10, 10, plain{}, 0, false},
		{one, Without, 300, 50, plain{}, 50, false},
	} {
		name := fmt.Sprintf("%s, %s replacement, %d of %d (%T)", c.l, c.s, c.n, c.total, c.g)
		s := c.s.Sampler(c.g, c.l, c.total, c.n, 3, 4)
		if all := c.rows == 0; IsAll(s) != all {
			t.Errorf("%s: IsAll is %t", name, !all)
		}
		stream := vec.NewStream(3, 4)
		for range 100 {
			b := s.Next()
			if b == nil && c.rows == 0 {
				continue
			}
			if b == nil {
				t.Fatalf("%s: a full batch", name)
			}
			if size(b) != c.rows || b.Rest != c.rest {
				t.Fatalf("%s: %d data, rest %t", name, size(b), b.Rest)
			}
			left := c.l == r && c.s == Without && 2*c.n > c.total // the stream draws the complement
			drawn, got := counts(draw(stream, c.l, c.s, c.total, c.n, left), c.total), counts(b, c.total)
			for k := range got {
				for i := range got[k] {
					want := drawn[k][i]
					if left && !c.rest {
						want = 1 - want
					}
					if got[k][i] != want {
						t.Fatalf("%s: datum %d is %d times in a batch, want %d", name, i, got[k][i], want)
					}
				}
			}
		}
	}
}

// size is the number of data that a batch names.
func size(b *model.Batch) int {
	if b.Data != nil {
		return len(b.Data[0])
	}
	return len(b.Index)
}

// draw is a batch by the stream.
func draw(stream *vec.Stream, l vec.Layout, s Sampling, total, n int, left bool) *model.Batch {
	b := new(model.Batch)
	if left {
		n = total - n
	}
	if l == vec.Components {
		b.Data = [][]uint32{make([]uint32, n)}
		if s == With {
			stream.Choices(b.Data[0], total)
		} else {
			stream.Subset(b.Data[0], total)
		}
		return b
	}
	b.Index = vec.Indices(n)
	if s == With {
		stream.Uniform(b.Index, total)
	} else {
		stream.Distinct(b.Index, total, n)
	}
	return b
}

// counts is how often every datum is in the batch of every replica.
func counts(b *model.Batch, total int) [][]int {
	if b.Data != nil {
		all := make([][]int, len(b.Data))
		for r, data := range b.Data {
			all[r] = make([]int, total)
			for _, i := range data {
				all[r][i]++
			}
		}
		return all
	}
	all := make([][]int, vec.Lanes)
	for l := range all {
		all[l] = make([]int, total)
		for j := range b.Index {
			all[l][b.Index[j][l]]++
		}
	}
	return all
}

// TestNoise: the mean of F̂_n − ∇ log π is zero and its covariance ε(n) Σ_x, in both layouts, for
// all samplings and both ways to name a batch. The standard errors come from 64 replicas.
func TestNoise(t *testing.T) {
	t.Parallel()
	x := dataset.Gaussian(40, 0, 1, 1).X
	y := dataset.Mixture(40, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1).X
	gauss := &model.Gaussian{X: x, SigmaX: 0.8, SigmaTheta: 2}
	mix := &model.Mixture{X: y, W: 0.4, Sigma1: 0.4, Sigma2: 0.6, SigmaTheta: 1}
	for _, c := range []struct {
		name  string
		m     model.Model
		at    []float64
		l     vec.Layout
		draws int
	}{
		{"Gaussian", gauss, []float64{0.5}, vec.Replicas, 3000},
		{"Gaussian", gauss, []float64{0.5}, vec.Components, 200},
		{"Mixture", mix, []float64{1, 0.3}, vec.Replicas, 3000},
		{"Logistic", regression(x), []float64{0.5, -1}, vec.Components, 1000},
	} {
		if testing.Short() {
			c.draws /= 5
		}
		total := c.m.Ndata()
		for _, s := range []Sampling{With, Without, Reshuffle, Symmetric} {
			for _, n := range []int{1, 5, total / 2, total - 1, total} {
				name := fmt.Sprintf("%s, %s, %s replacement, n = %d", c.name, c.l, s, n)
				if s.Along() && n != 5 { // the other cases are faster to test
					continue
				}
				noise(t, name, c.m, c.at, c.l, s, n, c.draws)
			}
		}
	}
}

// regression has two covariates: neighbours in x.
func regression(x []float64) *model.Logistic {
	m := &model.Logistic{D: 2}
	for i := range x[1:] {
		m.Z = append(m.Z, float32(x[i]), float32(x[i+1]))
		m.Y = append(m.Y, float64(i%2))
	}
	return m
}

// noise tests the first two moments of the noise from draws gradients per replica.
func noise(
	t *testing.T, name string, m model.Model, at []float64, l vec.Layout, s Sampling, n, draws int,
) {
	d, total := m.Dim(), m.Ndata()
	full, sigma := exact(m, at)
	var sum [2][vec.Lanes]float64
	var square [2][2][vec.Lanes]float64
	for first := 0; first < vec.Lanes; first += l.Replicas() {
		g := m.Gradient(l, n)
		b := s.Sampler(g, l, total, n, 1, uint64(n), uint64(first))
		theta, f := vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d))
		get := func(i, r int) *float64 {
			row, lane := l.At(i, r)
			return &f[row][lane]
		}
		for r := range l.Replicas() {
			for i := range d {
				row, lane := l.At(i, r)
				theta[row][lane] = at[i]
			}
		}
		for range draws {
			g.Eval(f, theta, b.Next())
			for r := range l.Replicas() {
				for i := range d {
					u := *get(i, r) - full[i]
					sum[i][first+r] += u / float64(draws)
					for j := range d {
						square[i][j][first+r] += u * (*get(j, r) - full[j]) / float64(draws)
					}
				}
			}
		}
	}
	eps := s.Epsilon(total, n)
	for i := range d {
		within(t, name+": mean", &sum[i], 0, 1e-12*math.Abs(full[i])+1e-11)
		for j := range d {
			what := fmt.Sprintf("%s: covariance %d%d", name, i+1, j+1)
			// whole epochs of single data scatter only by rounding
			within(t, what, &square[i][j], eps*sigma[i][j], 1e-20+1e-12*math.Abs(eps*sigma[i][j]))
		}
	}
}

// exact is the gradient of log π and the empirical covariance of one datum's gradient.
func exact(m model.Model, theta []float64) (full []float64, sigma [2][2]float64) {
	d, total := m.Dim(), m.Ndata()
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

// within fails the test unless the mean of 64 independent estimates is want to 4.5 standard errors,
// or to a rounding.
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

// TestStreams: equal keys give equal batches, different keys different ones.
func TestStreams(t *testing.T) {
	for _, l := range layouts {
		for _, s := range []Sampling{With, Without, Reshuffle, Symmetric} {
			for _, n := range []int{3, 90} {
				first := func(key ...uint64) string {
					b := s.Sampler(plain{}, l, 100, n, key...).Next()
					return fmt.Sprint(b.Index, b.Data)
				}
				if a, b := first(1, 2), first(1, 2); a != b {
					t.Errorf("%s, %s, n = %d: a key gives two sequences", l, s, n)
				}
				if first(1, 2) == first(1, 3) {
					t.Errorf("%s, %s, n = %d: two keys give one sequence", l, s, n)
				}
			}
		}
	}
}

// TestGaussian: the noise of a batch has the variance ε(n) and no correlation, and needs a model
// that takes it.
func TestGaussian(t *testing.T) {
	m := &model.Mixture{
		X: dataset.Gaussian(200, 0.5, 1, 3).X, W: 0.4, Sigma1: 1, Sigma2: 1, SigmaTheta: 1,
	}
	noisy := &model.GaussianNoise{Model: m, Name: "none", Cov: func(s, _ []float64) { clear(s) }}
	const n, draws = 5, 2000
	s := Gaussian.Sampler(noisy.Gradient(vec.Replicas, n), vec.Replicas, 200, n, 7)
	var sum, square, cross float64
	for range draws {
		b := s.Next()
		if b.Index != nil || b.Data != nil || len(b.Noise) != 2 {
			t.Fatalf("a batch of Gaussian noise names data: %+v", b)
		}
		for k, x := range b.Noise[0] {
			sum, square, cross = sum+x, square+x*x, cross+x*b.Noise[1][k]
		}
	}
	const all = draws * vec.Lanes
	eps := Without.Epsilon(200, n)
	if Gaussian.Epsilon(200, n) != eps {
		t.Errorf("ε(n) is %g, want that without replacement, %g", Gaussian.Epsilon(200, n), eps)
	}
	for _, z := range []float64{ // in standard errors
		sum / math.Sqrt(eps*all), (square/eps - all) / math.Sqrt(2*all), cross / eps / math.Sqrt(all),
	} {
		if math.Abs(z) > 4 {
			t.Errorf("the noise has not mean 0 and covariance ε I: z = %g", z)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic without a model that takes the noise")
		}
	}()
	Gaussian.Sampler(m.Gradient(vec.Replicas, n), vec.Replicas, 200, n, 7)
}

func TestRest(t *testing.T) {
	s := vec.NewStream(4)
	for _, c := range []struct{ n, k int }{{5, 2}, {6, 5}, {200, 13}, {70, 69}, {1000, 1}} {
		x, y := vec.Indices(c.k), vec.Indices(c.n-c.k)
		s.Distinct(x, c.n, c.k)
		rest(y, x, c.n)
		for l := range vec.Lanes {
			seen := make([]bool, c.n)
			for j := range x {
				seen[x[j][l]] = true
			}
			for j := range y {
				if seen[y[j][l]] {
					t.Fatalf("%d of %d: %d is in the set and in its complement", c.k, c.n, y[j][l])
				}
				seen[y[j][l]] = true
				if j > 0 && y[j][l] <= y[j-1][l] {
					t.Fatalf("%d of %d: the complement is not in increasing order", c.k, c.n)
				}
			}
			for i, ok := range seen {
				if !ok {
					t.Fatalf("%d of %d: %d is nowhere", c.k, c.n, i)
				}
			}
		}
	}
	y := vec.Indices(3)
	rest(y, nil, 3)
	if y[0][9] != 0 || y[1][9] != 1 || y[2][9] != 2 {
		t.Error("the complement of nothing is not everything")
	}
}
