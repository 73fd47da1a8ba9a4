package model

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/vec"
)

// networks are small instances; the labels follow a curve.
func networks() []instance {
	build := func(inputs, hidden, n int) *Network {
		m := &Network{Inputs: inputs, Hidden: hidden}
		r := vec.Rows(inputs*n/vec.Lanes + 1)
		vec.NewStream(uint64(inputs), uint64(n)).Normals(r)
		for i := range inputs * n {
			m.X = append(m.X, r[i/vec.Lanes][i%vec.Lanes])
		}
		for i := range n {
			x, y := m.X[i*inputs], m.X[i*inputs+inputs-1]
			label := 0.0
			if y > x*x-0.5 {
				label = 1
			}
			m.Y = append(m.Y, label)
		}
		return m
	}
	return []instance{
		{"Network 2-8", build(2, 8, 40), 0, 1},
		{"Network 2-3", build(2, 3, 301), 0.2, 2},
		{"Network 1-1", build(1, 1, 7), 0.1, 1},
		{"Network 5-4", build(5, 4, 33), 0, 0.7},
	}
}

// TestNetworkLogPosterior compares with the logarithm of the density as it is written in the paper.
func TestNetworkLogPosterior(t *testing.T) {
	m := &Network{X: []float64{1, 2, -0.5, 1, 3, 0.25}, Y: []float64{1, 0, 1}, Inputs: 2, Hidden: 2}
	theta := []float64{0.5, -1, 2, 0.75, 0.1, -0.3, 1.5, -0.8}
	want := 0.0
	for i, y := range m.Y {
		x1, x2 := m.X[2*i], m.X[2*i+1]
		a := 1.5*math.Max(0, 0.5*x1-x2+0.1) - 0.8*math.Max(0, 2*x1+0.75*x2-0.3)
		f := 1 / (1 + math.Exp(-a))
		want += y*math.Log(f) + (1-y)*math.Log(1-f)
		var out vec.Row
		rows := vec.Rows(8)
		for k, v := range theta {
			vec.Fill(rows[k:k+1], v)
		}
		m.Output(&out, rows, m.X[2*i:2*i+2])
		if math.Abs(out[0]-f) > 1e-15 || out[63] != out[0] {
			t.Errorf("N(x) = %.17g, %.17g, want %.17g", out[0], out[63], f)
		}
	}
	for _, v := range theta {
		want -= v * v / 2
	}
	if got := m.LogPosterior(theta); math.Abs(got-want) > 1e-13 {
		t.Errorf("log π = %.15g, want %.15g", got, want)
	}
	if got, want := fmt.Sprint(m.Dim(), m.Data(), m.Layers()), "8 3 [4 2 2]"; got != want {
		t.Errorf("sizes %s, want %s", got, want)
	}
	// far out the logarithm is linear, and neither 0 nor infinite
	one := &Network{X: []float64{1}, Y: []float64{0}, Inputs: 1, Hidden: 1}
	for _, a := range []float64{30, 1e3, 1e6} {
		if got, want := one.LogPosterior([]float64{1, 0, a}), -a-(1+a*a)/2; math.Abs(got-want) > 1e-13*math.Abs(want) {
			t.Errorf("log π at a = %g is %g, want %g", a, got, want)
		}
	}
}

// TestNetworkDifferences compares GradPrior + Σ GradDatum with central differences of LogPosterior at all points where no unit switches within the
// difference.
func TestNetworkDifferences(t *testing.T) {
	const h = 1e-4
	for _, c := range networks() {
		m := c.m.(*Network)
		points := c.points(1)
		pattern := func(theta []float64) string {
			var b []byte
			for i := range m.Data() {
				for j := range m.Hidden {
					b = append(b, '0')
					if m.unit(theta, m.point(i), j) > 0 {
						b[len(b)-1] = '1'
					}
				}
			}
			return string(b)
		}
		compared := 0
		for l := range vec.Lanes {
			theta := lane(points, l)
			got, size := gradient(m, theta, 1, allData(m))
			for i := range theta {
				up, down := append([]float64(nil), theta...), append([]float64(nil), theta...)
				up[i] += h
				down[i] -= h
				if pattern(up) != pattern(down) { // z is monotone in θ_i
					continue
				}
				compared++
				want := (m.LogPosterior(up) - m.LogPosterior(down)) / (up[i] - down[i])
				if math.Abs(got[i]-want) > 1e-6*(1+size[i]) {
					t.Errorf("%s: ∂%d log π(%.3g) is %.12g, differences give %.12g", c.name, i+1, theta, got[i], want)
				}
			}
		}
		if all := vec.Lanes * m.Dim(); compared < all/2 {
			t.Errorf("%s: only %d of %d components are away from a kink", c.name, compared, all)
		}
	}
}

// TestNetworkGradient compares the fused force with its definition, for batches of all kinds of sizes and for all the data.
func TestNetworkGradient(t *testing.T) {
	for _, c := range networks() {
		total := c.m.Data()
		for _, n := range []int{1, 2, 3, 4, 5, 8, 25, 32, 33, 70, total} {
			g := c.m.Gradient(n)
			for call := range uint64(2) {
				idx, theta, f := vec.Indices(n), c.points(call), vec.Rows(c.m.Dim())
				vec.NewStream(uint64(n), call).Uniform(idx, total)
				g.Eval(f, theta, Batch{Index: idx})
				p := vec.Rows(c.m.Dim()) // by the adapter for plain Go
				PerDatum(c.m, n).Eval(p, theta, Batch{Index: idx})
				batch := func(l int) (float64, []int) {
					var in []int
					for j := range idx {
						in = append(in, int(idx[j][l]))
					}
					return float64(total) / float64(n), in
				}
				compare(t, fmt.Sprintf("%s, n = %d", c.name, n), c.m, f, theta, 1e-11, batch)
				compare(t, fmt.Sprintf("%s, n = %d, datum by datum", c.name, n), c.m, p, theta, 1e-14, batch)
			}
		}
		f, theta := vec.Rows(c.m.Dim()), c.points(3)
		c.m.Gradient(total).Eval(f, theta, Batch{})
		compare(t, c.name, c.m, f, theta, 1e-11, func(int) (float64, []int) { return 1, allData(c.m) })
	}
}

// TestNetworkUnits: relabelling the hidden units relabels the components of the gradient. Where the logit is exact in every order of the units, as it is
// for numbers of few bits, so is this.
func TestNetworkUnits(t *testing.T) {
	const inputs, hidden, total = 2, 8, 60
	m := networks()[0].m.(*Network)
	coarse := &Network{Inputs: inputs, Hidden: hidden}
	for i := range total {
		x := float64(i%9)/4 - 1
		coarse.X = append(coarse.X, x, float64(i%13)/8)
		coarse.Y = append(coarse.Y, float64(i%2))
	}
	perm := []int{3, 0, 7, 1, 6, 2, 5, 4}
	component := make([]int, hidden*(inputs+2)) // where a component goes
	for j, to := range perm {
		for i := range inputs {
			component[j*inputs+i] = to*inputs + i
		}
		component[hidden*inputs+j] = hidden*inputs + to
		component[hidden*(inputs+1)+j] = hidden*(inputs+1) + to
	}
	for _, c := range []struct {
		m   *Network
		tol float64
	}{{coarse, 0}, {m, 1e-12}} {
		theta := instance{"", c.m, 0, 1}.points(7)
		if c.tol == 0 {
			for i := range theta {
				for l := range theta[i] {
					theta[i][l] = math.Floor(8*theta[i][l]) / 8
				}
			}
		}
		turned := vec.Rows(len(theta))
		for i, to := range component {
			turned[to] = theta[i]
		}
		for _, n := range []int{1, 6, 25, c.m.Data()} {
			b := Batch{}
			if n < c.m.Data() {
				b.Index = vec.Indices(n)
				vec.NewStream(uint64(n)).Uniform(b.Index, c.m.Data())
			}
			f, g := vec.Rows(len(theta)), vec.Rows(len(theta))
			c.m.Gradient(n).Eval(f, theta, b)
			c.m.Gradient(n).Eval(g, turned, b)
			for i, to := range component {
				for l := range f[i] {
					if math.Abs(f[i][l]-g[to][l]) > c.tol*float64(c.m.Data()) {
						t.Fatalf("n = %d, lane %d: component %d is %.17g, %.17g after the units are relabelled", n, l, i+1, f[i][l], g[to][l])
					}
				}
			}
		}
	}
}

// TestNetworkExtreme: far from the origin everything is finite, and right: a sure network has no force but the prior's, a wrong one the whole.
func TestNetworkExtreme(t *testing.T) {
	for _, c := range networks() {
		m := c.m.(*Network)
		theta, f, idx := c.points(5), vec.Rows(m.Dim()), vec.Indices(5)
		for i := range theta {
			for l := range theta[i] {
				theta[i][l] *= []float64{1, 30, 1e3, 1e5}[l%4]
			}
		}
		vec.NewStream(1).Uniform(idx, m.Data())
		m.Gradient(5).Eval(f, theta, Batch{Index: idx})
		if !vec.Finite(f) {
			t.Errorf("%s: an infinite gradient", c.name)
		}
		for l := range vec.Lanes {
			var in []int
			for j := range idx {
				in = append(in, int(idx[j][l]))
			}
			want, _ := gradient(m, lane(theta, l), float64(m.Data())/5, in)
			top := 0.0
			for _, v := range want {
				top = math.Max(top, math.Abs(v))
			}
			for i := range want {
				if math.Abs(f[i][l]-want[i]) > 1e-10*top {
					t.Errorf("%s, lane %d, component %d: %g, want %g", c.name, l, i+1, f[i][l], want[i])
				}
			}
			if v := m.LogPosterior(lane(theta, l)); v-v != 0 || v > 0 {
				t.Errorf("%s: log π(θ) = %g", c.name, v)
			}
		}
	}
}

func TestNetworkPanics(t *testing.T) {
	for i, f := range []func(){
		func() { (&Network{X: []float64{1, 2}, Y: []float64{2}, Inputs: 2, Hidden: 1}).Gradient(1) },
		func() { (&Network{X: []float64{1, 2, 3}, Y: []float64{1}, Inputs: 2, Hidden: 1}).Gradient(1) },
		func() { (&Network{Inputs: 2, Hidden: 1}).Output(new(vec.Row), vec.Rows(4), []float64{1}) },
		func() { (&Network{Inputs: 2, Hidden: 1}).Output(new(vec.Row), vec.Rows(8), []float64{1, 2}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("case %d does not panic", i)
				}
			}()
			f()
		}()
	}
}

// Two hidden units that tell whether x₁ and x₂ differ: a = 12 |x₁ − x₂| − 6, the constant from a third unit.
func ExampleNetwork_Output() {
	m := &Network{Inputs: 2, Hidden: 3}
	theta := vec.Rows(m.Dim())
	for i, t := range []float64{
		1, -1, -1, 1, 0, 0, // W¹
		0, 0, 1, // b
		12, 12, -6, // W²
	} {
		vec.Fill(theta[i:i+1], t)
	}
	var n vec.Row
	for _, x := range [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		m.Output(&n, theta, x)
		fmt.Printf("N(%v) = %.3f\n", x, n[0])
	}
	// Output:
	// N([0 0]) = 0.002
	// N([0 1]) = 0.998
	// N([1 0]) = 0.998
	// N([1 1]) = 0.002
}
