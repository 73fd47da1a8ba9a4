package slurm

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/slurm/slurmtest"
)

// The line about a run counts what is done, runs, waits and has failed.
func TestStatus(t *testing.T) {
	c := newCluster(t)
	e := c.engine(Settings{Pack: 20})
	e.Detach = true
	ctx := context.Background()
	status := func(figures ...string) ([]string, error) {
		return Status(ctx, e.Dir, figures, c.stored)
	}
	if lines, err := status(); len(lines) > 0 || err != nil {
		t.Errorf("without runs: %q, %v", lines, err)
	}
	e.Compute(ctx, tasks("a", "b", "fail1", "fail2", "wait", "d", "e", "f", "g"), &report{})
	within(t, "the third job", func() bool { return c.Jobs()["1_2"].State == "RUNNING" })
	c.SetJob("1_4", slurmtest.Job{State: "CANCELLED", Exit: "15"})
	lines, err := status("fig00", "fig01")
	want := regexp.MustCompile(`^fig00, profile smoke, of 20\d\d-\d\d-\d\d \d\d:\d\d: ` +
		`2 of 9 tasks done, 2 running, 2 waiting, 3 failed, about 40s left; see /.*/log/1_1.txt$`)
	if err != nil || len(lines) != 1 || !want.MatchString(lines[0]) {
		t.Errorf("got %q, %v", lines, err)
	}
	if lines, err = status("fig01"); len(lines) > 0 || err != nil {
		t.Errorf("of another figure: %q, %v", lines, err)
	}
	c.Set("down", "1")
	lines, err = status()
	if err == nil || !strings.Contains(err.Error(), "squeue: slurm_load_jobs error") ||
		!strings.HasSuffix(lines[0], ": 2 of 9 tasks done") {
		t.Errorf("without Slurm: %q, %v", lines, err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err = status(); err == nil || err.Error() != "there is no squeue on this machine" {
		t.Errorf("got %v", err)
	}
}
