package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherDigits makes a figure from the images of another pair of digits, if MNIST is in
// $MNIST_DIR, or in data/mnist after make data.
func TestOtherDigits(t *testing.T) {
	t.Setenv("MNIST_DIR", mnist(t))
	dir := t.TempDir()
	_, stderr, code := executeIn(t, dir, "fig09", "-profile", "smoke", "-out", "out",
		"-cache", "cache", "-set", `data.kind="images"`, "-set", "data.digits=[3,5]",
		"-set", "data.seed=1", "-set", "data.d=60", "-set", "T=0.8")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	u := read(t, filepath.Join(dir, "out", "fig09.csv"))
	if got := u.Cell(0, "data"); got != "MNIST 3 against 5, PCA (whiten), split by seed 1" {
		t.Errorf("data %q", got)
	}
}

// TestNoImages: a spec that asks for images of MNIST reports if there are none.
func TestNoImages(t *testing.T) {
	t.Setenv("MNIST_DIR", t.TempDir())
	_, stderr, code := executeIn(t, t.TempDir(), "fig09", "-profile", "smoke", "-out", "out", "-cache",
		"cache", "-q", "-set", `data.kind="images"`, "-set", "data.digits=[7,9]")
	if code != 1 || !strings.Contains(stderr, "there is no file of images ") ||
		strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d: %s", code, stderr)
	}
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
	if found, _ := filepath.Glob(filepath.Join(dir, "*-idx?-ubyte*")); len(found) < 4 {
		t.Skipf("no MNIST: there are %d of its files in %s", len(found), dir)
	}
	return dir
}
