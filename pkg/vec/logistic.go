package vec

import (
	"fmt"
	"math"
	"unsafe"
)

// Labelled is data of two classes for logistic regression: N rows w_i = (1 − 2y_i) z_i of d single
// precision numbers, where y_i ∈ {0, 1} is the label and z_i the covariates of a datum. With the
// label's sign in the row, a label needs no memory: ∇ log P(y_i|θ) = (y_i − σ(θᵀz_i)) z_i =
// −σ(θᵀw_i) w_i. Rows start on 64-byte boundaries. A Labelled is read-only, so all workers share
// one.
type Labelled struct {
	n, d, stride int
	w            []float32 // a row of zeros after the last
}

// NewLabelled copies data: z is row-major, N rows of d; y holds N labels. It panics unless len(z)
// = N d, 1 ≤ N < MaxIndex and every label is 0 or 1.
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

// Len returns the number of data.
func (t *Labelled) Len() int { return t.n }

// Dim returns the number of covariates.
func (t *Labelled) Dim() int { return t.d }

// maxTogether is the maximum of replicas that share a pass over the data.
const maxTogether = 8

// Logistic sums the gradients of logistic regression. It has scratch space for one goroutine.
type Logistic struct {
	t       *Labelled
	sum     []float64          // of one replica, or of several one after another
	r       [maxTogether]v8    // σ of eight data for several replicas
	rows    []v8               // eight data in double precision
	at      [64]unsafe.Pointer // rows of a chunk
	weights [8]v8              // their σ
	room    v8
}

// NewLogistic returns the sums for the data t.
func NewLogistic(t *Labelled) *Logistic {
	g := groups(t.d)
	f := aligned[v8](g * (8 + maxTogether))
	return &Logistic{t: t, rows: f[:8*g], sum: unsafe.Slice(&f[8*g][0], maxTogether*8*g)}
}

// Force computes F̂ = −θ − scale Σ_{i∈batch} σ(θᵀw_i) w_i for vectors of d numbers: with scale =
// N/n the stochastic gradient of log π under the prior N(0, 1). A batch may name a datum more than
// once. It panics if an index is past the data.
//
// θᵀw is eight partial sums; w is exact in double precision. A number that is not finite makes the
// result NaN.
func (l *Logistic) Force(f, theta []Row, batch []uint16, scale float64) {
	n := 8 * groups(l.t.d)
	th, sum := flat(theta)[:n], l.sum[:n]
	clear(sum)
	active.logisticAdd(l, sum, th, batch)
	l.finish(f, theta, sum, scale)
}

func (*portable) logisticAdd(l *Logistic, sum, theta []float64, batch []uint16) {
	for len(batch) > 0 {
		k := min(8, len(batch))
		l.add(sum, theta, batch[:k])
		batch = batch[k:]
	}
}

// finish is f = −θ − scale sum.
func (l *Logistic) finish(f, theta []Row, sum []float64, scale float64) {
	o := flat(f)
	clear(o[copy(o, sum):])
	ScaleAdd(f, theta, -scale, -1)
}

// ForceAll is Force with all data in their order and scale 1, for any number of replicas. It reads
// the data once for up to eight replicas.
func (l *Logistic) ForceAll(f, theta [][]Row) {
	n := 8 * groups(l.t.d)
	for len(theta) > 0 {
		k := min(maxTogether, len(theta))
		sum := l.sum[:k*n]
		clear(sum)
		active.logisticAddAll(l, sum, theta[:k])
		for c := range k {
			l.finish(f[c], theta[c], sum[c*n:c*n+n], 1)
		}
		f, theta = f[k:], theta[k:]
	}
}

func (*portable) logisticAddAll(l *Logistic, sum []float64, theta [][]Row) {
	n := len(sum) / len(theta)
	var batch [8]uint16
	for i := 0; i < l.t.n; i += 8 {
		b := batch[:min(8, l.t.n-i)]
		for j := range b {
			b[j] = uint16(i + j)
		}
		for c, th := range theta {
			l.add(sum[c*n:c*n+n], flat(th)[:n], b)
		}
	}
}

// add adds σ(θᵀw_i) w_i for at most eight data.
func (l *Logistic) add(sum, theta []float64, batch []uint16) {
	var r [8]float64
	var w [8][]float32
	for j, i := range batch {
		_ = l.t.w[int(i)*l.t.stride+l.t.stride] // panics for the row of zeros and past it
		w[j] = l.t.w[int(i)*l.t.stride:][:len(theta)]
		var q v8
		for h := 0; h < 8; h += 4 { // so that sums stay in registers
			var q0, q1, q2, q3 float64
			for k := h; k < len(theta); k += 8 {
				a, b := (*[4]float32)(w[j][k:]), (*[4]float64)(theta[k:])
				q0, q1 = math.FMA(float64(a[0]), b[0], q0), math.FMA(float64(a[1]), b[1], q1)
				q2, q3 = math.FMA(float64(a[2]), b[2], q2), math.FMA(float64(a[3]), b[3], q3)
			}
			*(*[4]float64)(q[h:]) = [4]float64{q0, q1, q2, q3}
		}
		r[j] = sigmoidClamped(tree8(&q))
	}
	for k := range sum {
		s := sum[k]
		for j := range batch {
			s = math.FMA(r[j], float64(w[j][k]), s)
		}
		sum[k] = s
	}
}

// sigmoidClamped is 1/(1 + e^(−s)) with relative error 3e-12, s clamped to ±1900 ln 2/16 ≈ ±82;
// NaN where s is not finite.
func sigmoidClamped(s float64) float64 {
	return math.FMA(s, 0, 1/onePlusExp(float64(-s*unit)))
}
