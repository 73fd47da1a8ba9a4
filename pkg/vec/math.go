package vec

import "math"

// The scalar functions of this file are written with explicit roundings (math.FMA where one
// rounding is meant, float64(x*y) where two are), so they give the same bits on every machine.
// Those of package math do not.

const (
	ln2Hi = 0x1.62e42fefa39efp-1 // ln 2 to 53 bits
	ln2Lo = 0x1.abc9e3b39803fp-56
)

// Exp returns e^z to within one unit in the last place: a table of 16 values of 2^(i/16) times a
// polynomial of degree 7. Exp(NaN) is NaN; results above the largest float64 are +Inf, those below
// the smallest are 0.
func Exp(z float64) float64 {
	switch {
	case z != z:
		return z
	case z > 709.8:
		return math.Inf(1)
	case z < -745.2:
		return 0
	}
	k := math.Floor(math.FMA(z, 16/math.Ln2, 0.5))
	r := math.FMA(k, -ln2Hi/16, z)
	r = math.FMA(k, -ln2Lo/16, r)
	p := expm1Poly(r)
	n := int(k)
	t := expTable[n&15]
	return scale2(math.FMA(t, p, t), n>>4)
}

// expm1Poly is e^r − 1 for |r| ≤ ln 2/32.
func expm1Poly(r float64) float64 {
	q := math.FMA(r, 1.0/5040, 1.0/720)
	q = math.FMA(q, r, 1.0/120)
	q = math.FMA(q, r, 1.0/24)
	q = math.FMA(q, r, 1.0/6)
	q = math.FMA(q, r, 0.5)
	return math.FMA(float64(q*r), r, r)
}

// scale2 is y 2^n for |n| ≤ 1100, in two factors so that subnormal results are rounded once.
func scale2(y float64, n int) float64 {
	a := n / 2
	return float64(y*pow2(n-a)) * pow2(a)
}

func pow2(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }

// Expm1 returns e^z − 1 without cancellation near 0.
func Expm1(z float64) float64 {
	if math.Abs(z) < 0.34 { // Taylor to z^14
		q := 0.0
		for k := 14; k >= 2; k-- {
			q = math.FMA(q, float64(z/float64(k)), 1)
		}
		return float64(q * z)
	}
	return Exp(z) - 1
}

// Log returns the natural logarithm of x, to about one unit in the last place: log(2^e c (1+r))
// with 16 values of c. Log(0) is −Inf; the logarithm of a negative number is NaN.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	e := 0.0
	if x < 0x1p-1022 {
		x, e = float64(x*0x1p54), -54
	}
	u := math.Float64bits(x)
	t := u - logOff
	ix := (t >> 48) & 15
	r := math.FMA(math.Float64frombits(u-t&logMask), invTable[ix], -1)
	e += float64(int64(t) >> 52)
	q := 0.0
	for k := 13; k >= 3; k-- { // log(1+r) = r − r²/2 + r² (r/3 − r²/4 + …)
		c := float64(1 / float64(k))
		if k%2 == 0 {
			c = -c
		}
		q = math.FMA(q, r, c)
	}
	r2 := float64(r * r)
	s := math.FMA(float64(q*r), r2, float64(r2*-0.5))
	hi := math.FMA(e, ln2Hi, logTable[ix])
	lo := math.FMA(e, ln2Lo, s)
	return hi + (r + lo)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 {
	switch {
	case x > 20:
		return 1
	case x < -20:
		return -1
	}
	e := Expm1(float64(2 * x))
	return e / (e + 2)
}

// Sigmoid returns 1/(1 + e^(−x)), without overflow.
func Sigmoid(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + Exp(-x))
	}
	e := Exp(x)
	return e / (1 + e)
}
