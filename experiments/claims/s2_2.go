package claims

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/table"
)

var section2_2 = []claim.Criterion{
	largerNoises("S2.2-2 a", epsilonsWith.AtMost("n", gaussianData/10), bound.Similar),
	largerNoises("S2.2-2 b", epsilonsWith.AtLeast("n", 2), bound.Above(1)),
	{
		Of: "S2.2-2 c", Is: bound.Above(1), Confirm: variance(),
		Rows: exactVariance.Where("sampling", "with").AtLeast("n", gaussianData/5),
		Over: exactVariance.Where("sampling", "without"), By: []string{"method", "n", "dt"},
		Text: "exact error with replacement over the one without: ",
	},
	{
		Of: "S2.2-2 c", Is: bound.Positive,
		Rows: mixtureErrors.Where("sampling", "with").AtLeast("n", mixtureData/5),
		Less: mixtureErrors.Where("sampling", "without"), By: []string{"method", "n", "dt"},
		Text: "error with less error without replacement: ",
	},

	identity("S2.2-3 a", "fig01", "Gaussian model", "distance of the mean from 0"),
	identity("S2.2-3 b", "fig01", "Gaussian model", "distance of the covariance from I"),
	identity("S2.2-3 a", "fig02", "mixture", "distance of the mean from 0"),
	identity("S2.2-3 b", "fig02", "mixture", "distance of the covariance from I"),
	momentsOfDraws("fig01"), momentsOfDraws("fig02"),

	{
		Of: "S2.2-4 a", Is: bound.Same, Confirm: variance(),
		Rows: sizeOver(variance().Exactly().Filter(littleNoise), leading),
		Text: "exact error over its leading order: ",
	},
	sameAtEqualNoise("S2.2-4 b", "exact error over its leading order, over that of the least Δt: ",
		sizeOver(equalNoise, leading)),
	{
		Of: "S2.2-4 a", Is: bound.Same,
		Rows: signedErrors.Filter(littleNoise).AtLeast("epsilon", 1),
		Over: leadingOrder, By: everyRun,
		Text: "error over leading order at ε(n)Δt ≤ 0.1: ",
	},
	sameAtEqualNoise("S2.2-4 b",
		"errors over leading order at equal ε(n)Δt, over the one known best: ",
		sameNoise(mixtureErrors).Per(leadingOrder.Where("run", nil), everyPoint...)),

	{
		Of: "S2.2-6 a", Is: bound.Above(gaussianData - 1 - 1e-9),
		Rows: epsilonsWith.AtMost("n", gaussianData),
		Text: "ε(n) with replacement: ",
	},
	{
		Of: "S2.2-6 b", Is: bound.Above(1), By: []string{"method", "dt"},
		Rows: exactly("variance error at n = Nd", "sampling", "with"), Over: allData,
		Text: "exact error at n = Nd with replacement over the one with all data: ",
	},
	{
		Of: "S2.2-6 c", Rows: epsilons.AtMost("n", 2),
		Is: times(bound.SameOrder, gaussianData*gaussianData), Text: "ε(n): ",
	},
	{
		Of: "S2.2-6 d", Is: times(bound.SameOrder, gaussianData), Text: "ε(n): ",
		Rows: epsilons.AtLeast("n", gaussianData/4).AtMost("n", gaussianData*3/4),
	},
	{
		Of: "S2.2-6 e", Rows: epsilonsWith, Is: bound.Above(bound.SameOrder.Hi), Text: "ε(n): ",
		And: []claim.Criterion{{
			Rows: epsilons.Where("sampling", "without", "n", gaussianData-1), Is: bound.SameOrder,
		}},
	},

	{Of: "S2.2-7 a", Judge: normalLimit},
	{
		Of: "S2.2-7 b", Noise: variance().AtMost("n", 2),
		Text: "simulated against exact errors at n ≤ 2, where Z is far from normal: ",
	},
	{
		Of: "S2.2-7 c", Is: bound.Same, By: []string{"level"},
		Rows: sameNoise(batchParts).AtLeast("n", 10), Over: sameNoise(batchParts).Where("n", 1),
		Text: "mini-batching part of SGLD's error over that at n = 1: ",
	},

	normality("S2.2-8 a", "fig01", 1, bound.FarFromNormal),
	normality("S2.2-8 b", "fig01", 2, bound.FarFromNormal),
	normality("S2.2-8 c", "fig02", 1, bound.FarFromNormal),
	normality("S2.2-8 d", "fig02", 5, bound.FarFromNormal),
	normality("S2.2-9 a", "fig02", 20, bound.CloseToNormal),
	normality("S2.2-9 b", "fig02", 30, bound.CloseToNormal),
}

var epsilonsWith = epsilons.Where("sampling", "with")

// largerNoises compares ε(n) with replacement with that without.
func largerNoises(of string, with claim.Rows, is bound.Interval) claim.Criterion {
	return claim.Criterion{
		Of: of, Rows: with, Over: epsilons.Where("sampling", "without"), By: []string{"n"}, Is: is,
		Text: "ε(n) with replacement over the one without: ",
	}
}

// littleNoise reports whether ε(n)Δt is small.
func littleNoise(r claim.Row) bool { return noise(r) <= 1.001*bound.SmallSize }

// identity decides whether a mean or covariance of the noise Z of a model is exact.
func identity(of, figure, model, distance string) claim.Criterion {
	drawn := []string{"mean"}
	if strings.Contains(distance, "covariance") {
		drawn = []string{"variance", "covariance"}
	}
	return claim.Criterion{
		Of: of, Name: model, Rows: claim.From(figure, "quantity", distance),
		Is: bound.Below(1e-10), Confirm: draws(figure, drawn...), Text: distance + ": ",
	}
}

// draws returns moments of the draws of Z.
func draws(figure string, quantities ...string) claim.Rows {
	return claim.From(figure, "source", table.Simulation).Among("quantity", quantities...)
}

func momentsOfDraws(figure string) claim.Criterion {
	return claim.Criterion{
		Name: "skewness and kurtosis",
		Judge: func(ts *claim.Tables) (verdict, measured string) {
			var chi claim.ChiSquare
			t := draws(figure, "skewness", "excess kurtosis").Where("status", table.OK)(ts)
			for _, r := range claim.RowsOf(t) {
				chi.Add(r.Estimate, r.Float("exact"))
			}
			return chi.Judge("")
		},
	}
}

// normality decides by the data sets about the Kolmogorov distance of every coordinate of Z from a
// normal distribution, unless the draws have another distance.
func normality(of, figure string, n int, is bound.Interval) claim.Criterion {
	rows := claim.From(figure, "n", n)
	own := rows.Where("quantity", "kolmogorov")
	sets := claim.Criterion{Of: of, Sets: "set", Rows: rows.Where("quantity", otherData), Is: is}
	judge := func(ts *claim.Tables) (verdict, measured string) {
		x := sets.Claim(ts)
		if atoms := rows.Where("quantity", "atom")(ts).Len(); atoms > 0 {
			x.Measured += fmt.Sprintf("; Z takes %d values only, which D does not see", atoms)
		}
		for _, r := range claim.RowsOf(own(ts)) {
			// Three of these standard errors are the 2 % point of Kolmogorov's distribution.
			if math.Abs(r.Z(r.Float("exact"))) > 3 {
				return claim.Undecided, fmt.Sprintf("%s; that of draws is %.4f", x.Measured, r.Value)
			}
		}
		return x.Verdict, x.Measured
	}
	return claim.Criterion{Of: of, Judge: judge, Reports: ofFigure(own.Exactly())}
}

// otherData is the distance of a data set of the same distribution.
const otherData = "kolmogorov of another data set"

// normalLimit decides whether the distance of Z from a normal distribution, for n = √Nd, falls with
// the number of data, and is small at last.
func normalLimit(ts *claim.Tables) (verdict, measured string) {
	t := claim.From("fig02", "quantity", otherData).Filter(func(r claim.Row) bool {
		return r.Float("n") == math.Round(math.Sqrt(r.Float("ndata")))
	})(ts).Sort("ndata")
	sizes := t.Distinct("ndata")
	var are []bool
	for _, set := range t.Distinct("set") {
		falls := len(sizes) > 1
		for _, coordinate := range t.Distinct("coordinate") {
			d := t.Where("set", set, "coordinate", coordinate).Floats("value")
			for i := range d[1:] {
				falls = falls && d[i+1] < d[i]
			}
			falls = falls && bound.CloseToNormal.Has(d[len(d)-1])
		}
		are = append(are, falls)
	}
	var medians []string
	for _, size := range sizes {
		medians = append(medians,
			fmt.Sprintf("%.4f for Nd = %s", median(t.Where("ndata", size).Floats("value")), size))
	}
	verdict, measured = claim.Share(are)
	return verdict, measured + "; the median of D is " + strings.Join(medians, ", ")
}

var section2Costs = []claim.Criterion{
	{Of: "S2.2-1 a", Points: linearCost},
	mostly(overModel("S2.2-1 b", bound.MostOf, ofModels(1, counted(opsGradient), sampled...),
		counted(opsAllStep), "operations of the gradient over those of a step, with all data")),
	overModel("S2.2-1 c", bound.MuchSmaller,
		ofModels(10, counted(opsStep, "method", "Langevin"), sampled...), counted(opsAllStep),
		"operations of a step of Langevin dynamics at n = N/10 over those with all data"),
	sigmaOverGradient("S2.3.2-5 a", "Gaussian", "mixture"),
	sigmaOverGradient("S2.3.2-5 b", "network"),
	sigmaOverGradient("S2.3.2-5 c", "logistic"),
	{
		Name: "estimate of Sigma from the same batch", Is: bound.Below(1),
		Rows: ofModels(10, counted(opsBatchSigma), everyModel...), By: []string{"model"},
		Over: ofModels(1, counted(opsGradient), everyModel...),
		Text: "operations over those of the full gradient: ",
	},
	{
		Of: "S2.2-5 c", Is: bound.Same, Chi: true, By: []string{"K", "n", "dt"},
		Rows: withReplacement, Over: withReplacement.Along("epsilon", paper(errors14()), "K", "dt"),
		Text: "error with over without replacement at the same ε(n): ",
	}, {
		Of: "S2.5.2-6 a", Is: bound.Above(10), By: once, Rows: drawn(0, 3, 15, 35),
		Over: claim.From("fig14", "quantity", "posterior outside"),
		Text: "error over the mass of π outside: ",
	}, {
		Of: "S2.5.2-6 b", Is: bound.Rest, By: []string{"K", "n", "dt"},
		Rows: paper(runs14("eAdL", "outside", "sampling", "without")),
		Over: eadl(0, 3, 15, 35).And(eadlAll(0, 3, 15, 35)),
		Text: "observed mass outside over the error: ",
	},
}

var withReplacement = paper(runs14("eAdL", "L1", "sampling", "with"))

func sigmaOverGradient(of string, models ...string) claim.Criterion {
	return overModel(of, bound.Above(1), ofModels(1, counted(opsSigma), models...),
		ofModels(1, counted(opsGradient), models...),
		"operations of Σ_x(θ) from all data over those of the full gradient")
}

// linearCost decides whether a gradient takes operations in proportion to the number of data.
func linearCost(ts *claim.Tables, p *claim.Points) string {
	for _, m := range sampled {
		sizes := []float64{1, float64(dataOf[m] / 10), float64(dataOf[m])}
		addExponent(p, 1, counted(opsGradient, "model", m).OneOf("n", sizes[1:]...)(ts), "n", "in Nd, "+m)
		addExponent(p, 1, counted(opsBatch, "model", m).OneOf("n", sizes...)(ts), "n", "in n, "+m)
	}
	return "exponents of the operations of a gradient: "
}
