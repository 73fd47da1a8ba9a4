package experiments

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/long"
)

// variant is a way to compute a figure that must not change its numbers.
type variant struct {
	form    string // of package vec
	workers int
	plain   bool // built for any amd64 processor, without GOEXPERIMENT=simd
}

func (v variant) String() string {
	return fmt.Sprintf("%s, %d workers, plain %t", v.form, v.workers, v.plain)
}

// handful are quick figures, one of each kind: draws of the noise, a Gaussian posterior, logistic
// regression, a network, and a mixture with extended frictions. The tests of package vec prove that
// every kernel gives the same bits in all forms.
var handful = []string{"fig01", "fig05", "fig08", "fig12", "fig14"}

// Tables and pictures have the same bytes in every form of package vec and with any number of
// workers. In a plain build the compiler may not fuse products and sums: tables agree, and figures
// whose tables have the same bytes are the same. In the long test the first variant that the
// machine has computes all figures, the others a handful. The short test has no plain build; its
// first variant computes the handful, the others the first figure.
func TestSameNumbersInEveryForm(t *testing.T) {
	t.Parallel()
	variants := []variant{{"portable", 5, false}, {"avx2", 1, false}, {"avx512", 5, false}}
	figures, others := handful, handful[:1]
	if long.On() { // the portable form would take three times as long for all figures
		variants = []variant{
			{"avx2", 5, false}, {"portable", 5, false}, {"avx512", 1, false}, {"portable", 1, true},
		}
		figures, others = programs(t), handful
	}
	for _, v := range variants {
		t.Run(v.String(), func(t *testing.T) {
			dir := bin
			if v.plain {
				dir = t.TempDir()
				if err := build(dir, figures, []string{"GOAMD64=v1", "GOEXPERIMENT="}, ""); err != nil {
					t.Fatal(err)
				}
			}
			first, vec := handful[0], "VEC="+v.form
			if _, err := smokeOutput(first, dir, t.TempDir(), []string{vec}, "-plan"); err != nil &&
				strings.Contains(err.Error(), first+": "+vec) {
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

// compare runs a program of dir and compares its files with the golden run.
func (v variant) compare(t *testing.T, name, dir string) {
	out := t.TempDir()
	text, err := smokeOutput(name, dir, out, []string{"VEC=" + v.form}, "-workers",
		fmt.Sprint(v.workers), "-q=false", "-fresh")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text, ", "+v.form+"\n") {
		t.Errorf("the program does not say that %s ran: %s", v.form, text)
	}
	if !v.plain || agrees(t, filepath.Join(reference(t, name), name), filepath.Join(out, name)) {
		same(t, name, out, ".csv", ".json", ".png", ".pdf")
	}
	if !v.plain {
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
