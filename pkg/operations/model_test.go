package operations

import (
	"math"
	"testing"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// gradient is a model's gradient in plain code: that of datum i, added to the sum g without
// constant factors, and what is done once.
type gradient struct {
	model model.Model
	cost  Model
	datum func(t *tally, g, theta []float64, i int)
	once  func(t *tally, g, theta []float64, scale float64)
}

// scaled is once for a prior N(0, 1).
func scaled(t *tally, g, theta []float64, scale float64) {
	for k := range g {
		g[k] = t.sub(t.mul(scale, g[k]), theta[k])
	}
}

func gradients(total int) []gradient {
	const sigma = 0.4
	x := normals(total*12, 1)
	y := make([]float64, total)
	for i := range y {
		y[i] = float64(i % 2)
	}
	z := make([]float32, len(x))
	for i := range z {
		z[i] = float32(x[i])
	}
	gauss := &model.Gaussian{X: x[:total], SigmaX: 0.5, SigmaTheta: 2}
	mix := &model.Mixture{X: x[:total], W: 0.4, Sigma1: sigma, Sigma2: 0.5, SigmaTheta: 2}
	logistic := &model.Logistic{Z: z, D: 12, Y: y}
	network := &model.Network{X: x[:2*total], Y: y, Inputs: 2, Hidden: 8}
	inv1, inv2, prior := 1/(mix.Sigma1*mix.Sigma1), 1/(mix.Sigma2*mix.Sigma2), 1/4.0
	constant := math.Log((1 - mix.W) * mix.Sigma1 / (mix.W * mix.Sigma2))
	return []gradient{
		{gauss, Gaussian(), func(t *tally, g, theta []float64, i int) {
			g[0] = t.add(g[0], t.sub(gauss.X[i], theta[0]))
		}, func(t *tally, g, theta []float64, scale float64) {
			g[0] = t.sub(t.mul(scale*4, g[0]), t.mul(prior, theta[0]))
		}},
		{mix, Mixture(), func(t *tally, g, theta []float64, i int) {
			u, v := t.sub(mix.X[i], theta[0]), t.sub(mix.X[i], theta[1])
			z := t.sub(t.add(constant, t.mul(t.mul(u, u), inv1/2)), t.mul(t.mul(v, v), inv2/2))
			r := t.sigmoid(-z)
			g[0] = t.add(g[0], t.mul(r, u))
			g[1] = t.add(g[1], t.mul(t.sub(1, r), v))
		}, func(t *tally, g, theta []float64, scale float64) {
			g[0] = t.sub(t.mul(scale*inv1, g[0]), t.mul(prior, theta[0]))
			g[1] = t.sub(t.mul(scale*inv2, g[1]), t.mul(prior, theta[1]))
		}},
		{logistic, Logistic(12), func(t *tally, g, theta []float64, i int) {
			z := x[i*12:][:12]
			for k := range z {
				z[k] = float64(float32(z[k]))
			}
			r := t.sub(y[i], t.sigmoid(t.dot(z, theta)))
			for k, z := range z {
				g[k] = t.add(g[k], t.mul(r, z))
			}
		}, scaled},
		{network, Network(2, 8), func(t *tally, g, theta []float64, i int) {
			const in, h = 2, 8
			b, w2 := theta[in*h:][:h], theta[(in+1)*h:]
			x := network.X[i*in:][:in]
			unit, active := make([]float64, h), make([]float64, h)
			for j := range h {
				z := b[j]
				for k, x := range x {
					z = t.add(z, t.mul(theta[j*in+k], x))
				}
				if unit[j] = t.max(0, z); z > 0 {
					active[j] = 1
				}
			}
			r := t.sub(y[i], t.sigmoid(t.dot(w2, unit)))
			for j := range h {
				k := (in+1)*h + j
				g[k] = t.add(g[k], t.mul(r, unit[j]))
				dz := t.mul(t.mul(r, w2[j]), active[j])
				g[in*h+j] = t.add(g[in*h+j], dz)
				for k, x := range x {
					g[j*in+k] = t.add(g[j*in+k], t.mul(dz, x))
				}
			}
		}, scaled},
	}
}

// normals is n normal numbers.
func normals(n int, key uint64) []float64 {
	r := vec.Rows((n + vec.Lanes - 1) / vec.Lanes)
	vec.NewStream(key).Normals(r)
	x := make([]float64, 0, len(r)*vec.Lanes)
	for i := range r {
		x = append(x, r[i][:]...)
	}
	return x[:n]
}

// TestModels computes F̂_n(θ) and the covariance of the gradients of n data in plain code, and
// compares the numbers with the library's and the counts with the formulas.
func TestModels(t *testing.T) {
	const total = 40
	for _, n := range []int{2, 7, total} {
		for _, g := range gradients(total) {
			d := g.model.Dim()
			theta, sum, one := normals(d, 2), make([]float64, d), make([]float64, d)
			want, each := make([]float64, d), make([][]float64, n)
			var w tally
			for i := range n {
				w.drawn()
				g.datum(&w, sum, theta, i)
				each[i] = make([]float64, d)
				g.model.GradDatum(each[i], theta, i)
				for k, x := range each[i] {
					want[k] += x * total / float64(n)
				}
			}
			g.once(&w, sum, theta, total/float64(n))
			g.model.GradPrior(one, theta)
			for k, x := range one {
				if x += want[k]; math.Abs(x-sum[k]) > 1e-10 {
					t.Errorf("%T, n = %d: component %d is %g, the library's %g", g.model, n, k, sum[k], x)
				}
			}
			checkCount(t, &w, "gradient", g.cost.Batch(n))
			if g.cost.All(n) != g.cost.Batch(n)-n || g.cost.Dim != d {
				t.Errorf("%T: %+v", g.model, g.cost)
			}
			checkCovariance(t, g, theta, each)
		}
	}
}

func checkCovariance(t *testing.T, g gradient, theta []float64, each [][]float64) {
	t.Helper()
	n, d := len(each), g.model.Dim()
	var w tally
	sum, factor := make([]float64, d), make([]float64, d)
	products := make([]float64, d*d)
	for i := range n {
		g.datum(&w, sum, theta, i)
		x := make([]float64, d) // the gradient of the datum, which was added to the sum
		g.datum(&tally{}, x, theta, i)
		for k := range x {
			if x[k] != 0 {
				factor[k] = each[i][k] / x[k] // constant
			}
			for l := k; l < d; l++ {
				products[k*d+l] = w.add(products[k*d+l], w.mul(x[k], x[l]))
			}
		}
	}
	for k := range d {
		for l := k; l < d; l++ {
			mean := w.mul(w.mul(sum[k], sum[l]), 1/float64(n))
			s := w.mul(w.sub(products[k*d+l], mean), factor[k]*factor[l]/float64(n-1))
			var mk, ml, want float64
			for i := range each {
				mk, ml = mk+each[i][k]/float64(n), ml+each[i][l]/float64(n)
			}
			for i := range each {
				want += (each[i][k] - mk) * (each[i][l] - ml) / float64(n-1)
			}
			if math.Abs(s-want) > 1e-9 {
				t.Errorf("%T: Σ_%d,%d is %g, expected %g", g.model, k, l, s, want)
			}
		}
	}
	checkCount(t, &w, "covariance", g.cost.Covariance(n))
}

// TestSteps takes steps at p and F in plain code.
func TestSteps(t *testing.T) {
	const d = 5
	m := Logistic(d)
	var w tally
	x, y := normals(d, 3), normals(d, 4)
	scale := func(h float64) { // x += h y
		for i := range x {
			x[i] = w.add(x[i], w.mul(h, y[i]))
		}
	}
	noise := func() {
		for range x {
			w.drawn()
		}
	}
	for range 3 { // A, B, A
		scale(0.1)
	}
	noise()
	for i := range x { // O
		x[i] = w.add(w.mul(0.5, x[i]), w.mul(0.1, y[i]))
	}
	checkCount(t, &w, "Langevin", m.Langevin())
	f := Friction{Dim: d, K: 3, Degree: 4}
	for _, f.Form = range forms {
		if got, want := m.Adaptive(f), 6*d+f.Step(); got != want {
			t.Errorf("%s: %d operations, expected %d", f.Form.Name(), got, want)
		}
	}
}
