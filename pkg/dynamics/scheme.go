package dynamics

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/vec"
)

// SGLD is the word of the Euler–Maruyama scheme θ ← θ + Δt F̂_n(θ) + √(2Δt) G (eq. SGLD), which has
// no momentum.
const SGLD = "SGLD"

// Scheme is a discretisation: a word, a time step, and the friction that defines its letters O and
// D.
type Scheme struct {
	Word     string
	Dt       float64
	Friction Friction // nil for SGLD

	// SplitBatch gives a batch each to the B that ends a step and to the B that begins the next step
	// at the same θ. By default they share one batch and one evaluation.
	SplitBatch bool
}

// Check reports a fault of the word: an unknown letter, a missing letter, a D at constant friction,
// or no friction.
func (s Scheme) Check() error {
	_, err := s.parse()
	return err
}

// Palindrome reports whether the word reads the same backwards, as the paper's words do. With exact
// gradients the weak order of a palindrome is two; of other words it is one in general. SGLD counts
// as a palindrome.
func (s Scheme) Palindrome() bool {
	for i := range len(s.Word) / 2 {
		if s.Word[i] != s.Word[len(s.Word)-1-i] {
			return s.Word == SGLD
		}
	}
	return true
}

// Longest returns the limit of stability of Δt on a Gaussian posterior with exact gradients, if the
// largest eigenvalue of −∇² log π is λ: 2/λ for SGLD, and 2/√λ for a word with one force a step in
// which O is not between A and B, such as the paper's words. For other words it returns 2k/√λ for k
// forces a step: without friction their limit is at most that, with much friction it may be larger.
// The word must pass Check.
func (s Scheme) Longest(lambda float64) float64 {
	if s.Word == SGLD {
		return 2 / lambda
	}
	word := strings.NewReplacer("O", "", "D", "").Replace(s.Word)
	forces := strings.Count(word+word[:1], "AB") // the next step follows
	return float64(2*float64(forces)) / math.Sqrt(lambda)
}

const maxWord = 64 // letters

// letter is a flow's name and its time.
type letter struct {
	name byte
	h    float64
}

// parse returns the letters of one step. Equal neighbours become one letter of twice the time. If
// the word begins and ends with O, or with B, the last letter merges with the first letter of the
// next step. Between steps θ and ξ are the same, but p lacks the half letter. So the first step of
// a run begins with a whole letter.
func (s Scheme) parse() ([]letter, error) {
	if s.Word == SGLD {
		if s.Friction != nil {
			return nil, fmt.Errorf("scheme SGLD has no friction")
		}
		return []letter{{'S', s.Dt}}, nil
	}
	for _, r := range s.Word {
		if !strings.ContainsRune("ABOD", r) {
			return nil, fmt.Errorf("scheme %.20q: unknown letter %q, expected A, B, O, D, or the word %s",
				s.Word, r, SGLD)
		}
	}
	if n := len(s.Word); n == 0 || n > maxWord {
		return nil, fmt.Errorf("scheme %.20q: expected 1 to %d letters A, B, O, D, got %d",
			s.Word, maxWord, n)
	}
	if s.Friction == nil {
		return nil, fmt.Errorf("scheme %q has no friction, which its letter O needs", s.Word)
	}
	_, adaptive := s.Friction.(Adaptive)
	for _, c := range "ABOD" {
		switch has := strings.ContainsRune(s.Word, c); {
		case c == 'D' && has && !adaptive:
			return nil, fmt.Errorf("scheme %q: D moves ξ, but the friction is constant", s.Word)
		case !has && (c != 'D' || adaptive):
			return nil, fmt.Errorf("scheme %q lacks the letter %c", s.Word, c)
		}
	}
	var l []letter
	for i := 0; i < len(s.Word); {
		c, n := s.Word[i], 1
		for i+n < len(s.Word) && s.Word[i+n] == c && !(c == 'B' && s.SplitBatch) {
			n++
		}
		k := strings.Count(s.Word, string(c))
		l = append(l, letter{c, float64(float64(n)*s.Dt) / float64(k)})
		i += n
	}
	mergeable := l[0].name == 'O' || l[0].name == 'B' && !s.SplitBatch
	if k := len(l) - 1; k > 0 && l[0].name == l[k].name && mergeable {
		l[0].h = l[0].h + l[k].h
		l = l[:k]
	}
	return l, nil
}

// Compile returns the flows of one step in a layout and dimension d, one per letter, with equal
// neighbours merged. They have scratch space; use them for one ensemble only.
func (s Scheme) Compile(l vec.Layout, d int) ([]Flow, error) {
	letters, err := s.parse()
	if err != nil {
		return nil, err
	}
	friction := s.Friction
	if friction != nil {
		if err := friction.Check(l, d); err != nil {
			return nil, fmt.Errorf("scheme %s: friction: %w", s.Word, err)
		}
	}
	if f, ok := friction.(Extended); ok {
		f.cells = newCellsOf(f, d)
		friction = f
	}
	flows := make([]Flow, len(letters))
	for i, x := range letters {
		switch x.name {
		case 'A':
			flows[i] = &drift{x.h}
		case 'B':
			flows[i] = &gradient{x.h}
		case 'O':
			flows[i] = friction.O(l, d, x.h)
		case 'D':
			flows[i] = friction.(Adaptive).D(l, d, x.h)
		case 'S':
			flows[i] = &euler{x.h, math.Sqrt(float64(2 * x.h))}
		}
	}
	return flows, nil
}
