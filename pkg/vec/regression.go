package vec

import (
	"fmt"
	"math"
	"unsafe"
)

// Labelled is data for regression: for each datum a row w_i of single precision numbers, such that
// its gradient is ± link(w_iᵀϑ) times the first d of them. Rows start on 64-byte boundaries. A
// Labelled is read-only, so all workers share one.
type Labelled struct {
	n, d, stride int
	w            []float32 // a row of zeros after the last
	numbers      bool      // labels are numbers
	c            float64   // νσ², or 0 for normal noise
}

// NewLabelled copies data of two classes with the covariates z (row-major, N rows of d) and the
// labels y. With w_i = (1 − 2y_i) z_i and ϑ = θ,
//
//	∇ log P(y_i|θ) = (y_i − σ(θᵀz_i)) z_i = −σ(w_iᵀϑ) w_i.
//
// It panics unless len(z) = N d, 1 ≤ N ≤ MaxData and every label is 0 or 1.
func NewLabelled(z []float32, d int, y []float64) *Labelled {
	t := newLabelled(z, d, d, len(y))
	for i, y := range y {
		if y != 0 && y != 1 {
			panic(fmt.Sprintf("vec: label %d is %g, expected 0 or 1", i, y))
		}
		r := t.w[i*t.stride:][:d]
		for k, x := range z[i*d : i*d+d] {
			if y == 1 {
				x = -x
			}
			r[k] = x
		}
	}
	return t
}

// NewNumbers is NewLabelled for numbers y with normal noise (c = 0) or Student's noise (c = νσ²). A
// row is z_i and then y_i as a sum of two numbers, and ϑ = (−θ, 1, 1), so that w_iᵀϑ is the
// residual r_i = y_i − θᵀz_i. Up to a constant factor the gradient is r_i z_i or
// r_i/(c + r_i²) z_i.
func NewNumbers(z []float32, d int, y []float64, c float64) *Labelled {
	t := newLabelled(z, d, d+2, len(y))
	t.numbers, t.c = true, c
	for i, y := range y {
		r := t.w[i*t.stride:]
		copy(r, z[i*d:i*d+d])
		r[d] = float32(y)
		r[d+1] = float32(y - float64(r[d]))
	}
	return t
}

// newLabelled returns n rows of a width, which are 0.
func newLabelled(z []float32, d, width, n int) *Labelled {
	if d < 1 || n < 1 || n > MaxData || len(z) != n*d {
		panic(fmt.Sprintf("vec: %d numbers are not %d data of dimension %d, or too many", len(z), n, d))
	}
	t := &Labelled{n: n, d: d, stride: (width + 15) / 16 * 16}
	lines := aligned[[16]float32]((n + 1) * t.stride / 16)
	t.w = unsafe.Slice(&lines[0][0], len(lines)*16)
	return t
}

// width is the number of components of ϑ.
func (t *Labelled) width() int {
	if t.numbers {
		return t.d + 2
	}
	return t.d
}

// link is the factor of a datum in the gradient, NaN where s is not finite.
func (t *Labelled) link(s float64) float64 {
	switch {
	case !t.numbers:
		return sigmoidClamped(s)
	case t.c > 0:
		return s / math.FMA(s, s, t.c)
	}
	return math.FMA(s, 0, s)
}

// maxTogether is the maximum of replicas that share a pass over the data.
const maxTogether = 8

// Regression sums the gradients of a regression. It has scratch space for one goroutine.
type Regression struct {
	t       *Labelled
	sum     []float64          // of one replica, or of several one after another
	at      [][]Row            // ϑ of several replicas, unless it is θ
	r       [maxTogether]v8    // link of eight data for several replicas
	rows    []v8               // eight data in double precision
	data    [64]unsafe.Pointer // rows of a chunk
	weights [8]v8              // their link
	room    v8
}

// NewRegression returns the sums for the data t.
func NewRegression(t *Labelled) *Regression {
	g := groups(t.width())
	f := aligned[v8](g * (8 + maxTogether))
	l := &Regression{t: t, rows: f[:8*g], sum: unsafe.Slice(&f[8*g][0], maxTogether*8*g)}
	for range maxTogether {
		if t.numbers {
			at := Rows(Components.Rows(t.width()))
			flat(at)[t.d], flat(at)[t.d+1] = 1, 1
			l.at = append(l.at, at)
		}
	}
	return l
}

// Force computes F̂ = −θ + scale Σ_{i∈batch} g_i with the gradients g_i of NewLabelled or
// NewNumbers: with scale = N/n the stochastic gradient of logistic regression under the prior
// N(0, 1). A batch may name a datum more than once. It panics if an index is past the data.
//
// w_iᵀϑ is eight partial sums; w_i is exact in double precision. A number that is not finite makes
// the result NaN.
func (l *Regression) Force(f, theta []Row, batch []uint32, scale float64) {
	n := 8 * groups(l.t.width())
	sum := l.sum[:n]
	clear(sum)
	active.regressionAdd(l, sum, flat(l.points([][]Row{theta})[0])[:n], batch)
	l.finish(f, theta, sum, scale)
}

// points returns ϑ for every θ.
func (l *Regression) points(theta [][]Row) [][]Row {
	if !l.t.numbers {
		return theta
	}
	for c, theta := range theta {
		at := flat(l.at[c])
		for k, x := range flat(theta)[:l.t.d] {
			at[k] = -x
		}
	}
	return l.at[:len(theta)]
}

func (*portable) regressionAdd(l *Regression, sum, at []float64, batch []uint32) {
	for len(batch) > 0 {
		k := min(8, len(batch))
		l.add(sum, at, batch[:k])
		batch = batch[k:]
	}
}

// finish is f = −θ ± scale sum.
func (l *Regression) finish(f, theta []Row, sum []float64, scale float64) {
	if !l.t.numbers {
		scale = -scale
	}
	o := flat(f)
	clear(o[copy(o, sum[:l.t.d]):])
	ScaleAdd(f, theta, scale, -1)
}

// ForceAll is Force with all data in their order, for any number of replicas. It reads the data
// once for up to eight replicas.
func (l *Regression) ForceAll(f, theta [][]Row, scale float64) {
	n := 8 * groups(l.t.width())
	for len(theta) > 0 {
		k := min(maxTogether, len(theta))
		sum := l.sum[:k*n]
		clear(sum)
		active.regressionAddAll(l, sum, l.points(theta[:k]))
		for c := range k {
			l.finish(f[c], theta[c], sum[c*n:c*n+n], scale)
		}
		f, theta = f[k:], theta[k:]
	}
}

func (*portable) regressionAddAll(l *Regression, sum []float64, at [][]Row) {
	n := len(sum) / len(at)
	var batch [8]uint32
	for i := 0; i < l.t.n; i += 8 {
		b := batch[:min(8, l.t.n-i)]
		for j := range b {
			b[j] = uint32(i + j)
		}
		for c, at := range at {
			l.add(sum[c*n:c*n+n], flat(at)[:n], b)
		}
	}
}

// add adds link(w_iᵀϑ) w_i for at most eight data.
func (l *Regression) add(sum, at []float64, batch []uint32) {
	var r [8]float64
	var w [8][]float32
	for j, i := range batch {
		_ = l.t.w[int(i)*l.t.stride+l.t.stride] // panics for the row of zeros and past it
		w[j] = l.t.w[int(i)*l.t.stride:][:len(at)]
		var q v8
		for h := 0; h < 8; h += 4 { // so that sums stay in registers
			var q0, q1, q2, q3 float64
			for k := h; k < len(at); k += 8 {
				a, b := (*[4]float32)(w[j][k:]), (*[4]float64)(at[k:])
				q0, q1 = math.FMA(float64(a[0]), b[0], q0), math.FMA(float64(a[1]), b[1], q1)
				q2, q3 = math.FMA(float64(a[2]), b[2], q2), math.FMA(float64(a[3]), b[3], q3)
			}
			*(*[4]float64)(q[h:]) = [4]float64{q0, q1, q2, q3}
		}
		r[j] = l.t.link(tree8(&q))
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
