package dynamics

import (
	"math"

	"adl/pkg/vec"
)

// WideRows is 0.
func (Constant) WideRows(int) int { return 0 }

// WideStart does nothing.
func (Constant) WideStart([]vec.Row, []float64) {}

// WideO is exact.
func (f Constant) WideO(_ int, h float64) WideFlow {
	y := float64(f.Gamma * h)
	return wideOU{vec.Exp(-y), math.Sqrt(-vec.Expm1(-float64(2 * y)))}
}

// WideD panics.
func (Constant) WideD(int, float64) WideFlow { panic("dynamics: no D at constant friction") }

type wideOU struct{ alpha, sigma float64 }

func (f wideOU) Apply(_ *WideEnsemble, r []*Replica) {
	for _, r := range r {
		vec.ScaleAdd(r.P, r.Noise.Next(), f.alpha, f.sigma)
	}
}

// WideRows is 1: ξ is its first lane, the others are 0.
func (Scalar) WideRows(int) int { return 1 }

// WideStart sets ξ to the mean of the diagonal of x.
func (Scalar) WideStart(xi []vec.Row, x []float64) {
	d := order(len(x))
	xi[0][0] = trace(x, d) / float64(d)
}

// WideO is exact.
func (f Scalar) WideO(_ int, h float64) WideFlow { return wideOUScalar{vec.NewOU1(h, f.Gamma)} }

// WideD is ξ ← ξ + (h/η)(|p|² − d).
func (f Scalar) WideD(_ int, h float64) WideFlow { return wideNorm{h / f.Eta} }

type wideOUScalar struct{ c *vec.OU1 }

func (f wideOUScalar) Apply(_ *WideEnsemble, r []*Replica) {
	for _, r := range r {
		alpha, sigma := f.c.Functions(r.Xi[0][0])
		vec.ScaleAdd(r.P, r.Noise.Next(), alpha, sigma)
	}
}

type wideNorm struct{ k float64 }

func (f wideNorm) Apply(e *WideEnsemble, r []*Replica) {
	for _, r := range r {
		x := &r.Xi[0][0]
		*x = math.FMA(vec.SumSquares(r.P, e.Dim)-float64(e.Dim), f.k, *x)
	}
}

// WideRows is ⌈d/64⌉: ξ is a vector.
func (Diagonal) WideRows(d int) int { return vec.Wide(d) }

// WideStart sets ξ to the diagonal of x.
func (Diagonal) WideStart(xi []vec.Row, x []float64) {
	d := order(len(x))
	for i := range d {
		xi[i/vec.Lanes][i%vec.Lanes] = x[i*d+i]
	}
}

// WideO is exact, component by component.
func (f Diagonal) WideO(_ int, h float64) WideFlow { return wideOUDiagonal{vec.NewOU1(h, f.Gamma)} }

// WideD is ξ_i ← ξ_i + (h/η)(p_i² − 1).
func (f Diagonal) WideD(_ int, h float64) WideFlow { return wideSquares{h / f.Eta} }

type wideOUDiagonal struct{ c *vec.OU1 }

func (f wideOUDiagonal) Apply(_ *WideEnsemble, r []*Replica) {
	for _, r := range r {
		f.c.Step(r.P, r.Xi, r.Noise.Next())
	}
}

type wideSquares struct{ k float64 }

func (f wideSquares) Apply(e *WideEnsemble, r []*Replica) {
	for _, r := range r {
		vec.AddSquares(r.Xi, r.P, f.k)
		clear(r.Xi[len(r.Xi)-1][e.Dim-(len(r.Xi)-1)*vec.Lanes:])
	}
}

// WideRows is that of a symmetric matrix in blocks (see vec.SymRows).
func (Full) WideRows(d int) int { return vec.SymRows(d) }

// WideStart sets ξ to x.
func (Full) WideStart(xi []vec.Row, x []float64) {
	d := order(len(x))
	for i := range d {
		for j := range d {
			row, lane := vec.SymAt(d, i, j)
			xi[row][lane] = x[min(i, j)*d+max(i, j)]
		}
	}
}

// WideO is exact to 10⁻¹², by series in ξ: d² work a step, not d³.
func (f Full) WideO(d int, h float64) WideFlow { return &wideOUFull{vec.NewOUSym(d, h, f.Gamma)} }

// WideD is ξ ← ξ + (h/η)(p pᵀ − 1).
func (f Full) WideD(_ int, h float64) WideFlow { return wideOuter{h / f.Eta} }

type wideOUFull struct{ c *vec.OUSym }

func (f *wideOUFull) Apply(_ *WideEnsemble, r []*Replica) {
	for _, r := range r {
		f.c.Step(r.P, r.Xi, r.Noise.Next, r.due...)
		r.due = r.due[:0]
	}
}

type wideOuter struct{ k float64 }

func (f wideOuter) Apply(e *WideEnsemble, r []*Replica) {
	for _, r := range r {
		r.add(e.Dim, f.k)
	}
}
