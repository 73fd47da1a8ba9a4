package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Autocorrelation is the sums of x_t x_(t−k) over the observations t ≥ k, for the lags
// k = 0, …, Lags, with x the one number of an observable, and of x_t, for every replica.
type Autocorrelation struct {
	Of   dynamics.Observable
	Lags int
}

// Key is "autocorrelation", of and lags.
func (a Autocorrelation) Key() spec.Key {
	return spec.Key{"is": "autocorrelation", "of": a.Of.Key(), "lags": a.Lags}
}

func (a Autocorrelation) of() []dynamics.Observable { return []dynamics.Observable{a.Of} }

func (a Autocorrelation) arrays(p plan) []array {
	return []array{values("products", a.Lags+1, p.replicas), values("sum", p.replicas)}
}

func (a Autocorrelation) recorder(p plan) recorder {
	n := a.Lags + 1
	return &products{plan: p, latest: vec.Rows(n), sum: vec.Rows(n), x: vec.Rows(1)}
}

type products struct {
	plan
	seen   int
	latest []vec.Row // the last values, in turn
	sum    []vec.Row // by lag
	x      []vec.Row // Σ x
}

func (r *products) observe(o *observer) {
	n := len(r.latest)
	x := &r.latest[r.seen%n]
	*x = o.value(0)[0]
	for k := range min(r.seen, n-1) + 1 {
		vec.AccumulateProduct(&r.sum[k], x, &r.latest[(r.seen-k)%n])
	}
	vec.AddScaled(r.x, r.latest[r.seen%n:][:1], 1)
	r.seen++
}

func (r *products) store(a []array, first int) {
	for i := range r.layout.Replicas() {
		for k := range r.sum {
			a[0].values[k*r.replicas+first+i] = r.sum[k][i]
		}
		a[1].values[first+i] = r.x[0][i]
	}
}
