package study

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// On the Gaussian posterior ξ is stationary for s < 1, and for s > 1 it grows as exact.GrowingXi,
// whatever the form.
func TestGrowing(t *testing.T) {
	for _, form := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}, dynamics.BlockDiagonal{Order: 1},
	} {
		for _, s := range []float64{0.3, 0.8, 1.5} {
			c, law := studytest.GaussianChain(form, s)
			dt := c.Scheme.Dt
			effective := law.V / (1 - law.A*dt*dt/4)
			Settle(c, []float64{effective}, 4)
			x := studytest.Run(t, c)
			trend := x.Blocks(dynamics.Xi{}, 0).Trend()
			want, guide := table.OK, table.PredictedRunaway
			if s > 1 {
				want, guide = table.Runaway, table.Runaway
			}
			if x.Growing() != (s > 1) {
				t.Errorf("%s, s = %g: growing %v: trend %v", form.Name(), s, x.Growing(), trend)
			}
			for _, c := range []struct {
				lambda   float64
				constant bool
				want     string
			}{{law.V, false, want}, {1e3, false, guide}, {1e3, true, table.Runaway}} {
				row := table.Row{"status": table.OK}
				k := NewCriteria(x, []float64{c.lambda})
				k.Constant = c.constant
				Classify(row, x, k)
				criterion := exact.BatchNoise(9900, dt, c.lambda)
				if row["status"] != c.want || row["s"] != criterion {
					t.Errorf("%s, λ = %g: %v, want %s, %g", form.Name(), c.lambda, row, c.want, criterion)
				}
			}
			if s < 1 {
				continue
			}
			xi := func(t float64) float64 { // t after the burn-in
				return exact.GrowingXi(exact.BatchNoise(9900, dt, effective), 1, 1, dt, c.Xi[0], c.BurnIn+t)
			}
			if want := xi(75) - xi(25); math.Abs(trend.Z(want)) > 4 {
				t.Errorf("%s: ξ grows by %v, want %g", form.Name(), trend, want)
			}
		}
	}
}

// Only entries on the diagonal decide whether ξ grows.
func TestGrowingDiagonal(t *testing.T) {
	for _, form := range []dynamics.Form{dynamics.Full{}, dynamics.BlockDiagonal{Order: 2}} {
		for entry := range 3 { // 11, 12, 22
			c := onMixture(form)
			x := studytest.Read(t, c, remade(t, c, func(_ string, e, block, _ int) float64 {
				if e != entry {
					return 0
				}
				return float64(block)
			}))
			if got := x.Growing(); got != (entry != 1) {
				t.Errorf("%s: entry %d grows: %v", form.Name(), entry, got)
			}
		}
	}
}

// Each criterion decides the status unless an earlier one does.
func TestClassify(t *testing.T) {
	c, law := studytest.GaussianChain(dynamics.Full{}, 0.3)
	mean := []float64{law.V}
	Settle(c, mean, 10)
	x := studytest.Run(t, c)
	good := NewCriteria(x, mean)
	for _, test := range []struct {
		change func(k *Criteria)
		want   string
	}{
		{func(*Criteria) {}, table.OK},
		{func(k *Criteria) { k.RarelyCrosses = true }, table.Unmixed},
		{func(k *Criteria) { // a slow direction of ξ(θ)
			k.Relaxation *= 5
			k.RarelyCrosses = true
		}, table.Unsettled},
		{func(k *Criteria) { k.S, k.Relaxation = 1, 1e9 }, table.PredictedRunaway},
		{func(k *Criteria) { k.S, k.Constant = 1, true }, table.Runaway},
		{func(k *Criteria) { k.Growing, k.S = true, math.NaN() }, table.Runaway},
		{func(k *Criteria) { k.KnownStatus, k.Growing = table.TooLong, true }, table.TooLong},
	} {
		k, row := good, table.Row{}
		test.change(&k)
		Classify(row, x, k)
		if _, ok := row["s"]; row["status"] != test.want || ok == math.IsNaN(k.S) {
			t.Errorf("%v, want %s", row, test.want)
		}
	}
	row := table.Row{}
	diverged := simulate.Samples{Chain: c, Diverged: true}
	Classify(row, &diverged, Criteria{KnownStatus: table.TooLong})
	if row["status"] != table.Diverged {
		t.Errorf("a diverged run is %v", row)
	}
}

// remade runs a chain and returns the result with made-up sums of all moments: v is the mean of an
// entry of a statistic over a block of a replica, up to noise of 1e-3, and the variance is 1.
func remade(
	t *testing.T, c *simulate.Chain, v func(statistic string, entry, block, replica int) float64,
) table.Archive {
	t.Helper()
	a := studytest.Archive(t, c)
	rng := rand.New(rand.NewPCG(1, 2))
	_, steps, every := c.Steps()
	n := float64(steps/every) / float64(c.Blocks)
	for _, e := range a {
		statistic, sums, ok := strings.Cut(e.Name, ".")
		if !ok || sums != "s1" && sums != "s2" {
			continue
		}
		x := e.Data.([]float64)
		for i := range x {
			b := i / c.Replicas
			m := v(statistic, b/c.Blocks, b%c.Blocks, i%c.Replicas)
			if x[i] = n * (m + 1e-3*rng.NormFloat64()); sums == "s2" {
				x[i] = n * (m*m + 1)
			}
		}
	}
	return a
}
