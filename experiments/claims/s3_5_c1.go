package claims

import (
	"adl/pkg/claim"
	"adl/pkg/table"
)

var section3_5C1 = []claim.Criterion{
	{Of: "S3.5-3 a", In: "fig11", Judge: twoClasses},
	{Of: "S3.5-3 b", In: "fig11", Judge: outside},
}

// twoClasses decides whether there are as many data, half of them of class 1, as the paper has.
func twoClasses(ts *claim.Tables, c claim.Claim) claim.Claim {
	t := claim.From("fig11", "quantity", "x1")(ts)
	points, ones, verdict := t.Len(), t.Where("class", 1).Len(), claim.Fails
	if points == 500 && ones == 250 {
		verdict = claim.Holds
	}
	return claim.Judged(c, verdict, "%d points, %d in class 1", points, ones)
}

// apart is the distance of x from the nearest datum over that within which 95 % of the data have a
// neighbour.
var apart = claim.From("fig11", "quantity", "distance of x").
	Per(claim.From("fig11", "quantity", "between neighbours"), "seed")

// outside decides by data sets other than the paper's figure's whether x is beyond that distance.
func outside(ts *claim.Tables, c claim.Claim) claim.Claim {
	var spec struct{ Data struct{ Seed float64 } }
	ts.Spec("fig11", &spec)
	return inSets("seed", apart.Filter(func(t *table.Table, i int) bool {
		return t.Float(i, "seed") != spec.Data.Seed
	}), claim.Above(1))(ts, c)
}
