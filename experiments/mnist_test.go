package experiments

import (
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/table"
)

// Profile smoke never reads MNIST, so the figures that are made from it have golden numbers of a
// small run of Figure 9 besides: of the data, the Laplace approximation and every friction. They
// are checked where MNIST is: in $MNIST_DIR, or in data/mnist after make data.
func TestGoldenMNIST(t *testing.T) {
	t.Setenv("MNIST_DIR", mnist(t))
	t.Run("fig09", testMNIST)
}

func testMNIST(t *testing.T) {
	const name = "fig09"
	out := t.TempDir()
	args := []string{"-profile", "smoke", "-out", out, "-cache", t.TempDir(), "-q"}
	for _, s := range []string{
		`data.kind="mnist"`, "data.ndata=12251", "data.held_out=2000", "data.d=100", "T=0.8",
	} {
		args = append(args, "-set", s)
	}
	if _, stderr, code := execute(t, name, args...); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	got := diagonal(read(t, filepath.Join(out, name+".csv"))) // enough to notice a change
	compareGolden(t, "mnist", name, got)
}

// mnist returns the folder of MNIST. It skips the test if there is none.
func mnist(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MNIST_DIR")
	if dir == "" {
		dir = filepath.Join("..", "data", "mnist")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range dataset.MNISTFiles() {
		if _, _, err := f.Check(dir); err != nil {
			t.Skipf("no MNIST: %v", err)
		}
	}
	return dir
}

// diagonal returns a table of matrix entries without the off-diagonal ones.
func diagonal(t *table.Table) *table.Table {
	d := table.New(t.Columns()...)
	for r := range t.Len() {
		if t.Cell(r, "i") == t.Cell(r, "j") {
			row := table.Row{}
			for _, c := range t.Columns() {
				if s := t.Cell(r, c); s != "" {
					row[c] = s
				}
			}
			d.Add(row)
		}
	}
	return d
}
