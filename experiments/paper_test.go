package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/long"
	"adl/pkg/table"
)

// The project holds the results behind its own tables of profile paper: without a cache the
// programs find them, replay their probes, and make the same tables and manifests again.
func TestPaper(t *testing.T) {
	manifests, err := filepath.Glob("../results/paper/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range manifests {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			m, err := table.ReadManifest(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range m.Tasks {
				kept := filepath.Join("../results/paper/tasks", task.Key[:2], task.Key+".npz")
				if !exists(kept) {
					t.Fatalf("there is no %s; make paper FIG=%s adds it", kept, strings.TrimPrefix(name, "fig"))
				}
			}
			long.Test(t)
			out := t.TempDir()
			_, stderr, code := executeIn(t, "..", name, "-profile", "paper", "-cached", "-q", "-out", out,
				"-cache", t.TempDir())
			if code != 0 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			for _, file := range []string{name + ".csv", name + ".json"} {
				want, err := os.ReadFile(filepath.Join("../results/paper", file))
				if err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(filepath.Join(out, file))
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != string(want) {
					t.Errorf("%s: other bytes than in results/paper; make paper FIG=%s writes them", file,
						strings.TrimPrefix(name, "fig"))
				}
			}
		})
	}
}
