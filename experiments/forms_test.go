package experiments

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tables of profile smoke are the same bytes in every form of package vec that the toolchain can build and the machine can run.
func TestSameBytesInEveryForm(t *testing.T) {
	list := exec.Command("go", "list", "simd/archsimd")
	list.Env = append(os.Environ(), "GOEXPERIMENT=simd")
	if err := list.Run(); err != nil {
		t.Skip("this toolchain has no GOEXPERIMENT=simd")
	}
	dir := t.TempDir()
	if out, err := build(dir, "GOEXPERIMENT=simd", "GOFLAGS="+os.Getenv("GOFLAGS")+" -ldflags=-X=runtime.godebugDefault=asyncpreemptoff=1"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			var want []byte
			for _, form := range []string{"portable", "avx2", "avx512"} {
				out := t.TempDir()
				t.Setenv("VEC", form)
				_, stderr, code := execute(t, filepath.Join(dir, name), "-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q")
				if code == 2 && strings.HasPrefix(stderr, name+": VEC="+form) {
					t.Logf("not here: %s", strings.TrimSpace(stderr))
					continue
				}
				if code != 0 {
					t.Fatalf("%s: exit %d: %s", form, code, stderr)
				}
				manifest, err := os.ReadFile(filepath.Join(out, name+".json"))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Contains(manifest, fmt.Appendf(nil, "%q: %q", "vec", form)) {
					t.Errorf("the manifest does not say that %s ran", form)
				}
				got, err := os.ReadFile(filepath.Join(out, name+".csv"))
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				} else if !bytes.Equal(got, want) {
					t.Errorf("%s gives other bytes than the portable form", form)
				}
			}
		})
	}
}
