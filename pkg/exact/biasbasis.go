package exact

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"adl/pkg/linalg"
)

// size is the number of polynomials in two variables of total degree at most d ≥ −2.
func size(d int) int { return (d + 1) * (d + 2) / 2 }

// basis holds the polynomials q_a in θ that are orthonormal in L²(π), by increasing total degree:
// degree d has the indices size(d−1) to size(d)−1, and q_0 = 1.
//
// They are built by Arnoldi's process on the nodes (Brubeck, Nakatsukasa and Trefethen, SIAM Review
// 63, 2021): each polynomial is a coordinate, of mean 0 and covariance I, times an earlier
// polynomial, made orthogonal to the polynomials of its own degree and the two below.
type basis struct {
	degree int
	root   []float64         // √mass at the nodes
	q      [][]float64       // q_a √mass at the nodes
	d      [2]blas64.General // ∂q_a/∂θ_i = Σ_b d[i][b][a] q_b
}

// newBasis takes masses that add to 1. It panics if there are too few nodes.
func newBasis(theta [2][]float64, mass []float64, degree int) *basis {
	n, m := len(mass), size(degree)
	b := &basis{degree: degree, root: make([]float64, n), q: make([][]float64, m)}
	for k, x := range mass {
		b.root[k] = math.Sqrt(x)
	}
	x, white := whiten(theta, mass)
	var times [2][][]float64 // ⟨x_i q_a, q_c⟩ = times[i][a][c]
	for i := range times {
		b.d[i] = general(m, m)
		times[i] = make([][]float64, m)
	}
	b.q[0] = b.root
	for deg := 1; deg <= degree; deg++ {
		first, last := size(deg-2), size(deg-1) // the polynomials of one degree less
		low := size(deg - 3)
		for a := low; a < first; a++ {
			for i := range times {
				times[i][a] = make([]float64, m)
				v := product(x[i], b.q[a])
				for c := size(deg - 4); c < last; c++ { // degrees that differ by at most one
					times[i][a][c] = linalg.Dot(v, b.q[c])
				}
			}
		}
		for a := last; a < size(deg); a++ {
			i, from := 0, first+a-last
			if from == last {
				i, from = 1, last-1
			}
			v, h := product(x[i], b.q[from]), make([]float64, a)
			linalg.Orthogonalize(v, b.q[low:a], h[low:])
			norm := math.Sqrt(linalg.Dot(v, v))
			if !(norm > 1e-10) {
				panic("exact: the quadrature has too few nodes for the degree")
			}
			b.q[a] = scaled(v, 1/norm)
			// norm q_a = x_i q_from − Σ_l h_l q_l, and ∂_j (x_i q) = white_ij q + x_i ∂_j q
			for j, d := range b.d {
				col := make([]float64, m)
				col[from] = white[2*i+j]
				for c := range first {
					linalg.AddScaled(col, d.Data[c*m+from], times[i][c])
				}
				for c := range last {
					for l, f := range h {
						col[c] -= f * d.Data[c*m+l]
					}
					d.Data[c*m+a] = col[c] / norm
				}
			}
		}
	}
	return b
}

// product is x y, node by node.
func product(x, y []float64) []float64 {
	return floats.MulTo(make([]float64, len(x)), x, y)
}

// whiten returns the coordinates W (θ − E θ) with mean 0 and covariance I, and W.
func whiten(theta [2][]float64, mass []float64) (x [2][]float64, white []float64) {
	var mean [2]float64
	for i := range mean {
		mean[i] = linalg.Dot(mass, theta[i])
	}
	var c [3]float64
	for k, m := range mass {
		x, y := theta[0][k]-mean[0], theta[1][k]-mean[1]
		c[0] += m * x * x
		c[1] += m * x * y
		c[2] += m * y * y
	}
	w := linalg.InverseSqrt([]float64{c[0], c[1], c[1], c[2]})
	for i := range x {
		x[i] = make([]float64, len(mass))
		for k := range x[i] {
			u, v := theta[0][k]-mean[0], theta[1][k]-mean[1]
			x[i][k] = w[2*i]*u + w[2*i+1]*v
		}
	}
	return x, w
}

// project returns ⟨f, q_a⟩ for f given by its values at the nodes.
func (b *basis) project(f []float64) []float64 {
	v := product(f, b.root)
	c := make([]float64, len(b.q))
	for a, q := range b.q {
		c[a] = linalg.Dot(v, q)
	}
	return c
}

func general(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: max(1, c), Data: make([]float64, r*c)}
}

func vector(n int) blas64.Vector {
	return blas64.Vector{N: n, Inc: 1, Data: make([]float64, n)}
}

// overdamped solves eq. f_disc_f_mb for the operator G : ∇² in its weak form,
//
//	∫ ∇f·∇φ dπ = ∫ G : ∇²φ dπ   for all polynomials φ of the basis,
//
// for a polynomial f with mean 0, and returns its coefficients. The entries 11, 12, 22 of 2G are
// given by their products with the q_a.
func (b *basis) overdamped(g [3][]float64) []float64 {
	m := len(b.q)
	rhs, stiff := vector(m), general(m, m)
	for i := range b.d {
		inner := vector(m)
		for j := range b.d {
			of := blas64.Vector{N: m, Inc: 1, Data: g[i+j]}
			blas64.Gemv(blas.Trans, 0.5, b.d[j], of, 1, inner)
		}
		blas64.Gemv(blas.Trans, 1, b.d[i], inner, 1, rhs)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, b.d[i], b.d[i], 1, stiff)
	}
	// the constant has no equation
	rest := blas64.Vector{N: m - 1, Inc: 1, Data: rhs.Data[1:]}
	solve(cholesky(part(stiff, 1, 1, m-1, m-1)), rest)
	return rhs.Data
}

// underdamped solves −L_lan^* f = G : (∇_p^*)² 1 with the friction A, symmetric, and returns the
// coefficients of the mean of f over p. Functions of (θ, p) are sums of q_a(θ) h_α(p) with the
// normalised Hermite polynomials h_α, of total degree up to the basis's. G is given as in
// overdamped.
//
// Let f_k be the part of f of Hermite degree k. The adjoint in L²(μ) is
//
//	−L_lan^* = Σ_i (∂_{p_i}^* ∂_{θ_i} − ∂_{θ_i}^* ∂_{p_i}) + ∇_p^* A ∇_p,
//
// so that with U_k = Σ_i ∂_{p_i}^* ∂_{θ_i} from Hermite degree k to k + 1 and A_k the last term at
// degree k
//
//	U_{k−1} f_{k−1} + A_k f_k − U_k^T f_{k+1} = g_k,   g_k = 0 for k ≠ 2,
//
// and f_k is eliminated from the highest degree down:
//
//	S_k = A_k + U_k^T S_{k+1}⁻¹ U_k,   g̃_k = g_k + U_k^T S_{k+1}⁻¹ g̃_{k+1},   S_0 f_0 = g̃_0,
//
// where all S_k are positive definite (S_0 except on constants).
//
// Within a level the polynomials are in the order of decreasing degree; those with the same q_a are
// neighbours. Then the first rows of U_k's columns are zero, and so are the first rows of R^(−T)
// U_k, where S_{k+1} = R^T R.
func (b *basis) underdamped(a [3]float64, g [3][]float64) []float64 {
	if !(a[0] > 0 && a[0]*a[2] > a[1]*a[1]) {
		panic("exact: a predicted bias needs a positive friction")
	}
	deg := b.degree
	var (
		r   blas64.Triangular // the factor of S_{k+1}
		rhs blas64.Vector     // g̃_{k+1}
	)
	for k := deg; k >= 0; k-- {
		m := size(deg - k)
		s := general(m*(k+1), m*(k+1))
		next := vector(s.Rows)
		if k < deg {
			above := size(deg - k - 1)
			u := b.raise(k, m, above)
			blas64.Trsv(blas.Trans, r, rhs)
			for d := deg - k; d >= 1; d-- { // the columns of degree d
				from, to := (m-size(d))*(k+1), (m-size(d-1))*(k+1)
				top := (above - size(d-1)) * (k + 2)
				x := part(u, top, from, u.Rows-top, to-from)
				rest := r // from row and column top on
				rest.N -= top
				rest.Data = rest.Data[min(top*(r.Stride+1), len(r.Data)):]
				blas64.Trsm(blas.Left, blas.Trans, 1, rest, x)
				blas64.Gemm(blas.Trans, blas.NoTrans,
					1, part(u, top, 0, u.Rows-top, to), x, 0, part(s, 0, from, to, to-from))
			}
			blas64.Gemv(blas.Trans, 1, u, rhs, 0, next)
		}
		for i := range m {
			damping(part(s, i*(k+1), i*(k+1), k+1, k+1), k, a)
		}
		if k == 2 {
			for i := range m {
				y := next.Data[3*(m-1-i):]
				y[0] += math.Sqrt2 / 2 * g[0][i]
				y[1] += g[1][i]
				y[2] += math.Sqrt2 / 2 * g[2][i]
			}
		}
		if k == 0 { // constants are last
			s, next.N = part(s, 0, 0, m-1, m-1), m-1
		}
		r, rhs = cholesky(s), next
	}
	solve(r, rhs)
	f := make([]float64, rhs.N+1)
	for i, x := range rhs.Data[:rhs.N] {
		f[rhs.N-i] = x
	}
	return f
}

// raise is U_k, from m polynomials in θ to above.
func (b *basis) raise(k, m, above int) blas64.General {
	u := general(above*(k+2), m*(k+1))
	for i, d := range b.d {
		for row := range above {
			for col := range m {
				x := d.Data[row*d.Stride+col]
				if x == 0 {
					continue
				}
				at := (above-1-row)*(k+2)*u.Stride + (m-1-col)*(k+1)
				for j := range k + 1 { // α = (k−j, j)
					n := k - j
					if i == 1 {
						n = j
					}
					u.Data[at+(j+i)*u.Stride+j] = x * math.Sqrt(float64(n+1))
				}
			}
		}
	}
	return u
}

// damping adds ∇_p^* A ∇_p on the Hermite polynomials of degree k, α = (k−j, j).
func damping(s blas64.General, k int, a [3]float64) {
	for j := range k + 1 {
		s.Data[j*s.Stride+j] += a[0]*float64(k-j) + a[2]*float64(j)
		if j < k {
			x := a[1] * math.Sqrt(float64((k-j)*(j+1)))
			s.Data[j*s.Stride+j+1] += x
			s.Data[(j+1)*s.Stride+j] += x
		}
	}
}

// cholesky returns R with R^T R = S. It reads the upper triangle of S and overwrites S. If S is not
// positive definite, because the modes are so far apart that the polynomials depend on each other,
// R is NaN.
func cholesky(s blas64.General) blas64.Triangular {
	upper := blas64.Symmetric{Uplo: blas.Upper, N: s.Rows, Stride: s.Stride, Data: s.Data}
	r, ok := lapack64.Potrf(upper)
	for i := range r.Data {
		if !ok {
			r.Data[i] = math.NaN()
		}
	}
	return r
}

// solve replaces x by (R^T R)⁻¹ x.
func solve(r blas64.Triangular, x blas64.Vector) {
	blas64.Trsv(blas.Trans, r, x)
	blas64.Trsv(blas.NoTrans, r, x)
}

// part is a block of a matrix.
func part(a blas64.General, i, j, rows, cols int) blas64.General {
	data := a.Data[min(i*a.Stride+j, len(a.Data)):]
	return blas64.General{Rows: rows, Cols: cols, Stride: a.Stride, Data: data}
}
