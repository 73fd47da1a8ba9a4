package experiments

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Where nobody takes what a program prints, it ends with 1 and says so in a line; what it computes
// is written nevertheless.
func TestNoOutput(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	dir := t.TempDir()
	for _, flag := range []string{"-plan", "-h", "-workers=2"} {
		args := append([]string{"-out", "out", "-cache", "cache", flag}, fast...)
		cmd := exec.Command(program(t, "fig03"), args...)
		var stderr bytes.Buffer
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, full, &stderr
		err := cmd.Run()
		const want = "fig03: cannot write to standard output: no space left on device\n"
		if cmd.ProcessState.ExitCode() != 1 || !bytes.HasSuffix(stderr.Bytes(), []byte(want)) {
			t.Errorf("%s: %v: %s", flag, err, &stderr)
		}
	}
	if found := tree(t, filepath.Join(dir, "out")); found["fig03.json"] == "" {
		t.Errorf("there is no manifest among %d files", len(found)-1)
	}
}
