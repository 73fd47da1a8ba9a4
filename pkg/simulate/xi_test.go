package simulate

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// halves is a basis of two cells, θ₁ ≤ 0 and θ₁ > 0, with the functions 1 and θ₁.
type halves struct{}

func (halves) Key() spec.Key                 { return spec.Key{"is": "halves"} }
func (halves) Cells() (cells, functions int) { return 2, 2 }
func (halves) Constants() []float64          { return []float64{1, 0, 1, 0} }

func (halves) At(f, theta []float64) int {
	f[0], f[1] = 1, theta[0]
	if theta[0] > 0 {
		return 1
	}
	return 0
}

// forms are all forms of ξ in a layout and dimension d.
func forms(l vec.Layout, d int) []dynamics.Form {
	all := []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}}
	if l == vec.Replicas {
		all = append(all, dynamics.Layers{Sizes: []int{2, d - 2}}, dynamics.BlockDiagonal{Order: 4})
	}
	return all
}

// at is where a state stores ξ_ij of its replica r.
func at(f dynamics.Form, s *dynamics.State, i, j, r int) (row, lane int) {
	if f == (dynamics.Full{}) && s.Layout == vec.Components {
		return vec.Sym(s.Dim).At(i, j)
	}
	return s.Layout.At(f.At(s.Dim, min(i, j), max(i, j)), r)
}

// matrix is ξ, or ξ(θ), of replica r of a state, row-major.
func matrix(f dynamics.Friction, s *dynamics.State, r int) []float64 {
	d := s.Dim
	a, extended := f.(dynamics.AdL)
	coef, first := []float64{1}, 0
	if x, ok := f.(dynamics.Extended); ok {
		a, extended = x.Base, true
		_, m := x.Basis.Cells()
		coef = make([]float64, m)
		first = m * x.Basis.At(coef, theta(s, r))
	}
	m := make([]float64, d*d)
	if !extended {
		return m
	}
	for i := range d {
		for j := range d {
			if a.Form.At(d, min(i, j), max(i, j)) < 0 {
				continue
			}
			row, lane := at(a.Form, s, i, j, r)
			for k, c := range coef {
				m[i*d+j] += c * s.Xi[(first+k)*a.Rows(s.Layout, d)+row][lane]
			}
		}
	}
	return m
}

// theta is θ of replica r of a state.
func theta(s *dynamics.State, r int) []float64 {
	x := make([]float64, s.Dim)
	for i := range x {
		row, lane := s.Layout.At(i, r)
		x[i] = s.Theta[row][lane]
	}
	return x
}

// adaptiveChain is a chain in d dimensions, in either layout.
func adaptiveChain(l vec.Layout, f dynamics.Form) *Chain {
	c := networkChain(l)
	c.Scheme = adaptive(f)
	return c
}

// Xi observes the entries of ξ, or of ξ(θ), in both layouts and for all forms.
func TestXi(t *testing.T) {
	const d = 12
	xi := linalg.Identity(d, 2)
	for i := range d {
		for j := range i {
			xi[i*d+j] = 0.01 * float64(i+j)
			xi[j*d+i] = xi[i*d+j]
		}
	}
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		for _, f := range forms(l, d) {
			base := dynamics.AdL{Form: f, Gamma: 1, Eta: 1}
			for _, friction := range []dynamics.Friction{
				base, dynamics.Extended{Base: base, Basis: halves{}},
			} {
				if friction.Check(l, d) != nil {
					continue
				}
				c := adaptiveChain(l, f)
				c.Scheme.Friction, c.Xi, c.BurnIn, c.Replicas = friction, xi, 0.1, some(l)
				c.T = 0.08 * float64(c.Replicas)
				c.Observe = []Statistic{
					Last{dynamics.Xi{}}, Last{dynamics.Xi{Diagonal: true}}, Moments{dynamics.Xi{}},
				}
				x := samples(t, c)
				r, err := c.start(c.Replicas)
				if err != nil {
					t.Fatal(err)
				}
				burn, run, every := c.Steps()
				r.e.Run(r.flows, burn+run, every)
				name := l.String() + ", " + canonical(friction.Key())
				es := dynamics.Entries(f, d)
				last, diagonals := x.Last(dynamics.Xi{}), x.Last(dynamics.Xi{Diagonal: true})
				for k := range c.Replicas {
					s := r.e.States[k/l.Replicas()]
					s.Flush()
					want := matrix(friction, s, k%l.Replicas())
					all, diagonal := last[k], diagonals[k]
					if len(all) != len(es) || len(x.All(dynamics.Xi{})) != len(es) {
						t.Fatalf("%s: %d entries, want %d", name, len(all), len(es))
					}
					for i, e := range es {
						near(t, name, all[i], want[e.I*d+e.J])
						if e.Diagonal() {
							near(t, name, diagonal[0], want[e.I*d+e.J])
							diagonal = diagonal[1:]
						}
					}
					if len(diagonal) != 0 {
						t.Fatalf("%s: %d more entries on the diagonal", name, len(diagonal))
					}
				}
			}
		}
	}
}

// The starting ξ has the projection of Xi for its mean and the variances XiVar on the diagonal and
// XiVar/2 off it, in both layouts. Without XiVar it is the projection. Replicas differ.
func TestStartXi(t *testing.T) {
	const d, n = 12, 1024
	mean := make([]float64, d*d)
	for i := range d {
		for j := range d {
			mean[i*d+j] = 2 + float64(i+j)
		}
	}
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		for _, f := range forms(l, d) {
			c := adaptiveChain(l, f)
			c.Replicas, c.Xi, c.XiVar = n, mean, 2
			xi := startXi(t, c)
			for _, e := range dynamics.Entries(f, d) {
				k, variance := e.I*d+e.J, c.XiVar
				if !e.Diagonal() {
					variance /= 2
				}
				want := dynamics.Project(f, mean)[k]
				m, v := 0.0, 0.0
				for _, x := range xi {
					m += x[k] / n
				}
				for _, x := range xi {
					v += (x[k] - m) * (x[k] - m) / (n - 1)
					if x[k] != x[e.J*d+e.I] {
						t.Fatalf("%s, %s: ξ is not symmetric", l, f.Name())
					}
				}
				if !(math.Abs(m-want) < 5*math.Sqrt(variance/n)) ||
					!(math.Abs(v/variance-1) < 5*math.Sqrt(2.0/n)) {
					t.Errorf("%s, %s: entry %+v has mean %g and variance %g, want %g and %g",
						l, f.Name(), e, m, v, want, variance)
				}
			}
			c.Replicas, c.XiVar = 64, 0
			for _, x := range startXi(t, c) {
				for k, want := range dynamics.Project(f, mean) {
					near(t, l.String()+", "+f.Name()+": start of ξ", x[k], want)
				}
			}
		}
	}
}

// startXi is ξ of every replica at the start.
func startXi(t *testing.T, c *Chain) (xi [][]float64) {
	t.Helper()
	r, err := c.start(c.Replicas)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.e.States {
		for k := range c.Layout.Replicas() {
			xi = append(xi, matrix(c.Scheme.Friction, s, k))
		}
	}
	return xi
}

// Momenta start from a normal distribution, or at 0.
func TestStartP(t *testing.T) {
	for _, rest := range []bool{false, true} {
		c := adaptiveChain(vec.Components, dynamics.Full{})
		c.Rest = rest
		r, err := c.start(c.Replicas)
		if err != nil {
			t.Fatal(err)
		}
		if p := r.e.States[0].P[0][0]; (p == 0) != rest {
			t.Errorf("rest %t: p starts at %g", rest, p)
		}
	}
}

// A diagonal of ξ stands for the matrix. An extended friction starts at its own coefficients, if it
// has any.
func TestStartXiDiagonal(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		c := networkChain(l)
		for i := range c.Xi {
			c.Xi[i] = float64(i)
		}
		form := c.Scheme.Friction.(dynamics.AdL).Form
		want := dynamics.Project(form, square(c.Xi, 12))
		for _, x := range startXi(t, c) {
			for k, want := range want {
				near(t, l.String(), x[k], want)
			}
		}
	}
	c := networkChain(vec.Replicas)
	c.Xi = nil
	c.Scheme.Friction = dynamics.Extended{
		Base:  dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: 1, Eta: 1},
		Basis: dynamics.One{}, Xi0: [][]float64{linalg.Identity(12, 3)},
	}
	if x := startXi(t, c)[0]; x[0] != 3 {
		t.Errorf("ξ(θ) starts at %g, want 3", x[0])
	}
}

// Every ξ_k starts with the variances of XiVar about its own matrix, independently.
func TestStartExtended(t *testing.T) {
	const d, n = 12, 1024
	c := networkChain(vec.Replicas)
	c.Replicas, c.XiVar, c.Xi = n, 2, nil
	base := dynamics.AdL{Form: dynamics.Diagonal{}, Gamma: 1, Eta: 1}
	c.Scheme.Friction = dynamics.Extended{Base: base, Basis: pair{}, Xi0: [][]float64{
		linalg.Identity(d, 3), linalg.Identity(d, -1),
	}}
	r, err := c.start(n)
	if err != nil {
		t.Fatal(err)
	}
	var m, v [2]float64
	cross := 0.0
	for _, s := range r.e.States {
		for lane := range vec.Lanes {
			var x [2]float64
			k := 0
			c.Scheme.Friction.(dynamics.Extended).Each(s, func() {
				x[k] = matrix(base, s, lane)[0]
				k++
			})
			for k, mean := range []float64{3, -1} {
				m[k] += x[k] / n
				v[k] += (x[k] - mean) * (x[k] - mean) / n
			}
			cross += (x[0] - 3) * (x[1] + 1) / n
		}
	}
	for k, mean := range []float64{3, -1} {
		if math.Abs(m[k]-mean) > 5*math.Sqrt(2.0/n) || math.Abs(v[k]/2-1) > 5*math.Sqrt(2.0/n) {
			t.Errorf("ξ_%d has mean %g and variance %g, want %g and 2", k, m[k], v[k], mean)
		}
	}
	if math.Abs(cross/2) > 5/math.Sqrt(n) {
		t.Errorf("ξ_0 and ξ_1 have covariance %g", cross)
	}
}

// pair is two functions on one cell.
type pair struct{ dynamics.One }

func (pair) Cells() (cells, functions int) { return 1, 2 }

func (pair) Constants() []float64 { return []float64{1, 0} }

func (pair) At(f, theta []float64) int {
	f[0], f[1] = 1, theta[0]
	return 0
}
