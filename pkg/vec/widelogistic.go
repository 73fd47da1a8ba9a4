package vec

import (
	"fmt"
	"math"
	"unsafe"
)

// The routines of the files wide*.go are for one replica in many dimensions: a vector of d numbers is ⌈d/64⌉ rows that are read as one list of
// consecutive components, and what is past the d-th is 0. Routines of other files that work lane by lane serve such vectors too.

// Wide is the number of rows that a vector of d numbers takes.
func Wide(d int) int { return (d + Lanes - 1) / Lanes }

// flat is the rows as one list.
func flat(r []Row) []float64 {
	if len(r) == 0 {
		return nil
	}
	return unsafe.Slice(&r[0][0], len(r)*Lanes)
}

// groups is the number of groups of eight that hold d numbers. Sums over a vector are eight partial sums, of the components with one remainder modulo
// eight, in increasing order, and then those by tree8.
func groups(d int) int { return (d + 7) / 8 }

// tree8 is the sum of eight partial sums.
func tree8(q *v8w) float64 {
	return (q[0] + q[1] + (q[2] + q[3])) + (q[4] + q[5] + (q[6] + q[7]))
}

type v8w = [8]float64

// SumSquares is |x|² for a vector of d numbers.
func SumSquares(x []Row, d int) float64 {
	var q v8w
	f := flat(x)[:8*groups(d)]
	switch active {
	case avx512:
		sumSquares512(&q, f)
	case avx2:
		sumSquares256(&q, f)
	default:
		for ; len(f) > 0; f = f[8:] {
			for l := range q {
				q[l] = math.FMA(f[l], f[l], q[l])
			}
		}
	}
	return tree8(&q)
}

// Functions returns e^(−hξ) and [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) for one friction ξ.
func (o *OU1) Functions(xi float64) (alpha, sigma float64) { return o.c.functions(xi) }

// Labelled is data of two classes for logistic regression: N rows w_i = (1 − 2y_i) z_i of d single precision numbers, y_i ∈ {0, 1} the label and z_i
// the covariates of a datum. With the sign in the row a label needs no room: ∇ log P(y_i|θ) = (y_i − σ(θᵀz_i)) z_i = −σ(θᵀw_i) w_i. Rows start on 64-byte
// boundaries. Labelled is not written to after it was made: all workers share one.
type Labelled struct {
	n, d, stride int
	w            []float32 // a row of zeros after the last
}

// NewLabelled copies data: z is row-major, N rows of d; y holds N labels. It panics unless len(z) = N d, 1 ≤ N < MaxIndex and every label is 0 or 1.
func NewLabelled(z []float32, d int, y []float64) *Labelled {
	n := len(y)
	if d < 1 || n < 1 || n >= MaxIndex || len(z) != n*d {
		panic(fmt.Sprintf("vec: %d numbers are not %d data of dimension %d, or too many", len(z), n, d))
	}
	t := &Labelled{n: n, d: d, stride: (d + 15) / 16 * 16}
	lines := aligned[[16]float32]((n + 1) * t.stride / 16)
	t.w = unsafe.Slice(&lines[0][0], len(lines)*16)
	for i, y := range y {
		if y != 0 && y != 1 {
			panic(fmt.Sprintf("vec: label %d is %g, expected 0 or 1", i, y))
		}
		r := t.w[i*t.stride:]
		for k, x := range z[i*d : i*d+d] {
			if y == 1 {
				x = -x
			}
			r[k] = x
		}
	}
	return t
}

// Len is the number of data, Dim the dimension.
func (t *Labelled) Len() int { return t.n }

// Dim is the number of covariates.
func (t *Labelled) Dim() int { return t.d }

// maxTogether is the number of replicas for which data are read together.
const maxTogether = 8

// Logistic sums the gradients of logistic regression. It has scratch: it serves one goroutine.
type Logistic struct {
	t       *Labelled
	sum     []float64          // of one replica or of several, one after the other
	r       [maxTogether]v8w   // σ of eight data for several replicas
	rows    []v8w              // eight data in double precision
	at      [64]unsafe.Pointer // rows of a chunk
	weights [8]v8w             // their σ
}

// NewLogistic prepares for the data t.
func NewLogistic(t *Labelled) *Logistic {
	g := groups(t.d)
	f := aligned[v8w](g * (8 + maxTogether))
	return &Logistic{t: t, rows: f[:8*g], sum: unsafe.Slice(&f[8*g][0], maxTogether*8*g)}
}

// Force is F̂ = −θ − scale Σ_{i∈batch} σ(θᵀw_i) w_i for vectors of d numbers: with scale = N/n the stochastic gradient of log π under the
// prior N(0, 1). A batch may name a datum more than once. It panics where an index is past the data.
//
// Data are taken by eight, the last eight filled up with rows of zeros. θᵀw is eight partial sums; w is exact in double precision. A number that
// is not finite makes the result NaN.
func (l *Logistic) Force(f, theta []Row, batch []uint16, scale float64) {
	n := 8 * groups(l.t.d)
	th, sum := flat(theta)[:n], l.sum[:n]
	clear(sum)
	switch active {
	case avx512:
		l.add512(sum, th, batch)
	case avx2:
		l.add256(sum, th, batch)
	default:
		for len(batch) > 0 {
			k := min(8, len(batch))
			l.add(sum, th, batch[:k])
			batch = batch[k:]
		}
	}
	l.finish(f, theta, sum, scale)
}

// finish is f = −θ − scale sum.
func (l *Logistic) finish(f, theta []Row, sum []float64, scale float64) {
	th, o := flat(theta)[:len(sum)], flat(f)[:len(sum)]
	for k, s := range sum {
		o[k] = math.FMA(-scale, s, -th[k])
	}
}

// ForceAll is Force with all the data in their order and scale 1, for any number of replicas. Data are read once for up to eight of them.
func (l *Logistic) ForceAll(f, theta [][]Row) {
	n := 8 * groups(l.t.d)
	for len(theta) > 0 {
		k := min(maxTogether, len(theta))
		sum := l.sum[:k*n]
		clear(sum)
		switch active {
		case avx512:
			l.addAll512(sum, theta[:k])
		case avx2:
			l.addAll256(sum, theta[:k])
		default:
			var batch [8]uint16
			for i := 0; i < l.t.n; i += 8 {
				b := batch[:min(8, l.t.n-i)]
				for j := range b {
					b[j] = uint16(i + j)
				}
				for c, th := range theta[:k] {
					l.add(sum[c*n:c*n+n], flat(th)[:n], b)
				}
			}
		}
		for c := range k {
			l.finish(f[c], theta[c], sum[c*n:c*n+n], 1)
		}
		f, theta = f[k:], theta[k:]
	}
}

// add adds σ(θᵀw_i) w_i for at most eight data.
func (l *Logistic) add(sum, theta []float64, batch []uint16) {
	var r [8]float64
	var w [8][]float32
	for j := range w {
		i := l.t.n
		if j < len(batch) {
			i = int(batch[j])
			_ = l.t.w[i*l.t.stride+l.t.stride] // not the row of zeros, nor past it
		}
		w[j] = l.t.w[i*l.t.stride:][:len(theta)]
		var q v8w
		for k := 0; k < len(theta); k += 8 {
			a, b := (*[8]float32)(w[j][k:]), (*v8w)(theta[k:])
			for l := range q {
				q[l] = math.FMA(float64(a[l]), b[l], q[l])
			}
		}
		r[j] = sigmoidClamped(tree8(&q))
	}
	for k := range sum {
		s := sum[k]
		for j := range w {
			s = math.FMA(r[j], float64(w[j][k]), s)
		}
		sum[k] = s
	}
}

// sigmoidClamped is 1/(1 + e^(−s)) to a relative 3e-12, s clamped to ±1900 ln 2/16 ≈ ±82; NaN where s is not finite.
func sigmoidClamped(s float64) float64 {
	return math.FMA(s, 0, 1/onePlusExp(float64(-s*unit)))
}
