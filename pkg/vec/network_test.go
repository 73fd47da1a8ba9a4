package vec

import (
	"fmt"
	"math"
	"testing"
)

// network draws n data of d inputs about 0 with labels of both kinds.
func network(d, total int) (x, y []float64) {
	r := normalRows((d+1)*total/Lanes+1, uint64(d), uint64(total))
	x, y = make([]float64, d*total), make([]float64, total)
	for i := range x {
		x[i] = r[i/Lanes][i%Lanes]
	}
	for i := range y {
		if j := d*total + i; r[j/Lanes][j%Lanes] > 0.3 {
			y[i] = 1
		}
	}
	return x, y
}

// TestNetworkByHand has one input, one hidden unit and one datum.
func TestNetworkByHand(t *testing.T) {
	const w, b, v, x = 2.0, -0.5, 1.5, 0.75 // z = 1, a = 1.5
	sigma := 1 / (1 + math.Exp(-1.5))
	for _, c := range []struct {
		theta []float64
		y     float64
		want  []float64 // without the prior
	}{
		{[]float64{w, b, v}, 1, []float64{(1 - sigma) * v * x, (1 - sigma) * v, 1 - sigma}},
		{[]float64{w, b, v}, 0, []float64{-sigma * v * x, -sigma * v, -sigma}},
		{[]float64{-w, b, v}, 1, []float64{0, 0, 0}},         // the unit is off
		{[]float64{2, -1.5, v}, 1, []float64{0, 0, 0}},       // z = 0: the derivative there is 0
		{[]float64{0, 1, 40}, 1, []float64{0, 0, 0}},         // as sure as can be, and right
		{[]float64{0, 1, -1e3}, 0, []float64{0, 0, 0}},       //
		{[]float64{0, 1, 1e3}, 0, []float64{-750, -1e3, -1}}, // and wrong
		{[]float64{w, b, math.NaN()}, 1, []float64{math.NaN(), math.NaN(), math.NaN()}},
		{[]float64{w, b, math.Inf(1)}, 1, []float64{math.NaN(), math.NaN(), math.NaN()}},
		{[]float64{w, math.Inf(1), 1}, 1, []float64{math.NaN(), math.NaN(), math.NaN()}},
	} {
		theta, f := Rows(3), Rows(3)
		for i, x := range c.theta {
			Fill(theta[i:i+1], x)
		}
		n := NewNetwork([]float64{x}, []float64{c.y}, 1, 1, 1)
		for _, all := range []bool{false, true} {
			if all {
				n.ForceAll(f, theta)
			} else {
				n.Force(f, theta, Indices(1))
			}
			for i := range f {
				want := c.want[i] - c.theta[i]
				if got := f[i][63]; !(math.Abs(got-want) <= 1e-12*(1+math.Abs(want))) && want == want ||
					want != want && got == got {
					t.Errorf("θ = %g, y = %g: component %d is %g, want %g", c.theta, c.y, i, got, want)
				}
			}
		}
	}
}

// TestNetworkForceAll: a batch of all data has the bits of ForceAll, however the data lie in
// blocks, and the force does not depend on the call before.
func TestNetworkForceAll(t *testing.T) {
	for _, c := range []struct{ inputs, hidden, total int }{{2, 8, 1}, {2, 8, 500}, {1, 3, 37},
		{5, 4, 64}, {3, 1, 33}, {40, 2, 21}} {
		x, y := network(c.inputs, c.total)
		n := NewNetwork(x, y, c.inputs, c.hidden, c.total)
		d := c.hidden * (c.inputs + 2)
		theta, f, all := normalRows(d, 1), Rows(d), Rows(d)
		idx := Indices(c.total)
		for i := range idx {
			for l := range idx[i] {
				idx[i][l] = uint16(i)
			}
		}
		for range 2 {
			n.ForceAll(all, theta)
			n.Force(f, theta, idx)
			if !sameBits(f, all) {
				t.Errorf("%+v: Force and ForceAll differ", c)
			}
			n.Force(f, normalRows(d, 2), idx[:1])
		}
	}
}

// TestNetworkLanes: a lane's force depends only on that lane's parameters and data.
func TestNetworkLanes(t *testing.T) {
	x, y := network(2, 300)
	c := NewNetwork(x, y, 2, 8, 7)
	theta, f, g, idx := normalRows(32, 3), Rows(32), Rows(32), Indices(7)
	NewStream(4).Uniform(idx, 300)
	c.Force(f, theta, idx)
	turned, at := Rows(32), Indices(7)
	turn := func(l int) int { return (5*l + 3) % Lanes }
	for l := range Lanes {
		for i := range theta {
			turned[i][turn(l)] = theta[i][l]
		}
		for k := range idx {
			at[k][turn(l)] = idx[k][l]
		}
	}
	c.Force(g, turned, at)
	for l := range Lanes {
		for i := range f {
			if f[i][l] != g[i][turn(l)] {
				t.Fatalf("row %d: lane %d has %g, and %g as lane %d", i, l, f[i][l], g[i][turn(l)], turn(l))
			}
		}
	}
}

func TestNetworkOutput(t *testing.T) {
	for _, c := range []struct{ inputs, hidden int }{{2, 8}, {1, 1}, {6, 3}} {
		d := c.hidden * (c.inputs + 2)
		theta := normalRows(d, uint64(d))
		x := make([]float64, c.inputs)
		for i := range x {
			x[i] = 1 + float64(i)/2
		}
		var a Row
		NetworkOutput(&a, theta, x, c.hidden)
		positive, negative := 0, 0
		for l := range a {
			want := 0.0
			for j := range c.hidden {
				z := theta[c.hidden*c.inputs+j][l]
				for i := range x {
					z += theta[j*c.inputs+i][l] * x[i]
				}
				want += theta[c.hidden*(c.inputs+1)+j][l] * math.Max(0, z)
			}
			if s := 1 / (1 + math.Exp(-want)); !(math.Abs(a[l]-s) < 1e-13*(1+math.Abs(want))*s) {
				t.Errorf("%+v, lane %d: %.15g, want %.15g", c, l, a[l], s)
			}
			if want > 0 {
				positive++
			} else {
				negative++
			}
		}
		if positive < 5 || negative < 5 {
			t.Errorf("%+v: %d logits above 0 and %d below decide little", c, positive, negative)
		}
	}
}

func TestNetworkPanics(t *testing.T) {
	x, y := network(2, 10)
	c := NewNetwork(x, y, 2, 3, 2)
	past := Indices(2)
	past[1][60] = 10
	for i, f := range []func(){
		func() { NewNetwork(x, y, 3, 3, 2) },
		func() { NewNetwork(x, y, 2, 0, 2) },
		func() { NewNetwork(x, y, 2, 3, 0) },
		func() { NewNetwork(nil, nil, 2, 3, 1) },
		func() { NewNetwork(x, append([]float64{0.5}, y[1:]...), 2, 3, 2) },
		func() { NewNetwork(make([]float64, MaxIndex+1), make([]float64, MaxIndex+1), 1, 1, 1) },
		func() { c.Force(Rows(11), Rows(12), Indices(2)) },
		func() { c.Force(Rows(12), Rows(13), Indices(2)) },
		func() { c.ForceAll(Rows(12), Rows(11)) },
		func() { c.Force(Rows(12), Rows(12), past) },
		func() { NetworkOutput(new(Row), Rows(13), x[:2], 3) },
		func() { NetworkOutput(new(Row), Rows(12), x[:4], 3) },
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

// BenchmarkNetwork measures the force: ns per lane and datum.
func BenchmarkNetwork(b *testing.B) {
	x, y := network(2, 500)
	theta, f := normalRows(32, 1), Rows(32)
	for _, n := range []int{1, 5, 25, 100, 500} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			c := NewNetwork(x, y, 2, 8, n)
			idx := Indices(n)
			NewStream(4).Uniform(idx, 500)
			for b.Loop() {
				if n == 500 {
					c.ForceAll(f, theta)
				} else {
					c.Force(f, theta, idx)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*Lanes), "ns/lane")
			b.ReportMetric(0, "ns/op")
		})
	}
}
