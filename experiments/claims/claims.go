// Package claims judges the paper's claims, and findings of ours, from the tables of figures and
// studies, section by section.
package claims

import (
	"fmt"
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
		section2_5Methods(), section3_2, section3_2_3, section3_3, section3Frictions(), section3_3_2,
		section3_4, section3Scalings(), section3_5, section4_1, section4_2, section4_3, section4_4,
		section4_4Bases(), section5, appendices)
}

// Judge returns the claims about all claims that the tables decide.
func Judge(ts *claim.Tables) (cs []claim.Part) {
	ts.Replicas = replicas
	for _, c := range All() {
		cs = append(cs, c.Claim(ts))
	}
	return cs
}

// replicas is [claim.Tables.Replicas]. Exact tables have none.
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

const groups = simulate.Groups // of an L¹ error

// noise returns ε(n)Δt of a row.
func noise(r claim.Row) float64 { return r.Float("epsilon") * r.Float("dt") }

// smallErrors returns the rows that count: with batches, and a small error.
func smallErrors(t *table.Table) *table.Table {
	t = t.Where("status", table.OK)
	return t.Filter(func(i int) bool {
		r := claim.RowOf(t, i)
		return math.Abs(r.Value) <= bound.SmallSize && r.Float("epsilon") > 0 && r.StdErr > 0
	})
}

// through fits a line to the values of a table.
func through(
	t *table.Table, x func(claim.Row) float64, fit func(x, y, stderr []float64) estimate.Line,
) estimate.Line {
	xs := make([]float64, t.Len())
	for i, r := range claim.RowsOf(t) {
		xs[i] = x(r)
	}
	return fit(xs, t.Floats("value"), t.Floats("stderr"))
}

// throughOrigin fits a line through the origin to the small errors, if there are two.
func throughOrigin(t *table.Table) estimate.Line {
	if t = smallErrors(t); t.Len() < 2 {
		return estimate.Line{Slope: estimate.Unknown(), Chi2: math.NaN()}
	}
	return through(t, noise, estimate.FitOrigin)
}

// onLine asks for rows on a line in x, and for deviations that are noise. The format of has a verb
// for the name of a row.
func onLine(
	p *claim.Points, t *table.Table, l estimate.Line, x func(claim.Row) float64, of string,
) {
	p.Each(t, func(r claim.Row, at string) {
		p.RatioIn(bound.Same, r.Estimate, estimate.Known(l.At(x(r)).Value), fmt.Sprintf(of, at))
	})
	p.Noise(claim.Deviations(l))
}

// asNorms is the bound of a ratio of errors, by the ratio of the norms.
func asNorms(ratio float64) bound.Interval {
	if ratio > bound.AtMostSimilar.Hi {
		return bound.Clearly
	}
	return bound.AtMostSimilar
}

// slope returns that of throughOrigin, slopesOf those of groups with the same cells in columns by.
func slope(t *table.Table) estimate.Estimate { return throughOrigin(t).Slope }

func slopesOf(r claim.Rows, by ...string) claim.Rows { return r.Reduce(slope, by...) }

// decided returns the verdict on what may be known to be true, or to be false.
func decided(isTrue, isFalse bool) string {
	switch {
	case isTrue:
		return claim.Holds
	case isFalse:
		return claim.Fails
	}
	return claim.Undecided
}

// mostly asks for more than half of the points.
func mostly(c claim.Criterion) claim.Criterion {
	c.Rule = claim.Most
	return c
}

// named names a finding of ours, or what a part is about.
func named(name string, c claim.Criterion) claim.Criterion {
	c.Name = name
	return c
}

// confirmed asks a simulation to confirm an exact number.
func confirmed(by claim.Rows, c claim.Criterion) claim.Criterion {
	c.Confirm = by
	return c
}

// ofFigure reports values for the data of the figure beside those for other data sets.
func ofFigure(r claim.Rows) []claim.Report {
	return []claim.Report{{Text: "for the data of the figure ", Rows: r}}
}
