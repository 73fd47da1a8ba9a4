package model

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/vec"
)

// network is n random points with labels that follow a curve.
func network(inputs, hidden, n int) *Network {
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

// active tells which hidden units are above 0, datum by datum.
func active(m *Network, theta []float64) string {
	var b []byte
	for i := range m.Ndata() {
		for j := range m.Hidden {
			b = append(b, '0')
			if m.unit(theta, m.point(i), j) > 0 {
				b[len(b)-1] = '1'
			}
		}
	}
	return string(b)
}

// TestNetworkLogPosterior compares with the logarithm of the density as written in the paper.
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
		one := m.Probability(theta, m.X[2*i:2*i+2])
		if math.Abs(out[0]-f) > 1e-15 || out[63] != out[0] || math.Abs(one-f) > 1e-15 {
			t.Errorf("N(x) = %.17g, %.17g, %.17g, want %.17g", out[0], out[63], one, f)
		}
	}
	for _, v := range theta {
		want -= v * v / 2
	}
	if got := m.LogPosterior(theta); math.Abs(got-want) > 1e-13 {
		t.Errorf("log π = %.15g, want %.15g", got, want)
	}
	if got, want := fmt.Sprint(m.Dim(), m.Ndata(), m.Layers()), "8 3 [4 2 2]"; got != want {
		t.Errorf("sizes %s, want %s", got, want)
	}
	// far out the logarithm is linear, and neither 0 nor infinite
	one := &Network{X: []float64{1}, Y: []float64{0}, Inputs: 1, Hidden: 1}
	for _, a := range []float64{30, 1e3, 1e6} {
		got, want := one.LogPosterior([]float64{1, 0, a}), -a-(1+a*a)/2
		if math.Abs(got-want) > 1e-13*math.Abs(want) {
			t.Errorf("log π at a = %g is %g, want %g", a, got, want)
		}
	}
}

// TestNetworkUnits: relabelling the hidden units relabels the components of the gradient. For
// numbers of few bits the logit is exact in every order of the units, and the gradients agree
// exactly.
func TestNetworkUnits(t *testing.T) {
	const inputs, hidden, total = 2, 8, 60
	coarse := &Network{Inputs: inputs, Hidden: hidden}
	for i := range total {
		coarse.X = append(coarse.X, float64(i%9)/4-1, float64(i%13)/8)
		coarse.Y = append(coarse.Y, float64(i%2))
	}
	component := make([]int, hidden*(inputs+2)) // where a component goes
	for j, to := range []int{3, 0, 7, 1, 6, 2, 5, 4} {
		for i := range inputs {
			component[j*inputs+i] = to*inputs + i
		}
		component[hidden*inputs+j] = hidden*inputs + to
		component[hidden*(inputs+1)+j] = hidden*(inputs+1) + to
	}
	for _, c := range []struct {
		m   *Network
		tol float64
	}{{coarse, 0}, {network(inputs, hidden, 40), 1e-12}} {
		theta := instance{"", c.m, 0, 1}.points(7)
		turned := make([][]float64, len(theta))
		for r := range theta {
			turned[r] = make([]float64, len(component))
			for i, to := range component {
				if c.tol == 0 {
					theta[r][i] = math.Floor(8*theta[r][i]) / 8
				}
				turned[r][to] = theta[r][i]
			}
		}
		for _, n := range []int{1, 6, 25, c.m.Ndata()} {
			batch := draw(c.m.Ndata(), n, uint64(n))
			if n == c.m.Ndata() {
				batch = nil
			}
			f := eval(c.m.Gradient(vec.Replicas, n), vec.Replicas, theta, batch, false)
			g := eval(c.m.Gradient(vec.Replicas, n), vec.Replicas, turned, batch, false)
			for r := range f {
				for i, to := range component {
					if math.Abs(f[r][i]-g[r][to]) > c.tol*float64(c.m.Ndata()) {
						t.Fatalf("n = %d, replica %d: component %d is %.17g, %.17g after the units are relabelled",
							n, r, i+1, f[r][i], g[r][to])
					}
				}
			}
		}
	}
}
