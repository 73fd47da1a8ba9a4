package dynamics

import "adl/pkg/vec"

// Histogram counts θ[Dim], or another function of the state, in Bins cells of equal width on [Lo, Hi), a histogram a replica. Cell 0 takes what lies
// below (and NaN), cell Bins+1 what lies above: there is no branch to mispredict, and no two lanes wait for each other's count.
type Histogram struct {
	Dim, Bins int
	Lo, Hi    float64
	Of        func(dst *vec.Row, e *Ensemble) `json:"-"` // what is counted; nil: θ[Dim]
	Count     []uint32                        // [replica][Bins+2]

	scale float64
	bin   [vec.Lanes]int32
	value vec.Row
}

// NewHistogram returns an empty histogram of θ[dim].
func NewHistogram(dim int, lo, hi float64, bins int) *Histogram {
	return &Histogram{Dim: dim, Bins: bins, Lo: lo, Hi: hi, Count: make([]uint32, vec.Lanes*(bins+2)), scale: float64(bins) / (hi - lo)}
}

// Observe counts every replica.
func (h *Histogram) Observe(e *Ensemble) {
	x := &h.value
	if h.Of == nil {
		x = &e.Theta[h.Dim]
	} else {
		h.Of(x, e)
	}
	vec.Bin(&h.bin, x, h.Lo, h.scale, h.Bins)
	at := 1
	for _, b := range &h.bin {
		h.Count[at+int(b)]++
		at += h.Bins + 2
	}
}

// Moments accumulates the sums of x and x² for every row x of a part of the state, a pair a replica and a batch of time. All batches but the
// last have the same number of observations.
type Moments struct {
	Rows   func(e *Ensemble) []vec.Row
	S1, S2 [][]vec.Row // [row][batch]
	Count  []int64     // observations a batch

	per  int64 // observations a batch, as planned
	seen int64
}

// Theta and Xi are parts of the state for Moments.
func Theta(e *Ensemble) []vec.Row { return e.Theta }

// Xi is the friction's rows.
func Xi(e *Ensemble) []vec.Row { return e.Xi }

// NewMoments prepares for observations of n rows in all, in the given number of batches.
func NewMoments(rows func(*Ensemble) []vec.Row, n, batches int, observations int64) *Moments {
	m := &Moments{Rows: rows, Count: make([]int64, batches), per: max(1, observations/int64(batches))}
	for range n {
		m.S1 = append(m.S1, vec.Rows(batches))
		m.S2 = append(m.S2, vec.Rows(batches))
	}
	return m
}

// Observe adds the rows to the current batch.
func (m *Moments) Observe(e *Ensemble) {
	b := min(int(m.seen/m.per), len(m.Count)-1)
	rows := m.Rows(e)
	for i := range rows {
		vec.Accumulate(&m.S1[i][b], &m.S2[i][b], &rows[i])
	}
	m.Count[b]++
	m.seen++
}

// Crossings counts, for every replica, how often it goes from one mode to the other. With u = (θ − c)·k, which is −1/2 at one mode and +1/2 at the
// other if c is their midpoint and k their difference over its square, a replica that was last seen beyond −1/4 has crossed when it
// is seen beyond +1/4, and the reverse: the hysteresis keeps a walk about the saddle from counting.
type Crossings struct {
	Centre, Axis []float64
	Count        [vec.Lanes]uint32 // crossings
	Upper        [vec.Lanes]int64  // observations whose last mode is the second
	Seen         int64

	side [vec.Lanes]int8
}

// NewCrossings returns the counter for modes at a and b.
func NewCrossings(a, b []float64) *Crossings {
	c := &Crossings{}
	s := 0.0
	for i := range a {
		d := b[i] - a[i]
		s += float64(d * d)
	}
	for i := range a {
		c.Centre = append(c.Centre, float64(0.5*(a[i]+b[i])))
		c.Axis = append(c.Axis, (b[i]-a[i])/s)
	}
	return c
}

// Observe places every replica.
func (c *Crossings) Observe(e *Ensemble) {
	for l := range vec.Lanes {
		u := 0.0
		for i, k := range c.Axis {
			u += float64((e.Theta[i][l] - c.Centre[i]) * k)
		}
		s := c.side[l]
		switch {
		case u > 0.25:
			s = 1
		case u < -0.25:
			s = -1
		}
		if s != c.side[l] {
			if c.side[l] != 0 {
				c.Count[l]++
			}
			c.side[l] = s
		}
		if s > 0 {
			c.Upper[l]++
		}
	}
	c.Seen++
}
