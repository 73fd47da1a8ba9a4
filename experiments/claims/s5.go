package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section5 = []claim.Criterion{
	{
		Of: "S5-1 a", Rows: xiInCells, Is: near(0, 0.1),
		Text: "E(ξ | θ) less ξ̄, over what the noise adds to it: ",
	}, {
		Of: "S5-3 a", Judge: ofMoreData("D of θ₁ falls", 1, setsOf("D of theta1")),
	}, {
		Of: "S5-3 b", Judge: ofMoreData("‖Σ_x − Σ̄‖/‖Σ_x‖ falls to 1/3", 1./3,
			setsOf("norm of Sigma - mean").Per(setsOf("norm of Sigma"), "data", "ndata")),
	}, {
		Of: "S5-3 c", Is: bound.Below(0.5),
		Rows: claim.From("study-data", "quantity", "error over Langevin's").
			Filter(func(r claim.Row) bool { return r.Float("ndata") > 200 }),
		Text: "predicted error, full ξ frozen at its mean, over that of Langevin dynamics: ",
	}, {
		Of: "S5-4", Name: "mixture", Points: degrades,
	},
	{
		Of: "S5-7", Is: bound.FarFromNormal, Rule: claim.Somewhere,
		Rows: claim.From("fig04").
			Among("quantity", "distance of theta1 to normal", "distance of theta2 to normal"),
		Text: "D of the marginals: ",
	},
	{
		Of: "S5-1 b", Is: near(0, 0.1), Rows: meanXi,
		Text: "deviation of E(ξ | θ), relative to the diagonal: ",
	},
	overK("S5-5 a", bound.Dramatic, eadl(15, 35).Where("n", 1), 0),
	overK("S5-5 b", bound.Dramatic, drawn(15, 35), 0),
	overK("S5-5 c", bound.MuchSmaller, eadl(3).OneOf("n", 1, 5, 15), 0),
	{
		Of: "S5-6", Is: bound.Negative, By: []string{"friction", "eta", "n", "dt"},
		Rows: withDiverged(own(errors14()).OneOf("K", 3, 15, 35)), Less: errors14("K", 0),
		Text: "error less that of AdL, for this model and these bases: ",
	},
	overLangevin("S5-2 a", bound.MuchSmaller, "friction", "scalar"),
	overLangevin("S5-2 b", bound.MuchSmaller, "friction", "diagonal"),
	overLangevin("S5-2 c", bound.MuchSmaller, "friction", "full"),
	{Of: "S5-4", Name: "network", Judge: networkNorms},
}

// xiInCells are the means of ξ in the cells of θ less the mean over all, over ξ̄ − γ.
func xiInCells(ts *claim.Tables) *table.Table {
	all := claim.From("study-xi-theta", "method", "conditional", "source", table.Simulation)(ts)
	mean := func(r claim.Row, entry string) float64 {
		x, _ := all.Lookup("value", "eta", r.Cell("eta"), "n", r.Cell("n"), "quantity", "xi"+entry)
		return x
	}
	return claim.From("study-xi-theta", "method", "conditional").Starts("xi in cell").
		AtLeast("weight", 0.05).
		Map(func(r claim.Row) estimate.Estimate {
			e := r.Minus(mean(r, strings.TrimPrefix(r.Cell("quantity"), "xi in cell")))
			return e.Times(1 / ((mean(r, " 11")+mean(r, " 22"))/2 - 1)) // γ = 1
		})(ts)
}

// ofMoreData judges that a value is for the most data less than a factor times that for the fewest.
func ofMoreData(text string, factor float64, rows claim.Rows) judge {
	return func(ts *claim.Tables) (verdict, measured string) {
		t := rows(ts).Sort("ndata")
		sizes := t.Distinct("ndata")
		if len(sizes) == 0 {
			return claim.Share(nil)
		}
		few, many := t.Where("ndata", sizes[0]), t.Where("ndata", sizes[len(sizes)-1])
		var are []bool
		for _, r := range claim.RowsOf(many) {
			r.Matches(few, []string{"data"}, func(s claim.Row) {
				are = append(are, r.Value < factor*s.Value)
			})
		}
		var medians []string
		for _, n := range sizes {
			x := median(t.Where("ndata", n).Floats("value"))
			medians = append(medians, fmt.Sprintf("%.2g (%s)", x, n))
		}
		verdict, measured = claim.Share(are)
		return verdict, measured + "; " + text + ", medians by Nd " + strings.Join(medians, ", ")
	}
}

// degrades compares the ratios of slopes with those of the norms: larger where these differ.
func degrades(ts *claim.Tables, p *claim.Points) string {
	scalar, seed := slope(adl("scalar")(ts)), ownSeed(ts)
	for _, k := range []string{"diagonal", "full"} {
		norms := norm(ts, "scalar", seed) / norm(ts, k, seed)
		p.RatioIn(asNorms(norms), scalar, slope(adl(k)(ts)),
			fmt.Sprintf("scalar over %s, norms %.3g", k, norms))
	}
	return "slopes of the error: "
}

// withDiverged counts runs that diverge, with the largest error that there is.
func withDiverged(r claim.Rows) claim.Rows {
	return r.Map(func(r claim.Row) estimate.Estimate {
		if r.Cell("status") == table.Diverged {
			return estimate.Known(2)
		}
		return r.Estimate
	}).Accept(table.Diverged)
}

// meanXi returns the deviations of the means of ξ at fixed θ from γ + ε(n)ΔtS_K/2, over the roots
// of the products of its diagonal entries.
func meanXi(ts *claim.Tables) *table.Table {
	t := claim.From("study-basis-xi", "method", "map")
	theory := t.Where("source", table.Prediction)(ts)
	return t.Where("source", table.Simulation).Map(func(r claim.Row) estimate.Estimate {
		q := r.Cell("quantity")[len("xi "):] // "12 in cell 3, 4"
		at := func(row, column string) float64 {
			x, _ := theory.Lookup("value", "quantity", "xi "+row+column+q[2:],
				"K", r.Cell("K"), "eta", r.Cell("eta"))
			return x
		}
		row, column := q[:1], q[1:2]
		size := math.Sqrt(at(row, row) * at(column, column))
		return r.Minus(at(row, column)).Times(1 / size)
	})(ts)
}

var appendices = []claim.Criterion{
	remainder("SA-1 a", "SGLD"), remainder("SA-1 b", "Langevin"), remainder("SA-1 c", "AdL"),
	{
		Of: "SA-1 d", Rows: exactly("E Z³ for symmetric data"), Is: near(0, 1e-12),
		And: []claim.Criterion{{
			Rows: exactly(remainderPower + "covariance from batches"), Is: bound.Above(2.5),
		}},
		Text: "E[Z³] for symmetric data, and the power of Δt of the term with ε: ",
	},
	{
		Of: "SB-1 a", Rows: exactly("distance of a step's map from appendix B"),
		Is: bound.Below(1e-12), Text: "distance of the entries of M₁, M₂, V₃: ",
	},
	{
		Of: "SB-1 b", Is: bound.Below(1), Text: "spectral radius of M₁: ",
		Rows: exactly("spectral radius").Filter(func(r claim.Row) bool {
			return step(r) > -1 // aΔt² < 4
		}),
	},
}

// remainderPower begins the least powers of Δt at which the cumulants of a step differ from those
// of the modified generator, 4 if none does up to Δt³.
const remainderPower = "one-step power of Δt: "

func remainder(of, method string) claim.Criterion {
	powers := claim.From("study-weak-order", "method", method).Starts(remainderPower)
	return claim.Criterion{
		Of: of, Rows: powers, Is: bound.Above(2.5),
		And: []claim.Criterion{{
			Rows: powers.Where("quantity", remainderPower+"third cumulants"), Is: near(3, 0.5),
		}},
		Text: "least powers of Δt at which the cumulants of a step differ from those of the modified " +
			"generator, that of the third being ε^{3/2}Δt³: ",
	}
}

// The quantities that are counted.
const (
	opsGradient   = "operations of the gradient from all data"
	opsBatch      = "operations of the gradient from a batch"
	opsAllStep    = "operations of a step with all data"
	opsStep       = "operations of a step"
	opsSeries     = "operations of a step by series" // in a full ξ, which is else diagonalised
	opsSigma      = "operations of Sigma from all data"
	opsBatchSigma = "operations of Sigma from a batch"
)

// counted returns numbers of operations of gradients and steps.
func counted(quantity string, conditions ...any) claim.Rows {
	return claim.From("study-costs", "source", table.Exact, "quantity", quantity).Where(conditions...)
}

// dataOf are the numbers of data of the models; those of sampled have a posterior that needs it.
var (
	dataOf     = map[string]int{"Gaussian": 100, "mixture": 200, "network": 500, "logistic": 12251}
	sampled    = []string{"mixture", "network", "logistic"}
	everyModel = append([]string{"Gaussian"}, sampled...)
)

// ofModels keeps the counts for models at n = N/part.
func ofModels(part int, r claim.Rows, models ...string) claim.Rows {
	return r.Filter(func(r claim.Row) bool {
		m := r.Cell("model")
		return slices.Contains(models, m) && int(r.Float("n")) == dataOf[m]/part
	})
}

// overModel compares counts to others for the same model.
func overModel(of string, is bound.Interval, r, over claim.Rows, text string) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is, Rows: r, Over: over, By: []string{"model"}, Text: text + ": ",
	}
}

// fullOver compares a step with a full ξ, by series, to one with another form.
func fullOver(of, model, friction string, conditions ...any) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: bound.MuchLarger, By: []string{"d", "n"},
		Rows: counted(opsSeries, "model", model).Where(conditions...).AtMost("n", 1000),
		Over: counted(opsStep, "model", model, "friction", friction),
		Text: "operations of a step, full ξ by series over " + friction + ": ",
	}
}

// addExponent adds the exponent of values as a power of a column, which is to be order. Those
// in d are from 32 on.
func addExponent(p *claim.Points, order float64, t *table.Table, column, at string) {
	t = t.Filter(func(i int) bool { return column != "d" || t.Float(i, "d") >= 32 })
	p.In(bound.Exponent(order), estimate.Known(exponent(t, column, 1)), at)
}
