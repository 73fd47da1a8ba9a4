package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		out, profile string
		want         paths
	}{
		{
			"", "paper",
			paths{
				"r/figures/fig07.png", "r/figures/fig07.pdf", "r/results/paper/fig07.csv",
				"r/results/paper/fig07.json",
			},
		},
		{
			"", "smoke",
			paths{
				"r/figures/smoke/fig07.png", "r/figures/smoke/fig07.pdf", "r/results/smoke/fig07.csv",
				"r/results/smoke/fig07.json",
			},
		},
		{"o", "paper", paths{"o/fig07.png", "o/fig07.pdf", "o/fig07.csv", "o/fig07.json"}},
	} {
		if got := outputs("r", c.out, c.profile, "fig07"); got != c.want {
			t.Errorf("-out %q, profile %s: %+v", c.out, c.profile, got)
		}
	}
}

// Files are replaced all or none, and nothing else is left in the folder.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	content := func() string {
		t.Helper()
		var b strings.Builder
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.IsDir() {
				b.WriteString(f.Name() + "/ ")
				continue
			}
			text, err := os.ReadFile(at(f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(f.Name() + ":" + string(text) + " ")
		}
		return b.String()
	}
	if err := replace([]output{{at("a"), []byte("1")}, {at("b"), []byte("2")}}); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b", at("c")); err != nil {
		t.Fatal(err)
	}
	if err := replace([]output{{at("a"), []byte("3")}, {at("c"), []byte("4")}}); err != nil {
		t.Fatal(err)
	}
	if got, want := content(), "a:3 b:4 c:4 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if target, err := os.Readlink(at("c")); err != nil || target != "b" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	err := replace([]output{{at("a"), []byte("5")}, {at("none/d"), []byte("6")}})
	if want := "cannot write " + at("none/d") + ": no such file or directory"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := os.Mkdir(at("e"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := replace([]output{{at("e"), []byte("7")}}); err == nil ||
		!strings.HasPrefix(err.Error(), "cannot write "+at("e")+": ") {
		t.Errorf("got %v", err)
	}
	if got, want := content(), "a:3 b:4 c:4 e/ "; got != want {
		t.Errorf("after errors: got %s, want %s", got, want)
	}

	p := paths{at("x/p.png"), at("x/p.pdf"), at("y/p.csv"), at("y/p.json")}
	if err := p.ready(); err != nil {
		t.Fatal(err)
	}
	if got, want := content(), "a:3 b:4 c:4 e/ x/ y/ "; got != want {
		t.Errorf("ready: got %s, want %s", got, want)
	}
	for want, p := range map[string]paths{
		"cannot write to the folder " + at("a") + ": not a directory": {png: at("x/p"),
			pdf: at("x/p"), csv: at("a/p"), json: at("a/p")},
		"cannot write to the folder " + at("a/b") + ": not a directory": {png: at("a/b/p")},
		"cannot write " + at("e") + ": it is not a regular file": {png: at("x/p"),
			pdf: at("e"), csv: at("x/p"), json: at("x/p")},
		"cannot write to the folder /dev/null: not a directory": {png: "/dev/null/p"},
	} {
		if err := p.ready(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
