package main

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/mixture"
	"adl/pkg/table"
)

// prediction compares the errors of a method with those to leading order.
type prediction struct {
	*mixture.Marginal
	method  string
	leading mixture.Leading
	runs    []*run // of the method, those that have errors
}

// batch returns the part of the batches, step that of the time step, or none.
func (p prediction) batch() mixture.Part   { return p.leading[len(p.leading)-1] }
func (p prediction) step() mixture.Leading { return p.leading[:len(p.leading)-1] }

// slopes adds the L¹ error per ε(n)Δt, and per Δt or Δt²: as predicted, and as simulated, the slope
// at 0 of a saturating law in ε(n)Δt up to fit through the batch parts, and with all the data that
// of a parabola in Δt or Δt² through the signed errors.
func (p prediction) slopes(t *table.Table, fit float64) {
	add := func(source, per, quantity string, e estimate.Estimate) {
		t.Measure(table.Row{
			"method": p.method, "per": per, "status": table.OK, "source": source,
		}, quantity, e)
	}
	for _, x := range p.leading {
		add(table.Prediction, x.Per, "slope", x.Slope)
	}
	add(table.Prediction, p.batch().Per, "slope with half the bins", halved(p.batch().Masses))
	var batch, step series
	for _, r := range p.runs {
		if at := float64(r.Epsilon * r.Dt); 0 < at && at <= fit {
			batch.add(at, p.part(r))
		}
		for _, x := range p.step() {
			if r.Epsilon == 0 {
				step.add(x.Power(0, r.Dt), p.signed(r, x.Masses))
			}
		}
	}
	if len(batch.x) > 3 {
		add(table.Simulation, p.batch().Per, "slope",
			estimate.FitSaturating(batch.x, batch.y, batch.e))
	}
	if len(step.x) > 2 {
		slope, _ := estimate.FitQuadraticOrigin(step.x, step.y, step.e)
		add(table.Simulation, p.step()[0].Per, "slope", slope)
	}
}

// series are points of a fit.
type series struct{ x, y, e []float64 }

func (s *series) add(x float64, y estimate.Estimate) {
	s.x, s.y, s.e = append(s.x, x), append(s.y, y.Value), append(s.e, y.StdErr)
}

// overLeading and next are quantities that the picture shows.
const (
	overLeading = "error over leading order"
	next        = "next term per (ε(n)Δt)²"
)

// points adds the errors at the simulated points:
//
//	leading order  the L¹ error
//	signed error   of the simulation: Σ_b ±(h_b − π_b), with the signs of the leading order. It is
//	               the L¹ error where the signs are right, and unlike the L¹ error it is linear in
//	               the histogram h, so that noise does not bias it
//	batch part     the same with the signs of the batches' part, less the part of the time step
//
// and with batches the signed error over the leading order, and what it lacks over (ε(n)Δt)².
func (p prediction) points(t *table.Table) {
	for _, r := range p.runs {
		v, near := p.leading.Error(r.Epsilon, r.Dt)
		if v == 0 || !near {
			continue
		}
		row, e := maps.Clone(r.row), p.signed(r, p.leading.At(r.Epsilon, r.Dt))
		t.Measure(row, "signed error", e)
		if x := float64(r.Epsilon * r.Dt); x > 0 {
			t.Measure(row, overLeading, e.Times(1/v))
			e.Value = v - e.Value
			t.Measure(row, next, e.Times(1/float64(x*x)))
		}
		if r.name == "equal" {
			t.Measure(row, "batch part", p.part(r))
		}
		row["source"] = table.Prediction
		t.AddValue(row, "leading order", v)
	}
}

// part returns the batch part of a run.
func (p prediction) part(r *run) estimate.Estimate {
	d := p.signed(r, p.batch().Masses)
	for _, step := range p.step() {
		sum := 0.0
		for b, x := range step.Masses {
			if p.batch().Masses[b] < 0 {
				x = -x
			}
			sum += x
		}
		sum = math.RoundToEven(sum*0x1p20) * 0x1p-20 // the same on every machine
		d.Value -= float64(step.Power(0, r.Dt) * sum)
	}
	return d
}

// signed returns the sum of the deviations of a histogram with the signs of f, without the bins
// where the sign is a matter of rounding.
func (p prediction) signed(r *run, f []float64) estimate.Estimate {
	signs, top := slices.Clone(f), max(slices.Max(f), -slices.Min(f))
	for b, x := range f {
		if !(math.Abs(x) > 1e-9*top) {
			signs[b] = 0
		}
	}
	return r.samples.Histogram(p.Histogram).Along(p.Mass, signs)
}

// halved returns the L¹ norm of f on bins of twice the width.
func halved(f []float64) (s estimate.Estimate) {
	for pair := range slices.Chunk(f, 2) {
		sum := 0.0
		for _, x := range pair {
			sum += x
		}
		s.Value += math.Abs(sum)
	}
	return s
}
