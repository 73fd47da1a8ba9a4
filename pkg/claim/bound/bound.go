// Package bound gives the words of the paper about sizes, such as "comparable" or "much smaller",
// as intervals, the same for every claim.
package bound

import "math"

// Interval is where a number is to lie. One end may be infinite.
type Interval struct{ Lo, Hi float64 }

// The words of the paper, as claims.toml reads them everywhere. Those about sizes bound the
// ratio to what a number is compared with.
var (
	MuchSmaller   = Below(1. / 3) // much, far, greatly, strongly, significantly, substantially
	MuchLarger    = Above(3)      // and what dominates
	Dramatic      = Below(1. / 5) // a striking fall
	OrdersLarger  = Above(100)    // by orders of magnitude
	MostOf        = Above(0.5)    // the dominant part, mostly, due to
	SameOrder     = Interval{1 / math.Sqrt(10), math.Sqrt(10)}
	Controlled    = Below(math.Sqrt(10)) // by a bound, over that of the reference
	Similar       = Interval{0.8, 1.25}  // comparable, as well as, almost the same
	AtMostSimilar = Below(1.25)
	Clearly       = Above(1.25)        // depends, or genuinely larger: largest over least
	Same          = Interval{0.9, 1.1} // superimposed, coincide, linear, affine, proportional
	Rest          = Below(0.1)         // a small rest of something
	Small         = Below(SmallSize)   // an error that is small, or acceptable
	Negative      = Below(0)           // smaller, better: the sign of a difference
	Positive      = Above(0)
	CloseToNormal = Below(0.02) // D
	FarFromNormal = Above(0.05)
)

// SmallSize is the size up to which an error is small, and ε(n)Δt with it sufficiently small.
const SmallSize = 0.1

// Below is the interval of the numbers below x, Above of those above.
func Below(x float64) Interval { return Interval{math.Inf(-1), x} }
func Above(x float64) Interval { return Interval{x, math.Inf(1)} }

// About is roughly x: within a sixth.
func About(x float64) Interval { return Interval{x * 5 / 6, x * 7 / 6} }

// Has reports whether x lies within b.
func (b Interval) Has(x float64) bool { return b.Lo <= x && x <= b.Hi }

// Exponent is a power of order k: within 0.1.
func Exponent(k float64) Interval { return Interval{k - 0.1, k + 0.1} }
