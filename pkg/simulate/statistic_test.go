package simulate

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// plain is an observable and a function that computes it from θ and the matrix ξ of one replica.
type plain struct {
	of   dynamics.Observable
	from func(theta, xi []float64) []float64
}

// observables are the observables that a chain can have.
func observables(c *Chain) []plain {
	d := c.Model.Dim()
	a, b := make([]float64, d), make([]float64, d)
	for i := range d {
		a[i], b[i] = 0.1*float64(i), 1-0.2*float64(i)
	}
	f := dynamics.Function{Name: "|θ|², θ₁ > 0", N: 2, F: func(y, theta []float64) {
		y[0], y[1] = 0, dynamics.Indicator(theta[0] > 0)
		for _, x := range theta {
			y[0] += x * x
		}
	}}
	between := plain{dynamics.Between{A: a, B: b}, func(theta, _ []float64) []float64 {
		u, square := 0.0, 0.0
		for i, x := range theta {
			u += (x - (a[i]+b[i])/2) * (b[i] - a[i])
			square += (b[i] - a[i]) * (b[i] - a[i])
		}
		return []float64{u / square}
	}}
	if c.Layout == vec.Components { // this layout lacks it
		between = plain{dynamics.Component{I: 0}, func(theta, _ []float64) []float64 { return theta[:1] }}
	}
	all := []plain{
		{dynamics.Theta{}, func(theta, _ []float64) []float64 { return theta }},
		{dynamics.Component{I: d - 1}, func(theta, _ []float64) []float64 { return theta[d-1:] }},
		{dynamics.Xi{}, func(_, xi []float64) []float64 { return entries(c, xi, false) }},
		{dynamics.Xi{Diagonal: true}, func(_, xi []float64) []float64 { return entries(c, xi, true) }},
		between,
		{f, func(theta, _ []float64) []float64 {
			y := make([]float64, 2)
			f.F(y, theta)
			return y
		}},
	}
	switch m := c.Model.(type) {
	case *model.Network:
		if c.Layout == vec.Components {
			break
		}
		x := []float64{1, 1.5}
		all = append(all, plain{dynamics.Output{Network: m, X: x}, func(theta, _ []float64) []float64 {
			return []float64{m.Probability(theta, x)}
		}})
	}
	return all
}

// entries are the entries of ξ.
func entries(c *Chain, xi []float64, diagonal bool) (x []float64) {
	d := c.Model.Dim()
	for _, e := range (dynamics.Xi{Diagonal: diagonal}).Entries(d, c.Scheme.Friction) {
		x = append(x, xi[e.I*d+e.J])
	}
	return x
}

// given is θ in the given coordinates, of those in which a chain moves.
func given(c *Chain, theta []float64) []float64 {
	m, ok := c.Model.(*model.Rotated)
	if !ok {
		return theta
	}
	x := make([]float64, len(theta))
	for i := range x {
		for k, y := range theta {
			x[i] += m.Q[i*len(x)+k] * y
		}
	}
	return x
}

// trace is the values of observables at every observation, [observable][observation][replica].
func trace(t *testing.T, c *Chain, of []plain) [][][][]float64 {
	r, err := c.start(c.Replicas)
	if err != nil {
		t.Fatal(err)
	}
	burn, run, every := c.Steps()
	r.e.Run(r.flows, burn, every)
	all := make([][][][]float64, len(of))
	for range run / every {
		r.e.Run(r.flows, every, every)
		now := make([][][]float64, len(of))
		for _, s := range r.e.States {
			s.Flush()
			for r := range c.Layout.Replicas() {
				x, xi := given(c, theta(s, r)), matrix(c.Scheme.Friction, s, r)
				for k, o := range of {
					now[k] = append(now[k], o.from(x, xi))
				}
			}
		}
		for k := range of {
			all[k] = append(all[k], now[k])
		}
	}
	return all
}

// All statistics of all observables agree with a run observed step by step, in both layouts.
func TestStatistics(t *testing.T) {
	for name, c := range chains() {
		t.Run(name, func(t *testing.T) {
			if c.Layout == vec.Components {
				c.Replicas = 3
			}
			c.T = 0.4 * float64(c.Replicas)
			of := observables(c)
			c.Observe = nil
			for _, o := range of {
				c.Observe = append(c.Observe, statistics(c, o.of)...)
			}
			first := dynamics.Component{I: c.Model.Dim() - 1}
			joint := Joint{first, of[4].of, [2]float64{-0.5, -0.2}, [2]float64{0.8, 0.3}, 5}
			c.Observe = append(c.Observe, joint)
			x := samples(t, c)
			values := trace(t, c, of)
			for k, o := range of {
				checkMoments(t, x, o.of, values[k])
				if o.of.Len(c.Model.Dim(), c.Scheme.Friction) == 1 {
					checkOne(t, x, o.of, values[k])
				}
			}
			checkJoint(t, x, joint, values[1], values[4])
		})
	}
}

// statistics are all statistics that an observable can have.
func statistics(c *Chain, of dynamics.Observable) []Statistic {
	s := []Statistic{Moments{of}, Mean{Of: of}, Mean{of, 0.07}, Last{of}}
	if of.Len(c.Model.Dim(), c.Scheme.Friction) != 1 {
		return s
	}
	return append(s, Histogram{of, -0.5, 0.8, 7}, Crossings{of, 0.2, 0.4})
}

// checkMoments checks the statistics of any observable.
func checkMoments(t *testing.T, x *Samples, of dynamics.Observable, values [][][]float64) {
	t.Helper()
	what := canonical(of.Key())
	c := x.Chain
	blocks, per := x.All(of), len(values)/c.Blocks
	if len(blocks) != len(values[0][0]) {
		t.Fatalf("%s: %d numbers, want %d", what, len(blocks), len(values[0][0]))
	}
	_, _, every := c.Steps()
	means, few, last := x.Means(Mean{Of: of}), x.Means(Mean{of, 0.07}), x.Last(of)
	stride := int(math.Round(0.07 / (c.Scheme.Dt * float64(every))))
	for i, b := range blocks {
		for r := range c.Replicas {
			s1, s2 := make([]float64, c.Blocks), make([]float64, c.Blocks)
			sum, part := 0.0, 0.0
			for k, v := range values {
				y := v[r][i]
				s1[k/per] += y
				s2[k/per] += y * y
				sum += y
				if (k+1)%stride == 0 {
					part += y
				}
			}
			for k := range c.Blocks {
				near(t, what+": Σ x", b.S1[k*c.Replicas+r], s1[k])
				near(t, what+": Σ x²", b.S2[k*c.Replicas+r], s2[k])
			}
			n := len(values)
			near(t, what+": mean", means[r][i], sum/float64(n))
			near(t, what+": mean of a few", few[r][i], part/float64(n/stride))
			near(t, what+": last", last[r][i], values[n-1][r][i])
		}
		if got := x.Blocks(of, i); got.S1[0] != b.S1[0] || b.Count != int64(per) {
			t.Errorf("%s: blocks %d are %+v", what, i, got)
		}
	}
}

// checkOne checks the statistics of an observable of one number.
func checkOne(t *testing.T, x *Samples, of dynamics.Observable, values [][][]float64) {
	t.Helper()
	what := canonical(of.Key())
	n := x.Chain.Replicas
	counts := make([]uint32, 9*n) // below, seven bins, above
	crossings := x.Crossings(Crossings{of, 0.2, 0.4})
	for r := range n {
		var y []float64
		for _, v := range values {
			y = append(y, v[r][0])
			counts[9*r+int(min(max(math.Floor((v[r][0]+0.5)*7/1.3), -1), 7))+1]++
		}
		count, side, upper := uint32(0), 0, 0
		for _, v := range y {
			last := side
			if v > 0.4 {
				side = 1
			} else if v < 0.2 {
				side = -1
			}
			if last*side < 0 {
				count++
			}
			if side > 0 {
				upper++
			}
		}
		fraction := float64(upper) / float64(len(y))
		if crossings.Count[r] != count || crossings.Fraction[r] != fraction {
			t.Errorf("%s: %d crossings and %g above, want %d and %g",
				what, crossings.Count[r], crossings.Fraction[r], count, fraction)
		}
	}
	got := x.Histogram(Histogram{of, -0.5, 0.8, 7})
	if got.Replicas != n || got.Bins != 7 || got.Lo != -0.5 || got.Hi != 0.8 {
		t.Errorf("%s: histogram %+v", what, got)
	}
	for i, want := range counts {
		if got.Counts[i] != want {
			t.Errorf("%s: %d counts in cell %d, want %d", what, got.Counts[i], i, want)
		}
	}
}

// Crossings counts a number that goes up and down many times, with a different period in every
// lane.
func TestCrossings(t *testing.T) {
	const steps = 100_000
	u := vec.Rows(1)
	of := &bound{observer: new(observer), eval: func(*dynamics.State) []vec.Row { return u }}
	c, p := Crossings{Lo: -0.5, Hi: 0.5}, plan{layout: vec.Replicas, replicas: vec.Lanes}
	a := c.arrays(p)
	r := c.record(p, a, []*bound{of})
	for i := range steps {
		for k := range u[0] { // lane k stays for k + 1 steps
			u[0][k] = []float64{1, 0, -1, 0}[i/(k+1)%4]
		}
		of.now++
		r.observe(of.now)
	}
	for k := range u[0] { // the side changes after 2(k + 1) steps
		side := 2 * (k + 1)
		crossings := (steps - 1) / side
		upper := steps/(2*side)*side + min(steps%(2*side), side)
		if n, m := int(a[0].counts[k]), int(a[1].counts[k]); n != crossings || m != upper {
			t.Errorf("lane %d: %d crossings and %d steps above, want %d and %d", k, n, m, crossings,
				upper)
		}
	}
}

func checkJoint(t *testing.T, x *Samples, j Joint, u, v [][][]float64) {
	t.Helper()
	n := x.Chain.Replicas
	each := make([][]float64, j.Bins*j.Bins)
	for i := range each {
		each[i] = make([]float64, n)
	}
	cell := func(x float64, k int) int {
		return int(math.Floor((x - j.Lo[k]) * float64(j.Bins) / (j.Hi[k] - j.Lo[k])))
	}
	for k := range u {
		for r := range n {
			a, b := cell(u[k][r][0], 0), cell(v[k][r][0], 1)
			if a >= 0 && a < j.Bins && b >= 0 && b < j.Bins {
				each[b*j.Bins+a][r] += 1 / float64(len(u))
			}
		}
	}
	for i, got := range x.Masses(j) {
		want := estimate.Mean(each[i])
		near(t, "mass of a cell", got.Value, want.Value)
		near(t, "its standard error", got.StdErr, want.StdErr)
	}
}

// Statistics of one observable evaluate it once per observation, and only where they need it.
func TestEvaluations(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		c := gaussianChain(l)
		_, run, every := c.Steps()
		n := run / every
		calls := 0
		f := dynamics.Function{Name: "θ²", N: 1, F: func(y, theta []float64) {
			calls++
			y[0] = theta[0] * theta[0]
		}}
		for _, x := range []struct {
			observe []Statistic
			want    int // per replica
		}{
			{[]Statistic{
				Moments{f}, Mean{Of: f}, Mean{f, 0.5}, Histogram{f, 0, 1, 3}, Crossings{f, 0, 1},
				Joint{f, f, [2]float64{}, [2]float64{1, 1}, 3}, Last{f},
			}, n},
			{[]Statistic{Mean{f, 0.1}}, n / 5},
			{[]Statistic{Mean{f, 0.1}, Mean{f, 0.2}}, n / 5},
			{[]Statistic{Mean{f, 1e9}}, 1},
			{[]Statistic{Last{f}, Moments{dynamics.Theta{}}}, 1},
		} {
			calls, c.Observe = 0, x.observe
			r, err := c.start(c.Replicas)
			if err != nil {
				t.Fatal(err)
			}
			burn, run, every := c.Steps()
			r.e.Run(r.flows, burn, every)
			r.e.Run(r.flows, run, every, newObserver(c))
			if calls != x.want*c.Replicas {
				t.Errorf("%s, %d statistics: %d evaluations, want %d",
					l, len(x.observe), calls, x.want*c.Replicas)
			}
		}
	}
}
