package vec

import "math"

// The scalar functions of this file have explicit roundings (math.FMA for one rounding,
// float64(x*y) for two), so they give the same bits on every machine. The functions of package math
// do not.

const (
	ln2Hi = 0x1.62e42fefa39efp-1 // ln 2 to 53 bits
	ln2Lo = 0x1.abc9e3b39803fp-56
)

// Exp returns e^z to within one unit in the last place: a table of 16 values of 2^(i/16) times a
// polynomial of degree 7. Exp(NaN) is NaN; results above the largest float64 are +Inf, results
// below the smallest are 0.
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

// Sigmoid returns 1/(1 + e^(−x)), without overflow.
func Sigmoid(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + Exp(-x))
	}
	e := Exp(x)
	return e / (1 + e)
}

// Tables of 16, correctly rounded. They are written out because math.Log and the like differ
// between platforms; a test recomputes them with big numbers.
//
// invTable[i] = 1/c and logTable[i] = −log(invTable[i]) for the midpoints c of 16 intervals of
// [0.6875, 1.375), with c = 1 in the intervals that contain 1; sinTable[i] = sin(πi/8), cosTable[i]
// = cos(πi/8); expTable[i] = 2^(i/16); expBiased[i] is the bits of 2^(i/16) minus i<<48, so that
// adding t<<48 for an integer t with last hexadecimal digit i gives 2^(t/16).
var (
	invTable = [16]float64{
		0x1.6c16c16c16c17p+0, 0x1.5c9882b931057p+0, 0x1.4e5e0a72f0539p+0, 0x1.4141414141414p+0,
		0x1.3521cfb2b78c1p+0, 0x1.29e4129e4129ep+0, 0x1.1f7047dc11f70p+0, 0x1.15b1e5f75270dp+0,
		0x1.0c9714fbcda3bp+0, 0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.d41d41d41d41dp-1,
		0x1.bacf914c1bad0p-1, 0x1.a41a41a41a41ap-1, 0x1.8f9c18f9c18fap-1, 0x1.7d05f417d05f4p-1,
	}
	logTable = [16]float64{
		-0x1.68ac83e9c6a15p-2, -0x1.3c25277333183p-2, -0x1.1178e8227e47ap-2, -0x1.d1037f2655e7bp-3,
		-0x1.823c16551a3c0p-3, -0x1.365fcb0159014p-3, -0x1.da7276384469ep-4, -0x1.4d3115d207eacp-4,
		-0x1.894aa149fb34bp-5, 0, 0, 0x1.6f0d28ae56b4ep-4,
		0x1.29552f81ff521p-3, 0x1.9525a9cf456b6p-3, 0x1.fb9186d5e3e29p-3, 0x1.2e8e2bae11d31p-2,
	}
	sinTable = [16]float64{
		0, 0x1.87de2a6aea963p-2, 0x1.6a09e667f3bcdp-1, 0x1.d906bcf328d46p-1,
		0x1.0000000000000p+0, 0x1.d906bcf328d46p-1, 0x1.6a09e667f3bcdp-1, 0x1.87de2a6aea963p-2,
		minusZero, -0x1.87de2a6aea963p-2, -0x1.6a09e667f3bcdp-1, -0x1.d906bcf328d46p-1,
		-0x1.0000000000000p+0, -0x1.d906bcf328d46p-1, -0x1.6a09e667f3bcdp-1, -0x1.87de2a6aea963p-2,
	}
	cosTable = [16]float64{
		0x1.0000000000000p+0, 0x1.d906bcf328d46p-1, 0x1.6a09e667f3bcdp-1, 0x1.87de2a6aea963p-2,
		0, -0x1.87de2a6aea963p-2, -0x1.6a09e667f3bcdp-1, -0x1.d906bcf328d46p-1,
		-0x1.0000000000000p+0, -0x1.d906bcf328d46p-1, -0x1.6a09e667f3bcdp-1, -0x1.87de2a6aea963p-2,
		minusZero, 0x1.87de2a6aea963p-2, 0x1.6a09e667f3bcdp-1, 0x1.d906bcf328d46p-1,
	}
	minusZero = math.Float64frombits(1 << 63) // an entry is the negative of the entry 8 places away
	expTable  = [16]float64{
		0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
		0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
		0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
		0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
	}
	expBiased = [16]uint64{
		0x3ff0000000000000, 0x3fefb5586cf9890f, 0x3fef72b83c7d517b, 0x3fef387a6e756238,
		0x3fef06fe0a31b715, 0x3feedea64c123422, 0x3feebfdad5362a27, 0x3feeab07dd485429,
		0x3feea09e667f3bcd, 0x3feea11473eb0187, 0x3feeace5422aa0db, 0x3feec49182a3f090,
		0x3feee89f995ad3ad, 0x3fef199bdd85529c, 0x3fef5818dcfba487, 0x3fefa4afa2a490da,
	}
)
