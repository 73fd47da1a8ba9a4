package experiments

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// The tables are the same bytes with any number of workers and for every level of the instruction set.
func TestSameBytes(t *testing.T) {
	type variant struct {
		dir     string // of the programs
		workers int
	}
	variants := []variant{{bin, 1}, {bin, 2}, {bin, 5}}
	for _, env := range []string{"GOAMD64=v1", "GOAMD64=v3"} {
		if runtime.GOARCH != "amd64" || env == "GOAMD64=v3" && !hasV3() {
			continue
		}
		dir := filepath.Join(bin, env)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := build(dir, env); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		variants = append(variants, variant{dir, 2})
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"fig01", []string{"-set", "draws=1e4"}},
		{"fig02", []string{"-set", "draws=1e4"}},
		{"fig03", []string{"-set", "T=5", "-set", "dt=[5e-4, 5e-3]", "-set", "n=[1, 2, 50, 95]"}},
		{"fig04", []string{"-set", "T=5", "-set", "dt=[1e-3]"}},
		{"fig05", []string{"-set", "T=20", "-set", "dt=[5e-3, 2e-2]"}},
		{"fig06", nil},
		{"fig07", []string{"-set", "T=20", "-set", "dt=[1e-2]"}},
		{"fig08", nil},
		{"fig09", nil},
		{"fig10", nil},
		{"fig11", nil},
		{"fig12", nil},
		{"fig13", nil},
		{"fig14", []string{"-set", "T=20", "-set", "dt=[5e-3]", "-set", "single.dt=[1e-3]", "-set", "all.dt=[5e-3]"}},
		{"fig15", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var want []byte
			for _, v := range variants {
				out := t.TempDir()
				args := append([]string{"-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q", "-workers", fmt.Sprint(v.workers)}, c.args...)
				if _, stderr, code := execute(t, filepath.Join(v.dir, c.name), args...); code != 0 {
					t.Fatalf("exit %d: %s", code, stderr)
				}
				got, err := os.ReadFile(filepath.Join(out, c.name+".csv"))
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				} else if !bytes.Equal(got, want) {
					t.Errorf("%s, %d workers: the table differs from that of one worker", filepath.Base(v.dir), v.workers)
				}
			}
		})
	}
}

// hasV3 says whether the processor runs GOAMD64=v3.
func hasV3() bool {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return false
	}
	for _, f := range []string{" avx2", " bmi1", " bmi2", " f16c", " fma", " abm", " movbe"} {
		if !bytes.Contains(b, []byte(f)) {
			return false
		}
	}
	return true
}
