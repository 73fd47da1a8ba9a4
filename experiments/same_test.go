package experiments

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/long"
)

// variant is a way to compute a figure that must not change its bytes.
type variant struct {
	form    string // of package vec; "none": built without GOEXPERIMENT=simd
	workers int
	level   string // GOAMD64; none: the programs of the other tests
}

func (v variant) String() string {
	return fmt.Sprintf("%s, %d workers, GOAMD64=%s", v.form, v.workers, v.level)
}

// variants covers all pairs of a form, a number of workers and a level. The first one differs most
// from a golden run.
var variants = []variant{
	{"portable", 5, "v1"},
	{"none", 1, "v3"},
	{"avx2", 1, "v1"},
	{"avx2", 5, "v3"},
	{"avx512", 1, "v3"},
	{"avx512", 5, "v1"},
}

// forms are the variants that need no other program.
var forms = []variant{{"portable", 5, ""}, {"avx2", 1, ""}, {"avx512", 5, ""}}

// handful are quick figures, one of each kind: draws of the noise, a Gaussian posterior, logistic
// regression, a network, and a mixture with extended frictions. The tests of package vec prove that
// every kernel gives the same bits in all forms.
var handful = []string{"fig01", "fig05", "fig08", "fig12", "fig14"}

// Tables and pictures have the same bytes in every form of package vec, with any number of workers,
// and for every level of the instruction set. In the long test the first variant computes all
// figures, the others a handful. In the short test there is one variant for every form of the
// programs; the first computes the handful, the others the first figure.
func TestSameBytesInEveryForm(t *testing.T) {
	t.Parallel()
	list, first, others := variants, programs(t), handful
	if !long.On() {
		list, first, others = forms, handful, handful[:1]
	}
	root, built := t.TempDir(), map[string]bool{}
	for k, v := range list {
		t.Run(v.String(), func(t *testing.T) {
			figures := others
			if k == 0 {
				figures = first
			}
			dir := bin
			if v.level != "" {
				env := []string{"GOAMD64=" + v.level, "GOEXPERIMENT="}
				if v.form != "none" {
					env[1] += "simd"
				}
				// With the same environment, later figures are among the first ones.
				if dir = filepath.Join(root, strings.Join(env, " ")); !built[dir] {
					if err := build(dir, figures, env, ""); err != nil {
						t.Fatal(err)
					}
					built[dir] = true
				}
			}
			for _, name := range figures {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					v.compare(t, name, dir)
				})
			}
		})
	}
}

// compare runs a program of dir and compares its files with the golden run.
func (v variant) compare(t *testing.T, name, dir string) {
	out, form := t.TempDir(), v.form
	if form == "none" {
		form = "portable"
	}
	text, err := smokeOutput(name, dir, out, []string{"VEC=" + form}, "-workers",
		fmt.Sprint(v.workers), "-q=false", "-fresh")
	for _, lacking := range []string{name + ": VEC=" + form, "v3 microarchitecture support"} {
		if err != nil && strings.Contains(err.Error(), lacking) {
			t.Skip(err) // the machine lacks the form or the level
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text, ", "+form+"\n") {
		t.Errorf("the program does not say that %s ran: %s", form, text)
	}
	same(t, name, out, ".csv", ".json", ".png", ".pdf")
}
