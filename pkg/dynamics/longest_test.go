package dynamics

import (
	"math"
	"testing"
)

// grows reports whether a step with the full gradient −λθ is unstable at some curvature λ in a
// list, if O multiplies p by decay per unit of time. The step is the linear map of (θ, p) with the
// trace t and the determinant m, stable if |t| < 1 + m and m ≤ 1.
func grows(t *testing.T, s Scheme, decay float64, curvatures ...float64) bool {
	letters, err := s.parse()
	if err != nil {
		t.Fatal(err)
	}
	for _, lambda := range curvatures {
		theta, p := [2]float64{1, 0}, [2]float64{0, 1}
		for k := range 2 {
			for _, x := range letters {
				switch x.name {
				case 'A':
					theta[k] += x.h * p[k]
				case 'B':
					p[k] -= x.h * lambda * theta[k]
				case 'O':
					p[k] *= math.Pow(decay, x.h)
				case 'S':
					theta[k] -= x.h * lambda * theta[k]
					p[k] = 0
				}
			}
		}
		trace, det := theta[0]+p[1], theta[0]*p[1]-theta[1]*p[0]
		if math.Abs(trace) > 1+det {
			return true
		}
	}
	return false
}

// Just above the limit every word is unstable without friction. If O is not between A and B, the
// word is stable just below the limit and unstable just above it, at any friction.
func TestLongest(t *testing.T) {
	adl := AdL{Form: Scalar{}, Gamma: 1, Eta: 1}
	for _, c := range []struct {
		word     string
		friction Friction
		forces   float64
		exact    bool // the limit; otherwise a bound without friction
	}{
		{"OABAO", Constant{1}, 1, true}, {"BAOAB", Constant{1}, 1, true},
		{"ABOBA", Constant{1}, 1, true}, {"OBABO", Constant{1}, 1, true},
		{"OBA", Constant{1}, 1, false}, {"ODABADO", adl, 1, true}, {"BADODAB", adl, 1, true},
		{"OABAABAO", Constant{1}, 2, true}, // two steps of half the length
		{"OABABAO", Constant{1}, 2, false}, {"BABOBAB", Constant{1}, 2, false},
	} {
		const lambda = 2958
		s := Scheme{Word: c.word, Friction: c.friction}
		limit := s.Longest(lambda)
		if want := 2 * c.forces / math.Sqrt(lambda); math.Abs(limit/want-1) > 1e-12 {
			t.Errorf("%s: %g, want %g", c.word, limit, want)
		}
		var all []float64 // curvatures up to λ
		for i := range 1000 {
			all = append(all, lambda*float64(i+1)/1000)
		}
		if s.Dt = 2.01 / 2 * limit; !grows(t, s, 1, all...) {
			t.Errorf("%s is stable above its limit", c.word)
		}
		for _, decay := range []float64{0.999, 1e-3} {
			if !c.exact {
				continue
			}
			if s.Dt = 1.99 / 2 * limit; grows(t, s, decay, all...) {
				t.Errorf("%s is unstable below its limit, with the decay %g", c.word, decay)
			}
			if s.Dt = 2.01 / 2 * limit; !grows(t, s, decay, lambda) {
				t.Errorf("%s is stable above its limit, with the decay %g", c.word, decay)
			}
		}
	}
	s := Scheme{Word: SGLD, Dt: 1.99}
	if limit := s.Longest(4); limit != 0.5 || grows(t, s, 1, 1) {
		t.Errorf("SGLD: %g", limit)
	}
	if s.Dt = 2.01; !grows(t, s, 1, 1) {
		t.Error("SGLD is stable above its limit")
	}
}
