package estimate

import "math"

// Crossings are what each replica did between two modes in a time Time: how often it went from one to the other, and the fraction of the time it
// spent in the first. Both slices have one element a replica. Methods panic if the slices are empty, their lengths differ, or Time is not positive.
type Crossings struct {
	Time     float64
	Count    []uint32
	Fraction []float64
}

func (c *Crossings) check() {
	check(len(c.Count) > 0 && len(c.Fraction) == len(c.Count), "crossings: %d counts and %d fractions", len(c.Count), len(c.Fraction))
	check(c.Time > 0, "crossings in a time %v", c.Time)
}

// Rate returns the crossings of a replica per unit of time.
func (c *Crossings) Rate() Estimate {
	c.check()
	x := make([]float64, len(c.Count))
	for r, n := range c.Count {
		x[r] = float64(n) / c.Time
	}
	return Mean(x)
}

// Min returns the number of crossings of the replica that has fewest.
func (c *Crossings) Min() uint32 {
	c.check()
	m := c.Count[0]
	for _, n := range c.Count {
		m = min(m, n)
	}
	return m
}

// Weight returns the fraction of the time that was spent in the first mode.
func (c *Crossings) Weight() Estimate {
	c.check()
	return Mean(c.Fraction)
}

// RHat returns the R-hat of the indicator of the first mode, for many observations a replica: with p_r the fractions,
//
//	R̂² = 1 + Var(p_r)/⟨p_r(1 − p_r)⟩.
//
// For a memoryless exchange with K crossings a replica Var(p_r) ≈ 4p²(1−p)²/K, so that R̂ − 1 ≈ 2p(1−p)/K: ten crossings give at most 1.025. It is +Inf
// if every replica stayed in its mode and there are both, 1 if all stayed in the same (see Min), and NaN for one replica.
func (c *Crossings) RHat() float64 {
	c.check()
	within := make([]float64, len(c.Fraction))
	for r, p := range c.Fraction {
		within[r] = float64(p * (1 - p))
	}
	between := variance(c.Fraction)
	if between == 0 {
		return 1
	}
	return math.Sqrt(1 + between/mean(within))
}
