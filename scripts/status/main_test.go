package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	status := func(args ...string) (code int, stdout, stderr string) {
		var out, log bytes.Buffer
		code = run(args, &out, &log)
		return code, out.String(), log.String()
	}
	if code, stdout, _ := status("-cache", dir); code != 0 ||
		stdout != "no run on Slurm in "+dir+"\n" {
		t.Errorf("%d: %s", code, stdout)
	}
	if code, _, stderr := status("-x"); code != 2 || !strings.Contains(stderr, "usage: status ") {
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
		!strings.HasSuffix(stdout, ": 1 of 2 tasks done, 0 running, 0 waiting, 1 failed\n") {
		t.Errorf("%d: %s", code, stdout)
	}
}
