package experiments

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/files"
	"adl/pkg/long"
	"adl/pkg/table"
)

// Every figure has golden numbers at profile smoke: simulated ones are compared bit for bit, others
// to 1e-9.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareGolden(t, "smoke", name, read(t, filepath.Join(reference(t, name), name+".csv")))
		})
	}
}

// remedy says what to run if a change of a figure is meant.
func remedy(name string) string {
	return "make golden FIG=" + strings.TrimLeft(strings.TrimPrefix(name, "fig"), "0")
}

// compareGolden compares a table with the golden one of a folder, or writes that with -update.
func compareGolden(t *testing.T, folder, name string, got *table.Table) {
	t.Helper()
	path := filepath.Join(goldenDir, folder, name+".csv")
	if *update {
		writeGolden(t, path, got.WriteCSV)
		return
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s has no golden numbers of %s; %s writes them", name, folder, remedy(name))
	}
	if diff := table.Compare(read(t, path), got); len(diff) > 0 {
		t.Errorf("%s moved from its golden numbers of %s; if that is meant, %s\n%s: %s",
			name, folder, remedy(name), name, strings.Join(diff, "\n"+name+": "))
	}
}

// goldenDir is the folder of what the figures are compared with.
var goldenDir = filepath.Join("..", "results", "golden")

func writeGolden(t *testing.T, path string, write func(io.Writer) error) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(path, write); err != nil {
		t.Fatal(err)
	}
}

// A second run, which finds all results in the cache, writes the same table and pictures. In the
// short run a handful of figures does it.
func TestCached(t *testing.T) {
	t.Parallel()
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !slices.Contains(handful, name) {
				long.Test(t)
			}
			first, second := reference(t, name), t.TempDir()
			err := smoke(name, bin, second, nil, "-cache", filepath.Join(first, "cache"))
			if err != nil {
				t.Fatal(err)
			}
			same(t, name, second, ".csv", ".png", ".pdf", ".svg")
		})
	}
}
