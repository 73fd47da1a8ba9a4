package experiments

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// submitted submits the tasks of a figure that are not cached to commands that do nothing, from a
// folder where the project's kept results are not seen, and returns the run's folder and the flags
// of its jobs but -pack. The folder is "" if there is nothing to submit.
func submitted(t testing.TB, name, profile string, flags ...string) (run string, args []string) {
	t.Helper()
	dir := t.TempDir()
	commands := filepath.Join(dir, "bin")
	if err := os.Mkdir(commands, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sbatch", "squeue", "scontrol", "sacct", "scancel"} {
		path := filepath.Join(commands, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\necho 1\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	data, err := filepath.Abs("../data")
	if err == nil {
		err = os.Symlink(data, filepath.Join(dir, "data"))
	}
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{"-profile", profile, "-q", "-cache", filepath.Join(dir, "cache")}, flags...)
	cmd := exec.Command(filepath.Join(bin, name), append(args, "-engine", "slurm", "-detach")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+commands+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	runs, err := filepath.Glob(filepath.Join(dir, "cache", "slurm", "*"))
	if err != nil || len(runs) > 1 {
		t.Fatal(runs, err)
	}
	if len(runs) == 0 {
		return "", args
	}
	return runs[0], append(args, "-workers", "1")
}

// A job makes the tasks of its pack from what it finds prepared: those of the golden run.
func TestJob(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fig07", "fig08", "fig14"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden := filepath.Join(reference(t, name), "cache")
			run, args := submitted(t, name, "smoke", "-set", "slurm.pack=1e-6") // a task each
			if found, err := os.ReadDir(filepath.Join(run, "prepared")); err != nil || len(found) == 0 {
				t.Fatalf("nothing is prepared: %v", err)
			}
			for _, pack := range []string{"0", "1"} {
				out, err := exec.Command(filepath.Join(run, "program"),
					append(args, "-pack", run+":"+pack)...).CombinedOutput()
				if err != nil || !strings.Contains(string(out), "; 1 computed here") {
					t.Fatalf("pack %s: %v: %s", pack, err, out)
				}
			}
			results, err := filepath.Glob(filepath.Join(run, "..", "..", "[0-9a-f][0-9a-f]", "*.npz"))
			if err != nil || len(results) != 2 {
				t.Errorf("the cache has %q, %v", results, err)
			}
			for _, path := range results {
				key := filepath.Base(path)
				if _, err := os.Stat(filepath.Join(golden, key[:2], key)); err != nil {
					t.Errorf("another task than all of the golden run: %v", err)
				}
			}
		})
	}
}

// BenchmarkJob is a job of Slurm at profile paper from its start to its end, for a pack whose
// results are there already, those that the project keeps. beside-ms/op leaves out what the job
// says that it took to look at them, in place of which others compute: it is the work of a job
// beside its tasks.
func BenchmarkJob(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(golden)) {
		b.Run(name, func(b *testing.B) {
			run, args := submitted(b, name, "paper")
			if run == "" {
				b.Skip("nothing to submit")
			}
			var looking time.Duration
			for b.Loop() {
				out, err := exec.Command(filepath.Join(run, "program"),
					append(args, "-pack", run+":0")...).CombinedOutput()
				words := strings.Fields(string(out))
				if err != nil || !strings.Contains(string(out), " 0 computed") {
					b.Fatalf("%v: %s", err, out)
				}
				d, err := time.ParseDuration(words[len(words)-1])
				if err != nil {
					b.Fatal(err)
				}
				looking += d
			}
			b.ReportMetric((b.Elapsed()-looking).Seconds()*1e3/float64(b.N), "beside-ms/op")
		})
	}
}
