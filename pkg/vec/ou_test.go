package vec

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bigOU is e^(−hx) and [γ (1 − e^(−2hx))/x]^(1/2) with 300 bits.
func bigOU(h, gamma, x float64) (alpha, sigma float64) {
	prod := func(f ...float64) *big.Float {
		p := new(big.Float).SetPrec(300).SetInt64(1)
		for _, v := range f {
			p.Mul(p, new(big.Float).SetFloat64(v))
		}
		return p
	}
	alpha, _ = bigExpOf(prod(-1, h, x)).Float64()
	if math.Abs(x) < 1e-40 { // 1 − e^(−2hx) has no digits left of 300 bits
		s, _ := prod(2, h, gamma).Float64()
		return alpha, math.Sqrt(s)
	}
	s := new(big.Float).SetPrec(300).SetInt64(1)
	s.Sub(s, bigExpOf(prod(-2, h, x)))
	s.Mul(s, prod(gamma))
	s.Quo(s, prod(x))
	s.Sqrt(s)
	sigma, _ = s.Float64()
	return alpha, sigma
}

// bigExpOf is bigExp of a number of 300 bits, as a product of four.
func bigExpOf(z *big.Float) *big.Float {
	e := new(big.Float).SetPrec(300).SetInt64(1)
	rest := new(big.Float).Copy(z)
	for range 4 {
		f, _ := rest.Float64()
		e.Mul(e, bigExp(f))
		rest.Sub(rest, new(big.Float).SetFloat64(f))
	}
	return e
}

// frictions are values of ξ for h = 1/2, so that they equal y = 2hξ: zero, tiny, both sides of the
// border of the series, large, of both signs.
func frictions() []float64 {
	var v []float64
	for _, x := range []float64{0, 1e-300, 1e-20, 1e-9, 1e-4, 0.01, 0.1, 0.3, 0.49,
		math.Nextafter(0.5, 0), 0.5, math.Nextafter(0.5, 1), 0.51, 0.7,
		1, 3, 10, 40, 100, 300} {
		v = append(v, x, -x)
	}
	return append(v, 700, 2000)
}

func TestOUFunctions(t *testing.T) {
	worstSeries, worst := 0.0, 0.0
	for _, h := range []float64{0.5, 1e-3, 0.02} {
		for _, gamma := range []float64{1, 0.3, 7} {
			c := newOUSeries(h, gamma)
			for _, y := range frictions() {
				x := y / (2 * h)
				alpha, sigma := c.functions(x)
				wantA, wantS := bigOU(h, gamma, x)
				e := max(relative(alpha, wantA), relative(sigma, wantS))
				if wantA == 0 && alpha == 0 {
					e = relative(sigma, wantS)
				}
				if math.Abs(y) <= 0.5 {
					worstSeries = max(worstSeries, e)
				} else {
					// the rounding of y is relative to y
					worst = max(worst, e/(1+math.Abs(y)))
				}
				if a := float64(alpha*alpha) + float64(sigma*sigma)*x/gamma; y > 0 && math.Abs(a-1) > 1e-13 {
					t.Errorf("h ξ = %g: the law of N(0, γ/ξ) is multiplied by %g", h*x, a)
				}
			}
		}
	}
	t.Logf("largest relative error: series %.2g, elsewhere %.2g (1 + |y|)", worstSeries, worst)
	if !(worstSeries < 2e-14) {
		t.Errorf("largest relative error of the series %.3g, want less than 2e-14", worstSeries)
	}
	if !(worst < 5e-16) {
		t.Errorf("largest relative error elsewhere %.3g (1 + |y|), want less than 5e-16", worst)
	}
}

func TestOUFunctionsFar(t *testing.T) {
	inf := math.Inf(1)
	c := newOUSeries(0.5, 2)
	for _, k := range []struct{ x, alpha, sigma float64 }{
		{1e3, math.Exp(-500), math.Sqrt(2e-3)},
		{2e4, 0, 1e-2},
		{1e300, 0, math.Sqrt(2e-300)},
		{inf, 0, 0},
		{-1e4, inf, inf},
		{-1e300, inf, inf},
	} {
		alpha, sigma := c.functions(k.x)
		if !(alpha == k.alpha || relative(alpha, k.alpha) < 1e-12) ||
			!(sigma == k.sigma || relative(sigma, k.sigma) < 1e-12) {
			t.Errorf("ξ = %g: %g, %g, want %g, %g", k.x, alpha, sigma, k.alpha, k.sigma)
		}
	}
	if alpha, _ := c.functions(math.NaN()); alpha == alpha {
		t.Errorf("ξ = NaN gives %g", alpha)
	}
	if alpha, sigma := c.functions(-707); math.IsInf(alpha, 0) || math.IsInf(sigma, 0) { // hx = −353.5
		t.Errorf("hξ = -353.5: %g, %g, stated to be finite", alpha, sigma)
	}
}

// symmetric returns n symmetric matrices of order d, as upper triangles by lane, with eigenvalues
// of very different sizes and both signs. Lane 0 is zero, lane 1 a multiple of the unit matrix,
// lane 2 diagonal, lane 3 nearly a multiple of the unit matrix.
func symmetric(d int, scale float64, key uint64) []Row {
	xi := Rows(d * (d + 1) / 2)
	NewStream(key, 77).Normals(xi)
	n := 0
	for i := range d {
		for j := i; j < d; j++ {
			for l := range Lanes {
				v := xi[n][l] * scale * math.Exp2(float64(l%7-3))
				switch {
				case l == 0, (l == 1 || l == 2 || l == 3) && i != j:
					v = 0
				case l == 1:
					v = scale
				case l == 3:
					v = scale * (1 + 1e-14*float64(i))
				}
				xi[n][l] = v
			}
			n++
		}
	}
	return xi
}

// ouReference is one lane's Ornstein–Uhlenbeck step through package mat's eigenvectors.
func ouReference(h, gamma float64, p, xi, g []Row, l int) (want []float64, scale float64) {
	d := len(p)
	a := mat.NewSymDense(d, nil)
	n := 0
	for i := range d {
		for j := i; j < d; j++ {
			a.SetSym(i, j, xi[n][l])
			n++
		}
	}
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		panic("no eigenvalues")
	}
	var v mat.Dense
	e.VectorsTo(&v)
	want = make([]float64, d)
	for k, x := range e.Values(nil) {
		alpha, sigma := math.Exp(-h*x), math.Sqrt(2*h*gamma)
		if y := 2 * h * x; y != 0 {
			sigma = math.Sqrt(2 * h * gamma * -math.Expm1(-y) / y)
		}
		q, w := 0.0, 0.0
		for i := range d {
			q += v.At(i, k) * p[i][l]
			w += v.At(i, k) * g[i][l]
		}
		for i := range d {
			want[i] += v.At(i, k) * (alpha*q + sigma*w)
		}
		scale = max(scale, alpha*math.Abs(q), sigma*math.Abs(w))
	}
	return want, scale
}

// stepper is any of the Ornstein–Uhlenbeck steps.
type stepper interface{ Step(p, xi, g []Row) }

// TestOUSteps compares the three steps with the reference for matrices in the domain of the series,
// across its border and far outside.
func TestOUSteps(t *testing.T) {
	for _, gamma := range []float64{1, 0} {
		for _, h := range []float64{0.5, 5e-4} {
			for _, size := range []float64{1e-8, 0.05, 0.2, 1, 5, 30} { // of 2hξ
				for _, c := range []struct {
					name string
					d    int
					step stepper
				}{
					{"OUDiagonal", 1, OU{h, gamma}.Diagonal()},
					{"OUPair", 2, OU{h, gamma}.Pair()},
					{"OUFull", 1, OU{h, gamma}.Full(1)},
					{"OUFull", 2, OU{h, gamma}.Full(2)},
					{"OUFull", 3, OU{h, gamma}.Full(3)},
					{"OUFull", 7, OU{h, gamma}.Full(7)},
				} {
					xi := symmetric(c.d, size/(2*h), uint64(c.d))
					p, g := normalRows(c.d, 1), normalRows(c.d, 2)
					got := copied(p)
					c.step.Step(got, xi, g)
					for l := range Lanes {
						want, scale := ouReference(h, gamma, p, xi, g, l)
						for i := range want {
							if want[i]-want[i] != 0 { // e^(−hξ) overflows
								if got[i][l]-got[i][l] == 0 {
									t.Errorf("%s, d = %d, h = %g, 2hξ of %g, lane %d: %g, want %g", c.name, c.d, h, size, l,
										got[i][l], want[i])
								}
								continue
							}
							// the exponents carry a relative rounding of the largest eigenvalue
							if e := math.Abs(got[i][l] - want[i]); !(e <= 2e-14*(1+8*size*float64(c.d))*scale) {
								t.Errorf("%s, d = %d, γ = %g, h = %g, 2hξ of %g, lane %d: %.17g, want %.17g "+
									"(error %.2g of %.3g)",
									c.name, c.d, gamma, h, size, l, got[i][l], want[i], e, scale)
							}
						}
					}
				}
			}
		}
	}
}

// TestOUDiagonalRows: one row of ξ acts on all rows of p, several rows act on one row each.
func TestOUDiagonalRows(t *testing.T) {
	xi, p, g := normalRows(3, 3), normalRows(3, 1), normalRows(3, 2)
	step := OU{0.1, 1}.Diagonal()
	all := copied(p)
	step.Step(all, xi, g)
	one := copied(p)
	step.Step(one, xi[:1], g)
	for i := range p {
		own, common := copied(p[i:i+1]), copied(p[i:i+1])
		step.Step(own, xi[i:i+1], g[i:i+1])
		step.Step(common, xi[:1], g[i:i+1])
		if !sameBits(own, all[i:i+1]) || !sameBits(common, one[i:i+1]) {
			t.Errorf("row %d is moved by another row's friction", i)
		}
	}
}

// TestOUPairRotationInvariance: the step at R ξ Rᵀ of R p with R g is R times the step.
func TestOUPairRotationInvariance(t *testing.T) {
	for _, size := range []float64{0.05, 0.25, 2, 20} {
		const h = 0.5
		step := OU{h, 1}.Pair()
		xi, p, g := symmetric(2, size, 5), normalRows(2, 1), normalRows(2, 2)
		for _, phi := range []float64{0.1, math.Pi / 4, math.Pi / 2, 2.5} {
			s, c := math.Sincos(phi)
			turn := func(v []Row) []Row {
				r := Rows(2)
				for l := range Lanes {
					r[0][l], r[1][l] = c*v[0][l]-s*v[1][l], s*v[0][l]+c*v[1][l]
				}
				return r
			}
			x := Rows(3)
			for l := range Lanes {
				a, b, d := xi[0][l], xi[1][l], xi[2][l]
				x[0][l] = c*c*a - 2*c*s*b + s*s*d
				x[1][l] = c*s*(a-d) + (c*c-s*s)*b
				x[2][l] = s*s*a + 2*c*s*b + c*c*d
			}
			plain, turned := copied(p), turn(p)
			step.Step(plain, xi, g)
			step.Step(turned, x, turn(g))
			want := turn(plain)
			for l := range Lanes {
				norm := math.Hypot(want[0][l], want[1][l])
				big := max(1, size)
				// eigenvalues up to 8·3·size grow by e^(hξ): the error is relative to that
				if e := math.Hypot(turned[0][l]-want[0][l],
					turned[1][l]-want[1][l]); !(e <= 1e-13*big*big*max(norm, 1)) {
					t.Errorf("2hξ of %g, angle %g, lane %d: differs by %g of %g", size, phi, l, e, norm)
				}
			}
		}
	}
}

// TestOUPairContinuity walks across the border of the series in steps of the last place.
func TestOUPairContinuity(t *testing.T) {
	step := OU{0.5, 1}.Pair()
	for _, dir := range [][3]float64{{1, 0, 1}, {1, 0, -1}, {0, 1, 0}, {1, 0, 0}, {0.3, 0.5, -0.2},
		{-1, 0, -1}} {
		m, dl := (dir[0]+dir[2])/2, (dir[0]-dir[2])/2
		border := math.Sqrt(0.125 / (m*m + dl*dl + dir[1]*dir[1]))
		var last [2]float64
		for k := -3; k <= 3; k++ {
			f := border * (1 + float64(k)*0x1p-52)
			xi, p, g := Rows(3), normalRows(2, 1), normalRows(2, 2)
			for i := range xi {
				Fill(xi[i:i+1], f*dir[i])
			}
			step.Step(p, xi, g)
			if now := [2]float64{p[0][3], p[1][3]}; k > -3 && (math.Abs(now[0]-last[0]) > 1e-14*8 ||
				math.Abs(now[1]-last[1]) > 1e-14*8) {
				t.Errorf("direction %v: jumps from %v to %v", dir, last, now)
			} else {
				last = now
			}
		}
	}
}

// TestOUFlow: without noise, two half steps are a step.
func TestOUFlow(t *testing.T) {
	for _, c := range []struct {
		d          int
		half, full stepper
	}{
		{1, OU{0.25, 0}.Diagonal(), OU{0.5, 0}.Diagonal()},
		{2, OU{0.25, 0}.Pair(), OU{0.5, 0}.Pair()},
		{4, OU{0.25, 0}.Full(4), OU{0.5, 0}.Full(4)},
	} {
		xi, g := symmetric(c.d, 0.3, 1), normalRows(c.d, 2)
		a, b := normalRows(c.d, 1), normalRows(c.d, 1)
		c.full.Step(a, xi, g)
		c.half.Step(b, xi, g)
		c.half.Step(b, xi, g)
		for i := range a {
			for l := range Lanes {
				if math.Abs(a[i][l]-b[i][l]) > 1e-12*(1+math.Abs(a[i][l])) {
					t.Errorf("d = %d, lane %d: two half steps give %g, a step %g", c.d, l, b[i][l], a[i][l])
				}
			}
		}
	}
}

// TestOUFailures: a lane whose friction is not finite, or too large to be squared, becomes NaN or
// is right; other lanes are not affected.
func TestOUFailures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		d    int
		step stepper
	}{
		{"OUDiagonal", 1, OU{0.1, 1}.Diagonal()}, {"OUPair", 2, OU{0.1, 1}.Pair()},
		{"OUFull", 2, OU{0.1, 1}.Full(2)}, {"OUFull", 4, OU{0.1, 1}.Full(4)},
	} {
		xi, p, g := symmetric(c.d, 1, 1), normalRows(c.d, 1), normalRows(c.d, 2)
		good := copied(p)
		c.step.Step(good, xi, g)
		for _, bad := range []float64{nan, inf, -inf, 1e150, -1e150, 1e200, -1e200, 1e308, -1e5} {
			for at := range xi { // a diagonal or an off-diagonal entry
				x := copied(xi)
				x[at][9] = bad
				q := copied(p)
				c.step.Step(q, x, g)
				name := fmt.Sprintf("%s, d = %d, entry %d = %g", c.name, c.d, at, bad)
				diagonal := at == 0 || at == len(xi)-1 || c.d == 4 && (at == 4 || at == 7)
				lane := []Row{}
				for i := range q {
					lane = append(lane, Row{q[i][9]})
					q[i][9] = good[i][9]
				}
				if !sameBits(q, good) {
					t.Errorf("%s: changes other lanes", name)
				}
				// growing or undefined must be detected; a positive diagonal entry is harmless
				if ok := Finite(lane); ok && (bad != bad || bad < 0 || !diagonal) {
					t.Errorf("%s: the result %v is finite", name, lane)
				}
				if c.d <= 2 && c.name != "OUFull" && at == 0 && bad > 0 && bad < 1e150 && !Finite(lane) {
					t.Errorf("%s: the result is not finite", name)
				}
			}
		}
	}
}

func TestEigenSym(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 20} {
		for _, scale := range []float64{1, 1e-100, 1e100} {
			x := symmetric(n, scale, uint64(n))
			for _, l := range []int{0, 1, 2, 3, 10, 33, 63} {
				a, v := make([]float64, n*n), make([]float64, n*n)
				s := mat.NewSymDense(n, nil)
				k := 0
				for i := range n {
					for j := i; j < n; j++ {
						a[i*n+j], a[j*n+i] = x[k][l], x[k][l]
						s.SetSym(i, j, x[k][l])
						k++
					}
				}
				norm := mat.Norm(s, 2)
				if !EigenSym(a, v, n) {
					t.Fatalf("n = %d, lane %d: no eigenvalues", n, l)
				}
				var e mat.EigenSym
				e.Factorize(s, false)
				want := e.Values(nil)
				got := make([]float64, n)
				for i := range got {
					got[i] = a[i*n+i]
				}
				for i := range got { // insertion sort
					for j := i; j > 0 && got[j] < got[j-1]; j-- {
						got[j], got[j-1] = got[j-1], got[j]
					}
				}
				for i := range got {
					if math.Abs(got[i]-want[i]) > 1e-14*norm {
						t.Errorf("n = %d, scale %g, lane %d: eigenvalue %g, want %g", n, scale, l, got[i], want[i])
					}
				}
				// v is orthogonal and v diag vᵀ is the matrix
				for i := range n {
					for j := range n {
						o, r := 0.0, 0.0
						for k := range n {
							o += v[k*n+i] * v[k*n+j]
							r += v[i*n+k] * a[k*n+k] * v[j*n+k]
						}
						if i == j {
							o--
						}
						if math.Abs(o) > 1e-14 || math.Abs(r-s.At(i, j)) > 2e-14*norm {
							t.Errorf("n = %d, scale %g, lane %d: vᵀv − 1 is %.2g, v diag vᵀ misses by %.2g at %d, %d",
								n, scale, l, o, r-s.At(i, j), i, j)
						}
					}
				}
			}
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e200, -1e200} {
		for _, at := range []int{0, 1, 4, 5, 8} { // on and off the diagonal
			a := []float64{1, 0.5, 0.1, 0.5, 2, 0.3, 0.1, 0.3, 3}
			a[at], a[at%3*3+at/3] = bad, bad
			if EigenSym(a, make([]float64, 9), 3) {
				t.Errorf("a matrix with %g at %d is diagonalised", bad, at)
			}
		}
	}
}
