package vec

import "math"

// AddScaled adds h·src to dst, row by row: the flows A (θ += h p) and B (p += h F) are both this.
func AddScaled(dst, src []Row, h float64) {
	switch active {
	case avx512:
		addScaled512(dst, src, h)
		return
	case avx2:
		addScaled256(dst, src, h)
		return
	}
	for i := range dst {
		d, s := &dst[i], &src[i]
		for l := range d {
			d[l] = math.FMA(s[l], h, d[l])
		}
	}
}

// KickDrift is p += hb f, then theta += ha p.
func KickDrift(theta, p, f []Row, hb, ha float64) {
	switch active {
	case avx512:
		kickDrift512(theta, p, f, hb, ha)
		return
	case avx2:
		kickDrift256(theta, p, f, hb, ha)
		return
	}
	AddScaled(p, f, hb)
	AddScaled(theta, p, ha)
}

// ScaleAdd is dst = alpha dst + sigma g: the Ornstein–Uhlenbeck step at a constant friction.
func ScaleAdd(dst, g []Row, alpha, sigma float64) {
	switch active {
	case avx512:
		scaleAdd512(dst, g, alpha, sigma)
		return
	case avx2:
		scaleAdd256(dst, g, alpha, sigma)
		return
	}
	for i := range dst {
		d, s := &dst[i], &g[i]
		for l := range d {
			d[l] = math.FMA(d[l], alpha, float64(sigma*s[l]))
		}
	}
}

// OUDrift is p = alpha p + sigma g, then theta += h p.
func OUDrift(theta, p, g []Row, alpha, sigma, h float64) {
	switch active {
	case avx512:
		ouDrift512(theta, p, g, alpha, sigma, h)
		return
	case avx2:
		ouDrift256(theta, p, g, alpha, sigma, h)
		return
	}
	ScaleAdd(p, g, alpha, sigma)
	AddScaled(theta, p, h)
}

// AddTwo is dst += a x + b y: the Euler–Maruyama step.
func AddTwo(dst, x, y []Row, a, b float64) {
	switch active {
	case avx512:
		addTwo512(dst, x, y, a, b)
		return
	case avx2:
		addTwo256(dst, x, y, a, b)
		return
	}
	for i := range dst {
		d, x, y := &dst[i], &x[i], &y[i]
		for l := range d {
			d[l] = math.FMA(x[l], a, math.FMA(y[l], b, d[l]))
		}
	}
}

// Linear is dst = m p + s g for constant matrices m and s of order len(p), row-major: the Ornstein–Uhlenbeck step at a
// constant friction matrix. dst must not overlap p or g.
func Linear(dst, p, g []Row, m, s []float64) {
	switch active {
	case avx512:
		linear512(dst, p, g, m, s)
		return
	case avx2:
		linear256(dst, p, g, m, s)
		return
	}
	n := len(p)
	for i := range dst {
		d := &dst[i]
		*d = Row{}
		for j := range p {
			a, b := m[i*n+j], s[i*n+j]
			q, w := &p[j], &g[j]
			for l := range d {
				d[l] = math.FMA(q[l], a, math.FMA(w[l], b, d[l]))
			}
		}
	}
}

// AddOuter is xi += k (p pᵀ − 1), xi the upper triangle in row order: 11, 12, …, 1d, 22, …. The flow D of a full friction.
func AddOuter(xi, p []Row, k float64) {
	switch active {
	case avx512:
		addOuter512(xi, p, k)
		return
	case avx2:
		addOuter256(xi, p, k)
		return
	}
	n := 0
	for i := range p {
		for j := i; j < len(p); j++ {
			c := 0.0
			if i == j {
				c = -1
			}
			x, a, b := &xi[n], &p[i], &p[j]
			for l := range x {
				x[l] = math.FMA(math.FMA(a[l], b[l], c), k, x[l])
			}
			n++
		}
	}
}

// AddOuterDrift is AddOuter and theta += h p; the two commute.
func AddOuterDrift(theta, xi, p []Row, k, h float64) {
	switch active {
	case avx512:
		addOuterDrift512(theta, xi, p, k, h)
		return
	case avx2:
		addOuterDrift256(theta, xi, p, k, h)
		return
	}
	AddOuter(xi, p, k)
	AddScaled(theta, p, h)
}

// AddSquares is xi[i] += k (p[i]² − 1): the flow D of a diagonal friction.
func AddSquares(xi, p []Row, k float64) {
	switch active {
	case avx512:
		addSquares512(xi, p, k)
		return
	case avx2:
		addSquares256(xi, p, k)
		return
	}
	for i := range p {
		x, a := &xi[i], &p[i]
		for l := range x {
			x[l] = math.FMA(math.FMA(a[l], a[l], -1), k, x[l])
		}
	}
}

// AddNorm is xi += k (|p|² − len(p)): the flow D of a scalar friction.
func AddNorm(xi *Row, p []Row, k float64) {
	switch active {
	case avx512:
		addNorm512(xi, p, k)
		return
	case avx2:
		addNorm256(xi, p, k)
		return
	}
	var s Row
	for i := range p {
		a := &p[i]
		for l := range s {
			s[l] = math.FMA(a[l], a[l], s[l])
		}
	}
	d := float64(len(p))
	for l := range s {
		xi[l] = math.FMA(s[l]-d, k, xi[l])
	}
}

// SumAffine is dst = a y + b Σ x. x has at least one row.
func SumAffine(dst, y *Row, x []Row, a, b float64) {
	switch active {
	case avx512:
		sumAffine512(dst, y, x, a, b)
		return
	case avx2:
		sumAffine256(dst, y, x, a, b)
		return
	}
	s := x[0]
	for i := range x[1:] {
		for l := range s {
			s[l] += x[i+1][l]
		}
	}
	for l := range s {
		dst[l] = math.FMA(y[l], a, float64(b*s[l]))
	}
}

// Affine is dst = a y + b.
func Affine(dst, y *Row, a, b float64) {
	switch active {
	case avx512:
		affine512(dst, y, a, b)
		return
	case avx2:
		affine256(dst, y, a, b)
		return
	}
	for l := range dst {
		dst[l] = math.FMA(y[l], a, b)
	}
}

// AddConstant is dst += c.
func AddConstant(dst *Row, c float64) {
	switch active {
	case avx512:
		addConstant512(dst, c)
		return
	case avx2:
		addConstant256(dst, c)
		return
	}
	for l := range dst {
		dst[l] += c
	}
}

// Accumulate is s1 += x, s2 += x².
func Accumulate(s1, s2, x *Row) {
	switch active {
	case avx512:
		accumulate512(s1, s2, x)
		return
	case avx2:
		accumulate256(s1, s2, x)
		return
	}
	for l := range x {
		s1[l] += x[l]
		s2[l] = math.FMA(x[l], x[l], s2[l])
	}
}

// AccumulateProduct is s += x y.
func AccumulateProduct(s, x, y *Row) {
	switch active {
	case avx512:
		accumulateProduct512(s, x, y)
		return
	case avx2:
		accumulateProduct256(s, x, y)
		return
	}
	for l := range x {
		s[l] = math.FMA(x[l], y[l], s[l])
	}
}

// Bin is dst = ⌊(x − lo) scale⌋ where that lies in {0, …, n−1}; −1 below and for NaN, n above.
func Bin(dst *[Lanes]int32, x *Row, lo, scale float64, n int) {
	switch active {
	case avx512:
		bin512(dst, x, lo, scale, n)
		return
	case avx2:
		bin256(dst, x, lo, scale, n)
		return
	}
	for l := range dst {
		v := float64((x[l] - lo) * scale)
		switch {
		case !(v >= 0):
			dst[l] = -1
		case v < float64(n):
			dst[l] = int32(v)
		default:
			dst[l] = int32(n)
		}
	}
}

// ExpRow is dst = Exp(x), lane by lane.
func ExpRow(dst, x *Row) {
	switch active {
	case avx512:
		expRow512(dst, x)
		return
	case avx2:
		expRow256(dst, x)
		return
	}
	for l := range dst {
		dst[l] = Exp(x[l])
	}
}

// LogRow is dst = Log(x), lane by lane.
func LogRow(dst, x *Row) {
	switch active {
	case avx512:
		logRow512(dst, x)
		return
	case avx2:
		logRow256(dst, x)
		return
	}
	for l := range dst {
		dst[l] = Log(x[l])
	}
}

// SigmoidRow is dst = Sigmoid(x), lane by lane.
func SigmoidRow(dst, x *Row) {
	switch active {
	case avx512:
		sigmoidRow512(dst, x)
		return
	case avx2:
		sigmoidRow256(dst, x)
		return
	}
	for l := range dst {
		dst[l] = Sigmoid(x[l])
	}
}

// Table looks numbers up by index.
type Table struct {
	value  []float64
	planes *planes // for the SIMD forms; nil where the table is too large for bytes
}

// NewTable returns a table of up to MaxIndex numbers. It panics on more, or on none.
func NewTable(v []float64) *Table {
	checkIndex(len(v), 1)
	return &Table{append([]float64(nil), v...), newPlanes(v)}
}

// Lookup is dst[i] = table[idx[i]], lane by lane. It panics where an index is past the table.
func (t *Table) Lookup(dst []Row, idx []Index) {
	if active != portable {
		n := 0
		if active == avx512 && t.planes != nil {
			n = t.lookup512(dst, idx)
		} else {
			n = t.lookup256(dst, idx)
		}
		dst, idx = dst[n:], idx[n:] // what is left begins with an index past the table
	}
	v := t.value
	for i := range idx {
		d := &dst[i]
		for l, j := range &idx[i] {
			d[l] = v[j]
		}
	}
}
