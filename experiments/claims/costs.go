package claims

import (
	"slices"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/operations"
	"adl/pkg/table"
)

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

// addExponent adds the exponent of y as a power of x, which is to be order.
func addExponent(
	p *claim.Points, order float64, xs []float64, y func(x float64) float64, of string,
) {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = y(x)
	}
	p.In(bound.Exponent(order), estimate.Known(operations.Exponent(xs, ys)), "%s", of)
}
