package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The committed files are those that the specs generate.
func TestCommitted(t *testing.T) {
	out := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"generate", "-root", "../..", "-out", out}
	if code := run(args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
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
		got, err := os.ReadFile(filepath.Join("../../data", f.Name()))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("data/%s is not what the specs generate: make data", f.Name())
		}
	}
}

// Verbs that there are not, wrong flags and arguments are misuse; what fails is told in a line.
func TestUsage(t *testing.T) {
	t.Setenv("MNIST_DIR", "")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "usage: data generate|scores [flags]\n"},
		{"x", 2, "usage: data generate|scores [flags]\n"},
		{"generate -foo", 2, "flag provided but not defined: -foo\n"},
		{"scores x", 2, "scores: unexpected argument \"x\"\n"},
		{"generate -root /nowhere", 1, "generate: no experiments/fig*/spec.toml below /nowhere\n"},
		{"scores -root /nowhere", 1, "scores: there is no file of images "},
	} {
		var stderr bytes.Buffer
		if code := run(strings.Fields(c.args), io.Discard, &stderr); code != c.code ||
			!strings.HasPrefix(stderr.String(), c.want) {
			t.Errorf("%q: exit %d: %s", c.args, code, &stderr)
		}
	}
}
