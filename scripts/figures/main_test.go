package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/table"
)

func TestStatus(t *testing.T) {
	dir := t.TempDir()
	status := func(args ...string) (code int, stdout, stderr string) {
		var out, log bytes.Buffer
		code = run(append([]string{"status"}, args...), &out, &log)
		return code, out.String(), log.String()
	}
	if code, stdout, _ := status("-cache", dir); code != 0 ||
		stdout != "no run on Slurm in "+dir+"\n"+dir+": 0 results, 0.0s of computing, 0.0 MB\n" {
		t.Errorf("%d: %s", code, stdout)
	}
	code, _, stderr := status("-x")
	if code != 2 || !strings.Contains(stderr, "usage: figures status ") {
		t.Errorf("%d: %s", code, stderr)
	}
	// a run that was never submitted
	at := filepath.Join(dir, "slurm", "fig03-1")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	text := `{"figure": "fig03", "profile": "paper", ` +
		`"packs": [{"keys": ["abc", "def"], "seconds": 5}]}`
	if err := os.WriteFile(filepath.Join(at, "manifest.json"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "de"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "de", "def.npz"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ := status("-cache", dir)
	if code != 1 || !strings.HasPrefix(stdout, "fig03, profile paper, of ") ||
		!strings.Contains(stdout, ": 1 of 2 tasks done, 0 running, 0 waiting, 1 failed\n") {
		t.Errorf("%d: %s", code, stdout)
	}
}

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
			!strings.HasSuffix(out.String(), "\n"+at.dir+at.want) {
			t.Errorf("exit %d: %s, want %s", code, &out, at.want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}
