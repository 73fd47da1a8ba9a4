package main

import (
	"fmt"

	"adl/pkg/estimate"
	"adl/pkg/mixture"
	"adl/pkg/study"
	"adl/pkg/table"
)

// ratio holds the projection error and the error on the distribution of θ at a K, over those of K =
// 0.
type ratio struct {
	k          string
	projection float64
	bias       estimate.Estimate // unknown without a stationary state
	status     string            // not ok if it is not at this K or at K = 0
}

// paper returns the errors of the dynamics of the paper: those of the basis and with the friction
// and η of the curves, at any n and Δt.
func (s Spec) paper(t *table.Table) *table.Table {
	t = t.Where("quantity", "L1", "source", table.Simulation, "method", mixture.ExtendedAdL,
		"friction", s.Friction, "eta", s.Eta)
	return t.Filter(func(i int) bool { return s.ours(t.Cell(i, "cuts")) })
}

// ours reports whether cuts are those of the basis, or none.
func (s Spec) ours(cuts string) bool { return cuts == "" || cuts == fmt.Sprint(s.Basis.Cuts) }

// ratios returns the projection errors by increasing K.
func ratios(s Spec, t *table.Table) []ratio {
	var rs []ratio
	t = t.Where("quantity", "projection error", "friction", s.Friction).Sort("K")
	t = t.Filter(func(i int) bool { return s.ours(t.Cell(i, "cuts")) })
	for i := range t.Len() {
		projection := t.Float(i, "value") / t.Float(0, "value")
		rs = append(rs, ratio{k: t.Cell(i, "K"), projection: projection, bias: estimate.Unknown()})
	}
	return rs
}

// relative returns the ratios at one n and Δt. The biases are unknown unless that of K = 0 is known
// to 25 %.
func relative(s Spec, t *table.Table, n int, dt float64) []ratio {
	u := s.paper(t).Where("n", n, "dt", dt, "sampling", s.Sampling[0])
	at := func(k string) (e estimate.Estimate, status string) {
		v := u.Where("K", k)
		if v.Len() == 0 {
			return estimate.Unknown(), ""
		}
		return v.Estimate(0), v.Cell(0, "status")
	}
	rs := ratios(s, t)
	zero, first := at("0")
	if !study.Drawn(first) || !(zero.Z(0) >= 4) {
		return rs
	}
	for i := range rs {
		r := &rs[i]
		var e estimate.Estimate
		if e, r.status = at(r.k); !study.Drawn(r.status) {
			continue
		}
		if r.status == table.OK {
			r.status = first
		}
		r.bias = estimate.Ratio(e, zero)
		if r.k == "0" {
			r.bias = estimate.Estimate{Value: 1}
		}
	}
	return rs
}
