package experiments

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	r, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	r.Close()
	for _, c := range []struct {
		name   string
		stdout *os.File
		why    string
	}{
		{"full", full, "no space left on device"}, {"closed", closed, "broken pipe"},
	} {
		dir := t.TempDir()
		for _, flag := range []string{"-plan", "-h", "-fresh"} {
			args := append([]string{"-out", "out", "-cache", "cache", flag}, fast...)
			cmd := exec.Command(filepath.Join(bin, "fig03"), args...)
			var stderr bytes.Buffer
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, c.stdout, &stderr
			err := cmd.Run()
			lines := strings.SplitAfter(stderr.String(), "\n")
			want := "fig03: cannot write to standard output: " + c.why + "\n"
			if cmd.ProcessState.ExitCode() != 1 || len(lines) < 2 || lines[len(lines)-2] != want {
				t.Errorf("%s, %s: %v: %s", c.name, flag, err, &stderr)
			}
		}
		if found := tree(t, filepath.Join(dir, "out")); len(found) != 6 {
			t.Errorf("%s: %d files", c.name, len(found)-1)
		}
	}

	// Nobody needs to listen to the progress either.
	dir := t.TempDir()
	cmd := exec.Command(filepath.Join(bin, "fig03"), append([]string{"-out", "out"}, fast...)...)
	cmd.Args = append(cmd.Args, "-cache", "cache")
	cmd.Dir, cmd.Stderr = dir, closed
	if err := cmd.Run(); err != nil || len(tree(t, filepath.Join(dir, "out"))) != 6 {
		t.Errorf("no standard error: %v", err)
	}
}
