package estimate

// Crossings describe how each replica moved between two modes: Count[r] is the number of times it
// went from one to the other, Fraction[r] the fraction of the time it spent in the first.
type Crossings struct {
	Count    []uint32
	Fraction []float64
}

// Rate returns the number of crossings of a replica. It panics if there are no counts.
func (c *Crossings) Rate() Estimate {
	x := make([]float64, len(c.Count))
	for r, n := range c.Count {
		x[r] = float64(n)
	}
	return Mean(x)
}
