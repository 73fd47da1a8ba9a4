package experiments

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The Makefile accepts short and long names of figures, and reports unknown ones.
func TestMake(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string // regular expressions of a part
	}{
		{
			[]string{"help"}, 0,
			`(?m)^make fig1, fig2, … +one figure(.*\n)+make figures +all figures\n(.*\n)*make plan ` +
				`+tasks, what is cached`,
			`^$`,
		},
		{nil, 0, `(?m)^make golden +write the golden numbers`, `^$`},
		{[]string{"-n", "fig3"}, 0, `experiments/fig3 experiments/fig03 (.*\n)+.*go build `, `^$`},
		{[]string{"-n", "fig03"}, 0, `experiments/fig03 experiments/fig003 (.*\n)+.*go build `, `^$`},
		{
			[]string{"-n", "fig3", "PROFILE=smoke", "WORKERS=3", "ARGS=-set T=5"}, 0,
			` -profile smoke -workers 3 -set T=5\n`, `^$`,
		},
		{[]string{"fig99"}, 2, `^$`, `^make: no folder experiments/fig99; there are: .*\bfig03\b`},
		{[]string{"figs"}, 2, `^$`, `^make: no folder experiments/figs; there are: .*\bfig03\b`},
		{[]string{"nothing"}, 2, `^$`, `No rule to make target 'nothing'`},
		{
			[]string{"plan", "FIG=3", "PROFILE=smoke"}, 0, `^fig03: \d+ tasks, \d+ cached, \d+ to do.*\n$`,
			`^$`,
		},
		{
			[]string{"plan", "FIG=fig03", "PROFILE=smoke"}, 0,
			`^fig03: \d+ tasks, \d+ cached, \d+ to do.*\n$`, `^$`,
		},
		{
			[]string{"why", "FIG=03", "PROFILE=smoke", "ARGS=-set dt=[1e-3]"}, 0,
			`^(fig03 [0-9a-f]{8} (missing|cached ) .*\bn=\d+\b.*\n)+$`, `^$`,
		},
		{[]string{"plan", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: .*\bfig03\b`},
		{[]string{"why", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: .*\bfig03\b`},
		{
			[]string{"plan", "FIG=3", "PROFILE=huge"}, 2, `^$`,
			`^fig03: experiments/fig03/spec\.toml: profile "huge" is unknown; known are paper, quick, ` +
				`smoke\n`,
		},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			cmd := exec.Command("make", append([]string{"--no-print-directory"}, c.args...)...)
			cmd.Dir, cmd.Stdout, cmd.Stderr = "..", &stdout, &stderr
			// without the variables and flags of a make that runs this test
			cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool {
				name, _, _ := strings.Cut(s, "=")
				return slices.Contains(
					[]string{
						"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "PROFILE", "WORKERS", "FIG", "ARGS",
					},
					name,
				)
			}), "LC_ALL=C")
			err := cmd.Run()
			if _, ok := err.(*exec.ExitError); err != nil && !ok {
				t.Fatal(err)
			}
			if code := cmd.ProcessState.ExitCode(); code != c.code ||
				!regexp.MustCompile(c.stdout).MatchString(
					stdout.String(),
				) || !regexp.MustCompile(c.stderr).MatchString(stderr.String()) {
				t.Errorf("exit %d\n%s\n%s", code, &stdout, &stderr)
			}
		})
	}
}
