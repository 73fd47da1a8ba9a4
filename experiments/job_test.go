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

// BenchmarkJob is a job of Slurm at profile paper from its start to its end, for a pack whose
// results are there already. beside-ms/op leaves out what the job says that it took to look at
// them, in place of which others compute: it is what a job does beside its tasks. The packs are
// submitted where the project's kept results are not seen, to commands that do nothing.
func BenchmarkJob(b *testing.B) {
	kept, err := filepath.Abs("../results/paper/tasks")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(golden)) {
		b.Run(name, func(b *testing.B) {
			if kept, err := filepath.Glob(filepath.Join(kept, "*", "*.npz")); err != nil || kept == nil {
				b.Skip("results/paper/tasks has no results")
			}
			dir := b.TempDir()
			pretend(b, dir)
			if err := os.Symlink(filepath.Join(kept, "..", "..", "..", "data"),
				filepath.Join(dir, "data")); err != nil {
				b.Fatal(err)
			}
			args := []string{"-profile", "paper", "-q", "-cache", filepath.Join(dir, "cache")}
			cmd := exec.Command(filepath.Join(bin, name), append(args, "-engine", "slurm", "-detach")...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			runs, err := filepath.Glob(filepath.Join(dir, "cache", "slurm", "*"))
			if err != nil || len(runs) > 1 {
				b.Fatal(runs, err)
			}
			if len(runs) == 0 {
				b.Skip("nothing to submit")
			}
			var looking time.Duration
			for b.Loop() {
				cmd := exec.Command(filepath.Join(runs[0], "program"),
					append(args, "-workers", "1", "-pack", runs[0]+":0")...)
				out, err := cmd.CombinedOutput()
				if err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				words := strings.Fields(string(out))
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

// pretend puts commands of Slurm in front of the PATH that accept everything and do nothing.
func pretend(b *testing.B, dir string) {
	path := filepath.Join(dir, "bin")
	if err := os.Mkdir(path, 0o777); err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"sbatch", "squeue", "scontrol", "sacct", "scancel"} {
		if err := os.WriteFile(filepath.Join(path, name), []byte("#!/bin/sh\necho 1\n"), 0o777); err != nil {
			b.Fatal(err)
		}
	}
	b.Setenv("PATH", path+":"+os.Getenv("PATH"))
}
