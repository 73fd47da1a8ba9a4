package experiments

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/long"
	"adl/pkg/table"
)

// The project keeps the results behind its tables of profile paper: without a cache the programs
// find them, and make the same tables, manifests and pictures again. On other processors the digits
// of tables may differ; then the pictures, and the digests in manifests, do.
func TestPaper(t *testing.T) {
	t.Parallel()
	manifests, err := filepath.Glob("../results/paper/*.json")
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(manifests))
	for i, path := range manifests {
		names[i] = strings.TrimSuffix(filepath.Base(path), ".json")
	}
	dir := t.TempDir() // for the programs with pictures in full resolution
	if long.On() {
		if err := build(dir, names, nil, "-X=adl/pkg/experiment.dots=300"); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			m, err := table.ReadManifest(manifests[i])
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
			t.Parallel()
			out := t.TempDir()
			cmd := exec.Command(filepath.Join(dir, name), "-profile", "paper", "-cached", "-q", "-out", out,
				"-cache", t.TempDir())
			cmd.Dir = ".."
			if message, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, message)
			}
			if !agrees(t, filepath.Join("../results/paper", name), filepath.Join(out, name)) {
				return
			}
			for ending, folder := range map[string]string{
				".json": "results/paper", ".png": "figures", ".pdf": "figures",
			} {
				file := filepath.Join(folder, name+ending)
				want, err := os.ReadFile(filepath.Join("..", file))
				if err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(filepath.Join(out, name+ending))
				if err != nil {
					t.Fatal(err)
				}
				// other code may have made the table; code.txt says whether it is the same
				if !bytes.Equal(code.ReplaceAll(got, nil), code.ReplaceAll(want, nil)) {
					t.Errorf("other bytes than in %s; make paper FIG=%s writes them", file,
						strings.TrimPrefix(name, "fig"))
				}
			}
		})
	}
}

// code matches the digest of the code in a manifest.
var code = regexp.MustCompile(`"code": "[0-9a-f]+"`)

// The smallest errors of Figures 17 and 18 are not at an edge of the Δt and γ that are tried:
// without the ends they are as small. Full batches may have a Δt near their limit of stability,
// 0.15.
func TestInside(t *testing.T) {
	checked := 0
	for _, name := range []string{"fig17", "fig18"} {
		u := read(t, "../results/paper/"+name+".csv")
		u = u.Where("posterior", "mixture", "source", "simulation")
		u = u.Filter(func(i int) bool { return strings.HasPrefix(u.Cell(i, "quantity"), "rmse ") })
		for i := range u.Len() {
			e := u.Estimate(i)
			if _, unknown := e.Bound(false); unknown || u.Float(i, "dt") >= 0.04 {
				continue
			}
			if checked++; !(u.Float(i, "inside") < e.Value+3*e.StdErr) {
				t.Errorf("%s: %s at γ = %s: %.4f ± %.4f with n = %s, Δt = %s, inside the grid %s", name,
					u.Cell(i, "method"), u.Cell(i, "gamma"), e.Value, e.StdErr, u.Cell(i, "n"),
					u.Cell(i, "dt"), u.Cell(i, "inside"))
			}
		}
	}
	if checked < 200 {
		t.Errorf("%d errors are known", checked)
	}
}
