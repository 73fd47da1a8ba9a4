package main

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// exactly returns the row as one of an exact number.
func exactly(row table.Row) table.Row {
	row["status"], row["source"] = table.OK, table.Exact
	return row
}

// drawn lists the task that finds the distances of Σ_x from multiples of the identity and from
// constant matrices for other data sets, if their distribution is known.
func (s Spec) drawn(m *model.Mixture) []*study.Exact {
	sets := s.Others.Drawn(s.Data)
	if sets == 0 {
		return nil
	}
	of := func(sets int) (all []float64) {
		for k := range sets {
			drawn := s.Model.Posterior(s.Others.Draw(s.Data, s.Data.N, k))
			p := exact.NewMixtureGrid(drawn, exact.Grid{Step: 1.2})
			for _, form := range forms {
				_, distance := p.ProjectBasis(dynamics.One{}, form)
				all = append(all, distance)
			}
		}
		return all
	}
	return []*study.Exact{{
		Title:  fmt.Sprintf("distances of Σ_x from constant matrices, %d data sets", sets),
		Digest: s.Others.Draw(s.Data, s.Data.N, 0).Digest(),
		Key: spec.Key{
			"is": "projections of data sets", "model": m.Key(),
			"law": s.Data.Kind, "ndata": s.Data.N, "mu": s.Data.Mu, "sigma": s.Data.Sigma, "w": s.Data.W,
			"sets": sets, "seed": s.Others.First,
		},
		Arrays: []study.Array{{Name: "distances", Len: sets * len(forms)}},
		Of:     func() [][]float64 { return [][]float64{of(sets)} },
		Part:   func() []float64 { return of(1) },
	}}
}

// forms are those whose distances section 3.3.2 gives.
var forms = []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}}

// rowsOfOthers adds what drawn has found for every data set.
func (s Spec) rowsOfOthers(t *table.Table, distances []float64) {
	for i, d := range distances {
		t.AddValue(exactly(table.Row{
			"friction": []study.Friction{study.Scalar, study.Full}[i%len(forms)], "K": 0,
			"set": s.Others.First + uint64(i/len(forms)),
		}), "projection error of another data set", d)
	}
}

// monomials adds the parts of a cell where monomials are not small. A cell is [0, 1] in the
// variable u of the monomial u^i (eq. rescale), where u^i > a on a part 1 − c, c = a^(1/i). The
// product (uv)^i in two variables is larger than a on a part 1 − c + c log c of the square.
func monomials(t *table.Table) {
	const a = 0.1
	for degree := 1; degree <= 9; degree++ {
		logC := vec.Log(a) / float64(degree)
		c := vec.Exp(logC)
		row := exactly(table.Row{"degree": degree})
		t.AddValue(row, "part of a cell where the monomial is above 0.1", 1-c)
		t.AddValue(row, "part of a cell where the product is above 0.1", 1-c+float64(c*logC))
	}
}
