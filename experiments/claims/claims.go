// Package claims judges the paper's sentences, and findings of ours, from the tables of figures and
// studies. A file is a section of the paper.
package claims

import (
	"slices"

	"adl/pkg/claim"
)

// All returns the criteria, in the order of the paper's sections.
func All() []claim.Criterion {
	return slices.Concat(
		sections0to2, sections0to2Mixture, section0C1, section0C3, section1C1, section1C3,
		section2_1, section2_2, section2C3, section2_3, section2_4, section2_5,
		section32, section32Mixture, section323, section33, section33Ratio,
		section33Diagonal, section3_3C1, section34, section34Protocol,
		section3C3, section35, section3_5C1,
		section41, section42, section4C1, section44,
		section5Mixture, section5C1, section5C3, appendices)
}

// Judge returns the claims about all sentences that the tables decide.
func Judge(ts *claim.Tables) (cs []claim.Claim) {
	ts.Replicas = replicas
	for _, c := range All() {
		cs = append(cs, c.Claim(ts))
	}
	return cs
}
