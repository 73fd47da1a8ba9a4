package simulate

import (
	"errors"
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Samples is what a Chain saw, per replica.
type Samples struct {
	Replicas int
	Count    []int64     // observations of a replica in every batch
	S1, S2   [][]float64 // Σθ_i and Σθ_i², [i][batch][replica]
	X1, X2   [][]float64 // the same of the rows of ξ, or of those of ξ(θ) for an extended friction

	Histogram []uint32 // [replica][bins+2]
	Crossings []uint32 // between the modes, by replica
	Upper     []int64  // observations in the second mode

	Steps    int64 // of all replicas, burn-in included
	Diverged bool  // a replica left the finite numbers, or Chain.XiMax: the rest is empty
}

func newSamples(c *Chain) *Samples {
	burn, run, _ := c.Steps()
	return &Samples{Replicas: c.Replicas, Steps: int64(c.Replicas) * int64(burn+run)}
}

// add appends a block of 64 replicas, which is the last index of the arrays.
func (s *Samples) add(block int, m, xi *dynamics.Moments, h *dynamics.Histogram, c *dynamics.Crossings) {
	s.Count = m.Count
	put := func(dst [][]float64, src [][]vec.Row) [][]float64 {
		if dst == nil {
			dst = make([][]float64, len(src))
			for i := range dst {
				dst[i] = make([]float64, len(src[i])*s.Replicas)
			}
		}
		for i := range src {
			for b := range src[i] {
				copy(dst[i][b*s.Replicas+block*vec.Lanes:], src[i][b][:])
			}
		}
		return dst
	}
	s.S1, s.S2 = put(s.S1, m.S1), put(s.S2, m.S2)
	if xi != nil {
		s.X1, s.X2 = put(s.X1, xi.S1), put(s.X2, xi.S2)
	}
	if h != nil {
		s.Histogram = append(s.Histogram, h.Count...)
	}
	if c != nil {
		s.Crossings = append(s.Crossings, c.Count[:]...)
		s.Upper = append(s.Upper, c.Upper[:]...)
	}
}

// arrays is the stored form; that of a diverged chain holds no numbers, whose bits would depend on the machine.
func (s *Samples) arrays() table.Archive {
	a := table.Archive{
		{Name: "about", Data: []int64{int64(s.Replicas), s.Steps, bit(s.Diverged)}},
	}
	if s.Diverged {
		return a
	}
	a = append(a, table.Entry{Name: "count", Data: s.Count})
	for _, g := range []struct {
		name string
		of   [][]float64
	}{{"theta.s1", s.S1}, {"theta.s2", s.S2}, {"xi.s1", s.X1}, {"xi.s2", s.X2}} {
		for i, x := range g.of {
			a = append(a, table.Entry{Name: fmt.Sprintf("%s.%d", g.name, i), Shape: []int{len(s.Count), s.Replicas}, Data: x})
		}
	}
	if s.Histogram != nil {
		a = append(a, table.Entry{Name: "histogram", Shape: []int{s.Replicas, len(s.Histogram) / s.Replicas}, Data: s.Histogram})
	}
	if s.Crossings != nil {
		a = append(a, table.Entry{Name: "crossings", Data: s.Crossings}, table.Entry{Name: "upper", Data: s.Upper})
	}
	return a
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// ReadSamples returns the samples that Run stored, or an error if a does not hold them.
func ReadSamples(a table.Archive) (*Samples, error) {
	s, err := readSamples(a)
	if err != nil {
		return nil, fmt.Errorf("samples of a chain: %w", err)
	}
	return s, nil
}

func readSamples(a table.Archive) (*Samples, error) {
	s := &Samples{}
	r := reader{archive: a}
	about := get[int64](&r, "about", 3)
	if r.err != nil {
		return nil, r.err
	}
	if about[0] < 1 || about[0] > math.MaxInt32 || about[1] < 0 || about[2] != 0 && about[2] != 1 {
		return nil, fmt.Errorf("array \"about\": got %d, expected replicas, steps, and 0 or 1", about)
	}
	s.Replicas, s.Steps, s.Diverged = int(about[0]), about[1], about[2] == 1
	if s.Diverged {
		return s, nil
	}
	s.Count = get[int64](&r, "count", -1)
	if r.err == nil && len(s.Count) == 0 {
		return nil, errors.New("array \"count\": no batches")
	}
	for _, n := range s.Count {
		if n < 1 {
			return nil, fmt.Errorf("array \"count\": a batch of %d observations", n)
		}
	}
	for _, g := range []struct {
		name   string
		s1, s2 *[][]float64
	}{{"theta", &s.S1, &s.S2}, {"xi", &s.X1, &s.X2}} {
		for i := 0; i == 0 && g.name == "theta" || r.has(fmt.Sprintf("%s.s1.%d", g.name, i)); i++ {
			*g.s1 = append(*g.s1, get[float64](&r, fmt.Sprintf("%s.s1.%d", g.name, i), len(s.Count), s.Replicas))
			*g.s2 = append(*g.s2, get[float64](&r, fmt.Sprintf("%s.s2.%d", g.name, i), len(s.Count), s.Replicas))
		}
	}
	arrays := 2 + 2*len(s.S1) + 2*len(s.X1)
	if r.has("histogram") {
		s.Histogram = get[uint32](&r, "histogram", s.Replicas, -1)
		arrays++
	}
	if r.has("crossings") {
		s.Crossings, s.Upper = get[uint32](&r, "crossings", s.Replicas), get[int64](&r, "upper", s.Replicas)
		arrays += 2
	}
	if r.err == nil && len(a) != arrays {
		return nil, fmt.Errorf("expected %d arrays, got %d", arrays, len(a))
	}
	return s, r.err
}

// Theta is the component θ_i.
func (s *Samples) Theta(i int) *estimate.Blocks {
	return &estimate.Blocks{Replicas: s.Replicas, Count: s.Count, S1: s.S1[i], S2: s.S2[i]}
}

// Xi is the i-th row of ξ.
func (s *Samples) Xi(i int) *estimate.Blocks {
	return &estimate.Blocks{Replicas: s.Replicas, Count: s.Count, S1: s.X1[i], S2: s.X2[i]}
}

// Bins is the histogram that b described.
func (s *Samples) Bins(b *Bins) *estimate.Histogram {
	return &estimate.Histogram{Replicas: s.Replicas, Bins: b.Bins, Lo: b.Lo, Hi: b.Hi, Counts: s.Histogram}
}

// Observations is the number of observations of one replica.
func (s *Samples) Observations() int64 {
	n := int64(0)
	for _, c := range s.Count {
		n += c
	}
	return n
}

// reader reads arrays by name and remembers the first error.
type reader struct {
	archive table.Archive
	err     error
}

func (r *reader) has(name string) bool {
	for _, e := range r.archive {
		if e.Name == name {
			return true
		}
	}
	return false
}

func get[T table.Element](r *reader, name string, shape ...int) []T {
	x, err := table.Array[T](r.archive, name, shape...)
	if err != nil && r.err == nil {
		r.err = err
	}
	return x
}
