package experiments

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The targets of the Makefile, as make -n shows them, the choice of figures, and errors about wrong
// arguments.
func TestMake(t *testing.T) {
	t.Parallel()
	const (
		figures = `there are: fig01 .*study-xi-theta\.  Stop\.\n$`
		unknown = `\*\*\* no figure \S*99; ` + figures
		known   = `; there are: PROFILE .*; parameters: ARGS='-set T=1e4'\.  Stop\.\n$`
	)
	for _, c := range []struct {
		args   string // separated by two spaces
		code   int
		output []string // regular expressions of parts
	}{
		{
			"-n  FIG=7 study-ratio  SPEC=my.toml  fig3  figures  claims  plan  sweep  slurm  " +
				"reproduce  bless", 0, []string{
				`go build .* \./experiments/fig03 && exec \.bin/fig03 \$\{PROFILE:\+-profile "\$PROFILE"\} `,
				`for f in fig07 study-ratio; do .*\$ARGS \|\| exit; done && \.bin/report page `,
				`\.bin/report claims \$ARGS fig07 study-ratio\n`,
				`for f in fig07 study-ratio; do \.bin/\$f -plan `,
				`exec \.bin/sweep -spec "\$SPEC" `,
				`for f in fig07 study-ratio; do \\\n\s*scripts/slurm\.sh \.bin/\$f "\$\{JOBS:-64\}" `,
				`exec \.bin/verify reproduce .* fig07 study-ratio\n`,
				`-update .*'\^Test\(Golden\|Keys\)\$/\^\(fig07\|study-ratio\)\$' && ` +
					`.* -profile quick (.*\n)*` +
					`.* -profile paper .*report page(.*\n)*.*verify compare results`,
			},
		},
		{
			"-n  figures  studies  test  page  paper  golden  vouch  test-long  test-avx2  test-slurm  " +
				"test-arm64  test-page  bench  lint  data  clean", 0, []string{
				`for f in fig01 (fig\d\d )+fig18; do`,
				`for f in study-basis (study-\S+ )+study-xi-theta; do`,
				`\ngo test -timeout 20m \$ARGS \./\.\.\.\n`,
				`-vouch 20`,
				`\nrm -rf results/cache \.bin\n$`,
			},
		},
		{"help", 0, []string{
			`^make fig7 +a figure, .*\n(make [a-z]+ +\S.*\n){9}\nstudy-NAME(.*\n)+PROFILE=`,
		}},
		{"-n  page  LIVE=1", 0, []string{`build\.sh figures/live\.js && \.bin/report page -live\n$`}},
		{"-n  figures  ARGS=-plan", 0, []string{`\|\| exit; done && true\n$`}},
		{"claims  FIG=9", 0, []string{`^S3.4-5    holds after a correction The .*\nS3.4-6 .*\n$`}},
		{"-n  figures  FULL=1  GOFLAGS=-x  CHROMIUM=c  WORKERS=1", 0, nil},
		{"fig99", 2, []string{unknown}},
		{"fig", 2, []string{`^Makefile:\d+: \*\*\* no figure fig; ` + figures}},
		{"study", 2, []string{`^Makefile:\d+: \*\*\* no figure study; ` + figures}},
		{"fig7  SPEC=my.toml", 2, []string{`^\S+ \*\*\* SPEC is for: sweep; not for: fig7\.  Stop\.\n$`}},
		{"fig7  plan  JOBS=2", 2, []string{`\*\*\* JOBS is for: slurm; not for: fig7 plan\.  Stop\.\n$`}},
		{"fig7  FIG=7", 2, []string{`\*\*\* FIG is for: figures .*; not for: fig7\.  Stop\.\n$`}},
		{"paper  PROFILE=quick", 2, []string{`\*\*\* PROFILE is for: fig% .*; not for: paper\.  Stop`}},
		{"FIG=7", 2, []string{`; not for: help\.  Stop\.\n$`}},
		{"fig7  PROFIL=smoke", 2, []string{`^\S+ \*\*\* no variable PROFIL` + known}},
		{"fig7  -set  T=1", 2, []string{`^\S+ \*\*\* no variable T` + known}},
		{"figures  FIG=3 99", 2, []string{unknown}},
		{"bless", 2, []string{`\*\*\* bless needs FIG=7\.  Stop\.\n$`}},
		{"sweep", 2, []string{`\*\*\* sweep needs SPEC=my\.toml\.  Stop\.\n$`}},
		{"new  FIG=7", 2, []string{`^new: experiments/fig07 exists\n`}},
		{"new  FIG=../x", 2, []string{`^new: expected FIG=20, .* got '\.\./x'\n`}},
	} {
		output, code := runMake(t, nil, strings.Split(c.args, "  ")...)
		if code != c.code {
			t.Errorf("make %s: exit %d\n%s", c.args, code, output)
		}
		for _, want := range c.output {
			if !regexp.MustCompile(want).MatchString(output) {
				t.Errorf("make %s: want %s in\n%s", c.args, want, output)
			}
		}
	}
}

// Neither make nor a shell runs anything that an argument says.
func TestMakeRunsNoArgument(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"`X`", "$(X)", "$(shell X)", "7; X\nX", `'; X; '"; X; "`, "x'$$(X)'",
	} {
		path := filepath.Join(t.TempDir(), "made")
		bad := strings.ReplaceAll(form, "X", "touch "+path)
		for _, args := range [][]string{
			{"new", "FIG=" + bad}, {"plan", "FIG=" + bad}, {"fig" + bad},
			{"claims", "FIG=9", "ARGS=" + bad},
			{"sweep", "SPEC=" + bad, "PROFILE=" + bad, "WORKERS=" + bad, "ARGS=" + bad},
			{"slurm", "FIG=9", "JOBS=" + bad},
		} {
			output, code := runMake(t, nil, args...)
			if exists(path) || code != 2 && args[0] != "claims" {
				t.Errorf("make %q: exit %d\n%s", args, code, output)
			}
		}
	}
}

// runMake runs make in the project, with additions to the environment and without the variables and
// flags of a surrounding make.
func runMake(t *testing.T, env []string, args ...string) (output string, code int) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command("make", append([]string{"--no-print-directory"}, args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = "..", &out, &out
	cmd.Env = append(append(unmade(), "LC_ALL=C"), env...)
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// unmade returns the environment without the variables and flags of a surrounding make.
func unmade() []string {
	hidden := []string{
		"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "PROFILE", "WORKERS", "FIG", "ARGS",
	}
	return slices.DeleteFunc(os.Environ(), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return slices.Contains(hidden, name)
	})
}

// Programs are built in another user's checkout, and with the user's own flags of the go command.
func TestBuildAnywhere(t *testing.T) {
	t.Parallel()
	foreign := "GIT_TEST_ASSUME_DIFFERENT_OWNER=1" // for git, which also believes root
	flags := "GOFLAGS='-ldflags=-s -w' -buildvcs=true"
	for _, c := range []struct{ env, args []string }{
		{[]string{foreign, flags}, nil}, {[]string{foreign}, []string{flags}},
	} {
		output, code := runMake(t, c.env, append(c.args, "fig11", "PROFILE=smoke")...)
		if code != 0 || !strings.Contains(output, "figures/smoke/fig11.png") {
			t.Errorf("%q: exit %d\n%s", c, code, output)
		}
	}
}

// make new copies the template under another name, and only that.
func TestNew(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	script, err := os.ReadFile("../scripts/new.sh")
	if err == nil {
		err = os.CopyFS(filepath.Join(root, "experiments", "template"), os.DirFS("template"))
	}
	if err != nil {
		t.Fatal(err)
	}
	put(t, root, map[string]string{"scripts/new.sh": string(script)})
	for arg, name := range map[string]string{
		"20": "fig20", "8": "fig08", "fig9": "fig09", "study-mine": "study-mine",
	} {
		out, err := exec.Command("sh", filepath.Join(root, "scripts", "new.sh"), arg).CombinedOutput()
		want := "made experiments/" + name + ", to be changed; make " + name + " PROFILE=smoke draws it\n"
		if err != nil || string(out) != want {
			t.Errorf("%s: %v: %s", arg, err, out)
		}
		made := tree(t, filepath.Join(root, "experiments", name))
		copied := tree(t, "template")
		delete(copied, "main_test.go")
		for file := range copied {
			copied[file] = strings.ReplaceAll(copied[file], "template", name)
		}
		if diff := differences(copied, made); len(diff) > 0 {
			t.Errorf("%s: other files than in the template: %q", arg, diff)
		}
		if !regexp.MustCompile(`Name: +"` + name + `"`).MatchString(made["main.go"]) {
			t.Errorf("%s: the program has another name", arg)
		}
	}
}
