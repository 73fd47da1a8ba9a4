package vec

import (
	"math"
	"math/bits"
)

const (
	logOff  = 0x3fe6000000000000 // bits of 0.6875, where the 16 intervals of the logarithm begin
	logMask = 0xfff0000000000000
	mant    = 0x000ffffffffff000
	expOne  = 0x3ff0000000000000
	turn    = 2 * math.Pi / 16 * 0x1p-64
	half    = turn * 0x1p43         // half a step of φ
	sinQ1   = -0x1.5555506362499p-3 // sin x = x(1 + q₁x² + q₂x⁴) for |x| ≤ π/16, to a relative 1.5e-9
	sinQ2   = 0x1.10d0edba888bdp-7
	m2ln2   = -2 * math.Ln2
)

// Normals fills rows with independent standard normal numbers by the method of Box and Muller:
// √(−2 log u) (sin φ, cos φ), with the logarithm and the angle from tables of 16 and polynomials.
// A pair of numbers uses one word: 40 bits are u, an odd multiple of 2⁻⁴¹ in (0, 1); the other 24
// are the leading bits of φ/2π, followed by the same 40. The error of a number is below 6e-10
// times its pair's radius √(−2 log u), the error of a moment far smaller; the largest number is
// 7.54.
func (s *Stream) Normals(dst []Row) { active.normals(s.state, dst) }

func (*portable) normals(s *state, dst []Row) {
	var r w8
	for i := range dst {
		for h := 0; h < Lanes; h += 16 {
			p := (*[16]float64)(dst[i][h:])
			s.next(&r)
			for l, w := range r {
				ub := math.Float64bits(math.Float64frombits(w&mant|expOne) - (1 - 0x1p-41))
				tt := ub - logOff
				ix := (tt >> 48) & 15
				z := math.Float64frombits(ub - tt&logMask)
				y := math.FMA(float64(int64(tt)>>52), m2ln2, float64(-2*logTable[ix]))
				rr := math.FMA(z, invTable[ix], -1)
				q := math.FMA(rr, 2.0/6, -2.0/5)
				q = math.FMA(q, rr, 2.0/4)
				q = math.FMA(q, rr, -2.0/3)
				q = math.FMA(q, rr, 1)
				q = math.FMA(q, rr, -2)
				rad := math.Sqrt(math.FMA(rr, q, y))
				w = bits.RotateLeft64(w, -12)
				jx := w >> 60
				de := float64(float64(int64(w<<4)) * turn)
				d2 := float64(de * de)
				sd := float64(math.FMA(math.FMA(d2, sinQ2, sinQ1), d2, 1) * de)
				cd := math.FMA(math.FMA(math.FMA(d2, -1.0/720, 1.0/24), d2, -0.5), d2, 1)
				sn, cs := sinTable[jx], cosTable[jx]
				p[l] = float64(rad * math.FMA(sn, cd, float64(cs*sd)))
				p[8+l] = float64(rad * (float64(cs*cd) - float64(sn*sd)))
			}
		}
	}
}
