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

// Every target of the Makefile, as make -n shows it, and what it says of wrong arguments.
func TestMake(t *testing.T) {
	t.Parallel()
	const unknown = `\*\*\* no figure \S*99; there are: fig01 .*study-xi-theta\.  Stop\.\n$`
	for _, c := range []struct {
		args   string
		code   int
		output string // a regular expression of a part
	}{
		{"help", 0, `^make fig7 +a figure, .*\n(make [a-z]+ +\S.*\n){9}\nstudy-NAME(.*\n)+PROFILE=`},
		{"", 0, `^make fig7 `},
		{"-n fig3", 0, `go build .* \./experiments/fig03 && exec \.bin/fig03 `},
		{"-n fig03 PROFILE=smoke", 0, `exec \.bin/fig03 \$\{PROFILE:\+-profile "\$PROFILE"\} .*\$ARGS\n$`},
		{"-n study-ratio", 0, `go build .* \./experiments/study-ratio && exec \.bin/study-ratio `},
		{"-n figures", 0, `for f in fig01 (fig\d\d )+fig15; do .* \|\| exit; done && \.bin/report page `},
		{"-n figures FIG=7", 0, `\./experiments/fig07 \./scripts/report .*for f in fig07; do`},
		{"-n studies", 0, `for f in study-basis (study-\S+ )+study-xi-theta; do .*\.bin/report page `},
		{"-n claims FIG=7", 0, `\.bin/report claims \$ARGS fig07\n$`},
		{"-n plan", 0, `for f in fig01 .* study-xi-theta; do \.bin/\$f -plan `},
		{"-n plan FIG=7:study-ratio", 0, `for f in fig07 study-ratio; do \.bin/\$f -plan `},
		{"-n sweep SPEC=my.toml", 0, `exec \.bin/sweep -spec "\$SPEC" `},
		{"-n new FIG=20", 0, `^scripts/new\.sh "\$FIG"\n$`},
		{"-n slurm FIG=7", 0, `scripts/slurm\.sh fig07 "\$\{JOBS:-64\}" `},
		{"-n reproduce FIG=7", 0, `exec \.bin/verify reproduce .* fig07\n$`},
		{"-n test", 0, `^go test .*\./\.\.\.\n$`},
		{"-n page", 0, `\.bin/report page `},
		{"-n figures ARGS=-plan", 0, `\|\| exit; done && true\n$`}, // nothing for a page
		{"-n paper FIG=7", 0, `for f in fig07; do .* -profile paper .*\.bin/report page\n$`},
		{"-n golden FIG=7:12", 0, `-update .*'TestGolden/\^\(fig07\|fig12\)\$'\n$`},
		{
			"-n bless FIG=5", 0, `-update .*\^\(fig05\)(.*\n)*.* -profile quick (.*\n)*.* -profile paper ` +
				`.*report page.*compare -long results/quick results/paper fig05\n$`,
		},
		{"-n vouch", 0, `-vouch`},
		{"-n test-long", 0, `^LONG=1 go test .*\n.*checkptr`},
		{"-n test-avx2", 0, `avx512f=off go test -count=1 \./pkg/vec (.*\n)+.*avx2=off `},
		{"-n test-slurm", 0, `^scripts/test-slurm\.sh\n$`},
		{"-n test-arm64", 0, `^scripts/test-arm64\.sh\n$`},
		{"-n bench", 0, `^scripts/bench\.sh\n$`},
		{"-n test-page", 0, `^BROWSER=.* go test `},
		{"-n lint", 0, `gofmt(.*\n)+.*staticcheck(.*\n)+.*deadcode(.*\n)+scripts/nofma\.sh\n$`},
		{"-n data", 0, `data generate && scripts/fetch\.sh && `},
		{"-n clean", 0, `\nrm -rf results/cache \.bin\n$`},
		{"claims FIG=9", 0, `^S3.4-5    holds corrected   The mean .*\nS3.4-6    holds in a range  .*\n$`},

		{"fig99", 2, unknown},
		{"study-99", 2, unknown},
		{"figures FIG=99", 2, unknown},
		{"golden FIG=99", 2, unknown},
		{"reproduce FIG=3:99", 2, unknown},
		{"bless", 2, `\*\*\* bless needs FIG=7\.  Stop\.\n$`},
		{"slurm", 2, `\*\*\* slurm needs FIG=7\.  Stop\.\n$`},
		{"sweep", 2, `\*\*\* sweep needs SPEC=my\.toml\.  Stop\.\n$`},
		{"nothing", 2, `No rule to make target 'nothing'`},
		{"new FIG=7", 2, `^new: experiments/fig07 exists\n`},
		{"new FIG=0", 2, `^new: expected FIG=20, a number from 1 to 99, or FIG=study-NAME, got '0'\n`},
		{"new FIG=../x", 2, `^new: expected FIG=20, .* got '\.\./x'\n`},
	} {
		args := strings.Fields(c.args)
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, ":", " ")
		}
		output, code := runMake(t, nil, args...)
		if code != c.code || !regexp.MustCompile(c.output).MatchString(output) {
			t.Errorf("make %s: exit %d\n%s", c.args, code, output)
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
			if exists(path) || code != 2 {
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
