package simulate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// drawn runs a chain again and returns its draws.
func drawn(t *testing.T, c *Chain, every int) table.Archive {
	t.Helper()
	d, err := c.KeepDraws(every)
	if err != nil {
		t.Fatal(err)
	}
	a, err := d.Run(t.Context(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := d.Arrays(a)
	if err != nil {
		t.Fatal(err)
	}
	return arrays
}

// TestDraws: the draws of all observations have the sums of the chain, to the bit. A thinned chain
// has some of the draws, also if it stops and resumes.
func TestDraws(t *testing.T) {
	all := chains()
	network := all["network, components"]
	network.Observe = append(network.Observe, Last{dynamics.Function{
		Name: "a/b", N: 2, F: func(y, theta []float64) { copy(y, theta) },
	}})
	for name, c := range all {
		x, all := samples(t, c), drawn(t, c, 1)
		for k, of := range []dynamics.Observable{dynamics.Theta{}, dynamics.Xi{}} {
			if k == len(all) || all[k].Name != of.Key()["is"] {
				continue
			}
			values, shape := all[k].Data.([]float64), all[k].Shape
			for i, b := range x.All(of) {
				blocks := len(b.S1) / b.Replicas
				for r := range shape[0] {
					for j := range blocks {
						sum, per := 0.0, shape[1]/blocks
						for n := j * per; n < (j+1)*per; n++ {
							sum += values[(r*shape[1]+n)*shape[2]+i]
						}
						if want := b.S1[j*b.Replicas+r]; sum != want {
							t.Fatalf("%s, %s: number %d of replica %d has the sum %v in block %d, want %v",
								name, all[k].Name, i, r, sum, j, want)
						}
					}
				}
			}
		}
		some := drawn(t, c, 7)
		for k, e := range some {
			values, of := e.Data.([]float64), all[k].Data.([]float64)
			n, m, d := e.Shape[1], all[k].Shape[1], e.Shape[2]
			if e.Name != all[k].Name || n != m/7 || e.Shape[0] != c.Replicas {
				t.Fatalf("%s: %q of shape %v, and with all observations %q of %v", name, e.Name, e.Shape,
					all[k].Name, all[k].Shape)
			}
			for i, v := range values {
				r, draw, number := i/d/n, i/d%n, i%d
				if want := of[(r*m+7*draw+6)*d+number]; v != want {
					t.Fatalf("%s: draw %d of %s is %v, want %v", name, draw, e.Name, v, want)
				}
			}
		}
		if got := interrupted(t, c, 7); got.Digest() != some.Digest() {
			t.Errorf("%s: a run that is interrupted has other draws", name)
		}
	}
	if all := drawn(t, network, 3); len(all) != 3 || all[2].Name != "a_b" || all[2].Shape[2] != 2 {
		t.Errorf("%d observables of a network", len(all))
	}
}

// interrupted returns the draws of a run that stops and resumes after every piece.
func interrupted(t *testing.T, c *Chain, every int) table.Archive {
	t.Helper()
	d, err := c.KeepDraws(every)
	if err != nil {
		t.Fatal(err)
	}
	var from table.Archive
	for range 1000 {
		ctx, stop := context.WithCancel(t.Context())
		save := func(last bool, state func() table.Archive) {
			if last {
				from = state()
			}
		}
		ticks := 0
		a, err := d.RunFrom(ctx, from, save, func(float64) {
			if ticks++; ticks > 1 { // the first tells where it begins
				stop()
			}
		})
		stop()
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		arrays, err := d.Arrays(a)
		if err != nil {
			t.Fatal(err)
		}
		return arrays
	}
	t.Fatal("it does not end")
	return nil
}

func TestDrawingKeys(t *testing.T) {
	c := gaussianChain(vec.Replicas)
	key := func(task work.Task, err error) string {
		t.Helper()
		k, e := work.Key(task)
		if err != nil || e != nil {
			t.Fatal(err, e)
		}
		return k
	}
	before := key(c, nil)
	first, err := c.KeepDraws(2)
	keys := []string{before, key(first, err)}
	other, err := c.KeepDraws(3)
	keys = append(keys, key(other, err))
	c.Observe = append(c.Observe, Moments{dynamics.Component{I: 0}})
	other, err = c.KeepDraws(2)
	keys = append(keys, key(other, err))
	slices.Sort(keys)
	if len(slices.Compact(keys)) != 4 {
		t.Errorf("two tasks have the same key: %v", keys)
	}
	c = gaussianChain(vec.Replicas)
	for _, every := range []int{0, 81} {
		_, err := c.KeepDraws(every)
		if err == nil || !strings.Contains(err.Error(), "from 1 to the 80 observations of a replica") {
			t.Errorf("every=%d: %v", every, err)
		}
	}
	if d, err := c.KeepDraws(8); err != nil || d.Bytes() != 8*10*c.Replicas {
		t.Errorf("%d bytes, %v", d.Bytes(), err)
	}
	c.Scheme.Dt, c.Every = 0.5, 0.5
	c.T, c.BurnIn = 4000*float64(c.Replicas), 0
	if all := drawn(t, c, 1); all != nil {
		t.Errorf("a chain that diverges has draws: %v", all)
	}
}

// textbook returns the split R-hat, the effective sample size of the mean by Geyer's initial
// monotone sequence, and the standard error of the mean, as Stan and ArviZ define them (Vehtari,
// Gelman, Simpson, Carpenter and Bürkner, Bayesian Analysis 16, 2021, without ranks; ArviZ:
// rhat(method="split"), ess(method="mean"), mcse(method="mean")).
func textbook(chains [][]float64) (rhat, ess, mcse float64) {
	all := estimate.Mean(slices.Concat(chains...))
	var x [][]float64 // the halves
	for _, c := range chains {
		n := len(c) / 2
		x = append(x, c[:n], c[len(c)-n:])
	}
	m, n := float64(len(x)), float64(len(x[0]))
	var means []float64
	for _, c := range x {
		means = append(means, estimate.Mean(c).Value)
	}
	// covariance is the mean over the chains of the autocovariances, each divided by n.
	covariance := func(lag int) float64 {
		s := 0.0
		for k, c := range x {
			for i := lag; i < len(c); i++ {
				s += (c[i] - means[k]) * (c[i-lag] - means[k])
			}
		}
		return s / n / m
	}
	within := covariance(0) * n / (n - 1)
	se := estimate.Mean(means).StdErr
	total := within*(n-1)/n + se*se*m
	rho := func(lag int) float64 { return 1 - (within-covariance(lag))/total }
	tau, last := -1.0, math.Inf(1)
	for lag := 0; lag+1 < len(x[0]); lag += 2 {
		even := 1.0
		if lag > 0 {
			even = rho(lag)
		}
		pair := even + rho(lag+1)
		if pair < 0 {
			tau += max(even, 0)
			break
		}
		last = min(last, pair)
		tau += 2 * last
	}
	ess = m * n / tau
	size := float64(len(chains) * len(chains[0]))
	sd := all.StdErr * math.Sqrt(size)
	return math.Sqrt(total / within), ess, sd / math.Sqrt(ess)
}

// TestTextbook compares R-hat, the effective sample size and the standard error of a run with the
// values of Stan and ArviZ from its draws. For a Gaussian posterior SGLD is an AR(1) process with
// the coefficient φ = 1 − aΔt and the autocorrelation time (1 + φ)/(1 − φ).
func TestTextbook(t *testing.T) {
	c := gaussianChain(vec.Replicas)
	c.Scheme = dynamics.Scheme{Word: "SGLD", Dt: 0.004}
	c.Sampling, c.Replicas, c.Every = minibatch.With, 512, 0.004
	c.T, c.BurnIn = 1000*c.Every*512, 1
	theta := dynamics.Theta{}
	c.Observe = []Statistic{Moments{theta}}
	x := samples(t, c)
	var draws [][]float64
	for chain := range slices.Chunk(drawn(t, c, 1)[0].Data.([]float64), 1000) {
		draws = append(draws, chain)
	}
	rhat, ess, mcse := textbook(draws)

	// the same formula, from sums instead of draws
	if got := x.Theta(0).RHat(); math.Abs(got-rhat) > 1e-12 {
		t.Errorf("R-hat is %.15g, from draws %.15g", got, rhat)
	}
	// The standard error of τ is for a sum of the autocorrelation up to 5 τ.
	size := 512 * 1000.
	phi := 1 - 51*0.004
	want := (1 + phi) / (1 - phi)
	e := want * math.Sqrt(2*(10*want+1)/size)
	if got := size / ess; math.Abs(got-want) > 4*e {
		t.Errorf("τ is %.4g by Geyer's sequence, want %.4g ± %.2g", got, want, e)
	}
	// Ours comes from the scatter of 512 replicas, with a relative error of 1/√(2·511) = 3.1 %.
	if got := x.Theta(0).Mean().StdErr; math.Abs(got/mcse-1) > 4*0.031 {
		t.Errorf("the standard error is %.4g by replicas, %.4g by Geyer's sequence", got, mcse)
	}
	t.Logf("R-hat %.6f; τ %.4g by Geyer, %.4g exactly; standard error %.4g by replicas, %.4g by "+
		"Geyer", rhat, size/ess, want, x.Theta(0).Mean().StdErr, mcse)

	// Weakly damped, θ oscillates, with the autocorrelation time 2γ/(a Every). Geyer's sequence ends
	// where the autocorrelation first becomes negative, and gives a longer time; the scatter of
	// replicas is right.
	c.Scheme = dynamics.Scheme{Word: "OABAO", Dt: 0.01, Friction: dynamics.Constant{Gamma: 1}}
	c.N, c.Sampling, c.Every = 50, minibatch.Without, 0.02
	c.T, c.BurnIn = 2000*c.Every*512, 5
	x, draws = samples(t, c), nil
	for chain := range slices.Chunk(drawn(t, c, 1)[0].Data.([]float64), 2000) {
		draws = append(draws, chain)
	}
	_, ess, _ = textbook(draws)
	size = 512 * 2000
	want = 2 / (51 * c.Every)
	e = x.Theta(0).Mean().StdErr
	ours := e * e / x.Theta(0).Variance().Value * size
	if math.Abs(ours/want-1) > 4*2*0.031 {
		t.Errorf("weakly damped: τ is %.3g by replicas, want %.3g", ours, want)
	}
	if geyer := size / ess; geyer < 3*want {
		t.Errorf("weakly damped: τ is %.3g by Geyer's sequence, and %.3g exactly", geyer, want)
	}
	t.Logf("weakly damped: τ %.3g by replicas, %.3g by Geyer, %.3g exactly", ours, size/ess, want)
}
