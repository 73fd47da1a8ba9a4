// Package claims judges the paper's claims, and findings of ours, from the tables of figures and
// studies. A file is a section of the paper.
package claims

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
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

// replicas returns the number of replicas behind each standard error of a table, 0 if they are many
// or the table is exact.
func replicas(name string) int {
	switch name {
	case "fig05", "study-xi", "study-gamma-eta", "study-symmetric", "study-samplings",
		"study-frozen-xi", "fig06", "study-covariance", "fig11", "fig15", "study-costs":
		return 0
	case "fig01", "fig02", "fig03", "study-weak-order":
		return 64
	case "fig08", "fig09", "fig10":
		return 8
	case "study-protocol":
		return 32
	}
	return groups
}

// groups are the replicas behind the standard error of an L¹ error.
const groups = simulate.Groups

// noise returns ε(n)Δt of a row.
func noise(r claim.Row) float64 { return r.Float("epsilon") * r.Float("dt") }

// noises returns ε(n)Δt of all rows.
func noises(t *table.Table) []float64 {
	x := make([]float64, t.Len())
	for i, r := range claim.RowsOf(t) {
		x[i] = noise(r)
	}
	return x
}

// smallErrors returns the rows that count: with batches, and a small error.
func smallErrors(t *table.Table) *table.Table {
	t = t.Where("status", table.OK)
	return t.Filter(func(i int) bool {
		r := claim.RowOf(t, i)
		return claim.IsSmall(r) && r.Float("epsilon") > 0 && r.StdErr > 0
	})
}

// throughOrigin fits a line through the origin to the small errors against ε(n)Δt. Its slope is
// unknown if there are fewer than two.
func throughOrigin(t *table.Table) estimate.Line {
	t = smallErrors(t)
	if t.Len() < 2 {
		return estimate.Line{Slope: estimate.Unknown(), Chi2: math.NaN()}
	}
	return estimate.FitOrigin(noises(t), t.Floats("value"), t.Floats("stderr"))
}

// overLine compares the rows of a table with a line in x.
func overLine(
	p *claim.Points, t *table.Table, l estimate.Line, x func(claim.Row) float64, of string,
) {
	p.Each(t, func(r claim.Row, at string) {
		p.RatioIn(bound.Same, r.Estimate, estimate.Known(l.At(x(r)).Value), "%s%s", of, at)
	})
}

// asNorms is the bound of the ratio of errors whose norms have a ratio: clearly larger where these
// differ.
func asNorms(ratio float64) bound.Interval {
	if ratio > bound.AtMostSimilar.Hi {
		return bound.Clearly
	}
	return bound.AtMostSimilar
}

// slope returns the slope of throughOrigin.
func slope(t *table.Table) estimate.Estimate { return throughOrigin(t).Slope }

// slopesOf returns the slope of each group of errors with the same cells in some columns, or that
// of all.
func slopesOf(r claim.Rows, by ...string) claim.Rows { return r.Reduce(slope, by...) }

// mostly asks for more than half of the points.
func mostly(c claim.Criterion) claim.Criterion {
	c.Rule = claim.Most
	return c
}

// named is about a finding of ours.
func named(name string, c claim.Criterion) claim.Criterion {
	c.Name = name
	return c
}

const here = "for the data of the figure " // begins a report
