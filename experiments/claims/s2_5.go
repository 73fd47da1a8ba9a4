package claims

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section2_5 = []claim.Criterion{
	{
		Of: "S2.5.1-1", Is: near(1, 1e-10),
		Rows: perExact(claim.From("study-weak-order", "source", table.Exact)),
		Text: "quadrature and definition over formula: ",
	},
	{
		Of: "S2.5.1-3 a", Is: bound.Above(1e-12),
		Rows: shapes.Last("dt").Map(size).Reduce(largest, "method", "n"),
		Text: "largest of |skewness| and |excess kurtosis| of θ: ",
	},
	{
		Of: "S2.5.1-3 b", Rows: shapes.Exponents("dt", "quantity", "method", "n"),
		Is: bound.Above(1.1), Text: "exponents in Δt: ",
	},
	bounded("S2.5.1-4 c", "SGLD", func(eps float64) float64 { return 1 + eps*eps }),
	bounded("S2.5.1-4 d", "Langevin", func(eps float64) float64 { return 1 + eps*eps }),
	{
		Of: "S2.5.1-5", Is: bound.Same, Text: "1 + a/(ε(n)v): ",
		Rows: epsilons.AtLeast("value", 10).
			Map(func(r claim.Row) estimate.Estimate {
				return estimate.Known(1 + r.Float("a")/(r.Value*r.Float("v")))
			}),
	},
	{Of: "S2.5.1-7 a", Judge: affine},
	confirmed(variance(), alike("S2.5.1-10", exactVariance, bound.Similar)),

	{
		Of: "S2.5.2-2 a", Is: bound.Same, By: []string{"method"},
		Rows: slopesPerStep.Without(bestSlopes, "method", "dt"), Over: bestSlopes,
		Text: "slopes of lines through the errors below 0.1, over Δt, over the one known best: ",
	},
	sameAtEqualNoise("S2.5.2-2 b", "errors at equal ε(n)Δt, over the one known best: ",
		sameNoise(mixtureErrors.Small())),
	overAllData("S2.5.2-2 c", bound.MuchLarger, 0.9*mixtureData, "SGLD", "Langevin"),
	alike("S2.5.2-3", mixtureErrors, bound.Similar, claim.Criterion{
		Rows: predictedSlopes.Where("method", "SGLD"),
		Over: predictedSlopes.Where("method", "Langevin"), By: []string{"per"}, Is: bound.Similar,
	}),
	{Of: "S2.5.2-4 c", Points: bent},
	{
		Of: "S2.5.2-5 a", Is: bound.Small,
		Rows: mixtureErrors.AtMost("dt", 1e-4).Last("value", "method", "dt"),
		Text: "largest error over n: ",
	},
	{
		Of: "S2.5.2-5 b", Is: bound.Above(bound.SmallSize),
		Rows: mixtureErrors.AtLeast("dt", 2e-4).Last("value", "method", "dt"),
		Text: "largest error over n: ",
	},
	{
		Of: "S2.5.2-6 a", Is: bound.Rest, By: once,
		Rows: claim.From("fig04", "quantity", "posterior outside"),
		Over: mixtureErrors.Resolved(0).Map(size).First("value"),
		Text: "mass of π outside over the least error: ",
	},
	{
		Of: "S2.5.2-6 b", Is: bound.Rest, By: everyPoint,
		Rows: claim.From("fig04", "quantity", "outside", "source", table.Simulation),
		Over: mixtureErrors, Text: "mass outside over the error: ",
	},
}

var shapes = claim.From("study-weak-order").Among("quantity", "skewness", "excess kurtosis")

// size is the size of a value without its error.
func size(r claim.Row) estimate.Estimate { return estimate.Known(math.Abs(r.Value)) }

func largest(t *table.Table) estimate.Estimate {
	return estimate.Known(slices.Max(t.Floats("value")))
}

// section2_5Methods are the claims with a part about SGLD and one about Langevin dynamics.
func section2_5Methods() (list []claim.Criterion) {
	for k, method := range []string{"SGLD", "Langevin"} {
		ab, bc := "ab"[k:k+1], "bc"[k:k+1]
		simulated := variance("method", method)
		perStep := sizeOver(batches.Where("method", method, "sampling", "with", "n", 1), noise)
		errors := mixtureErrors.Where("method", method)
		without := errors.Where("sampling", "without")
		list = append(list, []claim.Criterion{
			{
				Of: "S2.5.1-2 " + ab, Is: near(0, 1e-9), Confirm: gaussian("mean", "method", method),
				Rows: exactly("stationary mean less μ_post", "method", method).
					Map(func(r claim.Row) estimate.Estimate { return r.Times(math.Sqrt(r.Float("a"))) }),
				Text: "exact mean less μ_post, over σ_post: ",
			}, {
				Of: "S2.5.1-4 " + ab, Is: near(1, 1e-3),
				Rows: sizeOver(smallSteps(method).First("dt").Filter(func(r claim.Row) bool {
					return firstOrder(r) != 0
				}), firstOrder),
				Text: "error over its first-order term, as Δt → 0: ",
			}, {
				Of: "S2.5.1-6 " + ab, Judge: func(ts *claim.Tables) (verdict, measured string) {
					one, two := straight(ts, method, "dt"), straight(ts, method, "dt", "sampling")
					return one.Minus(two).Judge("one line for both samplings instead of two costs ")
				},
			}, {
				Of: "S2.5.1-7 " + bc, Rows: perStep, Over: perStep.First("dt"), By: []string{"method"},
				Is: bound.Same, Confirm: simulated,
				Text: "exact slope over Δt, over that at the least Δt: ",
			},
			confirmed(simulated, sameAtEqualNoise("S2.5.1-8 "+ab,
				"exact error over that of the least Δt at equal ε(n)Δt: ",
				equalNoise.Where("method", method))),
			dominates("S2.5.1-9 "+ab, method, bound.MuchLarger, gaussianData),
			{
				Of: "S2.5.2-1 " + ab, Rows: without, Is: bound.Same, Chi: true,
				Over: without.Along("epsilon", errors.Where("sampling", "with"), "dt"),
				Text: "error without replacement over that with, at the same ε(n): ",
			}, {
				Of: "S2.5.2-4 " + ab, Points: func(ts *claim.Tables, p *claim.Points) string {
					lines(errors(ts), func(below *table.Table, l estimate.Line) {
						p.Each(below, func(r claim.Row, at string) {
							p.RatioIn(bound.Same, r.Estimate, l.At(r.Float("epsilon")), at)
						})
						p.Noise(claim.Deviations(l))
					})
					return "errors below 0.1 over straight lines through them: "
				},
			},
		}...)
	}
	return list
}

// straight returns the sum of squares about straight lines in ε(n), one for each group of errors
// with the same cells in some columns.
func straight(ts *claim.Tables, method string, by ...string) (c claim.ChiSquare) {
	variance("method", method, "status", table.OK).Reduce(func(t *table.Table) estimate.Estimate {
		c = c.Plus(claim.Deviations(claim.Line(t, "epsilon")))
		return estimate.Known(0)
	}, by...)(ts)
	return c
}

func affine(ts *claim.Tables) (verdict, measured string) {
	return straight(ts, "SGLD", "dt", "sampling").Plus(straight(ts, "Langevin", "dt", "sampling")).
		Judge("straight lines for every Δt and sampling: ")
}

// lines calls do with the small errors at every Δt, if they are at four ε(n) or more, and with the
// straight line in ε(n) through them.
func lines(t *table.Table, do func(below *table.Table, l estimate.Line)) {
	for _, dt := range t.Distinct("dt") {
		u := t.Where("dt", dt, "status", table.OK)
		below := u.Filter(func(i int) bool { return u.Float(i, "value") < bound.SmallSize })
		if len(below.Distinct("epsilon")) >= 4 {
			do(below, claim.Line(below, "epsilon"))
		}
	}
}

// slopesPerStep are the slopes of these lines over Δt, bestSlopes those that are known best.
var (
	slopesPerStep = mixtureErrors.Reduce(func(t *table.Table) (slope estimate.Estimate) {
		slope = estimate.Unknown()
		lines(t, func(below *table.Table, l estimate.Line) {
			slope = l.Slope.Times(1 / below.Float(0, "dt"))
		})
		return slope
	}, "method", "dt")
	bestSlopes = slopesPerStep.First("stderr", "method")
)

// bent decides whether errors from 0.2 to 0.4 are off the lines.
func bent(ts *claim.Tables, p *claim.Points) string {
	for _, method := range []string{"SGLD", "Langevin"} {
		t := mixtureErrors.Where("method", method)(ts)
		lines(t, func(below *table.Table, l estimate.Line) {
			p.Each(t.Where("dt", below.Cell(0, "dt")), func(r claim.Row, at string) {
				y, off := l.At(r.Float("epsilon")), bound.Above(bound.Same.Hi)
				if r.Value < y.Value {
					off = bound.Below(bound.Same.Lo)
				}
				if 0.2 <= r.Value && r.Value <= 0.4 {
					p.RatioIn(off, r.Estimate, y, at)
				}
			})
		})
	}
	return "errors from 0.2 to 0.4 over these lines, outside 0.9 to 1.1: "
}
