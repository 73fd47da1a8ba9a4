package dynamics

import "adl/pkg/vec"

// WideMoments accumulates, for every replica, the sums of x and x² for every number x of a part of its state, in as many rows as that has. Padding
// stays 0.
type WideMoments struct {
	Rows   func(r *Replica) []vec.Row
	S1, S2 [][]vec.Row // [replica][row]
	Count  []int64     // observations of a replica
}

// WideTheta and WideXi are parts of the state for WideMoments.
func WideTheta(r *Replica) []vec.Row { return r.Theta }

// WideXi is ξ as the friction lays it out.
func WideXi(r *Replica) []vec.Row { return r.Xi }

// NewWideMoments prepares for replicas with n rows each.
func NewWideMoments(rows func(*Replica) []vec.Row, replicas, n int) *WideMoments {
	m := &WideMoments{Rows: rows, Count: make([]int64, replicas)}
	for range replicas {
		m.S1, m.S2 = append(m.S1, vec.Rows(n)), append(m.S2, vec.Rows(n))
	}
	return m
}

// Observe adds the rows of a replica.
func (m *WideMoments) Observe(e *WideEnsemble, i int) {
	for k, r := 0, m.Rows(e.Replicas[i]); k < len(r); k++ {
		vec.Accumulate(&m.S1[i][k], &m.S2[i][k], &r[k])
	}
	m.Count[i]++
}

// WideHistogram counts θ[Dim] in cells of equal width on [Lo, Hi), a histogram a replica, as Histogram does: cell 0 takes what lies below (and NaN), the last what lies
// above.
type WideHistogram struct {
	Dim, Bins int
	Lo, Hi    float64
	Count     [][]uint32 // [replica][Bins+2]
}

// NewWideHistogram returns an empty histogram for every replica.
func NewWideHistogram(replicas, dim int, lo, hi float64, bins int) *WideHistogram {
	h := &WideHistogram{Dim: dim, Bins: bins, Lo: lo, Hi: hi}
	for range replicas {
		h.Count = append(h.Count, make([]uint32, bins+2))
	}
	return h
}

// Observe counts a replica.
func (h *WideHistogram) Observe(e *WideEnsemble, i int) {
	h.Count[i][wideCell(e.Replicas[i].Theta, h.Dim, h.Lo, h.Hi, h.Bins)]++
}

// wideCell is the cell of x[dim], 0 below lo and for NaN, bins+1 from hi on.
func wideCell(x []vec.Row, dim int, lo, hi float64, bins int) int {
	v := float64((x[dim/vec.Lanes][dim%vec.Lanes] - lo) * (float64(bins) / (hi - lo)))
	switch {
	case !(v >= 0):
		return 0
	case v < float64(bins):
		return 1 + int(v)
	}
	return bins + 1
}

// WideJoint counts (θ[Dims[0]], θ[Dims[1]]) in Bins×Bins cells on [Lo[0], Hi[0])×[Lo[1], Hi[1]), with cells for what lies outside as in WideHistogram.
type WideJoint struct {
	Dims   [2]int
	Bins   int
	Lo, Hi [2]float64
	Count  [][]uint32 // [replica][(Bins+2)·cell of Dims[0] + cell of Dims[1]]
}

// NewWideJoint returns an empty histogram for every replica.
func NewWideJoint(replicas int, dims [2]int, lo, hi [2]float64, bins int) *WideJoint {
	h := &WideJoint{Dims: dims, Bins: bins, Lo: lo, Hi: hi}
	for range replicas {
		h.Count = append(h.Count, make([]uint32, (bins+2)*(bins+2)))
	}
	return h
}

// Observe counts a replica.
func (h *WideJoint) Observe(e *WideEnsemble, i int) {
	x := e.Replicas[i].Theta
	a, b := wideCell(x, h.Dims[0], h.Lo[0], h.Hi[0], h.Bins), wideCell(x, h.Dims[1], h.Lo[1], h.Hi[1], h.Bins)
	h.Count[i][a*(h.Bins+2)+b]++
}
