package estimate

// Crossings describe how each replica moved between two modes in a time Time: Count[r] is the
// number of times it went from one to the other, Fraction[r] the fraction of the time it spent in
// the first. Methods panic if the slice they use is empty or Time is not positive.
type Crossings struct {
	Time     float64
	Count    []uint32
	Fraction []float64
}

// Rate returns the number of crossings of a replica per unit of time.
func (c *Crossings) Rate() Estimate {
	check(c.Time > 0, "crossings in a time %v", c.Time)
	x := make([]float64, len(c.Count))
	for r, n := range c.Count {
		x[r] = float64(n) / c.Time
	}
	return Mean(x)
}

// Weight returns the fraction of the time spent in the first mode.
func (c *Crossings) Weight() Estimate { return Mean(c.Fraction) }
