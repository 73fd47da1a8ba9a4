package vec

// Layout says what the lanes of a row are: replicas or components.
//
// In few dimensions 64 replicas advance in lockstep, lane by lane. In many dimensions the frictions
// of 64 replicas fit in no cache, and every replica gathers other data, as whole rows; there the
// lanes are the components of one replica.
type Layout int

// The layouts.
const (
	// Replicas: a row holds one component of 64 replicas. A vector of d components is d rows.
	Replicas Layout = iota
	// Components: a row holds 64 consecutive components of one replica. A vector of d components is
	// ⌈d/64⌉ rows, zero past the d-th component.
	Components
)

// String is "replicas" or "components".
func (l Layout) String() string { return [...]string{"replicas", "components"}[l] }

// Rows returns the number of rows of a vector of d components.
func (l Layout) Rows(d int) int {
	if l == Replicas {
		return d
	}
	return (d + Lanes - 1) / Lanes
}

// Replicas returns the number of replicas whose components stand in the same rows.
func (l Layout) Replicas() int {
	if l == Replicas {
		return Lanes
	}
	return 1
}

// At returns the row and the lane of component i of replica r, which is below l.Replicas().
func (l Layout) At(i, r int) (row, lane int) {
	if l == Replicas {
		return i, r
	}
	return i / Lanes, i % Lanes
}

// Pad sets the lanes past the d-th component to zero.
func (l Layout) Pad(x []Row, d int) {
	if l == Components && d%Lanes != 0 {
		clear(x[len(x)-1][d%Lanes:])
	}
}
