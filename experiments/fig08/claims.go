package main

import (
	"fmt"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

const section = "3.4"

// claims evaluates what section 3.4 says about Figure 8, and checks that the posterior predicts labels.
func claims(s Spec, t *table.Table) []experiment.Claim {
	var cs []experiment.Claim
	distance := func(name, sentence, quantity string, u *table.Table) {
		u = u.Where("method", "AdL", "quantity", quantity, "status", table.OK)
		c := experiment.Claim{Name: name, Section: section, Sentence: sentence, Measured: "nothing was measured", Verdict: experiment.Undecided}
		var parts []string
		for i := range u.Len() {
			e := estimate.Estimate{Value: u.Float(i, "value"), StdErr: u.Float(i, "stderr")}
			parts = append(parts, fmt.Sprintf("%.3f ± %.3f for θ_%s, %s", e.Value, e.StdErr, u.Cell(i, "component"), u.Cell(i, "friction")))
			v := experiment.Less(e.Value, e.StdErr, 0.1, 2)
			if i == 0 {
				c.Verdict = v
			}
			c.Verdict = experiment.Worse(c.Verdict, v)
		}
		if len(parts) > 0 {
			c.Measured = "L¹ distance, expected below 0.1 (that of two normal laws whose means differ by an eighth of a standard deviation): " + strings.Join(parts, ", ")
		}
		cs = append(cs, c)
	}
	distance("marginals close to Gaussian", "the posterior distribution of the parameters is close to a Gaussian distribution (of the same mean and variance)", "L1 to normal", t)
	for _, k := range s.Friction {
		distance("no mini-batching error, "+string(k), "AdL is sufficient in this case to remove the minibatching error (against the Laplace approximation with its mean corrected)",
			"L1 to corrected Laplace", t.Where("friction", k))
	}
	distance("marginals close to the Laplace approximation", "(ours) the marginal laws are those of the Gaussian about the MAP", "L1 to Laplace", t)

	u := t.Where("quantity", "accuracy")
	claim := experiment.Claim{
		Name: "labels of the data held out", Section: section, Sentence: "(a check of ours) the posterior predictive law classifies about 96 % of the images right",
		Measured: "no data were held out", Verdict: experiment.Undecided,
	}
	var parts []string
	for i := range u.Len() {
		name := u.Cell(i, "friction")
		if name == "" {
			name = u.Cell(i, "method")
		}
		loss, _ := t.Lookup("value", "quantity", "log loss", "method", u.Cell(i, "method"), "friction", u.Cell(i, "friction"))
		parts = append(parts, fmt.Sprintf("%s %.4f ± %.4f (log loss %.4f)", name, u.Float(i, "value"), u.Float(i, "stderr"), loss))
		if u.Cell(i, "method") != "AdL" {
			continue
		}
		v := experiment.Within(u.Float(i, "value"), u.Float(i, "stderr"), 0.94, 0.98, 1)
		if len(parts) == 2 {
			claim.Verdict = v
		}
		claim.Verdict = experiment.Worse(claim.Verdict, v)
	}
	if len(parts) > 0 {
		claim.Measured = "part that is right, expected 0.94 to 0.98: " + strings.Join(parts, ", ")
	}
	return append(cs, claim)
}
