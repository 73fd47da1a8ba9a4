package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/table"
)

// A cache is counted, whatever else is in it, and stays as it is.
func TestCount(t *testing.T) {
	dir := t.TempDir()
	for name, seconds := range map[string]float64{"a": 5400, "b": 1800} {
		var b bytes.Buffer
		about := json.RawMessage(fmt.Sprintf(`{"task": {}, "seconds": %g}`, seconds))
		if err := table.WriteNPZ(&b, table.Archive{{Name: "about.json", Data: about}}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".npz"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "c.npz"), make([]byte, 3e6), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct{ dir, want string }{
		{dir, ": 2 results, 2h0m of computing, 3.0 MB\n"},
		{filepath.Join(dir, "none"), ": 0 results, 0.0s of computing, 0.0 MB\n"},
	} {
		var out bytes.Buffer
		if code := run([]string{"status", "-cache", at.dir}, &out, &out); code != 0 ||
			out.String() != at.dir+at.want {
			t.Errorf("exit %d: %s, want %s", code, &out, at.want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}
