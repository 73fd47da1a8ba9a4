package dynamics

import (
	"strings"
	"testing"
	"unicode/utf8"

	"adl/pkg/vec"
)

// FuzzScheme: no word makes a scheme panic, an error is a short line, and what Check accepts
// compiles and takes each of its times.
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

// FuzzParseForm: no name makes ParseForm panic, an error is a short line, and a form has the name
// that it was asked for and works, or says why not.
func FuzzParseForm(f *testing.F) {
	for _, s := range []string{
		"scalar", "diagonal", "full", "layers", "blocks-3", "blocks-03", "blocks--1", "blocks-0",
		"blocks-9223372036854775807", "blocks-1e3", "", "Full", "blocks-1 ", "\xff\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		form, err := ParseForm(name)
		if err != nil {
			if msg := err.Error(); len(msg) > 400 || strings.Contains(msg, "\n") || !utf8.ValidString(msg) {
				t.Errorf("not a short line: %q", msg)
			}
			return
		}
		if form.Name() != name {
			t.Errorf("%q is %q", name, form.Name())
		}
		for _, d := range []int{1, 2, 7} {
			if form.Check(d) != nil {
				continue
			}
			places := 0
			for _, e := range Entries(form, d) {
				places += e.Count
			}
			if places < d || places > d*(d+1)/2 {
				t.Errorf("%s has %d places in dimension %d", name, places, d)
			}
		}
	})
}
