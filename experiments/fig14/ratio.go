package main

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// ratio holds the projection error and the error on the law of θ at a K, over those of K = 0.
type ratio struct {
	k          string
	projection float64
	bias       estimate.Estimate // unknown without a stationary state
	unmixed    bool              // at this K or at K = 0
}

// ratios returns the projection errors by increasing K.
func ratios(t *table.Table) []ratio {
	var rs []ratio
	t = t.Where("quantity", "projection error").Sort("K")
	for i := range t.Len() {
		projection := t.Float(i, "value") / t.Float(0, "value")
		rs = append(rs, ratio{k: t.Cell(i, "K"), projection: projection, bias: estimate.Unknown()})
	}
	return rs
}

// relative returns the ratios at one n and Δt. The biases are unknown unless that of K = 0 is known
// to 25 %.
func relative(s Spec, t *table.Table, n int, dt float64) []ratio {
	u := t.Where("quantity", "L1", "method", curve, "n", n, "dt", dt, "sampling", s.Sampling[0])
	at := func(k string) (e estimate.Estimate, unmixed bool) {
		v := u.Where("K", k)
		if v.Len() == 0 || !study.Drawn(v.Cell(0, "status")) {
			return estimate.Unknown(), false
		}
		return v.Estimate(0), v.Cell(0, "status") != table.OK
	}
	rs := ratios(t)
	zero, unmixed := at("0")
	if !known(zero) {
		return rs
	}
	for i := range rs {
		r := &rs[i]
		e, pale := at(r.k)
		r.bias, r.unmixed = estimate.Ratio(e, zero), unmixed || pale
		if r.k == "0" {
			r.bias = claim.Exact(1)
		}
	}
	return rs
}

// settled returns the ratios that can decide a claim.
func settled(rs []ratio) []ratio {
	return slices.DeleteFunc(rs, func(r ratio) bool { return r.unmixed || math.IsNaN(r.bias.Value) })
}
