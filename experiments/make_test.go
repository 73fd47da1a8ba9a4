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

// Every target of the Makefile, as make -n shows it, the choice of figures, and what make says of
// wrong arguments.
func TestMake(t *testing.T) {
	t.Parallel()
	const unknown = `\*\*\* no figure \S*99; there are: fig01 .*study-xi-theta\.  Stop\.\n$`
	for _, c := range []struct {
		args   []string
		code   int
		output []string // regular expressions of parts
	}{
		{
			[]string{
				"-n", "FIG=7 study-ratio", "SPEC=my.toml", "fig3", "study-data", "figures", "claims", "plan",
				"sweep", "new", "slurm", "reproduce", "paper", "golden", "bless",
			}, 0, []string{
				`go build .* \./experiments/fig03 && exec \.bin/fig03 \$\{PROFILE:\+-profile "\$PROFILE"\} `,
				`go build .* \./experiments/study-data && exec \.bin/study-data `,
				`for f in fig07 study-ratio; do .*\$ARGS \|\| exit; done && \.bin/report page `,
				`\.bin/report claims \$ARGS fig07 study-ratio\n`,
				`for f in fig07 study-ratio; do \.bin/\$f -plan `,
				`exec \.bin/sweep -spec "\$SPEC" `,
				`\nscripts/new\.sh "\$FIG"\n`,
				`for f in fig07 study-ratio; do \\\n\s*scripts/slurm\.sh \.bin/\$f "\$\{JOBS:-64\}" `,
				`exec \.bin/verify reproduce .* fig07 study-ratio\n`,
				`-update .*'TestGolden/\^\(fig07\|study-ratio\)\$'\n`,
				`-update .* && .* -profile quick (.*\n)*.* -profile paper .*report page(.*\n)*.*` +
					`verify compare results`,
			},
		},
		{
			[]string{
				"-n", "figures", "studies", "reproduce", "test", "page", "vouch", "test-long", "test-avx2",
				"test-slurm", "test-arm64", "test-page", "bench", "lint", "data", "clean",
			}, 0, []string{
				`for f in fig01 (fig\d\d )+fig15; do`,
				`for f in study-basis (study-\S+ )+study-xi-theta; do`,
				`exec \.bin/verify reproduce .* fig01 .* study-xi-theta\n`,
				`\ngo test -timeout 20m \$ARGS \./\.\.\.\n`,
				`-vouch 20`,
				`LONG=1 go test .*\n.*checkptr`,
				`avx512f=off go test -count=1 \./pkg/vec (.*\n)+.*avx2=off `,
				`\nscripts/test-slurm\.sh\nscripts/test-arm64\.sh\n`,
				`BROWSER=.* go test `,
				`\nscripts/bench\.sh\n`,
				`gofmt(.*\n)+.*staticcheck(.*\n)+.*deadcode(.*\n)+scripts/nofma\.sh\n`,
				`data generate && scripts/fetch\.sh && `,
				`\nrm -rf results/cache \.bin\n$`,
			},
		},
		{
			nil, 0,
			[]string{`^make fig7 +a figure, .*\n(make [a-z]+ +\S.*\n){9}\nstudy-NAME(.*\n)+PROFILE=`},
		},
		{[]string{"-n", "figures", "ARGS=-plan"}, 0, []string{`\|\| exit; done && true\n$`}},
		{[]string{"claims", "FIG=9"}, 0, []string{`^S3.4-5    holds corrected   The .*\nS3.4-6 .*\n$`}},
		{[]string{"fig99"}, 2, []string{unknown}},
		{[]string{"figures", "FIG=3 99"}, 2, []string{unknown}},
		{[]string{"bless"}, 2, []string{`\*\*\* bless needs FIG=7\.  Stop\.\n$`}},
		{[]string{"sweep"}, 2, []string{`\*\*\* sweep needs SPEC=my\.toml\.  Stop\.\n$`}},
		{[]string{"nothing"}, 2, []string{`No rule to make target 'nothing'`}},
		{[]string{"new", "FIG=7"}, 2, []string{`^new: experiments/fig07 exists\n`}},
		{[]string{"new", "FIG=../x"}, 2, []string{`^new: expected FIG=20, .* got '\.\./x'\n`}},
	} {
		output, code := runMake(t, nil, c.args...)
		if code != c.code {
			t.Errorf("make %q: exit %d\n%s", c.args, code, output)
		}
		for _, want := range c.output {
			if !regexp.MustCompile(want).MatchString(output) {
				t.Errorf("make %q: want %s in\n%s", c.args, want, output)
			}
		}
	}
}

// Neither make nor a shell runs anything that an argument says.
func TestMakeRunsNoArgument(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"`X`", "$(X)", "$(shell X)", "${shell X}", "7; X", "7\nX", "'; X; '", `"; X; "`, "x'$$(X)'",
	} {
		path := filepath.Join(t.TempDir(), "made")
		bad := strings.ReplaceAll(form, "X", "touch "+path)
		for _, args := range [][]string{
			{"new", "FIG=" + bad}, {"plan", "FIG=" + bad}, {"fig" + bad},
			{
				"claims", "FIG=9", "ARGS=" + bad, "PROFILE=" + bad, "WORKERS=" + bad, "SPEC=" + bad,
				"JOBS=" + bad,
			},
		} {
			output, code := runMake(t, nil, args...)
			if exists(path) || code != 2 && args[0] != "claims" {
				t.Errorf("make %q: exit %d\n%s", args, code, output)
			}
		}
	}
}

// runMake runs make in the project, with additions to the environment and without the variables and
// flags of a make that runs this test.
func runMake(t *testing.T, env []string, args ...string) (output string, code int) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command("make", append([]string{"--no-print-directory"}, args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = "..", &out, &out
	hidden := []string{
		"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES", "PROFILE", "WORKERS", "FIG", "ARGS",
	}
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return slices.Contains(hidden, name)
	}), "LC_ALL=C")
	cmd.Env = append(cmd.Env, env...)
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// Programs are built in a checkout of another user, with one's own flags of the go command.
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
	template := filepath.Join(root, "experiments", "template")
	if err := os.CopyFS(template, os.DirFS("template")); err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../scripts/new.sh")
	if err == nil {
		err = os.MkdirAll(filepath.Join(root, "scripts"), 0o777)
	}
	path := filepath.Join(root, "scripts", "new.sh")
	if err == nil {
		err = os.WriteFile(path, script, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	for arg, name := range map[string]string{
		"20": "fig20", "8": "fig08", "fig9": "fig09", "fig10": "fig10", "study-mine": "study-mine",
	} {
		out, err := exec.Command(path, arg).CombinedOutput()
		want := "made experiments/" + name + ", to be changed; make " + name + " PROFILE=smoke draws it\n"
		if err != nil || string(out) != want {
			t.Errorf("%s: %v: %s", arg, err, out)
		}
		made := tree(t, filepath.Join(root, "experiments", name))
		if len(made) != 5 { // with the folder
			t.Errorf("%s: %d files", arg, len(made)-1)
		}
		for file, text := range made {
			b, err := os.ReadFile(filepath.Join(template, file))
			if file == "." {
				continue
			}
			if err != nil || strings.ReplaceAll(string(b), "fig00", name) != text {
				t.Errorf("%s: %s: %v\n%s", arg, file, err, text)
			}
		}
		if !strings.Contains(made["main.go"], `Name: "`+name+`"`) {
			t.Errorf("%s: the program has another name", arg)
		}
	}
}
