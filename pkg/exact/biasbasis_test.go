package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"adl/pkg/linalg"
)

// quartic is a probability e^(−V)/Z that is neither Gaussian nor a product, V = x⁴/4 + y²/2 + xy/2,
// with Σ_x the matrix (1 + x, x y; x y, 2 + y²).
func quartic() *weighted {
	var w weighted
	const h = 0.15
	for x := -6.; x <= 6; x += h {
		for y := -9.; y <= 9; y += h {
			w.add(x, y, math.Exp(-x*x*x*x/4-y*y/2-x*y/2),
				[3]float64{1 + x, x * y, 2 + y*y}, [3]float64{3 * x * x, 0.5, 1})
		}
	}
	return &w
}

func TestBasis(t *testing.T) {
	const degree = 9
	b := newBias(quartic(), degree)
	q := b.basis
	if len(q.q) != 55 {
		t.Fatalf("%d polynomials of degree %d", len(q.q), degree)
	}
	for a := range q.q {
		for c := range a + 1 {
			want := 0.0
			if a == c {
				want = 1
			}
			if got := linalg.Dot(q.q[a], q.q[c]); math.Abs(got-want) > 1e-13 {
				t.Fatalf("product of %d and %d: %g", a, c, got)
			}
		}
	}
	at := func(f func(x, y float64) float64) []float64 {
		v := make([]float64, len(b.mass))
		for k := range v {
			v[k] = f(b.theta[0][k], b.theta[1][k])
		}
		return q.project(v)
	}
	// polynomials are their own expansions, and so are their derivatives
	for i := 0; i <= degree; i++ {
		for j := 0; i+j <= degree; j++ {
			x, y := float64(i), float64(j)
			f := at(func(u, v float64) float64 { return math.Pow(u, x) * math.Pow(v, y) })
			for k, d := range q.d {
				want := at(func(u, v float64) float64 {
					if k == 0 && i > 0 {
						return x * math.Pow(u, x-1) * math.Pow(v, y)
					}
					if k == 1 && j > 0 {
						return y * math.Pow(u, x) * math.Pow(v, y-1)
					}
					return 0
				})
				norm := math.Sqrt(linalg.Dot(f, f))
				for a := range f {
					got := linalg.Dot(d.Data[a*d.Stride:][:d.Cols], f)
					if math.Abs(got-want[a]) > 1e-10*norm {
						t.Errorf("∂_%d x^%d y^%d: coefficient %d is %g, want %g", k+1, i, j, a, got, want[a])
					}
				}
			}
		}
	}
}

func TestBiasPanics(t *testing.T) {
	var nine weighted
	for _, x := range []float64{-1, 0, 1} {
		for _, y := range []float64{-1, 0, 1} {
			nine.add(x, y, 1, [3]float64{}, [3]float64{})
		}
	}
	newBias(&nine, 2) // six polynomials on nine nodes
	b := newBias(quartic(), 3)
	one := b.Langevin(1)
	panics(t, map[string]func(){
		"exact: the quadrature has too few nodes for the degree": func() { newBias(&nine, 3) },
		"exact: a predicted bias needs a degree of at least 2":   func() { newBias(&nine, 1) },
		"exact: a predicted bias needs a positive friction":      func() { b.Langevin(0) },
		"linalg: LinSpace needs two numbers, lo < hi":            func() { one.Masses(0, 1, 0, 5) },
	})
}

// A bias is unknown if rounding leaves its equations without a solution.
func TestSingular(t *testing.T) {
	s := blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: []float64{1, 1, 1, 1 - 1e-9}}
	x := blas64.Vector{N: 2, Inc: 1, Data: []float64{1, 1}}
	if solve(cholesky(s), x); !math.IsNaN(x.Data[0]) || !math.IsNaN(x.Data[1]) {
		t.Errorf("%v, want NaN", x.Data)
	}
}

// panics runs functions that panic with their names.
func panics(t *testing.T, all map[string]func()) {
	t.Helper()
	for want, f := range all {
		func() {
			defer func() {
				if r := recover(); r != want {
					t.Errorf("panic %v, want %q", r, want)
				}
			}()
			f()
		}()
	}
}
