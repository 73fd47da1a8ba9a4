package main

import (
	"math"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/study"
	"adl/pkg/table"
)

// sample is a table of projection errors, of the largest gradient there, of the norms of data sets,
// as multiples of the paper's, and of the part of a cell where a monomial of degree 2 is not small.
func sample(
	scalar, diagonal, full, fifteen, gradient float64, norms []float64, part float64,
) *table.Table {
	t := table.New(table.Columns([]string{"friction", "K", "set", "degree"}, "relative")...)
	for f, x := range map[study.Friction]float64{
		study.Scalar: scalar, study.Diagonal: diagonal, study.Full: full,
	} {
		row := exactly(table.Row{"friction": f, "K": 0})
		t.AddValue(row, "projection error", x)
		t.AddValue(row, "gradient of the squared distance", gradient)
	}
	t.AddValue(exactly(table.Row{"friction": study.Full, "K": 15}), "projection error", fifteen)
	var distances []float64
	for i, x := range norms {
		wiggle := 0.01 * float64(i%3) // the norms are not multiples of each other
		distances = append(distances, x*scalarNorm, (x+wiggle)*fullNorm)
	}
	Spec{}.rowsOfOthers(t, distances)
	for degree, x := range map[int]float64{2: part, 3: part - 0.1, 6: 0.1} {
		row := exactly(table.Row{"degree": degree})
		t.AddValue(row, "part of a cell where the monomial is above 0.1", x)
		t.AddValue(row, "part of a cell where the product is above 0.1", x/2)
	}
	return t
}

// norms are those of twelve data sets about a multiple of the paper's.
func norms(about, scatter float64) (all []float64) {
	for i := range 12 {
		all = append(all, about+scatter*float64(i-6)/6)
	}
	return all
}

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(Spec{}, u) },
		claimtest.Case{
			Name: "true", Table: sample(2, 1.5, 0.5, 0.05, 1e-14, norms(1, 0.1), 0.3),
			Want: map[string]string{
				"S3.3.1-2 a": claim.Holds, "S3.3.1-2 b": claim.Holds, "S3.3.2-8 a": claim.Holds,
				"S3.3.2-8 b": claim.Holds, "S3.3.2-8 c": claim.Holds, "S4.3-2 a": claim.Holds,
				"projection error at K = 15": claim.Holds,
			},
		},
		claimtest.Case{
			Name: "false", Table: sample(2, 1.5, 1.6, 0.5, 1e-3, norms(2, 0.1), 0.6),
			Want: map[string]string{
				"S3.3.1-2 a": claim.Fails, "S3.3.1-2 b": claim.Fails, "S3.3.2-8 a": claim.Fails,
				"S3.3.2-8 b": claim.Fails, "S3.3.2-8 c": claim.Fails, "S4.3-2 a": claim.Fails,
				"projection error at K = 15": claim.Fails,
			},
		},
		claimtest.Case{
			Name: "some data sets", Table: sample(2, 1.5, 0.5, 0.05, 1e-14, norms(1, 0.5), 0.6),
			Want: map[string]string{
				"S3.3.2-8 a": claim.Undecided, "S3.3.2-8 b": claim.Undecided, "S3.3.2-8 c": claim.Holds,
			},
		},
		claimtest.Case{
			Name: "few data sets", Table: sample(2, 1.5, 0.5, 0.05, 1e-14, []float64{1}, 0.6),
			Want: map[string]string{"S3.3.2-8 c": claim.Undecided},
		},
	)
}

// The parts of the cell are those of the points of a grid.
func TestMonomials(t *testing.T) {
	u := table.New(table.Columns([]string{"friction", "K", "set", "degree"}, "relative")...)
	monomials(u)
	const n = 400
	for _, degree := range []int{1, 2, 5} {
		one, two := 0, 0
		for i := range n {
			x := math.Pow((float64(i)+0.5)/n, float64(degree))
			if x > 0.1 {
				one++
			}
			for j := range n {
				if x*math.Pow((float64(j)+0.5)/n, float64(degree)) > 0.1 {
					two++
				}
			}
		}
		for quantity, want := range map[string]float64{
			"part of a cell where the monomial is above 0.1": float64(one) / n,
			"part of a cell where the product is above 0.1":  float64(two) / n / n,
		} {
			got, _ := u.Lookup("value", "quantity", quantity, "degree", degree)
			if math.Abs(got-want) > 0.005 {
				t.Errorf("%s, degree %d: %g, want %g", quantity, degree, got, want)
			}
		}
	}
}
