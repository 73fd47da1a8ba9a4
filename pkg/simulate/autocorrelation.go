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

func (a Autocorrelation) key() spec.Key {
	return spec.Key{"is": "autocorrelation", "of": a.Of.Key(), "lags": a.Lags}
}

func (a Autocorrelation) of() []dynamics.Observable { return []dynamics.Observable{a.Of} }

func (a Autocorrelation) arrays(p plan) []*array {
	return []*array{values("products", a.Lags+1, p.replicas), values("sum", p.replicas)}
}

func (a Autocorrelation) record(p plan, stored []*array) recorder {
	n := a.Lags + 1
	latest := vec.Rows(n) // values, in turn
	products, sum := vec.Rows(n), vec.Rows(1)
	return recorder{
		observe: func(o *observer, t int) {
			x := &latest[t%n]
			*x = o.value(0)[0]
			vec.AddScaled(sum, o.value(0)[:1], 1)
			for k := range min(t, n) {
				vec.AccumulateProduct(&products[k], x, &latest[(t-k)%n])
			}
		},
		store: func() {
			for k := range products {
				p.scatter(stored[0].values, products[k:], k*p.replicas, 0, 1)
			}
			p.scatter(stored[1].values, sum, 0, 0, 1)
		},
	}
}
