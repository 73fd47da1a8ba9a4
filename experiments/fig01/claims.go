package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of section 2.2 about Figure 1.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		claim.Because(study.MeanClaim(t, claim.Of("S2.2-3", "a"), name), claim.Noise, chance),
		claim.Because(study.CovarianceClaim(t, claim.Of("S2.2-3", "b"), name), claim.Noise, chance),
		far(t, "a", 1), far(t, "b", 2), study.MomentsClaim(t),
	}
}

const (
	name   = "Gaussian model"
	chance = "the identity is exact; where few draws disagree with it, the tenfold number of the " +
		"same stream (profile paper) does not"
)

func far(t *table.Table, part string, n int) claim.Claim {
	return claim.Because(study.FarClaim(t, claim.Of("S2.2-8", part), n), claim.DataSet,
		"the data are normal: at n = 1 the law of Z is that of the data, which is as far from the "+
			"normal law as chance has it, and at n = 2 it is nearer")
}
