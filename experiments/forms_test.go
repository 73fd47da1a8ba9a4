package experiments

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var allForms = flag.Bool("forms", false, "compare the forms of package vec on all figures of profile smoke (make forms), not on parts of some")

// The tables are the same bytes in every form of package vec that the toolchain can build and the machine can run.
func TestSameBytesInEveryForm(t *testing.T) {
	list := exec.Command("go", "list", "simd/archsimd")
	list.Env = append(os.Environ(), "GOEXPERIMENT=simd")
	if err := list.Run(); err != nil {
		t.Skip("this toolchain has no GOEXPERIMENT=simd")
	}
	type part struct {
		name string
		args []string
	}
	parts := []part{ // the portable form takes twenty times as long as AVX-512
		{"fig03", []string{"-set", "T=5", "-set", "dt=[5e-4, 5e-3]", "-set", "n=[1, 2, 50, 95]"}},
		{"fig07", []string{"-set", "T=3"}},
	}
	if *allForms {
		parts = nil
		for _, name := range programs(t) {
			parts = append(parts, part{name, nil})
		}
	}
	dir := t.TempDir()
	if out, err := build(dir, "GOEXPERIMENT=simd", "GOFLAGS="+os.Getenv("GOFLAGS")+" -ldflags=-X=runtime.godebugDefault=asyncpreemptoff=1"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			var want []byte
			for _, form := range []string{"portable", "avx2", "avx512"} {
				out := t.TempDir()
				t.Setenv("VEC", form)
				args := append([]string{"-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q"}, p.args...)
				_, stderr, code := execute(t, filepath.Join(dir, p.name), args...)
				if code == 2 && strings.HasPrefix(stderr, "vec: VEC="+form) {
					t.Logf("not here: %s", stderr)
					continue
				}
				if code != 0 {
					t.Fatalf("%s: exit %d: %s", form, code, stderr)
				}
				manifest, err := os.ReadFile(filepath.Join(out, p.name+".json"))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Contains(manifest, fmt.Appendf(nil, "%q: %q", "vec", form)) {
					t.Errorf("the manifest does not say that %s ran", form)
				}
				got, err := os.ReadFile(filepath.Join(out, p.name+".csv"))
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
