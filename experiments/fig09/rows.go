package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// known adds the diagonal and the parts of the mean of Σ_x over the Laplace approximation. It adds
// all entries unless some friction has all of them.
func known(t *table.Table, p *study.RegressionPosterior) {
	all := true
	for _, run := range p.Runs {
		all = all && !matricial(run)
	}
	row := table.Row{
		"scaling": p.Scaling, "method": "Laplace", "status": table.OK, "source": table.Prediction,
	}
	matrix(t, row, p.Sigma, make([]float64, len(p.Sigma)), all)
	parts(t, row, p.Sigma, 0)
}

// matricial reports whether ξ of a run has off-diagonal entries in the given coordinates.
func matricial(run *study.Run) bool {
	f, adaptive := run.Chain.Scheme.Friction.(dynamics.AdL)
	if !adaptive || run.Friction == study.Rotated {
		return adaptive
	}
	d := run.Chain.Model.Dim()
	all, diagonal := dynamics.Xi{}, dynamics.Xi{Diagonal: true}
	return len(all.Entries(d, f)) > len(diagonal.Entries(d, f))
}

// matrix adds the entries on the diagonal and, with all, the entries above it.
func matrix(t *table.Table, row table.Row, sigma, stderr []float64, all bool) {
	d := linalg.Order(sigma)
	for i := range d {
		for j := i; j < d && (j == i || all); j++ {
			row["i"], row["j"] = i+1, j+1
			e := estimate.Estimate{Value: sigma[i*d+j], StdErr: stderr[i*d+j]}
			t.Measure(row, table.Sigma, e)
		}
	}
	row["i"], row["j"] = nil, nil
}

// parts adds the share of s* I in ‖Σ̄‖² (Frobenius norm), where s* = tr Σ̄/d, and the fraction of
// off-diagonal entries beyond s*/10.
func parts(t *table.Table, row table.Row, sigma []float64, stderr float64) {
	d := linalg.Order(sigma)
	s := linalg.Trace(sigma) / float64(d)
	on, off, many := 0.0, 0.0, 0
	for i := range d {
		for j := range d {
			if x := sigma[i*d+j]; i == j {
				on += (x - s) * (x - s)
			} else {
				if off += x * x; math.Abs(x) > s/10 {
					many++
				}
			}
		}
	}
	square := s * s * float64(d)
	add := func(quantity string, value float64) {
		t.Measure(row, quantity, estimate.Estimate{Value: value, StdErr: stderr})
	}
	add("share of s* I", square/(square+on+off))
	add("share of entries off the diagonal beyond s*/10", float64(many)/max(1, float64(d*(d-1))))
}

// sigma adds the means of the diagonal of ξ and the Σ̄ that they imply (exact.SigmaFromXi), with
// standard errors from the replicas. If ξ has off-diagonal entries, the whole matrix implies all of
// Σ̄.
func sigma(t *table.Table, row table.Row, p *study.RegressionPosterior, run *study.Run) {
	gamma := run.AdL().Gamma
	of := func(xi float64) float64 { return exact.SigmaFromXi(xi, run.Epsilon, gamma, run.Dt) }
	whole, name := matricial(run), "xi"
	if run.Friction == study.Rotated {
		name = "xi'"
	}
	entries := dynamics.Xi{Diagonal: true}.Entries(p.Train.D, run.AdL())
	for i, b := range run.All(dynamics.Xi{Diagonal: true}) {
		if len(entries) > 1 {
			row["i"], row["j"] = entries[i].I+1, entries[i].J+1
		}
		xi := b.Mean()
		t.Measure(row, name, xi)
		if !whole {
			se := 0.5 * math.Abs(of(xi.Value+xi.StdErr)-of(xi.Value-xi.StdErr))
			t.Measure(row, table.Sigma, estimate.Estimate{Value: of(xi.Value), StdErr: se})
		}
	}
	if whole {
		all, stderr := matrices(p, run, of)
		matrix(t, row, all, stderr, true)
		parts(t, row, all, math.NaN())
	}
}

// matrices returns the Σ̄ that the mean of the whole ξ implies, and the standard errors of its
// entries.
func matrices(
	p *study.RegressionPosterior, run *study.Run, of func(xi float64) float64,
) (all, stderr []float64) {
	sigma := func(entries []float64) []float64 {
		m := linalg.Func(dynamics.Matrix(run.AdL().Form, p.Train.D, entries), of)
		if r, ok := run.Chain.Model.(*model.Rotated); ok {
			m = linalg.Mul(linalg.Mul(r.Q, m), linalg.Transpose(r.Q))
		}
		return m
	}
	replicas := run.Means(simulate.Mean{Of: dynamics.Xi{}})
	mean := make([]float64, len(replicas[0]))
	var each [][]float64
	for _, m := range replicas {
		each = append(each, sigma(m))
		linalg.AddScaled(mean, 1/float64(len(replicas)), m)
	}
	all = sigma(mean)
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
