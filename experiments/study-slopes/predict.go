package main

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// prediction compares the errors of a method with those to leading order.
type prediction struct {
	method string
	*study.Marginal
	leading study.Leading // the batches last
	runs    []*run
}

func (p prediction) batch() study.Part { return p.leading[len(p.leading)-1] }

// step returns the part of the time step, if it is known.
func (p prediction) step() (step study.Part, ok bool) {
	return p.leading[0], len(p.leading) > 1
}

// row returns the cells of a slope.
func (p prediction) row(per, source string) table.Row {
	return table.Row{"method": p.method, "per": per, "status": table.OK, "source": source}
}

// slopes adds the L¹ error per ε(n)Δt, and per Δt or Δt²: as predicted, and as simulated, the slope
// at 0 of a saturating law in ε(n)Δt up to fit through the batch parts, and with all the data that
// of a parabola in Δt or Δt² through the signed errors.
func (p prediction) slopes(t *table.Table, fit float64) {
	for _, x := range p.leading {
		t.Measure(p.row(x.Per, table.Prediction), "slope", x.Slope, math.NaN())
	}
	t.AddValue(p.row("epsilon dt", table.Prediction), "slope with half the bins",
		halved(p.batch().Masses))
	var batch, step series
	time, known := p.step()
	for _, r := range p.runs {
		switch at := float64(r.Epsilon * r.Dt); {
		case 0 < at && at <= fit:
			batch.add(at, p.part(r))
		case at == 0 && known:
			step.add(time.Power(0, r.Dt), p.signed(r, time.Masses))
		}
	}
	if len(batch.x) > 3 {
		t.Measure(p.row("epsilon dt", table.Simulation), "slope",
			estimate.FitSaturating(batch.x, batch.y, batch.e))
	}
	if len(step.x) > 2 {
		t.Measure(p.row(time.Per, table.Simulation), "slope",
			estimate.FitQuadraticOrigin(step.x, step.y, step.e).Slope)
	}
}

// series are points of a fit.
type series struct{ x, y, e []float64 }

func (s *series) add(x float64, y estimate.Estimate) {
	s.x, s.y, s.e = append(s.x, x), append(s.y, y.Value), append(s.e, y.StdErr)
}

// points adds the errors at the simulated points:
//
//	leading order  the L¹ error
//	signed error   of the simulation: Σ_b ±(h_b − π_b), with the signs of the leading order. It is
//	               the L¹ error where the signs are right, and unlike the L¹ error it is linear in
//	               the histogram h, so that noise does not bias it
//	batch part     the same with the signs of the batches' part, less the part of the time step
func (p prediction) points(t *table.Table) {
	for _, r := range p.runs {
		v, near := p.leading.Error(r.Epsilon, r.Dt)
		if v == 0 || !near {
			continue
		}
		row := maps.Clone(r.row)
		t.Measure(row, "signed error", p.signed(r, p.leading.At(r.Epsilon, r.Dt)))
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
	if step, ok := p.step(); ok {
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
func halved(f []float64) (s float64) {
	for pair := range slices.Chunk(f, 2) {
		sum := 0.0
		for _, x := range pair {
			sum += x
		}
		s += math.Abs(sum)
	}
	return s
}
