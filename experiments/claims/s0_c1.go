package claims

import "adl/pkg/claim"

var section0C1 = []claim.Criterion{
	{
		Of: "S0-2 a", Name: "mixture", In: "fig06", Judge: inSets("set",
			claim.From(covariances, "quantity", "relative deviation of Sigma_x"), claim.Above(0.1)),
	},
	normality(claim.Criterion{Of: "S0-2 b", Name: "mixture", In: "fig02"}, 1,
		claim.Above(claim.CloseToNormal.Hi)),
}
