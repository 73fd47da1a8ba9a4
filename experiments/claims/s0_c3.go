package claims

import (
	"slices"

	"adl/pkg/claim"
)

var section0C3 = slices.Concat(listed("fig08", 0, []claim.Criterion{
	{
		Of: "S0-2 a", Name: "logistic", Is: claim.Above(0.1), Rows: marginal("change of Sigma"),
		Text: "mean of ‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "logistic", Is: claim.Above(0.02), Rows: marginal("D of Z at n = 1"),
		Text: "D of a component of Z: ",
	},
}), listed("fig12", groups, []claim.Criterion{
	{
		Of: "S0-2 a", Name: "network", Is: claim.Above(0.1), By: []string{"data"},
		Rows: output("Sigma less its mean"), Over: output("norm of mean Sigma"),
		Text: "‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "network", Is: claim.Above(0.02), Rows: output("D of a datum"),
		Text: "least D over the components of the gradient, n = 1: ",
	},
}))
