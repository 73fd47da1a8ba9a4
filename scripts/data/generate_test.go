package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The committed files are the files that the specs generate.
func TestCommitted(t *testing.T) {
	t.Chdir("../..")
	out := t.TempDir()
	if err := generate(out, io.Discard); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(out)
	if err != nil || len(files) < 2 {
		t.Fatalf("wrote %d files, %v", len(files), err)
	}
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join(out, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("data", f.Name()))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("data/%s is not what the specs generate: make data", f.Name())
		}
	}
}

// Unknown verbs and other arguments are misuse; a failure is reported in a line.
func TestUsage(t *testing.T) {
	t.Setenv("MNIST_DIR", "")
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "data: expected generate or scores, got \"\"\n"},
		{"generate x", 2, "data: expected generate or scores, got \"generate x\"\n"},
		{"generate", 1, "generate: there are no experiments/fig*/spec.toml; "},
		{"scores", 1, "scores: there is no file of images "},
	} {
		var stderr bytes.Buffer
		if code := run(strings.Fields(c.args), io.Discard, &stderr); code != c.code ||
			!strings.HasPrefix(stderr.String(), c.want) {
			t.Errorf("%q: exit %d: %s", c.args, code, &stderr)
		}
	}
}
