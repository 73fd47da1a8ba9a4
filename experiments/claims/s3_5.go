package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section3_5 = []claim.Criterion{
	scalarOverDiagonal("S3-1 c", bound.Similar),
	{
		Of: "S3.5-1 a", Is: near(0.5, 0.475),
		Rows: output("density").Reduce(belowHalf, "data"),
		Text: "P(N_θ(x) < ½) with all data: ",
	}, {
		Of: "S3.5-1 b", Is: bound.MuchLarger, By: []string{"data"},
		Rows: output("variance"), Over: output("median variance"),
		Text: "variance at x over the median of those at the data: ",
	},
	changesLaw("S3.5-2 a", "scalar"),
	changesLaw("S3.5-2 b", "diagonal"),
	{
		Name: "stationary states", Judge: stationaryStates,
	},
	{
		Of: "S3.5-4", Is: bound.MuchSmaller, By: once,
		Rows: claim.From("fig13", "epsilon", 0).Among("quantity", "time step", "L1"),
		Over: withBatches(claim.From("fig13", "quantity", "L1")).Resolved(2).First("value"),
		Text: "L¹ distance of two runs with all data over the least error that is resolved: ",
	},
	lessScalar("S3.5-5", "diagonal"),
	{
		Of: "S3.5-6", Is: bound.About(1),
		Rows: network("mean xi", "diagonal").Map(lessGamma),
		Over: network("mean xi", "scalar").Map(lessGamma),
		Text: "(mean of the diagonal − γ)/(mean of the scalar ξ − γ): ",
	}, {
		Of: "S3.5-7 a", Is: bound.About(2), Rule: claim.Somewhere, Rows: worstSpread,
		Text: "variance over the entries of ξ, of the layer where it is farthest from 2: ",
	}, {
		Of: "S3.5-7 b", Is: bound.SameOrder, Rule: claim.Somewhere, Rows: meanAtTwo,
		Text: "mean of ξ over γ where the variances may be 2: ",
	},
	named("one ξ a layer", lessScalar("", "layers")),
	{Of: "S3.5-3 a", Judge: twoClasses},
	{Of: "S3.5-3 b", Sets: "seed", Rows: otherData11, Is: bound.Above(1)},
}

// output returns what Figure 12 tells of runs with all data.
func output(quantity string) claim.Rows {
	return claim.From("fig12", "dt", 0.01, "epsilon", 0, "friction", "scalar", "quantity", quantity)
}

// network returns a quantity of runs with batches in Figure 13.
func network(quantity, friction string) claim.Rows {
	return withBatches(claim.From("fig13", "quantity", quantity, "friction", friction))
}

// lessGamma subtracts γ = 1.
func lessGamma(r claim.Row) estimate.Estimate { return r.Minus(1) }

// belowHalf is the probability of N_θ(x) < ½ by a density: ½ lies in the central 95 % if it is from
// 0.025 to 0.975. Its error is at most the sum of those of the bins.
func belowHalf(t *table.Table) (p estimate.Estimate) {
	at := t.Floats("output")
	for i, x := range at {
		if e := t.Estimate(i).Times(at[1] - at[0]); x < 0.5 {
			p = estimate.Estimate{Value: p.Value + e.Value, StdErr: p.StdErr + e.StdErr}
		}
	}
	return p
}

// changesLaw compares the distance from the distribution with all data to that of two such runs.
func changesLaw(of, friction string) claim.Criterion {
	l1 := claim.From("fig12", "dt", 0.01, "data", "", "quantity", "L1")
	return claim.Criterion{
		Of: of, Is: bound.Positive, By: once,
		Rows: withBatches(l1.Where("friction", friction)),
		Less: l1.Where("friction", "diagonal", "epsilon", 0),
		Text: friction + ", L¹ distance from that with all data, less that of two such runs: ",
	}
}

// scalarOverDiagonal compares the errors of two frictions.
func scalarOverDiagonal(of string, is bound.Interval) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is,
		Rows: network("L1", "scalar"), Over: network("L1", "diagonal"),
		Text: "error of scalar over that of diagonal friction: ",
	}
}

// networkNorms compares the ratio of ‖Σ_x − s* I‖ and ‖Σ_x − D*‖ to those of the errors.
func networkNorms(ts *claim.Tables) (verdict, measured string) {
	norm := func(friction string) estimate.Estimate {
		e, _ := ts.Table("fig13").LookupEstimate("quantity", "Sigma less its mean "+friction)
		return e
	}
	ratio := estimate.Ratio(norm("scalar"), norm("diagonal"))
	x := scalarOverDiagonal("S5-4", asNorms(ratio.Value)).Claim(ts)
	return x.Verdict, "ratio of the norms: " + claim.Text(ratio) + "; " + x.Measured
}

// lessScalar compares errors to those of a scalar ξ, up to the largest ε(n)Δt at which these are
// small.
func lessScalar(of, friction string) claim.Criterion {
	scalar := network("L1", "scalar")
	return claim.Criterion{
		Of: of, Is: bound.Negative, Less: scalar,
		Rows: func(ts *claim.Tables) *table.Table {
			t, limit := network("L1", friction)(ts), 0.0
			ok, small := t.Where("status", table.OK), scalar.Where("status", table.OK).Small()(ts)
			for _, r := range claim.RowsOf(small) {
				r.Matches(ok, claim.Point, func(claim.Row) { limit = max(limit, noise(r)) })
			}
			return t.Filter(func(i int) bool { return noise(claim.RowOf(t, i)) <= limit })
		},
		Text: "error less that of a scalar ξ, up to the largest ε(n)Δt at which that is small: ",
	}
}

// stationaryStates lists the points without a stationary state, and those that have not settled.
func stationaryStates(ts *claim.Tables) (verdict, measured string) {
	verdict = claim.Holds
	var texts []string
	t := claim.From("fig12", "dt", 0.01, "data", "", "quantity", "mean xi")(ts)
	for _, r := range claim.RowsOf(t) {
		status := r.Cell("status")
		text := fmt.Sprintf("%s, n = %s: %s", r.Cell("friction"), r.Cell("n"), status)
		switch status {
		case table.OK:
			continue
		case table.Runaway, table.Diverged:
			verdict = claim.Fails
			text += fmt.Sprintf(" (s = %.2f by ξ)", r.Float("s_xi"))
		default:
			verdict = claim.Worse(verdict, claim.Undecided)
		}
		texts = append(texts, text)
	}
	if texts == nil {
		return verdict, "all points are stationary"
	}
	return verdict, strings.Join(texts, "; ")
}

// worstSpread is the variance of the entries of a diagonal ξ in the layer where it is farthest from
// 2, at each point.
var worstSpread = withBatches(
	claim.From("fig13", "friction", "diagonal", "status", table.OK).Starts("spread "),
).Reduce(func(t *table.Table) estimate.Estimate {
	return slices.MaxFunc(claim.RowsOf(t), func(r, s claim.Row) int {
		return cmp.Compare(math.Abs(math.Log(r.Value/2)), math.Abs(math.Log(s.Value/2)))
	}).Estimate
}, claim.Point...)

// meanAtTwo returns the means of ξ at the points where the variances may be 2 in all layers.
func meanAtTwo(ts *claim.Tables) *table.Table {
	t, spread := network("mean xi", "diagonal").Where("status", table.OK), worstSpread(ts)
	return t.Filter(func(r claim.Row) (maybe bool) {
		r.Matches(spread, claim.Point, func(s claim.Row) {
			is := bound.About(2)
			maybe = !(s.Z(is.Lo) < -3 || s.Z(is.Hi) > 3) // or unknown
		})
		return maybe
	})(ts)
}

// twoClasses decides whether there are as many data, half of them of class 1, as the paper has.
func twoClasses(ts *claim.Tables) (verdict, measured string) {
	t := claim.From("fig11", "quantity", "x1")(ts)
	points, ones := t.Len(), t.Where("class", 1).Len()
	return decided(points == 500 && ones == 250, true),
		fmt.Sprintf("%d points, %d in class 1", points, ones)
}

// apart is the distance of x from the data over that within which 95 % of them have a neighbour.
var apart = claim.From("fig11", "quantity", "distance of x").
	Per(claim.From("fig11", "quantity", "between neighbours"), "seed")

// otherData11 are those of data sets other than the figure's.
func otherData11(ts *claim.Tables) *table.Table {
	var spec struct{ Data struct{ Seed float64 } }
	ts.Spec("fig11", &spec)
	return apart.Filter(func(r claim.Row) bool { return r.Float("seed") != spec.Data.Seed })(ts)
}
