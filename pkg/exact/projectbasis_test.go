package exact

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// functions is a basis of one cell.
type functions []func(theta []float64) float64

func (b functions) Key() spec.Key { return nil }

func (b functions) Cells() (cells, functions int) { return 1, len(b) }

func (b functions) Constants() []float64 { return nil }

func (b functions) At(f, theta []float64) int {
	for i, g := range b {
		f[i] = g(theta)
	}
	return 0
}

// TestProjectBasisOne: on constants the coefficient is the projection of Σ̄_x, and the squares of
// the distance and of the projection add to the square of the norm.
func TestProjectBasisOne(t *testing.T) {
	for name, m := range cases() {
		p := NewMixtureGrid(m, Grid{Step: 1.6})
		mean, norm := p.MeanGradCov(), p.GradCovNorm()
		for _, c := range []struct {
			form dynamics.Form
			want []float64
		}{
			{dynamics.Scalar{}, linalg.Identity(2, (mean[0]+mean[3])/2)},
			{dynamics.Diagonal{}, []float64{mean[0], 0, 0, mean[3]}},
			{dynamics.Full{}, mean},
		} {
			coef, d := p.ProjectBasis(dynamics.One{}, c.form)
			if len(coef) != 1 {
				t.Fatalf("%s, %s: %d coefficients", name, c.form.Name(), len(coef))
			}
			near(t, name+", "+c.form.Name(), coef[0], c.want, 1e-11*(1+norm))
			held := linalg.Dot(c.want, c.want)
			if math.Abs(d*d+held-norm*norm) > 1e-10*norm*norm {
				t.Errorf("%s, %s: %v² + %v ≠ %v²", name, c.form.Name(), d, held, norm)
			}
		}
	}
}

// On indicators the coefficients are conditional means, cell by cell as in one cell. A function
// that depends linearly on the others has the coefficient 0. Neither the order of the functions nor
// factors matter.
func TestProjectBasisFunctions(t *testing.T) {
	m := mixture(1, 200)
	p := NewMixtureGrid(m, Grid{Step: 2, Cuts: [2][]float64{{0.7}, {0.7}}})
	var f functions
	for c := range 4 {
		f = append(f, func(theta []float64) float64 {
			if (theta[0] > 0.7) == (c&1 != 0) && (theta[1] > 0.7) == (c&2 != 0) {
				return 1
			}
			return 0
		})
	}
	coef, four := p.ProjectBasis(f, dynamics.Full{})
	cells, same := p.ProjectBasis(quarters(0), dynamics.Full{})
	mass, mean := make([]float64, 4), make([]float64, 4)
	p.Each(func(theta []float64, w float64) {
		if w < 1e-17 {
			return
		}
		s := GradCov(m, theta)
		for c := range f {
			mass[c] += w * f[c](theta)
			mean[c] += w * f[c](theta) * s[1]
		}
	})
	for c, x := range mass {
		want := mean[c] / x
		if math.Abs(coef[c][1]-want) > 1e-7*math.Abs(want) || math.Abs(same-four) > 1e-10 ||
			!slices.ContainsFunc(cells, func(s []float64) bool { return math.Abs(s[1]/want-1) < 1e-7 }) {
			t.Errorf("cell %d: %v and %v, conditional mean %v", c, coef[c][1], cells, want)
		}
	}
	one := func([]float64) float64 { return 1 }
	first := func(theta []float64) float64 { return theta[0] }
	coef, six := p.ProjectBasis(append(f, one, first), dynamics.Full{})
	if coef[4][0] != 0 || !(six < four) {
		t.Errorf("dependent function: coefficient %v, distance %v after %v", coef[4], six, four)
	}
	_, again := p.ProjectBasis(functions{first, f[3], f[2], f[1], f[0]}, dynamics.Full{})
	if math.Abs(again-six) > 1e-10 {
		t.Errorf("in another order %v, %v", again, six)
	}
	b := quarters(2)
	_, plain := p.ProjectBasis(b, dynamics.Full{})
	b.Scale = p.Scale(b, 30)
	if _, d := p.ProjectBasis(b, dynamics.Full{}); math.Abs(d-plain) > 1e-9 {
		t.Errorf("distance %v with factors, %v without", d, plain)
	}
}

// TestFit: a linear combination is found, and the residuals are orthogonal to the functions.
func TestFit(t *testing.T) {
	r := vec.Rows(5)
	vec.NewStream(3).Normals(r)
	sub, y := make([]float64, vec.Lanes), make([]float64, vec.Lanes)
	for k := range sub {
		sub[k] = r[0][k] - 2*r[1][k] // depends
		y[k] = 3*r[0][k] - r[1][k] + 0.5*r[2][k]
	}
	f := [][]float64{r[0][:], r[1][:], sub, r[2][:]}
	var used [][]float64
	for _, v := range f {
		used = append(used, slices.Clone(v))
	}
	rest := [][]float64{y, r[4][:]}
	coef := fit(used, rest)
	for j, want := range []float64{3, -1, 0, 0.5} {
		if math.Abs(coef[j][0]-want) > 1e-13 {
			t.Errorf("coefficients %v, want 3, -1, 0, 0.5", coef)
		}
		if d := linalg.Dot(f[j], rest[1]); math.Abs(d) > 1e-12 {
			t.Errorf("residual times function %d is %v", j, d)
		}
	}
	if d := linalg.Dot(y, y); d > 1e-25 || coef[2][1] != 0 {
		t.Errorf("a combination leaves %v; coefficient %v of a dependent function", d, coef[2][1])
	}
}

func TestExtendedXi(t *testing.T) {
	b := quarters(1)
	b.Scale = slices.Repeat([]float64{2}, 16)
	coef := make([][]float64, 16)
	for k := range coef {
		coef[k] = []float64{1, 2, 2, float64(k)}
	}
	for k, x := range ExtendedXi(b, coef, 1000, 0.5, 1e-3) { // ε Δt/2 = 1/2
		c := 0.0
		if k%4 == 0 {
			c = 0.25
		}
		near(t, fmt.Sprint("coefficient ", k), x, []float64{0.5 + c, 1, 1, 0.5*float64(k) + c}, 0)
	}
}

// TestFrozenBasisXi: the mean of (E p pᵀ − I) f_k at the ξ_k of FrozenBasisXi is a fraction of its
// value at the coefficients of A_K. The test iterates E p pᵀ at the letters D of a step with a
// fixed ξ(θ): P ← e^(−ξΔt) (P + εΔt²Σ) e^(−ξΔt) + γξ⁻¹(1 − e^(−2ξΔt)), and D sees P + εΔt²Σ/2.
func TestFrozenBasisXi(t *testing.T) {
	const gamma, dt = 1, 5e-3
	p := NewMixtureGrid(mixture(1, 200), Grid{Step: 2, Cuts: [2][]float64{{0.7}, {0.7}}})
	b := quarters(1)
	b.Scale = p.Scale(b, 30)
	for _, form := range []dynamics.Form{dynamics.Full{}, dynamics.Diagonal{}, dynamics.Scalar{}} {
		coef, _ := p.ProjectBasis(b, form)
		epsilon := 1.2 / float64(dt*dt) / Lambda(form, p.MeanGradCov()) // s = 0.6 on the average
		rest := func(xi [][]float64) (sum float64) {
			f, all := make([]float64, 4), make([][]float64, 16)
			for k := range all {
				all[k] = make([]float64, 4)
			}
			p.Each(func(theta []float64, mass float64) {
				c, at := b.At(f, theta), make([]float64, 4)
				for i, v := range f {
					linalg.AddScaled(at, v, xi[4*c+i])
				}
				if l, _, _ := linalg.Eigen(at); mass < 1e-9 || min(l[0], l[1]) < gamma {
					return // ξ(θ) is not near any FrozenXi: at most 1e-3 of the mass
				}
				excess := heated(at, GradCov(p.Model, theta), epsilon, gamma, dt)
				for i, v := range f {
					linalg.AddScaled(all[4*c+i], mass*v, excess)
				}
			})
			for _, r := range all {
				r = dynamics.Project(form, r)
				sum += linalg.Dot(r, r)
			}
			return math.Sqrt(sum)
		}
		old := rest(ExtendedXi(b, coef, epsilon, gamma, dt))
		got := rest(p.FrozenBasisXi(b, form, epsilon, gamma, dt))
		if !(got < 0.2*old) {
			t.Errorf("%s: E p pᵀ − I is %.3g, and %.3g at A_K", form.Name(), got, old)
		}
	}
	// constant functions, and a cell without data
	one := p.FrozenBasisXi(dynamics.One{}, dynamics.Full{}, 0, 2, dt)
	near(t, "without noise", one[0], linalg.Identity(2, 2), 1e-12)
	b.Cuts = [][]float64{{50}, {50}}
	for k, xi := range p.FrozenBasisXi(b, dynamics.Full{}, 1000, 2, dt)[12:] {
		near(t, "a cell without mass", xi, linalg.Identity(2, 2*b.Constants()[12+k]), 0)
	}
}

// heated is E p pᵀ − I for a frozen ξ.
func heated(xi, sigma []float64, epsilon, gamma, dt float64) []float64 {
	l, v, _ := linalg.Eigen(xi)
	decay, bath := make([]float64, 2), make([]float64, 2)
	for i, x := range l {
		decay[i], bath[i] = math.Exp(-x*dt), gamma/x*(1-math.Exp(-2*x*dt))
	}
	e, q := mat.NewDense(2, 2, linalg.Compose(decay, v)), mat.NewDense(2, 2, linalg.Compose(bath, v))
	kick := mat.NewDense(2, 2, nil)
	kick.Scale(epsilon*dt*dt, mat.NewDense(2, 2, slices.Clone(sigma)))
	pp := mat.NewDense(2, 2, linalg.Identity(2, 1))
	for range 400 {
		pp.Add(pp, kick)
		pp.Mul(e, pp)
		pp.Mul(pp, e)
		pp.Add(pp, q)
	}
	kick.Scale(0.5, kick)
	pp.Add(pp, kick)
	pp.Sub(pp, mat.NewDense(2, 2, linalg.Identity(2, 1)))
	return pp.RawMatrix().Data
}

func TestSlowestDirection(t *testing.T) {
	p := NewMixtureGrid(mixture(1, 200), Grid{Step: 2, Cuts: [2][]float64{{0.7}, {0.7}}})
	if l := p.SlowestDirection(dynamics.One{}); math.Abs(l-1) > 1e-10 {
		t.Errorf("λ = %g for the constant function", l)
	}
	// two functions of θ₁: the eigenvalues of [[1, m], [m, v]], m = E θ₁, v = E θ₁²
	line := functions{
		func([]float64) float64 { return 1 }, func(theta []float64) float64 { return theta[0] },
	}
	m, v := 0.0, 0.0
	p.Each(func(theta []float64, mass float64) {
		m, v = m+mass*theta[0], v+mass*theta[0]*theta[0]
	})
	want := (1+v)/2 - math.Sqrt((1-v)*(1-v)/4+m*m)
	if l := p.SlowestDirection(line); math.Abs(l-want) > 1e-10 {
		t.Errorf("λ = %g, want %g", l, want)
	}
	// a direction that adds almost nothing to the variance of ξ(θ) does not count
	rare := functions{line[0], func(theta []float64) float64 { return 1e-3 * theta[0] }}
	if l := p.SlowestDirection(rare); math.Abs(l-1) > 1e-3 {
		t.Errorf("λ = %g with a function that is nearly 0", l)
	}
}

// quarters is the partition of section 4.4.
func quarters(degree int) dynamics.Boxes {
	return dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree,
	}
}

// TestScale: with the factors, a function has the norm 1, or its factor is the bound.
func TestScale(t *testing.T) {
	p := NewMixtureGrid(mixture(1, 200), Grid{Step: 1.6, Cuts: [2][]float64{{0.7}, {0.7}}})
	b := quarters(2)
	scale := p.Scale(b, 30)
	b.Scale = scale
	capped := 0
	for k, inverse := range p.Scale(b, 1e10) {
		norm := 1 / inverse
		if scale[k] == 30 {
			capped++
			if !(norm <= 1) {
				t.Errorf("function %d has the bound as factor and norm %v", k, norm)
			}
		} else if scale[k] > 30 || math.Abs(norm-1) > 1e-13 {
			t.Errorf("function %d with factor %v has norm %v", k, scale[k], norm)
		}
	}
	if capped == 0 || capped == len(scale) {
		t.Errorf("%d of %d factors are bounded: this tests nothing", capped, len(scale))
	}
	upper := 0.0 // the mass of a cell, whose indicator degree 0 has
	p.Each(func(theta []float64, mass float64) {
		if theta[0] >= 0.7 && theta[1] < 0.7 {
			upper += mass
		}
	})
	within(t, "factor of an indicator", p.Scale(quarters(0), 30)[1], 1/math.Sqrt(upper), 1e-12)
}
