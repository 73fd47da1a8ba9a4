package experiment

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		out, profile string
		want         paths
	}{
		{"", "paper", paths{"r/results/paper/fig07", "r/figures/fig07"}},
		{"", "smoke", paths{"r/results/smoke/fig07", "r/figures/smoke/fig07"}},
		{"o", "paper", paths{"o/fig07", "o/fig07"}},
	} {
		if got := outputs("r", c.out, c.profile, "fig07"); got != c.want {
			t.Errorf("-out %q, profile %s: %+v", c.out, c.profile, got)
		}
	}
}

// Files that cannot be written are an error before anything is computed; folders are made.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(os.WriteFile(at("a"), nil, 0o644), os.Mkdir(at("e.pdf"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	if err := (paths{at("y/p"), at("x/p")}).ready(); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]int{"": 4, "x": 0, "y": 0} {
		if entries, err := os.ReadDir(at(folder)); err != nil || len(entries) != want {
			t.Errorf("%q holds %v, %v", folder, entries, err)
		}
	}
	for want, p := range map[string]paths{
		"cannot write " + at("a/p.csv") + ": not a directory": {at("a/p"), at("x/p")},
		"cannot write " + at("e.pdf") + ": is a directory":    {at("x/p"), at("e")},
	} {
		if err := p.ready(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
