package table

import (
	"fmt"
	"math"
)

// Agreement is the result of [Agree]. Its lines name rows as Compare does.
type Agreement struct {
	Scores  []Score  // one per row with standard errors in both tables
	LeftOut int      // simulated rows of both tables that lack a value or a standard error
	Exact   int      // rows of another source that both tables have, without standard errors
	Differ  []string // those of them that differ by more than the tolerance
	Lone    []string // rows of another source that only one table has
	Status  []string // rows whose status differs
	Missing []string // simulated rows that only one table has, such as cells that nothing visited
}

// Score compares the values a and b of a row, with standard errors se_a and se_b.
type Score struct {
	Row      string // its parameters, quantity and source
	Quantity string
	OK       bool    // both statuses are ok
	A, B     float64 // the values
	SA, SB   float64 // their standard errors
	Z        float64 // (a − b)/√(se_a² + se_b²)
}

// Agree compares two tables whose simulated numbers come from independent random streams. Rows are
// matched as in [Compare], in any order.
//
// A row with positive standard errors gives a z-score, which is standard normal if both tables
// estimate the same number and its error is known. Other simulated rows, such as those of R-hat,
// are left out. The values of all other rows are compared to rel relative to the larger one, or to
// 1e-12.
//
// Agree panics if a table lacks one of the columns value, stderr, status and source.
func Agree(a, b *Table, rel float64) Agreement {
	var g Agreement
	for _, p := range match(a, b) {
		switch {
		case p.got < 0:
			g.alone(a, p.want, p.label+" is missing")
		case p.want < 0:
			g.alone(b, p.got, p.label+" is new")
		default:
			g.row(a, b, p, rel)
		}
	}
	return g
}

// alone takes in row i of t, which the other table does not have.
func (g *Agreement) alone(t *Table, i int, line string) {
	if t.Cell(i, "source") == Simulation {
		g.Missing = append(g.Missing, line)
	} else {
		g.Lone = append(g.Lone, line)
	}
}

// row compares the rows of a pair.
func (g *Agreement) row(a, b *Table, p pair, rel float64) {
	i, j, row := p.want, p.got, p.label
	s, t := a.Cell(i, "status"), b.Cell(j, "status")
	if s != t {
		g.Status = append(g.Status, fmt.Sprintf("%s: %s became %s", row, show(s), show(t)))
	}
	x, y := a.Float(i, "value"), b.Float(j, "value")
	se, te := a.Float(i, "stderr"), b.Float(j, "stderr")
	z := (x - y) / math.Hypot(se, te)
	switch {
	case se > 0 && te > 0 && !math.IsInf(se+te, 0) && !math.IsNaN(z) && !math.IsInf(z, 0):
		g.Scores = append(g.Scores, Score{
			Row: row, Quantity: a.Cell(i, "quantity"), OK: s == OK && t == OK, A: x, B: y,
			SA: se, SB: te, Z: z,
		})
	case a.Cell(i, "source") == Simulation:
		g.LeftOut++
	default:
		g.Exact++
		if !near(x, y, rel) && !(math.IsNaN(x) && math.IsNaN(y)) {
			g.Differ = append(g.Differ, fmt.Sprintf("%s: %g became %g", row, x, y))
		}
	}
}

// FamilyBound returns the bound that the largest of n independent standard normal |z| exceeds with
// probability level (Šidák): √2 erfc⁻¹(1 − (1 − level)^{1/n}). It is +Inf for n = 0.
func FamilyBound(n int, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return math.Sqrt2 * math.Erfcinv(-math.Expm1(math.Log1p(-level)/float64(n)))
}
