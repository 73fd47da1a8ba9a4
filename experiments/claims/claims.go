// Package claims judges the paper's claims, and findings of ours, from the tables of figures and
// studies. A file is a section of the paper.
package claims

import (
	"slices"

	"adl/pkg/claim"
)

// All returns the criteria, in the order of the paper's sections.
func All() []claim.Criterion {
	return slices.Concat(
		section0, section1, section2_1, section2_2, section2Costs, section2_3, section2_4, section2_5,
		section3_2, section3_2_3, section3_3, section3_3_2, section3_4, section3_5,
		section4_1, section4_2, section4_3, section4_4, section5, appendices)
}

// Judge returns the claims about all claims that the tables decide.
func Judge(ts *claim.Tables) (cs []claim.Part) {
	ts.Replicas = replicas
	for _, c := range All() {
		cs = append(cs, c.Claim(ts))
	}
	return cs
}
