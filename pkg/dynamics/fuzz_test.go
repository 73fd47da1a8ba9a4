package dynamics

import (
	"strings"
	"testing"

	"adl/pkg/vec"
)

// FuzzScheme: no word makes a scheme panic, an error is a short line, and accepted schemes compile
// and take each of their times.
func FuzzScheme(f *testing.F) {
	for _, w := range []string{
		"SGLD", "OABAO", "ODABADO", "BADODAB", "", "ABA", "OAXAO", "OABO", "Ö", "\xff", "OOAABBDBBAAOO",
		strings.Repeat("OABD", 20),
	} {
		f.Add(w, true)
		f.Add(w, false)
	}
	f.Fuzz(func(t *testing.T, word string, split bool) {
		for _, friction := range []Friction{
			nil, Constant{Gamma: 1}, AdL{Form: Scalar{}, Gamma: 1, Eta: 1},
			AdL{Form: Full{}, Gamma: 1, Eta: 1},
		} {
			s := Scheme{Word: word, Dt: 0.5, Friction: friction, SplitBatch: split}
			err := s.Check()
			if err != nil {
				if msg := err.Error(); len(msg) > 400 || strings.Contains(msg, "\n") {
					t.Errorf("a long error: %q", msg)
				}
				continue
			}
			letters, err := s.parse()
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range letters {
				if !(l.h > 0 && l.h <= 0.5) {
					t.Errorf("%s: the letter %c takes the time %g", word, l.name, l.h)
				}
			}
			for _, layout := range []vec.Layout{vec.Replicas, vec.Components} {
				if flows, err := s.Compile(layout, 2); err != nil || len(flows) == 0 {
					t.Errorf("%s: %d flows, %v", word, len(flows), err)
				}
			}
		}
	})
}
