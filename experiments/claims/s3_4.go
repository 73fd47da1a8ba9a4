package claims

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section3_4 = []claim.Criterion{
	{
		Of: "S3.4-3 a", Is: bound.CloseToNormal,
		Rows: marginal("D to normal").Filter(func(r claim.Row) bool {
			shown := slices.Contains([]string{"3", "44"}, r.Cell("component"))
			return shown || r.Cell("component2") != ""
		}),
		Text: "D of the posterior to a normal distribution: ",
	}, {
		Of: "S3.4-3 b", Is: bound.CloseToNormal,
		Rows: marginal("D to normal").Where("component2", ""),
		Text: "D of the posterior to a normal distribution: ",
	}, {
		Name: "labels of the data held out", Is: near(0.96, 0.02),
		Rows: marginal("accuracy").Where("method", "AdL"),
	},
	{
		Of: "S3.4-4 a", Is: bound.CloseToNormal, Rows: marginal("D to posterior"),
		Text: "D between the marginals, noise taken off: ",
	},
	overSigma("S3.4-5 a", diagonalOf("xi").Map(printed), laplace("Sigma", "s*")),
	overSigma("S3.4-5 b", diagonalOf("Sigma"), laplace("Sigma", "s*")),
	// A diagonal over a full ξ, and a scalar one over their averages.
	overSigma("S3.4-5 c", diagonalOf("Sigma", "friction", "diagonal").And(
		diagonalOf("Sigma", "friction", "scalar")), diagonalOf("Sigma", "friction", "full").And(
		averages("diagonal"), averages("full"))),
	{Of: "S3.4-2 a", Points: cheaper},
	fullOver("S3.4-2 b", "logistic", "scalar", "d", 100, "n", 10),
	overLangevin("S3.4-4 b", bound.Rest, "n", 100),
	overFriction("S3.4-7 a", "scalar", "diagonal", bound.Similar),
	overFriction("S3.4-7 b", "scalar", "full", bound.Similar),
	overFriction("S3.4-7 c", "diagonal", "full", bound.Similar),
	{
		Name: "a full friction removes the bias", Is: near(0, 0.01),
		Rows: variances("AdL", "signed error", "friction", "full"),
		Text: "signed error: ",
	}, {
		Name: "understood from the Laplace approximation",
		Is:   near(0, 0.05), By: []string{"scaling", "friction", "n"},
		Rows: variances("AdL", "signed error"), Less: variances("frozen friction", "signed error"),
		Text: "measured less predicted: ",
	}, {
		Name: "variances with all data", Is: near(0, 0.05),
		Rows: variances("all data", "signed error"),
		Text: "signed error: ",
	},
	// Runs as the paper prints them. That they have not settled is the question.
	{
		Name: "one run as printed, full over scalar friction", Is: bound.MuchSmaller,
		Rows: oneRun("full").AtLeast("n", 100), Over: oneRun("scalar"), By: []string{"n"},
		Text: "median of the errors of single runs, full over scalar: ",
	}, {
		Name: "warming", Is: bound.Similar, By: []string{"friction", "n"},
		Rows: asPrinted("mean of p^2 - 1", "source", table.Simulation),
		Over: asPrinted("mean of p^2 - 1", "source", table.Prediction),
		Text: "mean of p² − 1 over the predicted: ",
	},
}

// section3Scalings are the claims with a part about whitened and one about scaled data.
func section3Scalings() (list []claim.Criterion) {
	for k, scaling := range []string{"whiten", "scale"} {
		ab, cd, ef := "ab"[k:k+1], "cd"[k:k+1], "ef"[k:k+1]
		list = append(list, []claim.Criterion{
			overFriction("S3-1 "+ab, "scalar", "full", bound.Similar, "scaling", scaling),
			overFriction("S3.4-1 "+ab, "full", "scalar", bound.Above(1./3), "scaling", scaling),
			{Of: "S3.4-6 " + ab, Points: dominant(scaling)},
			{
				Of: "S3.4-6 " + cd, Is: bound.Above(0.1), Text: "share of the entries beyond s*/10: ",
				Rows: laplace("share of entries off the diagonal beyond s*/10").
					Where("scaling", scaling),
			}, {
				Of: "S3.4-8 " + ab, Is: bound.Small, Text: "error with friction scalar: ",
				Rows: variances("AdL", "error", "friction", "scalar", "scaling", scaling),
			},
			overLangevin("S3.4-8 "+cd, bound.MuchSmaller, "friction", "scalar", "scaling", scaling),
			overFriction("S3.4-8 "+ef, "scalar", "diagonal", bound.AtMostSimilar, "scaling", scaling),
		}...)
	}
	return list
}

// asPrinted returns what runs by the protocol of the paper gave, settled or not.
func asPrinted(quantity string, conditions ...any) claim.Rows {
	return claim.From("study-protocol", "method", "printed protocol", "quantity", quantity).
		Where(conditions...).Accept(table.Unsettled)
}

// oneRun is the median of the errors of single runs.
func oneRun(friction string) claim.Rows {
	return asPrinted("error of one run: median", "friction", friction).Map(size)
}

// marginal returns a quantity of Figure 8.
func marginal(quantity string) claim.Rows { return claim.From("fig08", "quantity", quantity) }

// variances returns errors of the variances in Figure 10.
func variances(method, quantity string, conditions ...any) claim.Rows {
	return claim.From("fig10", "method", method, "quantity", quantity).Where(conditions...)
}

// overFriction compares the errors with a friction to those with another.
func overFriction(of, a, b string, is bound.Interval, conditions ...any) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is, By: []string{"scaling", "n"},
		Rows: variances("AdL", "error", "friction", a).Where(conditions...),
		Over: variances("AdL", "error", "friction", b),
		Text: "error with friction " + a + " over " + b + ": ",
	}
}

// overLangevin compares errors to those of Langevin dynamics with the same batches.
func overLangevin(of string, is bound.Interval, conditions ...any) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is, By: []string{"scaling", "n"},
		Rows: variances("AdL", "error", conditions...), Over: variances("Langevin", "error"),
		Text: "error over that of Langevin dynamics: ",
	}
}

// diagonalOf returns what runs of Figure 9 tell of the diagonal of Σ̄, or with a scalar ξ of s*.
func diagonalOf(quantity string, conditions ...any) claim.Rows {
	r := claim.From("fig09", "method", "AdL", "quantity", quantity).Where(conditions...)
	return r.Filter(func(r claim.Row) bool { return r.Cell("i") == r.Cell("j") })
}

// laplace returns what Figure 9 knows of Σ̄, the mean of Σ_x over the Laplace approximation.
func laplace(quantities ...string) claim.Rows {
	return claim.From("fig09", "method", "Laplace").Among("quantity", quantities...)
}

// overSigma compares estimates of the diagonal of Σ̄. One of s* has no i and j.
func overSigma(of string, r, over claim.Rows) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: bound.Same, Rows: r, Over: over, By: []string{"scaling", "i", "j"},
		Text: "estimate over Σ̄, or over another: ",
	}
}

// printed is (ξ̄ − γ)/(ε(n)Δt) with γ = 1, as the paper has it.
func printed(r claim.Row) estimate.Estimate {
	return r.Minus(1).Times(1 / noise(r))
}

// averages returns the mean of the diagonal for each scaling, as if its entries were independent.
func averages(friction string) claim.Rows {
	r := diagonalOf("Sigma", "friction", friction, "status", table.OK)
	return r.Reduce(func(t *table.Table) (m estimate.Estimate) {
		for _, r := range claim.RowsOf(t) {
			e := r.Times(1 / float64(t.Len()))
			m = estimate.Estimate{Value: m.Value + e.Value, StdErr: math.Hypot(m.StdErr, e.StdErr)}
		}
		return m
	}, "scaling")
}

// dominant decides whether s* I is more than half of Σ̄, in the squared Frobenius norm.
func dominant(scaling string) points {
	return func(ts *claim.Tables, p *claim.Points) string {
		t := laplace("norm of s* I", "norm of the rest of the diagonal", "norm off the diagonal").
			Where("scaling", scaling)(ts)
		all := 0.0
		for _, x := range t.Floats("value") {
			all += x * x
		}
		if x, ok := t.Lookup("value", "quantity", "norm of s* I"); ok {
			p.In(bound.MostOf, estimate.Known(x*x/all), scaling)
		}
		return "share of s* I in ‖Σ̄‖²: "
	}
}

// cheaper decides whether a scalar ξ takes fewer operations than a diagonal, and that than a full.
func cheaper(ts *claim.Tables, p *claim.Points) string {
	for _, n := range []int{10, 100, 1000} {
		of := func(quantity, friction string) estimate.Estimate {
			e, _ := counted(quantity)(ts).LookupEstimate("model", "logistic", "method", "AdL",
				"friction", friction, "d", 100, "n", n)
			return e
		}
		diagonal := of(opsStep, "diagonal")
		at, less := fmt.Sprintf(", n = %d", n), bound.Below(1)
		p.RatioIn(less, of(opsStep, "scalar"), diagonal, "scalar over diagonal"+at)
		p.RatioIn(less, diagonal, of(opsSeries, "full"), "diagonal over full"+at)
	}
	return "operations of a step, d = 100, a full ξ by series: "
}
