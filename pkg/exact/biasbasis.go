package exact

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"adl/pkg/linalg"
)

// size is the number of polynomials in two variables of total degree at most d ≥ −2.
func size(d int) int { return (d + 1) * (d + 2) / 2 }

// basis holds the polynomials q_a in θ that are orthonormal in L²(π), by rising total degree:
// degree d has the numbers size(d−1) to size(d)−1, and q_0 = 1.
//
// They are built by Arnoldi's process on the quadrature points (Brubeck, Nakatsukasa and Trefethen,
// Vandermonde with Arnoldi, SIAM Review 63, 2021): the next one is a coordinate times an earlier
// one, made orthogonal to those before. As the multiplication by a coordinate is self-adjoint, only
// the last two degrees and the current one matter. The coordinates have mean 0 and covariance I.
type basis struct {
	root []float64         // √mass at the nodes
	q    [][]float64       // q_a √mass at the nodes
	d    [2]blas64.General // ∂q_a/∂θ_i = Σ_b d[i][b][a] q_b
}

// newBasis takes masses that add to 1. It panics if there are too few nodes.
func newBasis(theta [2][]float64, mass []float64, degree int) *basis {
	n, m := len(mass), size(degree)
	b := &basis{root: make([]float64, n), q: make([][]float64, m)}
	for k, x := range mass {
		b.root[k] = math.Sqrt(x)
	}
	x, white := whiten(theta, mass)
	// row a of times[i] has ⟨x_i q_a, q_c⟩ for those c that have the degree of a or one next to it
	var times [2][][]float64
	for i := range times {
		b.d[i] = general(m, m)
		times[i] = make([][]float64, m)
	}
	b.q[0] = b.root
	for deg := 1; deg <= degree; deg++ {
		first, last := size(deg-2), size(deg-1) // the polynomials of the degree before
		low := size(deg - 3)
		if deg >= 2 {
			b.multiplications(&times, x, deg-2)
		}
		for a := last; a < size(deg); a++ {
			i, from := 0, first+a-last
			if from == last {
				i, from = 1, last-1
			}
			v, h := make([]float64, n), make([]float64, a)
			for k, t := range x[i] {
				v[k] = float64(t * b.q[from][k])
			}
			linalg.Orthogonalize(v, b.q[low:a], h[low:])
			norm := math.Sqrt(linalg.Dot(v, v))
			if !(norm > 1e-10) {
				panic("exact: the quadrature has too few nodes for the degree")
			}
			b.q[a] = scaled(v, 1/norm)
			for j := range b.d {
				b.differentiate(j, a, from, white[2*i+j], times[i], h, norm)
			}
		}
	}
	return b
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
		c[0] = math.FMA(m, float64(x*x), c[0])
		c[1] = math.FMA(m, float64(x*y), c[1])
		c[2] = math.FMA(m, float64(y*y), c[2])
	}
	w := linalg.InverseSqrt([]float64{c[0], c[1], c[1], c[2]})
	for i := range x {
		x[i] = make([]float64, len(mass))
		for k := range x[i] {
			u, v := theta[0][k]-mean[0], theta[1][k]-mean[1]
			x[i][k] = math.FMA(w[2*i], u, float64(w[2*i+1]*v))
		}
	}
	return x, w
}

// differentiate sets the column of ∂_j q_a, where norm q_a = x q_from − Σ_l h_l q_l, ∂_j x = slope,
// from
//
//	∂_j (x q) = (∂_j x) q + x ∂_j q.
func (b *basis) differentiate(
	j, a, from int, slope float64, times [][]float64, h []float64, norm float64,
) {
	m, d := b.d[j].Stride, b.d[j].Data
	rows := size(degreeOf(a) - 1) // of lower degree
	col := make([]float64, m)
	col[from] = slope
	for c := range rows {
		if f := d[c*m+from]; f != 0 {
			linalg.AddScaled(col[size(degreeOf(c)-2):], f, times[c])
		}
	}
	for l, f := range h {
		if f == 0 {
			continue
		}
		for c := range rows {
			col[c] = math.FMA(-f, d[c*m+l], col[c])
		}
	}
	for c := range rows {
		d[c*m+a] = col[c] / norm
	}
}

// multiplications sets those rows of times, the products with the coordinates x, that have degree
// deg.
func (b *basis) multiplications(times *[2][][]float64, x [2][]float64, deg int) {
	product := make([]float64, len(x[0]))
	lo, hi := size(deg-2), size(deg+1)
	for a := size(deg - 1); a < size(deg); a++ {
		for i := range times {
			for k, t := range x[i] {
				product[k] = float64(t * b.q[a][k])
			}
			row := make([]float64, hi-lo)
			for c := range row {
				row[c] = linalg.Dot(product, b.q[lo+c])
			}
			times[i][a] = row
		}
	}
}

// degreeOf is the total degree of q_a.
func degreeOf(a int) int {
	d := 0
	for size(d) <= a {
		d++
	}
	return d
}

// project returns ⟨f, q_a⟩ for f by its values at the nodes.
func (b *basis) project(f []float64) []float64 {
	v := make([]float64, len(f))
	for k, x := range f {
		v[k] = float64(x * b.root[k])
	}
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
