package claims

import (
	"adl/pkg/claim"
	"adl/pkg/claim/bound"
)

var section1 = []claim.Criterion{
	dominates("S1-1 a", "SGLD", bound.MuchLarger, almostAll),
	overAllData("S1-1 b", bound.Above(1+3), 0.9*mixtureData, "SGLD"),
	varies("S1-4 a", "99 %", bound.MuchLarger), variesX("S1-4 b", "99 %", bound.MuchLarger),
	{
		Of: "S1-5", Is: bound.Controlled, By: once,
		Rows: perProjection(slopesOf(own(errors14()), "friction", "K", "eta")),
		Over: perProjection(slopesOf(runs14("Langevin", "L1"))),
		Text: "slope per norm over that of Langevin dynamics: ",
	},
	perNormOverAdL("S1-6 b", bound.Same, 3),
	perNormOverAdL("S1-6 c", bound.Same, 15),
	perNormOverAdL("S1-6 d", bound.Same, 35),
}

// once are no columns: one row is the partner of all.
var once = []string{}
