package estimate

// Crossings describe how each replica moved between two modes: Count[r] is the number of times it
// went from one to the other, Fraction[r] the fraction of the time it spent in the first. Methods
// panic if the slice they use is empty.
type Crossings struct {
	Count    []uint32
	Fraction []float64
}

// Rate returns the number of crossings of a replica.
func (c *Crossings) Rate() Estimate {
	x := make([]float64, len(c.Count))
	for r, n := range c.Count {
		x[r] = float64(n)
	}
	return Mean(x)
}

// Weight returns the fraction of the time spent in the first mode.
func (c *Crossings) Weight() Estimate { return Mean(c.Fraction) }
