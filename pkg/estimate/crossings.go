package estimate

// Crossings describe how each replica moved between two modes: Count[r] is the number of times it
// changed modes, Fraction[r] the fraction of its time in the first mode.
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
