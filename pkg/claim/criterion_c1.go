package claim

import (
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// And returns a criterion about the points of c and of others, for a sentence with several bounds.
func (c Criterion) And(others ...Criterion) Criterion {
	d := c
	d.Judge = func(ts *Tables, x Claim) Claim {
		p, _ := c.points(ts, c.Rows)
		for _, o := range others {
			q, _ := o.points(ts, o.Rows)
			p.points, p.excluded = append(p.points, q.points...), append(p.excluded, q.excluded...)
		}
		return p.Judge(x, c.Text)
	}
	return d
}

// ConfirmedBy returns c, undecided if a simulation refutes it: if values differ from the column
// exact, or from 0 where that is empty, by more than noise.
func (c Criterion) ConfirmedBy(simulated Rows) Criterion {
	d := c
	d.Judge = func(ts *Tables, _ Claim) Claim {
		return c.noise(simulated(ts)).Confirms(c.Claim(ts))
	}
	return d
}

// Reporting returns c with the values of rows, which decide nothing, behind what was measured.
func (c Criterion) Reporting(text string, rows Rows) Criterion {
	d := c
	d.Judge = func(ts *Tables, _ Claim) Claim {
		x, t := c.Claim(ts), rows(ts)
		label := Labels(t)
		values := make([]string, t.Len())
		for i := range values {
			values[i] = Text(t.Estimate(i))
			if name := label(t, i); name != "" {
				values[i] += " (" + name + ")"
			}
		}
		x.Measured += "; " + text + strings.Join(values, ", ")
		return x
	}
	return d
}

// Put writes something into a column, a new one if the rows do not have it.
func (r Rows) Put(column string, of func(t *table.Table, i int) any) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		columns := t.Columns()
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		u := table.New(columns...)
		for i := range t.Len() {
			row := shared(t.Filter(func(j int) bool { return j == i }))
			row[column] = of(t, i)
			u.Add(row)
		}
		return u
	}
}

// Per divides the values by those of the rows of other with the same cells in some columns, Minus
// subtracts them. Rows without such a partner are left out. Several partners are a panic.
func (r Rows) Per(other Rows, by ...string) Rows   { return r.join(other, by, estimate.Ratio) }
func (r Rows) Minus(other Rows, by ...string) Rows { return r.join(other, by, estimate.Sub) }

func (r Rows) join(
	other Rows, by []string, of func(a, b estimate.Estimate) estimate.Estimate,
) Rows {
	return func(ts *Tables) *table.Table {
		u := other(ts)
		partner := func(t *table.Table, i int) int {
			at := -1
			Matches(t, i, u, by, func(j int) {
				if at >= 0 {
					panic("claim: several rows agree in " + strings.Join(by, ", "))
				}
				at = j
			})
			return at
		}
		return r.Filter(func(t *table.Table, i int) bool { return partner(t, i) >= 0 }).
			Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
				return of(e, u.Estimate(partner(t, i)))
			})(ts)
	}
}

// First keeps the rows with the least number in a column, of those with status ok and the same
// cells in other columns, Last those with the largest, and NotFirst those that First does not.
func (r Rows) First(column string, by ...string) Rows {
	return r.where(column, by, -1, func(neighbour int) bool { return neighbour < 0 })
}

func (r Rows) Last(column string, by ...string) Rows {
	return r.where(column, by, 1, func(neighbour int) bool { return neighbour < 0 })
}

func (r Rows) NotFirst(column string, by ...string) Rows {
	return r.where(column, by, -1, func(neighbour int) bool { return neighbour >= 0 })
}

func (r Rows) where(column string, by []string, sign float64, is func(neighbour int) bool) Rows {
	return r.Where("status", table.OK).Filter(func(t *table.Table, i int) bool {
		return is(next(t, i, column, by, sign))
	})
}

// Shift writes the next larger number of a column into it, of the rows with status ok and the same
// cells in other columns. With the same number in the column, the result has the preceding row.
func (r Rows) Shift(column string, by ...string) Rows {
	return r.Where("status", table.OK).Put(column, func(t *table.Table, i int) any {
		if k := next(t, i, column, by, 1); k >= 0 {
			return t.Cell(k, column)
		}
		return nil
	}).Filter(func(t *table.Table, i int) bool { return t.Cell(i, column) != "" })
}

// Exponents returns the power of a column with which values grow between neighbours, of the rows
// with the same cells in other columns, at the first of the two.
func (r Rows) Exponents(column string, by ...string) Rows {
	return r.Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
		k := next(t, i, column, by, 1)
		if k < 0 {
			return estimate.Unknown()
		}
		return Exact(math.Log(math.Abs(t.Float(k, "value")/e.Value)) /
			math.Log(t.Float(k, column)/t.Float(i, column)))
	}).Filter(func(t *table.Table, i int) bool { return !math.IsNaN(t.Float(i, "value")) })
}

// next returns the row with the next larger number in a column, or with sign −1 the next smaller,
// of those that agree with row i in other columns, or −1 if there is none.
func next(t *table.Table, i int, column string, by []string, sign float64) int {
	at, least := -1, math.Inf(1)
	x := t.Float(i, column)
	Matches(t, i, t, by, func(j int) {
		if d := sign * (t.Float(j, column) - x); d > 0 && d < least {
			at, least = j, d
		}
	})
	return at
}
