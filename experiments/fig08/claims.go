package main

import (
	"cmp"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 8, and checks that the posterior predicts labels.
func claims(s Spec, t *table.Table) []claim.Claim {
	cs := []claim.Claim{near(t, "L1 to normal", claim.Claim{
		Name: "marginals close to Gaussian",
		Sentence: "the posterior distribution of the parameters is close to " +
			"a Gaussian distribution (of the same mean and variance)",
	})}
	for _, k := range s.Friction {
		cs = append(cs, near(t.Where("friction", k), "L1 to corrected Laplace", claim.Claim{
			Name: "no mini-batching error, " + string(k),
			Sentence: "AdL is sufficient in this case to remove the minibatching error " +
				"(against the Laplace approximation with its mean corrected)",
		}))
	}
	return append(cs, near(t, "L1 to Laplace", claim.Claim{
		Name:     "marginals close to the Laplace approximation",
		Sentence: "(ours) the marginal laws are those of the Gaussian about the MAP",
	}), labels(t))
}

// near decides whether the marginals are within an L¹ distance of 0.1.
func near(t *table.Table, quantity string, c claim.Claim) claim.Claim {
	t = t.Where("method", "AdL", "quantity", quantity, "status", table.OK)
	var p claim.Parts
	for i := range t.Len() {
		e := t.Estimate(i)
		p.Add(claim.Less(e, 0.1, 2), "%.3f for θ_%s, %s",
			e, t.Cell(i, "component"), t.Cell(i, "friction"))
	}
	return p.Judge(c, "L¹ distance, expected below 0.1 (that of two normal laws whose means differ "+
		"by an eighth of a standard deviation): ", "nothing was measured")
}

func labels(t *table.Table) claim.Claim {
	var p claim.Parts
	u := t.Where("quantity", "accuracy")
	for i := range u.Len() {
		e, method, friction := u.Estimate(i), u.Cell(i, "method"), u.Cell(i, "friction")
		loss, _ := t.Lookup("value", "quantity", "log loss", "method", method, "friction", friction)
		if method == "AdL" {
			p.Decide(claim.Within(e, 0.94, 0.98, 1))
		}
		p.Note("%s %.4f (log loss %.4f)", cmp.Or(friction, method), e, loss)
	}
	return p.Judge(claim.Claim{
		Name: "labels of the data held out",
		Sentence: "(a check of ours) the posterior predictive law classifies " +
			"about 96 % of the images right",
	}, "fraction that is right, expected 0.94 to 0.98: ", "no data were held out")
}
