package experiments

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/long"
)

// variant is a way to compute a figure that must not change its numbers.
type variant struct {
	form    string // of package vec; "none": built without GOEXPERIMENT=simd
	workers int
	level   string // GOAMD64; none: the programs of the other tests
}

func (v variant) String() string {
	return fmt.Sprintf("%s, %d workers, GOAMD64=%s", v.form, v.workers, v.level)
}

// variants covers all pairs of a form, a number of workers and a level.
var variants = []variant{
	{"avx2", 5, "v1"},
	{"portable", 5, "v1"},
	{"none", 1, "v3"},
	{"avx2", 1, "v3"},
	{"avx512", 1, "v3"},
	{"avx512", 5, "v1"},
}

// forms are the variants that need no other program.
var forms = []variant{{"portable", 5, ""}, {"avx2", 1, ""}, {"avx512", 5, ""}}

// handful are quick figures, one of each kind: draws of the noise, a Gaussian posterior, logistic
// regression, a network, and a mixture with extended frictions. The tests of package vec prove that
// every kernel gives the same bits in all forms.
var handful = []string{"fig01", "fig05", "fig08", "fig12", "fig14"}

// Tables and pictures have the same bytes in every form of package vec and with any number of
// workers. For other levels of the instruction set the compiler may fuse products and sums: tables
// agree, and figures whose tables have the same bytes are the same. In the long test every variant
// that the machine has computes the handful. In the short test there is one variant for every form
// of the programs; after the first one they compute the first figure.
func TestSameNumbersInEveryForm(t *testing.T) {
	t.Parallel()
	list, others := variants, handful
	if !long.On() {
		list, others = forms, handful[:1]
	}
	root, built, figures := t.TempDir(), map[string]bool{}, handful
	for _, v := range list {
		t.Run(v.String(), func(t *testing.T) {
			dir, experiment := bin, "simd"
			if v.form == "none" {
				experiment = ""
			}
			own := os.Getenv("GOAMD64") == v.level && os.Getenv("GOEXPERIMENT") == experiment
			if v.level != "" && !own {
				env := []string{"GOAMD64=" + v.level, "GOEXPERIMENT=" + experiment}
				if dir = filepath.Join(root, strings.Join(env, " ")); !built[dir] {
					if err := build(dir, figures, env, ""); err != nil {
						t.Fatal(err)
					}
					built[dir] = true
				}
			}
			if err := v.lacking(t, dir); err != nil {
				t.Skip(err)
			}
			defer func() { figures = others }()
			for _, name := range figures {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					v.compare(t, name, dir)
				})
			}
		})
	}
}

// vec is the name of the form.
func (v variant) vec() string { return strings.Replace(v.form, "none", "portable", 1) }

// lacking returns an error if the machine lacks the form or the level.
func (v variant) lacking(t *testing.T, dir string) error {
	name := handful[0]
	_, err := smokeOutput(name, dir, t.TempDir(), []string{"VEC=" + v.vec()}, "-plan")
	for _, lacking := range []string{name + ": VEC=" + v.vec(), "v3 microarchitecture support"} {
		if err != nil && strings.Contains(err.Error(), lacking) {
			return err
		}
	}
	return nil
}

// compare runs a program of dir and compares its files with the golden run.
func (v variant) compare(t *testing.T, name, dir string) {
	out, form := t.TempDir(), v.vec()
	text, err := smokeOutput(name, dir, out, []string{"VEC=" + form}, "-workers",
		fmt.Sprint(v.workers), "-q=false", "-fresh")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text, ", "+form+"\n") {
		t.Errorf("the program does not say that %s ran: %s", form, text)
	}
	if v.level == "" || v.level == os.Getenv("GOAMD64") ||
		agrees(t, filepath.Join(reference(t, name), name), filepath.Join(out, name)) {
		same(t, name, out, ".csv", ".json", ".png", ".pdf")
	}
	if v.form != "none" {
		return
	}
	// Every build finds the committed results, if make vouch has examined the code.
	cmd := exec.Command(filepath.Join(dir, name), "-profile", "paper", "-plan")
	cmd.Dir = ".."
	plan, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(plan), " 0 to do\n") {
		t.Errorf("committed results, %v: %s", err, plan)
	}
}
