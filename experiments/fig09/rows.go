package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/regression"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// known adds the diagonals and the parts of Σ_x at the MAP, and of its mean over the Laplace
// approximation. It adds all entries of this mean, unless a friction has them all.
func known(t *table.Table, p *regression.Posterior) {
	whole := false
	for _, run := range p.Runs {
		whole = whole || matricial(run)
	}
	for _, k := range []struct {
		method string
		sigma  []float64
		all    bool
	}{
		{"MAP", exact.LogisticGradCov(p.Model, p.Laplace.Mode), false},
		{"Laplace", p.Sigma, !whole},
	} {
		row := table.Row{
			"scaling": p.Scaling, "method": k.method, "status": table.OK, "source": table.Prediction,
		}
		matrix(t, row, k.sigma, make([]float64, len(k.sigma)), k.all)
		parts(t, row, k.sigma, 0)
	}
}

// matricial reports whether ξ of a run has entries off the diagonal.
func matricial(run *regression.Run) bool {
	d := run.Chain.Model.Dim()
	all, diagonal := dynamics.Xi{}, dynamics.Xi{Diagonal: true}
	return len(all.Entries(d, run.AdL)) > len(diagonal.Entries(d, run.AdL))
}

// states adds the mean of the diagonal of Σ_x over the states in which the replicas of a run end.
func states(t *table.Table, p *regression.Posterior, run *regression.Run) {
	row := table.Row{
		"scaling": p.Scaling, "method": "states", "friction": run.Friction, "n": run.N,
		"status": table.OK, "source": table.Simulation,
	}
	d := p.Train.D
	each := make([][]float64, d)
	for _, theta := range run.Last(dynamics.Theta{}) {
		c := exact.LogisticGradCov(p.Model, theta)
		for i := range d {
			each[i] = append(each[i], c[i*d+i])
		}
	}
	for i, x := range each {
		row["i"], row["j"] = i+1, i+1
		t.Measure(row, "Sigma", estimate.Mean(x))
	}
}

// matrix adds the entries on the diagonal, and those above it if all are asked for.
func matrix(t *table.Table, row table.Row, sigma, stderr []float64, all bool) {
	d := linalg.Order(sigma)
	for i := range d {
		for j := i; j < d && (j == i || all); j++ {
			row["i"], row["j"] = i+1, j+1
			e := estimate.Estimate{Value: sigma[i*d+j], StdErr: stderr[i*d+j]}
			t.Measure(row, "Sigma", e)
		}
	}
	row["i"], row["j"] = nil, nil
}

// parts adds s* = tr Σ̄/d, the Frobenius norms of s* I, of the rest of the diagonal and of the
// entries off the diagonal, how many of these are larger than s*/10, and the largest eigenvalue.
func parts(t *table.Table, row table.Row, sigma []float64, stderr float64) {
	d := linalg.Order(sigma)
	s := linalg.Trace(sigma) / float64(d)
	on, off, many := 0.0, 0.0, 0
	for i := range d {
		for j := range d {
			if x := sigma[i*d+j]; i == j {
				on = math.FMA(x-s, x-s, on)
			} else {
				if off = math.FMA(x, x, off); math.Abs(x) > s/10 {
					many++
				}
			}
		}
	}
	for _, q := range []struct {
		name  string
		value float64
	}{
		{"s*", s},
		{"norm of s* I", float64(s * math.Sqrt(float64(d)))},
		{"norm of the rest of the diagonal", math.Sqrt(on)},
		{"norm off the diagonal", math.Sqrt(off)},
		{"share of entries off the diagonal beyond s*/10", float64(many) / max(1, float64(d*(d-1)))},
		{"largest eigenvalue", exact.Lambda(dynamics.Full{}, sigma)},
	} {
		t.Measure(row, q.name, estimate.Estimate{Value: q.value, StdErr: stderr})
	}
}

// sigma adds the mean of ξ and the Σ̄ that it implies, with standard errors from the replicas. If ξ
// has entries off the diagonal, all of Σ̄ follows from the whole matrix.
func sigma(t *table.Table, row table.Row, p *regression.Posterior, run *regression.Run) {
	of := implied(p, run)
	whole := matricial(run)
	entries := dynamics.Xi{Diagonal: true}.Entries(p.Train.D, run.AdL)
	for i, b := range run.Xi() {
		if len(entries) > 1 {
			row["i"], row["j"] = entries[i].I+1, entries[i].J+1
		}
		xi := b.Mean()
		t.Measure(row, "xi", xi)
		if !whole {
			se := float64(0.5 * math.Abs(of(xi.Value+xi.StdErr)-of(xi.Value-xi.StdErr)))
			t.Measure(row, "Sigma", estimate.Estimate{Value: of(xi.Value), StdErr: se})
		}
	}
	row["i"], row["j"] = nil, nil
	if !whole {
		return
	}
	all, stderr := matrices(p, run)
	matrix(t, row, all, stderr, true)
	parts(t, row, all, math.NaN())
}

// implied returns exact.SigmaFromXi as a function of ξ.
func implied(p *regression.Posterior, run *regression.Run) func(xi float64) float64 {
	return func(xi float64) float64 {
		return exact.SigmaFromXi(xi, run.Epsilon, run.AdL.Gamma, p.Dt)
	}
}

// matrices returns the Σ̄ that the mean of the whole ξ implies, and the standard errors of its
// entries.
func matrices(p *regression.Posterior, run *regression.Run) (all, stderr []float64) {
	of := func(entries []float64) []float64 {
		return linalg.Func(dynamics.Matrix(run.AdL.Form, p.Train.D, entries), implied(p, run))
	}
	xi := simulate.Mean{Of: dynamics.Xi{}}
	var each [][]float64
	for _, m := range run.Means(xi) {
		each = append(each, of(m))
	}
	all = of(run.Mean(xi))
	stderr = make([]float64, len(all))
	x := make([]float64, len(each))
	for i := range all {
		for r := range each {
			x[r] = each[r][i]
		}
		stderr[i] = estimate.Mean(x).StdErr
	}
	return all, stderr
}
