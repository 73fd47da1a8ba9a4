package table

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name, short, target, label string
		is                         bool
	}{
		{"fig07", "7", "fig7", "Figure 7", true},
		{"fig10", "10", "fig10", "Figure 10", true},
		{"study-xi-theta", "study-xi-theta", "study-xi-theta", "study-xi-theta", true},
		{"claims", "claims", "claims", "claims", false},
		{"fig7", "7", "fig7", "Figure 7", false},
		{"figx1", "x1", "figx1", "Figure x1", false},
		{"study-", "study-", "study-", "study-", false},
		{"study-A/b", "study-A/b", "study-A/b", "study-A/b", false},
	} {
		if s := Short(c.name); s != c.short {
			t.Errorf("Short(%q) = %q, want %q", c.name, s, c.short)
		}
		if s := Target(c.name); s != c.target {
			t.Errorf("Target(%q) = %q, want %q", c.name, s, c.target)
		}
		if s := Label(c.name); s != c.label {
			t.Errorf("Label(%q) = %q, want %q", c.name, s, c.label)
		}
		if IsName(c.name) != c.is {
			t.Errorf("IsName(%q) = %v", c.name, !c.is)
		}
	}
}
