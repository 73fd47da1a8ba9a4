package experiments

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"adl/pkg/long"
)

// variant is a way to compute a figure that must not change its bytes.
type variant struct {
	form    string // of package vec; none: built without GOEXPERIMENT=simd
	workers int
	level   string // GOAMD64
}

func (v variant) String() string {
	return fmt.Sprintf("%s, %d workers, GOAMD64=%s", v.form, v.workers, v.level)
}

// variants has every pair of a form, a number of workers and a level. The first one differs most
// from a golden run.
var variants = []variant{
	{"portable", 5, "v1"},
	{"none", 1, "v3"},
	{"avx2", 1, "v1"},
	{"avx2", 5, "v3"},
	{"avx512", 1, "v3"},
	{"avx512", 5, "v1"},
}

// handful are quick figures, one of each kind: draws of the noise, a Gaussian posterior, logistic
// regression, a network, and a mixture with extended frictions. The tests of package vec prove that
// every kernel gives the same bits in all forms.
var handful = []string{"fig01", "fig05", "fig08", "fig12", "fig14"}

// Tables and pictures are the same bytes in every form of package vec, with any number of workers,
// and for every level of the instruction set. In the long run the first variant computes all of
// them, and the others a handful. In the short run the first computes the handful, and the others,
// but for none, the first figure.
func TestSameBytesInEveryForm(t *testing.T) {
	t.Parallel()
	build := builder(t)
	for k, v := range variants {
		t.Run(v.String(), func(t *testing.T) {
			if v.level == "v3" && !hasV3() {
				t.Skip("this processor has no GOAMD64=v3")
			}
			if v.form == "none" {
				long.Test(t) // for its build
			}
			figures := handful
			switch {
			case long.On() && k == 0:
				figures = programs(t)
			case !long.On() && k > 0:
				figures = handful[:1]
			}
			dir := build(t, v, figures)
			for _, name := range figures {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					v.compare(t, name, dir)
				})
			}
		})
	}
}

// builder returns a function that builds figures in a variant and returns their folder. The figures
// of a later call with the same environment are among those of the first.
func builder(t *testing.T) func(t *testing.T, v variant, figures []string) string {
	list := exec.Command("go", "list", "simd/archsimd")
	list.Env = append(os.Environ(), "GOEXPERIMENT=simd")
	simd := list.Run() == nil
	root := t.TempDir()
	built := map[string]bool{}
	return func(t *testing.T, v variant, figures []string) string {
		env := []string{"GOAMD64=" + v.level, "GOEXPERIMENT="}
		if v.form != "none" {
			if !simd {
				t.Skip("this toolchain has no GOEXPERIMENT=simd")
			}
			env[1] += "simd"
		}
		dir := filepath.Join(root, strings.Join(env, " "))
		if built[dir] {
			return dir
		}
		built[dir] = true
		if v.level == "v1" { // as in TestBuildAnywhere, which has compiled it
			env = append(env, "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -gcflags=all=-dwarf=false")
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := build(dir, figures, env, ""); err != nil {
			t.Fatal(err)
		}
		return dir
	}
}

// compare runs a program of dir and compares its files with those of the golden run.
func (v variant) compare(t *testing.T, name, dir string) {
	out, form := t.TempDir(), v.form
	if form == "none" {
		form = "portable"
	}
	text, err := smokeOutput(name, dir, out, []string{"VEC=" + form}, "-workers",
		fmt.Sprint(v.workers), "-q=false", "-fresh")
	if err != nil && strings.Contains(err.Error(), name+": VEC="+form) {
		t.Skip(err) // the machine lacks the form
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text, ", "+form+"\n") {
		t.Errorf("the program does not say that %s ran: %s", form, text)
	}
	same(t, name, out, ".csv", ".json", ".png", ".pdf", ".svg")
}

// hasV3 reports whether the processor runs GOAMD64=v3, as the Makefile does.
func hasV3() bool {
	if runtime.GOARCH != "amd64" {
		return false
	}
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return false
	}
	for _, f := range []string{" avx2", " bmi1", " bmi2", " f16c", " fma", " movbe"} {
		if !bytes.Contains(b, []byte(f)) {
			return false
		}
	}
	return true
}
