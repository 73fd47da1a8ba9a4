package experiment

import (
	"os"
	"path/filepath"
	"slices"
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
	if err := os.WriteFile(at("a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("e.pdf"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("none", at("link")); err != nil {
		t.Fatal(err)
	}
	p := paths{table: at("y/p"), picture: at("x/p")}
	want := []string{
		at("y/p.csv"), at("y/p.json"), at("x/p.png"), at("x/p.pdf"), at("x/p.svg"),
	}
	if got := p.list(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if err := p.ready(); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]int{"": 5, "x": 0, "y": 0} {
		if entries, err := os.ReadDir(at(folder)); err != nil || len(entries) != want {
			t.Errorf("%q holds %v, %v", folder, entries, err)
		}
	}
	for want, p := range map[string]paths{
		"cannot write to the folder " + at("a") + ": not a directory":   {at("a/p"), at("x/p")},
		"cannot write to the folder " + at("a/b") + ": not a directory": {at("x/p"), at("a/b/p")},
		"cannot write " + at("e.pdf") + ": it is not a regular file":    {at("x/p"), at("e")},
		"cannot write to the folder " + at("link/b") + ": " + at("link") +
			" is a link to none, which is not a folder": {at("x/p"), at("link/b/p")},
		"cannot write to the folder /dev/null: not a directory": {at("x/p"), "/dev/null/p"},
	} {
		if err := p.ready(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestCaption(t *testing.T) {
	alt, caption, err := Caption("f", []byte("Seen\nhere.\n\nOne\n paragraph.\n\nAnother.\n"))
	want := []string{"One paragraph.", "Another."}
	if err != nil || alt != "Seen here." || !slices.Equal(caption, want) {
		t.Errorf("got %q, %q, %v", alt, caption, err)
	}
}
