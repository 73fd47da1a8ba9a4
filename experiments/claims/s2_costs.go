package claims

import (
	"adl/pkg/claim"
	"adl/pkg/claim/bound"
)

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
		of := func(quantity string) func(n float64) float64 {
			return func(n float64) float64 {
				x, _ := counted(quantity)(ts).Lookup("value", "model", m, "n", n)
				return x
			}
		}
		tenth, total := float64(dataOf[m]/10), float64(dataOf[m])
		addExponent(p, 1, []float64{tenth, total}, of(opsGradient), "in Nd, "+m)
		addExponent(p, 1, []float64{1, tenth, total}, of(opsBatch), "in n, "+m)
	}
	return "exponents of the operations of a gradient: "
}
