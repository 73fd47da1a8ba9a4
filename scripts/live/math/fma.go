package math

// FMA returns x*y + z, rounded once. WebAssembly has no instruction for it, and the standard
// library computes it with integers. This is twice as fast, the same bits: error-free
// transformations give x*y + z = s + t + e, and the sum of t and e, which are much smaller than s
// if they are not exact, is rounded to odd, so that a second rounding does no harm (Boldo and
// Melquiond, 2008). Where they might overflow or underflow, exactFMA is the standard library's.
func FMA(x, y, z float64) float64 {
	// |x| and |y| are from 2^-400 to 2^401, |z| is below 2^900.
	const least, count, most = 1023 - 400, 801, 1023 + 900
	if exponent(x)-least >= count || exponent(y)-least >= count || exponent(z) >= most {
		return exactFMA(x, y, z)
	}
	p := float64(x * y)
	x1, x2 := halves(x)
	y1, y2 := halves(y)
	e := float64(x1*y1) - p
	e += float64(x1 * y2)
	e += float64(x2 * y1)
	e += float64(x2 * y2) // x*y = p + e (Dekker)
	s, t := twoSum(p, z)
	v, rest := twoSum(t, e)
	if b := Float64bits(v); rest != 0 && b&1 == 0 {
		if (rest > 0) == (v > 0) {
			b++
		} else {
			b--
		}
		v = Float64frombits(b)
	}
	return s + v
}

// exponent returns the biased exponent.
func exponent(x float64) uint64 { return Float64bits(x) >> 52 & 0x7ff }

// halves returns x as a sum of two numbers with at most 26 bits (Veltkamp).
func halves(x float64) (hi, lo float64) {
	c := float64(x * (1<<27 + 1))
	hi = c - (c - x)
	return hi, x - hi
}

// twoSum returns the rounded sum of a and b and its error (Knuth).
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	c := sum - a
	return sum, (a - (sum - c)) + (b - c)
}
