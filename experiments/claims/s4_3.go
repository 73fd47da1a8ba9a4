package claims

import (
	"adl/pkg/claim"
	"adl/pkg/claim/bound"
)

var section4_3 = []claim.Criterion{
	{
		Of: "S4.3-1 a", Rows: changes, Is: substantial,
		Text: "largest change over one standard deviation, relative to the mean: ",
	},
	claim.Criterion{
		Of: "S4.3-1 b", Sets: "set", Is: substantial,
		Rows: claim.From("study-covariance", "quantity", "largest change of Sigma_x"),
	}.Reporting(here, numbers(changes, "data")),
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

// changes is the largest change where π has 99 % of its mass, substantial from a third of the norm
// of the mean on.
var (
	changes     = claim.From("study-covariance", "quantity", "largest change", "region", "99 %")
	substantial = bound.Above(1. / 3)
)
