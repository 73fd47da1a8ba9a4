// Package claims judges the paper's sentences, and findings of ours, from the tables of figures and
// studies. A file is a section of the paper.
package claims

import (
	"slices"

	"adl/pkg/claim"
)

// All returns the criteria, in the order of the paper's sections.
func All() []claim.Criterion {
	return slices.Concat(sections0to2, sections0to2Mixture, section32, section32Mixture, section323,
		section33, section5Mixture,
		section0C3, section1C3, section2C3, section22C3, section3C3, section34, section35,
		section41, section42, section44, section5C3)
}

// Judge returns the claims about all sentences that the tables decide.
func Judge(ts *claim.Tables) (cs []claim.Claim) {
	for _, c := range All() {
		cs = append(cs, c.Claim(ts))
	}
	return cs
}
