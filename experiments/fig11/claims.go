package main

import (
	"adl/pkg/claim"
	"adl/pkg/table"
)

// claims decides the sentences about the data set.
func claims(s Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{classes(t), outside(s, t)}
}

func classes(t *table.Table) claim.Claim {
	t = t.Where("quantity", "x1")
	points, ones, verdict := t.Len(), t.Where("class", 1).Len(), claim.Fails
	if points == 500 && ones == 250 {
		verdict = claim.Holds
	}
	return claim.Judged(claim.Of("S3.5-3", "a"), verdict, "%d points, %d in class 1", points, ones)
}

func outside(s Spec, t *table.Table) claim.Claim {
	var share claim.Share
	var own claim.Pair
	x := t.Where("quantity", "distance of x")
	for _, q := range claim.Pairs(x, t.Where("quantity", "between neighbours"), "seed") {
		if x.Float(q.Row, "seed") == float64(s.Data.Seed) {
			own = q
		} else {
			share.Add(q.A.Value > q.B.Value)
		}
	}
	return claim.Because(share.Judge(claim.Of("S3.5-3", "b"),
		"in ours x is %.3f from the nearest datum, 95 %% of the data have a neighbour within %.3f",
		own.A.Value, own.B.Value), claim.DataSet,
		"x is between two of the clusters, and in some data sets a datum comes near it")
}
