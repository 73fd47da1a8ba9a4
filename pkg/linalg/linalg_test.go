package linalg

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/vec"
)

// random returns n normal numbers.
func random(n int, key uint64) []float64 {
	rows := vec.Rows(n/vec.Lanes + 1)
	vec.NewStream(key).Normals(rows)
	var x []float64
	for i := range rows {
		x = append(x, rows[i][:]...)
	}
	return x[:n]
}

// definite returns B Bᵀ + I.
func definite(d int, key uint64) []float64 {
	b := random(d*d, key)
	a := Mul(b, Transpose(b))
	for i := range d {
		a[i*d+i]++
	}
	return a
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) {
			t.Errorf("%s: entry %d is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

func TestMatrix(t *testing.T) {
	if Order(nil) != 0 || Order(make([]float64, 1)) != 1 || Order(make([]float64, 49)) != 7 {
		t.Error("wrong order")
	}
	near(t, "3 I", Identity(2, 3), []float64{3, 0, 0, 3}, 0)
	if x := Trace([]float64{1, 2, 3, 4}); x != 5 {
		t.Errorf("trace %v, want 5", x)
	}
	a, b := random(25, 1), random(25, 2)
	a[7] = 0
	var want mat.Dense
	want.Mul(mat.NewDense(5, 5, a), mat.NewDense(5, 5, b))
	near(t, "product", Mul(a, b), want.RawMatrix().Data, 1e-14)
	near(t, "(AB)ᵀ", Transpose(Mul(a, b)), Mul(Transpose(b), Transpose(a)), 1e-14)
}

func TestOrthogonalize(t *testing.T) {
	const n = 30
	var q [][]float64
	for k := range uint64(4) {
		v, r := random(n, k), make([]float64, k)
		if k > 0 {
			AddScaled(v, 1e6, random(n, k-1)) // nearly parallel
		}
		before := slices.Clone(v)
		Orthogonalize(v, q, r)
		for i, u := range q {
			if u != nil && math.Abs(Dot(u, v)) > 1e-14*math.Sqrt(Dot(v, v)) {
				t.Errorf("vector %d: component %g along vector %d is left", k, Dot(u, v), i)
			}
			if u != nil {
				AddScaled(before, -r[i], u)
			}
		}
		near(t, "v less its components", before, v, 1e-7)
		norm := math.Sqrt(Dot(v, v))
		for i := range v {
			v[i] /= norm
		}
		q = append(q, v)
		if k == 1 {
			q[0] = nil // is skipped
		}
	}
}

func TestSymmetric(t *testing.T) {
	for _, d := range []int{1, 2, 7} {
		a := definite(d, uint64(d))
		values, vectors, ok := Eigen(a)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		near(t, "VᵀV", Mul(Transpose(vectors), vectors), Identity(d, 1), 1e-14)
		near(t, "composed", Compose(values, vectors), a, 1e-13)
		near(t, "A²", Func(a, func(l float64) float64 { return l * l }), Mul(a, a), 1e-12)
	}
	if _, _, ok := Eigen([]float64{1, math.NaN(), math.NaN(), 1}); ok {
		t.Error("NaN has eigenvalues")
	}
}

func TestInverseSqrt(t *testing.T) {
	for _, s := range [][]float64{
		{4},
		{2, 0, 0, 0.5},
		{1, 0.999999, 0.999999, 1},
		{3, -1, -1, 1e-3 + 1./3},
		{2, 1, 0, 1, 2, 1, 0, 1, 2},
	} {
		w := InverseSqrt(s)
		near(t, "symmetric", Transpose(w), w, 0)
		near(t, "S^(−1/2) S S^(−1/2)", Mul(w, Mul(s, w)), Identity(Order(s), 1), 1e-9)
	}
	if w := InverseSqrt([]float64{4}); w[0] != 0.5 {
		t.Errorf("4^(−1/2) = %v", w)
	}
}

func TestCholesky(t *testing.T) {
	const d = 6
	a := definite(d, 9)
	l, ok := Cholesky(a)
	if !ok {
		t.Fatal("a definite matrix has no factor")
	}
	near(t, "L Lᵀ", Mul(l, Transpose(l)), a, 1e-13)
	y := random(d, 10)
	x := slices.Clone(y)
	SolveLower(l, x)
	SolveLowerTransposed(l, x)
	for i := range y {
		if z := Dot(a[i*d:i*d+d], x); math.Abs(z-y[i]) > 1e-12 {
			t.Errorf("row %d of A A⁻¹y is %v, want %v", i, z, y[i])
		}
	}
	if _, ok := Cholesky([]float64{1, 2, 2, 1}); ok {
		t.Error("an indefinite matrix has a factor")
	}
}

func TestGrid(t *testing.T) {
	near(t, "linear", LinSpace(-1, 2, 4), []float64{-1, 0, 1, 2}, 0)
	near(t, "geometric", LogSpace(0.5, 32, 7), []float64{0.5, 1, 2, 4, 8, 16, 32}, 1e-14)
	if x := LogSpace(0.1, 0.7, 9); x[0] != 0.1 || x[8] != 0.7 {
		t.Errorf("ends %v and %v", x[0], x[8])
	}
}

func TestPanics(t *testing.T) {
	for want, f := range map[string]func(){
		"linalg: expected the d² entries of a matrix": func() { Order(make([]float64, 2)) },
		"linalg: LinSpace needs two numbers, lo < hi": func() { LinSpace(1, 1, 3) },
		"linalg: matrix is not finite":                func() { InverseSqrt([]float64{math.Inf(1)}) },
		"linalg: matrix is not positive definite":     func() { InverseSqrt([]float64{1, 2, 2, 1}) },
	} {
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
