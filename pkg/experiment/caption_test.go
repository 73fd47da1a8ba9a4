package experiment

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCaption(t *testing.T) {
	alt, caption, err := Caption("f", []byte("Seen\nhere.\n\nOne\n paragraph.\n\nAnother.\n"))
	want := []string{"One paragraph.", "Another."}
	if err != nil || alt != "Seen here." || !slices.Equal(caption, want) {
		t.Errorf("got %q, %q, %v", alt, caption, err)
	}
}

// A program says at once what the page would say of its caption, and writes nothing.
func TestBadCaption(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := filepath.Join("experiments", "fig00")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("go.mod", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	const wrong = "fig00: experiments/fig00/caption.txt: expected the alt text, which stands for " +
		"the picture where it cannot be seen, an empty line, and the caption\n"
	for _, c := range []struct {
		text   string
		code   int
		stderr string
	}{
		{"", misuse, wrong},
		{"one paragraph\nof two lines\n", misuse, wrong},
		{"no caption\n\n", misuse, wrong},
		{"\n\nno alt text", misuse, wrong},
		{"alt\n\ncaption\n", done, ""},
	} {
		path := filepath.Join(dir, "caption.txt")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := program(nil).Run([]string{"-out", "out", "-q"}, &stdout, &stderr)
		if code != c.code || stderr.String() != c.stderr {
			t.Errorf("%q: exit %d: %s", c.text, code, &stderr)
		}
		if exists("out") != (c.code == done) {
			t.Errorf("%q: exit %d, and outputs: %t", c.text, code, exists("out"))
		}
	}
}
