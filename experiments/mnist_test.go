package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherDigits makes a figure from the images of another pair of digits, where MNIST is: in
// $MNIST_DIR, or in data/mnist after make data.
func TestOtherDigits(t *testing.T) {
	t.Setenv("MNIST_DIR", mnist(t))
	out := t.TempDir()
	args := []string{"-profile", "smoke", "-out", out, "-cache", t.TempDir(), "-q"}
	for _, s := range []string{
		`data.kind="images"`, "data.digits=[3,5]", "data.seed=1", "data.d=60", "T=0.8",
	} {
		args = append(args, "-set", s)
	}
	if _, stderr, code := execute(t, "fig09", args...); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	u := read(t, filepath.Join(out, "fig09.csv"))
	if got := u.Cell(0, "data"); got != "MNIST 3 against 5, PCA (whiten), split by seed 1" {
		t.Errorf("data %q", got)
	}
}

// TestNoImages: figures need no images of MNIST, and a spec that asks for them says so where there
// are none.
func TestNoImages(t *testing.T) {
	t.Setenv("MNIST_DIR", t.TempDir())
	args := []string{"-profile", "smoke", "-out", t.TempDir(), "-cache", t.TempDir(), "-q"}
	if _, stderr, code := execute(t, "fig09", args...); code != 0 {
		t.Errorf("exit %d: %s", code, stderr)
	}
	args = append(args, "-set", `data.kind="images"`, "-set", "data.digits=[7,9]")
	_, stderr, code := execute(t, "fig09", args...)
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
