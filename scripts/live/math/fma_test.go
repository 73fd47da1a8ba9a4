package math

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFMA(t *testing.T) {
	same := func(x, y, z float64) {
		t.Helper()
		if got, want := FMA(x, y, z), math.FMA(x, y, z); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("FMA(%x, %x, %x) = %x, not %x", x, y, z, got, want)
		}
	}
	special := []float64{0, 1, 3, 1 + 0x1p-52, 1 - 0x1p-53, 0x1p-400, 0x1p-401, 0x1p401, 0x1p402,
		0x1p-537, 0x1p899, 0x1p900, 0x1p-1074, math.MaxFloat64, math.Inf(1)}
	for _, x := range special {
		for _, y := range special {
			for _, z := range special {
				for signs := range 8 {
					sign := func(k int, x float64) float64 { return math.Copysign(x, float64(1-signs>>k&1*2)) }
					same(sign(0, x), sign(1, y), sign(2, z))
				}
			}
		}
	}
	// Few bits make ties and cancellations likely, and so does z near -x*y or near a tie of x*y.
	r := rand.New(rand.NewPCG(1, 2))
	number := func() float64 {
		b := r.Uint64()>>12&(^uint64(0)<<r.IntN(52))&(1<<52-1) | r.Uint64()&1
		return math.Ldexp(math.Float64frombits(1023<<52|b), r.IntN(60)-30) * float64(1-2*r.IntN(2))
	}
	for range 1_000_000 {
		x, y, z := number(), number(), number()
		same(x, y, z)
		p := float64(x * y)
		same(x, y, -p)
		same(x, y, math.Nextafter(-p, z))
		same(x, y, math.Ldexp(z, r.IntN(240)-120))
		same(x, y, math.Ldexp(p, r.IntN(120)-60)) // equal signs, ties
	}
}
