package claims

import "adl/pkg/claim"

var section1C1 = []claim.Criterion{
	dominates("S1-1 a", "SGLD", claim.MuchLarger, claim.Every, almostAll),
	overAllData("S1-1 b", claim.Above(1+3), claim.Every, 0.9*mixtureData, "SGLD"),
	varies("S1-4 a", "99 %", claim.MuchLarger), variesX("S1-4 b", "99 %", claim.MuchLarger),
}
