package pkg_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A separate module uses the library, as a researcher's module would.
func TestLibrary(t *testing.T) {
	const module = "testdata/library"
	dir := t.TempDir() // for go.mod with the modules that the library needs
	for _, f := range []string{module + "/go.mod", "../go.sum"} {
		b, err := os.ReadFile(f)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(f)), b, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "-mod=mod", "-modfile="+filepath.Join(dir, "go.mod"), ".")
	cmd.Dir, cmd.Env = module, append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	const want = `E e^θ₂ = 1.427 ± 0.001; exact 1.427, 0.4 standard errors away
the largest |θ₁| of 64 replicas in 1000 steps: 0.840
`
	if err != nil || string(out) != want {
		t.Errorf("%v: %s", err, out)
	}
}
