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
	return &lagSums{plan: p, latest: vec.Rows(n), products: vec.Rows(n), sum: vec.Rows(1)}
}

type lagSums struct {
	plan
	seen     int
	latest   []vec.Row // the last values, in turn
	products []vec.Row // by lag
	sum      []vec.Row // one row
}

func (r *lagSums) observe(o *observer) {
	n := len(r.latest)
	x := &r.latest[r.seen%n]
	*x = o.value(0)[0]
	vec.AddScaled(r.sum, o.value(0)[:1], 1)
	for k := range min(r.seen, n-1) + 1 {
		vec.AccumulateProduct(&r.products[k], x, &r.latest[(r.seen-k)%n])
	}
	r.seen++
}

func (r *lagSums) store(a []array, first int) {
	for i := range r.layout.Replicas() {
		for k := range r.products {
			a[0].values[k*r.replicas+first+i] = r.products[k][i]
		}
		a[1].values[first+i] = r.sum[0][i]
	}
}
