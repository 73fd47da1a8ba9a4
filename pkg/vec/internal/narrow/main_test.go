package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate compares the committed files of package vec with what narrow writes.
func TestUpToDate(t *testing.T) {
	files, err := derived("../..")
	if err != nil {
		t.Fatal(err)
	}
	committed, _ := filepath.Glob("../../generated_*_256.go")
	if len(files) == 0 || len(committed) != len(files) {
		t.Errorf("%d files generated_*_256.go are committed, and narrow writes %d", len(committed),
			len(files))
	}
	for name, want := range files {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what narrow writes (error %v); run go generate", name, err)
		}
	}
}
