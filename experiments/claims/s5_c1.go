package claims

import "adl/pkg/claim"

var section5C1 = []claim.Criterion{{
	Of: "S5-7", In: "fig04", Is: claim.FarFromNormal, Rule: claim.Somewhere,
	Rows: claim.From("fig04").One("distance of theta1 to normal", "distance of theta2 to normal"),
	Text: "D of the marginals: ",
}}
