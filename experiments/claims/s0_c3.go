package claims

import "adl/pkg/claim"

var section0C3 = []claim.Criterion{
	{
		Of: "S0-2 a", Name: "logistic", In: "fig08", Is: claim.Above(0.1),
		Rows: marginal("change of Sigma"), Text: "mean of ‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "logistic", In: "fig08", Is: claim.Above(0.02),
		Rows: marginal("D of Z at n = 1"), Text: "D of a component of Z: ",
	}, {
		Of: "S0-2 a", Name: "network", In: "fig12", Is: claim.Above(0.1), By: []string{"data"},
		Rows: output("Sigma less its mean"), Over: output("norm of mean Sigma"), Replicas: groups,
		Text: "‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "network", In: "fig12", Is: claim.Above(0.02),
		Rows: output("D of a datum"), Replicas: groups,
		Text: "least D over the components of the gradient, n = 1: ",
	},
}
