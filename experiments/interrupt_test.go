package experiments

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An interrupted figure stops within two seconds, keeps what is finished and writes nothing; the
// next run continues from there and writes the same table as a run that was not interrupted.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{
		"-profile", "smoke", "-set", "T=2000", "-set", "burn_in=0.1", "-set", "dt=[1e-3]", "-set",
		"n=[1, 20, 50]", "-workers", "2", "-out", "out",
	}
	count := func() int {
		entries, err := filepath.Glob(filepath.Join(dir, "cache", "*", "*.npz"))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	const tasks = 12
	// A test under nohup would pass on that SIGHUP is ignored.
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		begin := count()
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(program(t, "fig03"), append(args, "-cache", "cache")...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); count() == begin && time.Now().Before(deadline); {
			time.Sleep(2 * time.Millisecond)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatalf("%v: %v\n%s", signal, err, &stderr)
		}
		err := cmd.Wait()
		kept := count()
		want := fmt.Sprintf(
			"fig03: interrupted: %d of %d results kept; the same command goes on from here\n", kept, tasks,
		)
		if cmd.ProcessState.ExitCode() != 1 || !strings.HasSuffix(stderr.String(), want) ||
			stdout.Len() > 0 {
			t.Fatalf("%v: %v\n%s%s\nwant %s", signal, err, &stdout, &stderr, want)
		}
		if kept <= begin || kept >= tasks {
			t.Fatalf("%v: %d results, and %d before", signal, kept, begin)
		}
		if files, err := os.ReadDir(filepath.Join(dir, "out")); err != nil || len(files) > 0 {
			t.Errorf("%v: wrote %v, %v", signal, files, err)
		}
		for name := range tree(t, dir) {
			if strings.Contains(name, ".tmp") || strings.Contains(name, ".try") {
				t.Errorf("%v: left behind: %s", signal, name)
			}
		}
		plan, _, code := executeIn(t, dir, "fig03", append(args, "-cache", "cache", "-plan")...)
		want = fmt.Sprintf("fig03: %d tasks, %d cached, %d to do: ", tasks, kept, tasks-kept)
		if code != 0 || !strings.HasPrefix(plan, want) {
			t.Errorf("%v: exit %d, plan %s, want %s", signal, code, plan, want)
		}
	}

	kept := count()
	_, stderr, code := executeIn(t, dir, "fig03", append(args, "-cache", "cache")...)
	m := regexp.MustCompile(`^fig03: 12 tasks, \d+ cached, (\d+) to do: `).FindStringSubmatch(stderr)
	if code != 0 || m == nil || m[1] != strconv.Itoa(tasks-kept) {
		t.Fatalf("exit %d, %d had been kept: %s", code, kept, stderr)
	}
	resumed, err := os.ReadFile(filepath.Join(dir, "out", "fig03.csv"))
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code = executeIn(t, dir, "fig03", append(args, "-cache", "fresh", "-q")...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "out", "fig03.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(whole, resumed) {
		t.Error("the table of the resumed run differs")
	}
}
