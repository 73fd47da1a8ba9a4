package vec

import "math"

// A symmetric matrix of order d is held in blocks of 8×8, a Row each, row-major: the upper triangle of blocks in row order, those on the diagonal
// with both their halves, padded with zeros. For d = 100 that is 91 rows, 46 KiB, about an L1 cache; and a product reads every block once for
// itself and for its mirror image, and for two vectors.

// SymRows is the number of rows of a symmetric matrix of order d.
func SymRows(d int) int {
	b := groups(d)
	return b * (b + 1) / 2
}

// SymAt says where the entry (i, j) of a symmetric matrix of order d is: in which row and lane. Of the two places on either side of the diagonal within a
// block on it, it is the one that is asked for.
func SymAt(d, i, j int) (row, lane int) {
	if i/8 > j/8 {
		i, j = j, i
	}
	return symBlock(groups(d), i/8) + j/8 - i/8, i%8*8 + j%8
}

// symBlock is the row of the block (i, i) among b(b+1)/2.
func symBlock(b, i int) int { return i*b - i*(i-1)/2 }

// RankOne is the symmetric matrix K (P Pᵀ + C 1), 1 the unit matrix.
type RankOne struct {
	P    []Row
	K, C float64
}

// SymAdd adds o to the symmetric matrix a of order d: a_ij += (K P_i) P_j off the blocks on the diagonal, a_ij += K (P_i P_j + C δ_ij) in them.
func SymAdd(a []Row, d int, o ...RankOne) {
	var q symSquares
	for i := range groups(d) {
		q.update(a, d, i, o)
	}
}

// symSquares is partial sums of the squares of entries in blocks on the diagonal and right of it.
type symSquares struct{ on, off v8w }

// update adds the matrices to the blocks (i, j), j ≥ i.
func (q *symSquares) update(a []Row, d, i int, o []RankOne) {
	b := groups(d)
	at := symBlock(b, i)
	blocks := a[at : at+b-i]
	switch active {
	case avx512:
		q.update512(blocks, d, i, o)
		return
	case avx2:
		q.update256(blocks, d, i, o)
		return
	}
	for r := range 8 {
		x := (*v8w)(blocks[0][8*r:])
		for m := range o {
			p := (*v8w)(flat(o[m].P)[8*i:])
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
				x := (*v8w)(blocks[1+n][8*(r+s):])
				for m := range o {
					p := flat(o[m].P)
					k, y := float64(o[m].K*p[8*i+r+s]), (*v8w)(p[8*(i+1+n):])
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

// sum is the sum of all squares, those off the blocks on the diagonal twice.
func (q *symSquares) sum() float64 { return tree8(&q.on) + float64(2*tree8(&q.off)) }

// SymMul is y1 = a x1 and y2 = a x2 for the symmetric matrix a of order d, to which o is added first; it returns the sum of the squares of the entries of a
// where o is not empty. The y must not overlap the x.
//
// A component y_i is the sum, in increasing order, over the blocks left of that on the diagonal, plus the eight partial sums over the others by tree8.
func SymMul(y1, y2, a, x1, x2 []Row, d int, o ...RankOne) (squares float64) {
	return symMul(y1, y2, a, x1, x2, d, o, len(o) > 0)
}

func symMul(y1, y2, a, x1, x2 []Row, d int, o []RankOne, update bool) (squares float64) {
	b := groups(d)
	u1, u2, v1, v2 := flat(x1)[:8*b], flat(x2)[:8*b], flat(y1)[:8*b], flat(y2)[:8*b]
	clear(v1)
	clear(v2)
	var q symSquares
	for i := range b {
		if update {
			q.update(a, d, i, o)
		}
		at := symBlock(b, i)
		blocks := a[at : at+b-i]
		switch active {
		case avx512:
			symMul512(v1[8*i:], v2[8*i:], blocks, u1[8*i:], u2[8*i:])
		case avx2:
			symMul256(v1[8*i:], v2[8*i:], blocks, u1[8*i:], u2[8*i:])
		default:
			symMulPortable(v1[8*i:], blocks, u1[8*i:])
			symMulPortable(v2[8*i:], blocks, u2[8*i:])
		}
	}
	return q.sum()
}

func symMulPortable(y []float64, blocks []Row, x []float64) {
	for r := range 8 {
		var q v8w
		for n := range blocks {
			a, u, v := (*v8w)(blocks[n][8*r:]), (*v8w)(x[8*n:]), (*v8w)(y[8*n:])
			for c := range q {
				q[c] = math.FMA(a[c], u[c], q[c])
				if n > 0 {
					v[c] = math.FMA(a[c], x[r], v[c])
				}
			}
		}
		y[r] += tree8(&q)
	}
}

// symTerm is a term of two power series: y1 = (y1 − s x1) c and the same for y2, then out += e y1 + g y2. It returns |y1|² and |y2|².
func symTerm(out, y1, y2, x1, x2 []Row, d int, s, c, e, g float64) (n1, n2 float64) {
	n := 8 * groups(d)
	var q1, q2 v8w
	o, u1, u2, v1, v2 := flat(out)[:n], flat(x1)[:n], flat(x2)[:n], flat(y1)[:n], flat(y2)[:n]
	switch active {
	case avx512:
		symTerm512(&q1, &q2, o, v1, v2, u1, u2, -s, c, e, g)
	case avx2:
		symTerm256(&q1, &q2, o, v1, v2, u1, u2, -s, c, e, g)
	default:
		for k := 0; k < n; k += 8 {
			for l := range q1 {
				i := k + l
				a := float64(math.FMA(-s, u1[i], v1[i]) * c)
				b := float64(math.FMA(-s, u2[i], v2[i]) * c)
				v1[i], v2[i] = a, b
				o[i] = math.FMA(a, e, math.FMA(b, g, o[i]))
				q1[l], q2[l] = math.FMA(a, a, q1[l]), math.FMA(b, b, q2[l])
			}
		}
	}
	return tree8(&q1), tree8(&q2)
}
