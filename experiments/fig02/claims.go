package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of the abstract and of section 2.2 about Figure 2.
func claims(_ Spec, t *table.Table) []claim.Claim {
	const model = "mixture"
	return []claim.Claim{
		study.NotGaussianClaim(t, claim.Of("S0-2", "b"), model),
		study.MeanClaim(t, claim.Of("S2.2-3", "a"), model),
		study.CovarianceClaim(t, claim.Of("S2.2-3", "b"), model),
		study.NormalLimitClaim(t, claim.Of("S2.2-7", "a")),
		study.FarClaim(t, claim.Of("S2.2-8", "c"), 1),
		claim.Because(study.FarClaim(t, claim.Of("S2.2-8", "d"), 5), claim.DataSet,
			"at n = 5 the distances of some data sets are above the bound and of others below"),
		close(t, "a", 20), close(t, "b", 30),
		study.MomentsClaim(t),
	}
}

func close(t *table.Table, part string, n int) claim.Claim {
	return claim.Because(study.CloseClaim(t, claim.Of("S2.2-9", part), n), claim.DataSet,
		"D falls with n and passes the bound between n = 20 and 30 for most data sets")
}
