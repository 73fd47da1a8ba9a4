package simulate

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// networkChain is a small network with everything that is observed of one.
func networkChain(kind string) *Chain {
	data := dataset.TwoClasses(40, 0.03, 1)
	m := NetworkKey{Hidden: 3}.Posterior(data)
	a := NetworkAdL{Kind: kind, Gamma: 1, Eta: 2, Layers: m.Layers()}
	return &Chain{
		Model: m, Digest: data.Digest(), Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 0.01, Friction: a.Friction()}, N: 5, Sampling: minibatch.Without,
		T: 64 * 4, BurnIn: 0.5, Every: 0.02, Replicas: 64, Batches: 4, Seed: 7, Xi: slices.Repeat([]float64{2}, m.Dim()),
		Output: []float64{1, 1.5}, Histogram: &Bins{Lo: 0, Hi: 1, Bins: 20},
	}
}

// The posterior is that of the labelled points.
func TestNetworkKey(t *testing.T) {
	data := dataset.TwoClasses(5, 0.03, 1)
	m := NetworkKey{Hidden: 3}.Posterior(data)
	if m.Data() != 5 || m.Dim() != 12 || m.Inputs != 2 || m.X[7] != float64(data.Z[7]) || !slices.Equal(m.Y, data.Y) {
		t.Errorf("%+v", m)
	}
}

// Moments and histogram are those of the output at the point, which a run of the same states gives too; a point is part of the parameters.
func TestOutput(t *testing.T) {
	c := networkChain(NetworkDiagonal)
	s := samples(t, c)
	if len(s.S1) != 1 || len(s.X1) != c.Model.Dim() {
		t.Fatalf("%d and %d rows", len(s.S1), len(s.X1))
	}
	r, err := c.start(0)
	if err != nil {
		t.Fatal(err)
	}
	burn, steps, every := c.Steps()
	r.e.Run(r.flows, burn, every)
	var sum [64]float64
	count := make([]uint32, 64*22)
	var y vec.Row
	for range steps / every {
		r.e.Run(r.flows, every, every)
		c.Model.(*model.Network).Output(&y, r.e.Theta, c.Output)
		for l, y := range y {
			sum[l] += y
			count[22*l+1+int(math.Floor(20*y))]++
		}
	}
	for l := range 64 {
		got := 0.0
		for b := range s.Count {
			got += s.S1[0][b*64+l]
		}
		if math.Abs(got-sum[l]) > 1e-9 {
			t.Fatalf("replica %d: Σ N_θ(x) = %g, want %g", l, got, sum[l])
		}
	}
	if !slices.Equal(s.Histogram, count) {
		t.Error("the histogram is another")
	}
	other := networkChain(NetworkDiagonal)
	other.Output = []float64{1, 1}
	a, err := hash(c.params())
	if err != nil {
		t.Fatal(err)
	}
	b, err := hash(other.params())
	if err != nil {
		t.Fatal(err)
	}
	if a == b {
		t.Error("two points, one key")
	}
}

// A diagonal of ξ stands for the matrix.
func TestXiDiagonal(t *testing.T) {
	c := networkChain(NetworkLayers)
	d := c.Model.Dim()
	for i := range c.Xi {
		c.Xi[i] = float64(i)
	}
	r, err := c.start(0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{2.5, 7, 10} { // means over 6, 3 and 3 entries
		if got := r.e.Xi[i][5]; got != want {
			t.Errorf("layer %d: ξ = %g, want %g", i, got, want)
		}
	}
	if m := square([]float64{1, 2}, 2); !slices.Equal(m, []float64{1, 0, 0, 2}) {
		t.Errorf("got %v", m)
	}
	if x := dynamics.Identity(d, 1); &square(x, d)[0] != &x[0] {
		t.Error("a matrix is copied")
	}
}

func TestNetworkAdL(t *testing.T) {
	layers := []int{16, 8, 8}
	for _, c := range []struct {
		kind  string
		rows  int
		least float64 // entries of the smallest group
	}{{NetworkScalar, 1, 32}, {NetworkLayers, 3, 8}, {NetworkDiagonal, 32, 1}} {
		a := NetworkAdL{Kind: c.kind, Gamma: 1, Eta: 200, Layers: layers}
		sum := 0
		for _, n := range a.Sizes() {
			sum += n
		}
		if a.Friction().Rows(32) != c.rows || len(a.Sizes()) != c.rows || sum != 32 {
			t.Errorf("%s: %d rows, sizes %d", c.kind, a.Friction().Rows(32), a.Sizes())
		}
		// ηA over the size of the group, A = γ + εΔtλ/2, to first order in s
		if got, want := a.XiTime(0.2, 100, 1e-3), 200*(1+0.01)/c.least; math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%s: relaxation time %g, want %g", c.kind, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic at an unknown friction")
		}
	}()
	NetworkAdL{Kind: "full", Layers: layers}.Friction()
}

// With made-up sums every number is known: two replicas, two batches of two observations, groups of 3 and 1 entries.
func TestNetworkXi(t *testing.T) {
	const epsilon, dt = 50, 0.1
	a := NetworkAdL{Kind: NetworkLayers, Gamma: 1, Eta: 1, Layers: []int{3, 1}}
	// ξ of the two groups by [batch][replica], constant in a batch
	xi := [2][4]float64{{2, 4, 2, 4}, {6, 8, 10, 8}}
	s := &Samples{Replicas: 2, Count: []int64{2, 2}}
	for _, v := range xi {
		var s1, s2 []float64
		for _, v := range v {
			s1, s2 = append(s1, 2*v), append(s2, 2*v*v)
		}
		s.X1, s.X2 = append(s.X1, s1), append(s.X2, s2)
	}
	got := a.Xi(s, epsilon, dt)
	near := func(name string, x, want float64) {
		t.Helper()
		if math.Abs(x-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s: got %g, want %g", name, x, want)
		}
	}
	near("mean", got.Mean.Value, (3*2+8+3*4+8)/8.0)
	near("trend", got.Trend.Value, 0.5*(10-6)/4.0)
	// within replica and batch: 3/16 of the squared difference
	near("spread", got.Spread.Value, 3/16.0*((16+64)/2.0+16)/2)
	lambda := func(x float64) float64 { return exact.SigmaFromXi(x, epsilon, 1, dt) }
	near("Sigma", got.Sigma.Value, (3*lambda(2)+lambda(8)+3*lambda(4)+lambda(8))/8)
	near("largest Sigma", got.Most.Value, lambda(8))
	near("s", got.S, vec.Tanh(1)*0.9) // ξ = 10 in the last batch
	if x := a.Xi(s, 0, dt); x.S != 0 {
		t.Errorf("s = %g without noise", x.S)
	}
	for _, c := range []struct {
		last, s float64
		want    bool
	}{{0.5, 0.9, false}, {0.5, 1, true}, {0.995, 0.1, true}} {
		if got := (NetworkXi{S: c.last}).Runaway(c.s); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for trend, want := range map[float64]bool{1: false, -1: false, 0.4: true, -0.4: true} {
		x := NetworkXi{}
		x.Mean.Value, x.Trend.Value, x.Trend.StdErr = 10, trend, 0.1
		if x.Settled() != want {
			t.Errorf("trend %g: %v", trend, !want)
		}
	}
}
