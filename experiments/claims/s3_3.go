package claims

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Adaptive Langevin dynamics when Σ_x depends on θ, Figure 7.
var section3_3 = []claim.Criterion{
	ordered("a", "full", "diagonal"), ordered("b", "diagonal", "scalar"),
	ordered("c", "full", "scalar"),
	{Of: "S3.3.2-1 a", Points: isAffine}, {Of: "S3.3.2-1 b", Judge: stepOrder},
	{
		Of: "S3.3.2-7 d", Rows: slopePerNormOf("scalar").And(slopePerNormOf("diagonal")),
		Over: slopePerNormOf("full"), By: once, Is: bound.Same,
		Text: "slopes per ε(n)Δt‖Σ_x − S*‖: ",
	}, {
		Of: "S3.3.2-9 a", Over: adl("full"), Is: bound.About(3), Text: "scalar over full error: ",
		Rows: adl("scalar").And(l1("study-methods", "AdL, long", "friction", "scalar")),
	},
	{Of: "S3.3.2-9 b", Judge: ratioOfNorms},
	{
		Name: "error grows with eta",
		Rows: onOwnData(largerEta(l1("study-eta", "metastable", "friction", "full"))),
		Less: onOwnData(l1("study-eta", "metastable", "friction", "full", "eta", 0.1)),
		Is:   bound.Positive, Text: "difference: ",
	},
	linear("S3.3.2-7 a", "full"), linear("S3.3.2-7 b", "scalar"), linear("S3.3.2-7 c", "diagonal"),
	{ // on eleven data sets, and in three norms of the change f of the density
		Name: "scalar over full error falls",
		Rows: scalarOverFull.Where("n", 100), Over: scalarOverFull.Where("n", 15, "dt", 0.01),
		By: []string{"data"}, Is: bound.MuchLarger, Text: "ratio at 1 over that at 25: ",
	},
	{
		Name: "scalar friction and the law of theta",
		Rows: changesOf("scalar").Among("quantity", "joint L1", "norm of f"), Over: changesOf(""),
		By: []string{"data", "quantity"}, Is: bound.MuchSmaller,
		Text: "predicted, over that of Langevin dynamics: ",
	}, {
		Name: "norm of f per norm of Sigma",
		Rows: changesPerNorm("scalar"), Over: changesPerNorm("full"), By: []string{"n"},
		Is: bound.Clearly, Text: "‖f‖ per norm over that of a full ξ: ",
	},
	{ // the mean of an entry of a diagonal ξ less γ is not ε(n)Δt S*/2
		Name: "mean of a diagonal xi",
		Rows: diagonalXi("xi 22", table.Simulation), Over: diagonalXi("xi 22", table.Prediction),
		Is: bound.Clearly, Text: "mean of ξ₂₂ less γ over that of ε(n)Δt Σ_x/2: ",
	}, {
		Name: "trace of a diagonal xi",
		Rows: trace(table.Simulation), Over: trace(table.Prediction),
		Is: bound.Same, Text: "mean of tr ξ less γ d over that of ε(n)Δt tr Σ_x/2: ",
	},
}

// section3Frictions are the claims with a part about a full and one about a scalar ξ.
func section3Frictions() (list []claim.Criterion) {
	for k, friction := range []string{"full", "scalar"} {
		ab, cd := "ab"[k:k+1], "cd"[k:k+1]
		errors := atAllSteps(friction)
		exchanges := claim.From("study-eta", "method", "metastable", "quantity", "crossings",
			"friction", friction).Accept(table.Unmixed, table.Unsettled) // these are rare
		list = append(list, []claim.Criterion{
			{
				Of: "S3.2.2-4 " + ab, Is: bound.MuchSmaller, Over: adl(friction).Small(),
				Rows: l1("study-constant-noise", "constant", "friction", friction),
				Text: "error with constant covariance over that of batches: ",
			}, {
				Of: "S3.2.2-5 " + ab, Is: bound.Similar, Over: adl(friction),
				Rows: l1("study-order", "order", "friction", friction),
				Text: "error over that of ODABADO: ",
			}, {
				Of: "S3.3.1-1 " + ab, Rows: slopesOf(errors), Over: slopesOf(others, "method"),
				By: once, Is: bound.MuchSmaller,
				Text: "slope over those of SGLD and Langevin dynamics: ",
			}, {
				Of: "S3.3.2-4 " + ab, Rows: largerEta(exchanges), Over: exchanges.Where("eta", 0.1),
				By: []string{"data", "n", "dt"}, Is: bound.MuchSmaller, Rule: claim.Somewhere,
				Text: "exchanges of modes over those at η = 0.1: ",
			}, {
				Of: "S3.3.2-5 " + ab, Rows: errors, Over: others, Is: bound.MuchSmaller,
				Text: "error over that of SGLD and Langevin dynamics: ",
			}, {
				Of: "S3.3.2-5 " + cd, Rows: errors, Less: others, By: []string{"n"},
				Steps: threeToFive, Is: bound.Negative,
				Text: "error at 3 to 5 Δt less that of SGLD and Langevin dynamics at Δt: ",
			}, {
				Of: "S3.3.2-6 " + ab, Rows: adl(friction).AtMost("n", 5),
				Less: fullBatch(friction).Map(twice), By: []string{"dt"}, Is: bound.Positive,
				Text: "error less twice that with all data: ",
			},
		}...)
	}
	return list
}

// ordered compares the errors of two frictions, of which the first has more entries.
func ordered(part, more, less string) claim.Criterion {
	return claim.Criterion{
		Of: "S3.3.1-3 " + part, Rows: adl(more).Small(), Less: adl(less).Small(), Is: bound.Negative,
		Text: fmt.Sprintf("error, %s less %s: ", more, less),
	}
}

func largerEta(r claim.Rows) claim.Rows {
	return r.AtLeast("eta", 0.11) // than the paper's 0.1
}

func onOwnData(r claim.Rows) claim.Rows {
	return func(ts *claim.Tables) *table.Table { return r(ts).Where("data", ownSeed(ts)) }
}

// twice doubles an error, which is not negative but for noise.
func twice(r claim.Row) estimate.Estimate {
	return estimate.Estimate{Value: 2 * max(r.Value, 0), StdErr: 2 * r.StdErr}
}

// slopePerNormOf is the slope of what batches add, over the norm.
func slopePerNormOf(friction string) claim.Rows { return perNorm(slopesOf(batchErrors(friction))) }

// linear fits one line for all time steps to what batches add.
func linear(of, friction string) claim.Criterion {
	return claim.Criterion{Of: of, Points: func(ts *claim.Tables, p *claim.Points) string {
		t := smallErrors(batchErrors(friction)(ts))
		line := throughOrigin(t)
		onLine(p, t, line, noise, "%s")
		per := line.Slope.Times(1 / norm(ts, friction, ownSeed(ts)))
		return "slope " + claim.Text(per) + " per norm; batch part of the error over the line: "
	}}
}

// isAffine fits a line against ε(n)Δt for every friction and time step.
func isAffine(ts *claim.Tables, p *claim.Points) string {
	text := "slopes"
	for _, friction := range []string{"full", "scalar"} {
		var fits []estimate.Estimate
		t := smallErrors(adl(friction)(ts))
		for _, dt := range t.Distinct("dt") {
			batches, u := t.Where("dt", dt), table.New(t.Columns()...)
			u.Append(batches)
			u.Append(fullBatch(friction)(ts).Where("dt", dt, "status", table.OK))
			if u.Len() < 3 {
				continue
			}
			line := through(u, noise, estimate.Fit)
			onLine(p, batches, line, noise, friction+", %s, Δt = "+dt)
			p.In(bound.Positive, line.Slope, "slope, "+friction+", Δt = "+dt)
			fits = append(fits, line.Slope)
			text += fmt.Sprintf(" %s (%s, Δt = %s)", claim.Text(line.Slope), friction, dt)
		}
		for _, f := range fits {
			p.RatioIn(bound.Same, f, estimate.Known(weightedMean(fits)), "slope over the mean, "+friction)
		}
	}
	return text + "; errors over the lines: "
}

// weightedMean is the mean with weights 1/se².
func weightedMean(es []estimate.Estimate) float64 {
	var sum, weights float64
	for _, e := range es {
		w := 1 / (e.StdErr * e.StdErr)
		sum, weights = sum+w*e.Value, weights+w
	}
	return sum / weights
}

// stepOrder fits a power of Δt to the errors with all data.
func stepOrder(ts *claim.Tables) (verdict, measured string) {
	errors := fullBatch("full").And(fullBatch("scalar"))
	text := "errors with all data, predicted to leading order in brackets:"
	for _, r := range claim.RowsOf(errors(ts)) {
		dt := r.Cell("dt")
		leading, _ := predicted(ts).Lookup("value", "dt", dt)
		text += fmt.Sprintf(" %s [%.2g] (%s, Δt = %s)", claim.Text(r.Estimate), leading,
			r.Cell("friction"), dt)
	}
	t := errors.Where("status", table.OK).Resolved(2)(ts)
	if len(t.Distinct("dt")) < 3 {
		return claim.Undecided, text + "; fewer than three Δt with a resolved error"
	}
	p := claim.Points{Replicas: groups}
	p.In(bound.Exponent(2), power("dt")(t), "exponent")
	return p.Judge(text + "; ")
}

// ratioOfNorms is about the ratio of the norms of a scalar and of a full ξ.
func ratioOfNorms(ts *claim.Tables) (verdict, measured string) {
	seed := ownSeed(ts)
	ratios := setsOf("norm of Sigma - s I").First("ndata", "data").
		Per(setsOf("norm of Sigma - mean"), "data", "ndata")(ts).Floats("value")
	var are []bool
	for _, r := range ratios {
		are = append(are, bound.About(3).Has(r))
	}
	verdict, measured = claim.Share(are)
	return verdict, fmt.Sprintf("%s; median %.3g; ratio of the norms for the figure's data: %.3g",
		measured, median(ratios), norm(ts, "scalar", seed)/norm(ts, "full", seed))
}

// diagonalXi are the means of an entry of a diagonal ξ, less γ.
func diagonalXi(quantity, source string) claim.Rows {
	return claim.From("study-methods", "friction", "diagonal", "quantity", quantity, "source", source).
		Filter(func(r claim.Row) bool { return 0 < noise(r) && noise(r) <= 1 }).
		Map(lessGamma)
}

// trace sums over both entries.
func trace(source string) claim.Rows {
	minus := diagonalXi("xi 22", source).
		Map(func(r claim.Row) estimate.Estimate { return r.Times(-1) })
	return diagonalXi("xi 11", source).Minus(minus, claim.Point...)
}

var scalarOverFull = ratioRuns("scalar").Per(ratioRuns("full"), "data", "n", "dt")

func ratioRuns(friction string) claim.Rows {
	return l1("study-ratio", "other data", "friction", friction)
}

// changesOf are the predicted changes of the density at ε(n)Δt = 1, without friction of Langevin's.
func changesOf(friction string) claim.Rows {
	return claim.From("study-ratio", "source", table.Prediction, "friction", friction, "n", 100)
}

func changesPerNorm(friction string) claim.Rows {
	return perNorm(onOwnData(changesOf(friction).Where("quantity", "norm of f")))
}
