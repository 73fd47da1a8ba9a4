package exact

import (
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// move is a letter of a word at a fixed ξ, or some letters with one batch: z ← M z + c u + ζ, with
// z = (θ − μ, p), the noise u of F̂_n and E ζ ζᵀ = Q.
type move struct {
	name    byte
	batch   bool      // begins with a new batch
	m, u, q []float64 // u has c in its first column
}

var identity = linalg.Identity(2, 1)

// around is a v aᵀ.
func around(a, v []float64) []float64 { return linalg.Mul(linalg.Mul(a, v), linalg.Transpose(a)) }

// join returns the move of some letters, one after another, if they share a batch.
func join(letters []move) move {
	f := move{m: identity, u: make([]float64, 4), q: make([]float64, 4)}
	for _, x := range letters {
		f.m, f.u, f.q = linalg.Mul(x.m, f.m), linalg.Mul(x.m, f.u), around(x.m, f.q)
		linalg.AddScaled(f.u, 1, x.u)
		linalg.AddScaled(f.q, 1, x.q)
	}
	return f
}

// letter returns the letter of a name (see Cycle) for a time h.
func (c Cycle) letter(name byte, xi, gamma, h float64) move {
	f, x := join(nil), c.A*h
	f.name, f.m = name, linalg.Identity(2, 1)
	switch name {
	case 'A':
		f.m[1] = h
	case 'B':
		f.m[2], f.u[2] = -x, h
	case 'O':
		f.m[3], f.q[3] = ornstein(xi, gamma, h)
	case 'S':
		f.m[0], f.m[3], f.u[0], f.q[0] = 1-x, 0, h, 2*h
	case 'F':
		f.m[1] = h
		fallthrough
	case 'E':
		f.m[2], f.m[3], f.u[2], f.q[3] = -x, 1-xi*h, h, 2*gamma*h
	}
	return f
}

// forces are the letters with a force.
const forces = "BSEF"

// cycle returns the letters of a step from a new batch on. The letter end is the last of the step
// with this batch or, if next is 0, of the step before, which shares the batch. There are none if
// the word has no force or an unknown letter.
func (c Cycle) cycle(word string, xi, gamma, dt float64) (letters []move, end, next int) {
	if word == dynamics.SGLD {
		word = "S"
	}
	first, next := strings.IndexAny(word, forces), 1
	if first < 0 || strings.Trim(word, "AOD"+forces) != "" {
		return nil, 0, 0
	}
	if tail := len(strings.TrimRight(word, "B")); word[0] == 'B' && tail < len(word) && !c.SplitBatch {
		first, next = tail, 0
	}
	rotated := word[first:] + word[:first]
	for i := range len(word) {
		f := c.letter(rotated[i], xi, gamma, dt/float64(strings.Count(word, rotated[i:i+1])))
		f.batch = strings.IndexByte(forces, f.name) >= 0 &&
			(i == 0 || c.SplitBatch || rotated[i-1:i+1] != "BB")
		letters = append(letters, f)
	}
	return letters, len(word) - first - 1, next
}
