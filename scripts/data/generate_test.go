package main

import (
	"bytes"
	"os"
	"path/filepath"
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
