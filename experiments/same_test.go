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
	type build_ struct {
		env     string
		workers int
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"fig03", []string{"-set", "T=5", "-set", "dt=[5e-4, 5e-3]", "-set", "n=[1, 2, 50, 95]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []byte
			for _, b := range []build_{{"", 1}, {"", 2}, {"", 5}, {"GOAMD64=v1", 2}, {"GOAMD64=v3", 2}} {
				dir := bin
				if b.env != "" {
					if runtime.GOARCH != "amd64" || b.env == "GOAMD64=v3" && !hasV3() {
						continue
					}
					dir = filepath.Join(bin, b.env)
					if err := os.MkdirAll(dir, 0o755); err != nil {
						t.Fatal(err)
					}
					if out, err := build(dir, b.env); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
				}
				out := t.TempDir()
				args := append([]string{"-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q", "-workers", fmt.Sprint(b.workers)}, c.args...)
				if _, stderr, code := execute(t, filepath.Join(dir, c.name), args...); code != 0 {
					t.Fatalf("exit %d: %s", code, stderr)
				}
				got, err := os.ReadFile(filepath.Join(out, c.name+".csv"))
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				} else if !bytes.Equal(got, want) {
					t.Errorf("%+v: the table differs from that of one worker", b)
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
