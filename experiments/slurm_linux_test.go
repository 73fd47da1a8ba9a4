package experiments

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sbatch answers like Slurm's, and keeps its arguments.
const sbatch = "#!/bin/sh\ncat > /dev/null\necho \"$@\" >> asked\necho 17\n"

// A figure asks Slurm for no more jobs than it has tasks to do. Wrong flags ask for none.
func TestSlurmJobs(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../scripts/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "sbatch"), []byte(sbatch), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, stderr, code := executeIn(t, dir, "fig06", "-profile", "smoke", "-out", "out"); code != 0 {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		figure, jobs, flags string
		code                int
		said, asked         string // regular expressions
	}{
		{"fig05", "2", "-set x=1", 2, `^fig05: -set x=1: `, ""},
		{"fig05", "9999999999", "", 2, "^usage: ", ""},
		{"fig05", "100000", "", 0, "^fig05: tasks to do: 63, so JOBS=63\nfig05: jobs 17, ",
			"--array=1-63 "},
		{"fig05", "63", "", 0, "^fig05: jobs 17, ", "--array=1-63 "},
		{"fig05", "9", "-set n=[1] -set dt=[1e-3,2e-3]", 0, "so JOBS=[1-8]\nfig05: jobs", ""},
		{"fig06", "5", "-out out", 0, "^fig06: tasks to do: 0, so JOBS=1\n", "--array=1-1 "},
	} {
		args := append([]string{program(t, c.figure), c.jobs, "-profile", "smoke"},
			strings.Fields(c.flags)...)
		cmd := exec.Command(script, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"))
		out, _ := cmd.CombinedOutput()
		asked, _ := os.ReadFile(filepath.Join(dir, "asked"))
		os.Remove(filepath.Join(dir, "asked"))
		code := cmd.ProcessState.ExitCode()
		if code != c.code || code != 0 && len(asked) > 0 ||
			!regexp.MustCompile(c.said).Match(out) || !regexp.MustCompile(c.asked).Match(asked) {
			t.Errorf("%s %s %s: exit %d\n%s%s", c.figure, c.jobs, c.flags, code, out, asked)
		}
	}
}
