package claims

import "adl/pkg/claim"

var section1C3 = listed("fig14", groups, []claim.Criterion{
	{
		Of: "S1-5", Is: claim.Controlled, By: once,
		Rows: perProjection(slopesOf(own(errors14()), "friction", "K", "eta")),
		Over: perProjection(slopesOf(runs14("Langevin", "L1"))),
		Text: "slope per norm over that of Langevin dynamics: ",
	},
	perNormOverAdL("S1-6 b", claim.Same, 3),
	perNormOverAdL("S1-6 c", claim.Same, 15),
	perNormOverAdL("S1-6 d", claim.Same, 35),
})

// once are no columns: one row is the partner of all.
var once = []string{}
