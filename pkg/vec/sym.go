package vec

import "math"

// Sym is the order d of a symmetric matrix. The matrix is stored in blocks of 8×8, one Row each,
// row-major: the upper triangle of blocks in row order, with both halves of blocks on the diagonal,
// padded with zeros. For d = 100 this is 91 rows, 46 KiB, about an L1 cache. A product reads every
// block once, for itself and its mirror image and for two vectors.
type Sym int

// Rows returns the number of rows of the matrix.
func (d Sym) Rows() int {
	b := groups(int(d))
	return b * (b + 1) / 2
}

// At returns the row and the lane of the entry (i, j). A block on the diagonal stores (i, j) and
// (j, i); At returns the place of (i, j).
func (d Sym) At(i, j int) (row, lane int) {
	if i/8 > j/8 {
		i, j = j, i
	}
	return symBlock(groups(int(d)), i/8) + j/8 - i/8, i%8*8 + j%8
}

// symBlock is the row of the block (i, i) among b(b+1)/2.
func symBlock(b, i int) int { return i*b - i*(i-1)/2 }

// RankOne is the symmetric matrix K (P Pᵀ + C 1), where 1 is the unit matrix.
type RankOne struct {
	P    []Row
	K, C float64
}

// Add adds o to the matrix a: a_ij += K (P_i P_j + C δ_ij) in the blocks on the diagonal, a_ij +=
// (K P_i) P_j in other blocks.
func (d Sym) Add(a []Row, o ...RankOne) {
	for ; len(o) > 0; o = o[min(2, len(o)):] {
		active.symAdd(a, int(d), two(o, o[0].P))
	}
}

func (*portable) symAdd(a []Row, d int, o [2]RankOne) {
	var q symSquares
	for i := range groups(d) {
		q.update(symBlocks(a, d, i), d, i, &o)
	}
}

// two returns the first two of o, the number at every step of a palindrome with a D on either side
// of O. It replaces a missing one by zero times the matrix of p.
func two(o []RankOne, p []Row) [2]RankOne {
	t := [2]RankOne{{P: p}, {P: p}}
	copy(t[:], o)
	return t
}

// symBlocks returns the blocks (i, j), j ≥ i.
func symBlocks(a []Row, d, i int) []Row {
	b := groups(d)
	at := symBlock(b, i)
	return a[at : at+b-i]
}

// symSquares holds partial sums of the squares of entries, in blocks on the diagonal and right of
// it.
type symSquares struct{ on, off v8 }

// update adds the matrices to the blocks (i, j), j ≥ i, and their squares to q.
func (q *symSquares) update(blocks []Row, d, i int, o *[2]RankOne) {
	for r := range 8 {
		x := (*v8)(blocks[0][8*r:])
		for m := range o {
			p := (*v8)(flat(o[m].P)[8*i:])
			for c := range x {
				e := 0.0
				if r == c && 8*i+r < d {
					e = o[m].C
				}
				x[c] = math.FMA(math.FMA(p[r], p[c], e), o[m].K, x[c])
			}
		}
		for c := range x {
			q.on[c] = math.FMA(x[c], x[c], q.on[c])
		}
	}
	for r := 0; r < 8; r += 4 {
		for n := range blocks[1:] {
			for s := range 4 {
				x := (*v8)(blocks[1+n][8*(r+s):])
				for m := range o {
					p := flat(o[m].P)
					k, y := float64(o[m].K*p[8*i+r+s]), (*v8)(p[8*(i+1+n):])
					for c := range x {
						x[c] = math.FMA(k, y[c], x[c])
					}
				}
				for c := range x {
					q.off[c] = math.FMA(x[c], x[c], q.off[c])
				}
			}
		}
	}
}

// sum is the sum of all squares; squares outside the diagonal blocks count twice.
func (q *symSquares) sum() float64 { return tree8(&q.on) + float64(2*tree8(&q.off)) }

// symMul is y1 = a x1 and y2 = a x2 for the symmetric matrix a of order d. The y must not overlap
// the x. If update is true it first adds o, at most two matrices, to a, and returns the sum of the
// squares of the entries of a; x2 must be finite.
//
// A component y_i is the sum, in increasing order, over the blocks left of the diagonal block, plus
// the eight partial sums over the other blocks, added by tree8.
func symMul(y1, y2, a, x1, x2 []Row, d int, o []RankOne, update bool) (squares float64) {
	n := 8 * groups(d)
	u1, u2, v1, v2 := flat(x1)[:n], flat(x2)[:n], flat(y1)[:n], flat(y2)[:n]
	clear(v1)
	clear(v2)
	q := active.symMul(v1, v2, a, u1, u2, d, two(o, x2), update)
	return q.sum()
}

func (*portable) symMul(y1, y2 []float64, a []Row, x1, x2 []float64, d int,
	o [2]RankOne, add bool) (q symSquares) {

	for i := range groups(d) {
		blocks := symBlocks(a, d, i)
		if add {
			q.update(blocks, d, i, &o)
		}
		symMulOne(y1[8*i:], blocks, x1[8*i:])
		symMulOne(y2[8*i:], blocks, x2[8*i:])
	}
	return q
}

func symMulOne(y []float64, blocks []Row, x []float64) {
	for r := range 8 {
		var q v8
		for h := 0; h < 8; h += 4 { // so that sums stay in registers
			a, u, b := (*[4]float64)(blocks[0][8*r+h:]), (*[4]float64)(x[h:]), x[r]
			q0, q1 := math.FMA(a[0], u[0], 0), math.FMA(a[1], u[1], 0)
			q2, q3 := math.FMA(a[2], u[2], 0), math.FMA(a[3], u[3], 0)
			for n := 1; n < len(blocks); n++ {
				a, u := (*[4]float64)(blocks[n][8*r+h:]), (*[4]float64)(x[8*n+h:])
				v := (*[4]float64)(y[8*n+h:])
				q0, v[0] = math.FMA(a[0], u[0], q0), math.FMA(a[0], b, v[0])
				q1, v[1] = math.FMA(a[1], u[1], q1), math.FMA(a[1], b, v[1])
				q2, v[2] = math.FMA(a[2], u[2], q2), math.FMA(a[2], b, v[2])
				q3, v[3] = math.FMA(a[3], u[3], q3), math.FMA(a[3], b, v[3])
			}
			*(*[4]float64)(q[h:]) = [4]float64{q0, q1, q2, q3}
		}
		y[r] += tree8(&q)
	}
}
