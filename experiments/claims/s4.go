package claims

import (
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section4_1 = []claim.Criterion{
	{Of: "S4.1-1 a", Points: theorem(3)},
	{Of: "S4.1-1 b", Points: theorem(15)},
	{Of: "S4.1-2", Judge: xiLaw},
}

// theorem compares what noise of covariance ε(n) S_K adds to the error to a bound: a tenth of that
// of K = 0, or the error with all data where that is resolved and larger.
func theorem(k float64) points {
	return func(ts *claim.Tables, p *claim.Points) string {
		t := runs14("Gaussian noise", "L1", "K", k)(ts)
		zero, alone := eadl(0).Where("status", table.OK)(ts), eadlAll(0).Where("status", table.OK)(ts)
		p.Each(t, func(r claim.Row, at string) {
			r.Matches(zero, claim.Point, func(s claim.Row) {
				part, most := r.Estimate, s.Times(0.1)
				r.Matches(alone, []string{"dt"}, func(a claim.Row) {
					if part = estimate.Sub(part, a.Estimate); a.Z(0) > 2 && a.Value > most.Value {
						most = a.Estimate
					}
				})
				p.In(bound.Negative, estimate.Sub(part, most), fmt.Sprintf("%s, bound %.2g", at, most))
			})
		})
		return "batch part less its bound: "
	}
}

// xiLaw compares means and variances of the entries of ξ_k to those of the theorem, and their
// distributions to normal ones, if most entries have relaxed.
func xiLaw(ts *claim.Tables) (verdict, measured string) {
	law := claim.From("study-basis-xi", "method", "law")
	t, theory := law.Where("source", table.Simulation)(ts), law.Where("source", table.Prediction)(ts)
	p, chi := claim.Points{Replicas: groups}, claim.ChiSquare{Replicas: groups}
	p.Each(t, func(r claim.Row, q string) {
		if strings.HasPrefix(q, "distance") {
			p.In(bound.CloseToNormal, r.Estimate, q)
			return
		}
		exact, _ := theory.Lookup("value", "quantity", q)
		chi.Add(r.Estimate, exact)
		if q[len(q)-1] == q[len(q)-2] || strings.HasPrefix(q, "variance") { // not a mean near 0
			p.RatioIn(bound.Same, r.Estimate, estimate.Known(exact), q)
		}
	})
	p.Noise(chi)
	verdict, measured = p.Judge("over what the theorem gives, or distance from normal: ")
	if 2*t.Where("status", table.OK).Len() <= t.Len() {
		verdict = claim.Worse(verdict, claim.Undecided)
	}
	return verdict, measured
}

var section4_2 = []claim.Criterion{
	{Of: "S4.2-1 a", Points: affine14},
	{
		Of: "S4.2-1 b", Is: bound.Negative, By: once,
		Rows: slopesOf(eadl(3, 15, 35), "K"), Less: slopesOf(eadl(0)),
		Text: "slope less that of K = 0: ",
	},
	{Of: "S4.2-1 c", Judge: square},
	{
		Of: "S4.2-2 a", Is: bound.Controlled, By: once,
		Rows: perProjection(slopesOf(eadl(3, 15, 35), "K")), Over: perProjection(slopesOf(eadl(0))),
		Text: "slope per norm over that of K = 0: ",
	},
	perNormOverAdL("S4.2-2 b", bound.Controlled, 3, 15, 35),
	{Of: "S4.2-3", Points: byNorm(anyPair)},
	{Of: "S4.2-4 a", Points: formNorms},
	{Of: "S4.2-4 b", Points: byNorm(otherForm)},
	{Of: "S4.2-5 a", Points: growth("scalar", 0)},
	{Of: "S4.2-5 b", Points: growth("diagonal", 1)},
	{Of: "S4.2-5 c", Points: growth("full", 2)},
	{Of: "S4.2-5 d", Points: seriesCost},
	mostly(fullOver("S4.2-6 a", "logistic", "scalar")),
	fullOver("S4.2-6 b", "network", "diagonal"),
}

// affine14 compares small errors to a line in ε(n)Δt, for each K.
func affine14(ts *claim.Tables, p *claim.Points) string {
	for _, k := range []float64{3, 15, 35} {
		if t := smallErrors(eadl(k)(ts)); t.Len() >= 3 {
			onLine(p, t, through(t, noise, estimate.Fit), noise, fmt.Sprintf("K = %g, %%s", k))
		}
	}
	return "errors below 0.1 over a line in ε(n)Δt, for each K: "
}

// square compares errors with all data that are resolved to c Δt², for each K.
func square(ts *claim.Tables) (verdict, measured string) {
	p, all := claim.Points{Replicas: groups}, 0
	for _, k := range []float64{0, 15, 35} {
		if r := eadlAll(k).Where("status", table.OK); r(ts).Len() > 0 {
			all += r(ts).Len()
			onLine(&p, r.Resolved(2)(ts), through(r(ts), squared, estimate.FitOrigin), squared,
				fmt.Sprintf("K = %g, %%s", k))
		}
	}
	if p.Len() == 0 && all > 0 {
		return claim.Holds, fmt.Sprintf("the error with all data is noise at %d points", all)
	}
	return p.Judge("error with all data over a fit by c Δt²: ")
}

func squared(r claim.Row) float64 { return r.Float("dt") * r.Float("dt") }

func anyPair(_, _ claim.Row, _ float64) bool { return true }

// otherForm reports whether only the form of ξ_k differs, and the norms by more than a tenth.
func otherForm(r, s claim.Row, ratio float64) bool {
	same := r.Cell("K") == s.Cell("K") && r.Cell("cuts") == s.Cell("cuts")
	return same && r.Cell("friction") != s.Cell("friction") && ratio > 1.1
}

// byNorm decides whether errors at η = 1 have the order of the norms, in pairs that take chooses.
func byNorm(take func(r, s claim.Row, ratio float64) bool) points {
	return func(ts *claim.Tables, p *claim.Points) string {
		t, all := errors14("eta", 1)(ts), projectionErrors(ts)
		label := claim.Labels(t)
		norm := func(r claim.Row) (x float64) {
			r.Matches(all, []string{"friction", "K", "cuts"}, func(s claim.Row) { x = s.Value })
			return x
		}
		p.Pairs(t, t, nil, bound.Interval{}, func(r, s claim.Row, at string) {
			if ratio := norm(s) / norm(r); ratio > 1 && take(r, s, ratio) {
				p.In(bound.Negative, estimate.Sub(r.Estimate, s.Estimate), fmt.Sprintf(
					"%s, less that of %s, norms %.3g and %.3g", at, label(s), norm(r), norm(s)))
			}
		})
		return "error of the basis or form that fits better less that of the other: "
	}
}

// formNorms decides whether the norms of scalar, diagonal and full ξ_k decrease in this order.
func formNorms(ts *claim.Tables, p *claim.Points) string {
	for _, k := range []float64{0, 3, 15, 35} {
		d, at := projection(ts, "diagonal", k), fmt.Sprintf(", K = %g", k)
		p.In(bound.Negative, estimate.Sub(projection(ts, "full", k), d), "full less diagonal"+at)
		p.In(bound.Negative, estimate.Sub(d, projection(ts, "scalar", k)), "diagonal less scalar"+at)
	}
	return "difference of the norms: "
}

// growth decides whether the operations beyond K = 0 are of order 1 in K and of an order in d, and
// those of the diagonalisation of a full ξ of order 3.
func growth(form string, order float64) points {
	return func(ts *claim.Tables, p *claim.Points) string {
		cost := counted("operations of the friction", "friction", form)
		more := cost.AtLeast("K", 3).Minus(cost.Where("K", 0), "d")(ts)
		for _, d := range more.Distinct("d") {
			addExponent(p, 1, more.Where("d", d), "K", "in K, d = "+d)
		}
		for _, k := range more.Distinct("K") {
			addExponent(p, order, more.Where("K", k), "d", "in d, K = "+k)
		}
		if form == "full" {
			inDim(ts, p, 3, "the diagonalisation")
		}
		return "exponents of what a step takes beyond K = 0: "
	}
}

// inDim adds the exponent in d of operations with a full ξ.
func inDim(ts *claim.Tables, p *claim.Points, order float64, of string) {
	addExponent(p, order, counted("operations of "+of)(ts), "d", "in d, "+of)
}

func seriesCost(ts *claim.Tables, p *claim.Points) string {
	inDim(ts, p, 2, "a product of xi and a vector")
	inDim(ts, p, 2, "O by series")
	return "exponents of the O step by power series in ξ: "
}

var section4_3 = []claim.Criterion{
	{
		Of: "S4.3-1 a", Rows: changes, Is: substantial,
		Text: "largest change over one standard deviation, relative to the mean: ",
	},
	{
		Of: "S4.3-1 b", Sets: "set", Is: substantial,
		Rows:    claim.From("study-covariance", "quantity", "largest change of Sigma_x"),
		Reports: ofFigure(numbers(changes, "data")),
	},
	{
		Of: "S4.3-2 a", Is: bound.MuchSmaller,
		Rows: claim.From("fig15", "quantity", "part of a cell where the monomial is above 0.1").
			AtLeast("degree", 2).AtMost("degree", 4),
		Text: "part of a cell where u^deg > 0.1: ",
	},
	{
		Name: "projection error at K = 15", Is: bound.Dramatic, By: []string{"friction"},
		Rows: claim.From("fig15", "quantity", "projection error", "friction", "full", "K", 15),
		Over: projections("full"),
	},
}

// changes is the largest change where π has 99 % of its mass, relative to the mean.
var (
	changes     = claim.From("study-covariance", "quantity", "largest change", "region", "99 %")
	substantial = bound.Above(1. / 3)
)
