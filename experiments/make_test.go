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

// The Makefile accepts short and long names of figures, and reports unknown ones.
func TestMake(t *testing.T) {
	t.Parallel()
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
			`(?m)^make fig1, fig2, … +one figure(.*\n)+make figures +all figures, .*\n(.*\n)*make plan ` +
				`+tasks, cached results`,
			`^$`,
		},
		{nil, 0, `(?m)^make check +which figure`, `^$`},
		{[]string{"help-dev"}, 0, `(?m)^make golden +write the golden numbers`, `^$`},
		{[]string{"-n", "fig3"}, 0, `experiments/fig3 experiments/fig03 (.*\n)+.*go build `, `^$`},
		{[]string{"-n", "fig03"}, 0, `experiments/fig03 experiments/fig003 (.*\n)+.*go build `, `^$`},
		{
			[]string{"-n", "fig3", "PROFILE=smoke", "WORKERS=3", "ARGS=-set T=5"}, 0,
			` -profile smoke -workers 3 +-set T=5\n`, `^$`,
		},
		{[]string{"fig99"}, 2, `^$`, `^make: no folder experiments/fig99; there are: .*\bfig03\b`},
		{
			[]string{"test", "FIG=7"}, 2, `^$`,
			`make test takes no FIG; these do: figures studies paper claims plan vouch golden ` +
				`golden-paper reproduce slurm new\.`,
		},
		{[]string{"fig3", "FIG=7"}, 2, `^$`, `make fig3 takes no FIG`},
		{
			[]string{"-n", "figures", "FIG=3 fig15", "PROFILE=smoke"}, 0,
			`go build .* ./experiments/fig03 ./experiments/fig15 ./scripts/figures .*` +
				`figures draw fig03 fig15 -- -profile smoke +&& +` +
				`exec .bin/report page -profile smoke\n`, `^$`,
		},
		{
			[]string{"-n", "figures"}, 0,
			`go build .* ./experiments/fig01 (.* )?./experiments/fig15 ./scripts/figures `, `^$`,
		},
		{
			[]string{"-n", "golden", "FIG=7 12"}, 0,
			`-update .*\n.* 'TestGolden/\^\(fig07\|fig12\)\$'\n`, `^$`,
		},
		{
			[]string{"-n", "reproduce", "FIG=7"}, 0,
			`go build .* ./experiments/fig07 ./scripts/verify .*\n.*verify reproduce +fig07\n`, `^$`,
		},
		{
			[]string{"claims", "FIG=9"}, 0,
			`^S3.4-5    holds corrected   The mean .*\nS3.4-6    holds in a range  .*\n$`, `^$`,
		},
		{
			[]string{"claims", "ARGS=-v"}, 0, `^S2.2-5 +holds +.*\n +\S.*\n(.*\n)+39 statements: `, `^$`,
		},
		{
			[]string{"-n", "page", "PROFILE=quick"}, 0,
			`exec .bin/report page -profile quick\n`, `^$`,
		},
		{
			[]string{"golden-paper", "FIG=3"}, 0,
			`^nothing to compare in results/paper for fig03\n$|^(.*\n)+ *normal law`, `^$`,
		},
		{[]string{"golden", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: .*\bfig03\b`},
		{[]string{"claims", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: `},
		{[]string{"reproduce", "FIG=3 99"}, 2, `^$`, `^make: no figure 99; there are: `},
		{[]string{"figures", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: `},
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
			[]string{"plan", "FIG=3 5", "PROFILE=smoke"}, 0,
			`^fig03: .*\nfig05: .*\nall 2 figures: \d+ tasks, \d+ cached, \d+ to do.*\n$`, `^$`,
		},
		{
			[]string{"-n", "slurm", "FIG=7", "JOBS=64", "ARGS=-set T=5"}, 0,
			`for f in fig07; do scripts/slurm.sh .bin/\$f '64' +-set T=5 `, `^$`,
		},
		{[]string{"slurm", "FIG=15"}, 2, `^$`, `^usage: slurm.sh PROGRAM JOBS `},
		{[]string{"plan", "FIG=99"}, 2, `^$`, `^make: no figure 99; there are: .*\bfig03\b`},
		{
			[]string{"plan", "FIG=3", "PROFILE=huge"}, 2, `^$`,
			`^fig03: experiments/fig03/spec\.toml: profile "huge" is unknown; known are paper, quick, ` +
				`smoke\n`,
		},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			stdout, stderr, code := runMake(t, "..", nil, c.args...)
			if code != c.code || !regexp.MustCompile(c.stdout).MatchString(stdout) ||
				!regexp.MustCompile(c.stderr).MatchString(stderr) {
				t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
			}
		})
	}
}

// runMake runs make in a folder, with additions to the environment.
func runMake(
	t *testing.T, dir string, env []string, args ...string,
) (stdout, stderr string, code int) {
	t.Helper()
	args = append([]string{"--no-print-directory"}, args...)
	stdout, stderr, code = start(t, dir, env, exec.Command("make", args...))
	const first = "make: compiling for the first time, up to a minute\n" // in a fresh clone
	return stdout, strings.TrimPrefix(stderr, first), code
}

// shell runs a command line in a folder, with additions to the environment.
func shell(t *testing.T, dir string, env []string, line string) (stdout, stderr string, code int) {
	t.Helper()
	return start(t, dir, env, exec.Command("sh", "-c", line))
}

// start runs a command without the variables and flags of a make that runs this test.
func start(
	t *testing.T, dir string, env []string, cmd *exec.Cmd,
) (stdout, stderr string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &o, &e
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
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// checkout copies the project to a folder, without what git ignores and the kept results.
func checkout(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{
		"pkg", "experiments", "scripts", "data", "figures", "results/golden", "results/quick", ".github",
		"Makefile", "source.go", "go.mod", "go.sum", "README.md", "LICENSE", "CITATION.cff",
		"results/registered.csv",
	} {
		duplicate(t, filepath.Join("..", name), filepath.Join(dir, name))
	}
	tables, err := filepath.Glob("../results/paper/*.*")
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	for _, path := range tables {
		duplicate(t, path, filepath.Join(dir, "results", "paper", filepath.Base(path)))
	}
	return dir
}

// duplicate copies a file or a folder.
func duplicate(t *testing.T, from, to string) {
	t.Helper()
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	if info.IsDir() {
		err = os.CopyFS(to, os.DirFS(from))
	} else if err = os.MkdirAll(filepath.Dir(to), 0o777); err == nil {
		var b []byte
		if b, err = os.ReadFile(from); err == nil {
			err = os.WriteFile(to, b, 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Programs are built from a checkout that another user owns, without git, and with flags of the go
// command from everywhere.
func TestBuildAnywhere(t *testing.T) {
	for _, program := range []string{"make", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := checkout(t)
	git := func(args ...string) {
		t.Helper()
		safe := []string{"-c", "safe.directory=*", "-c", "user.name=a", "-c", "user.email=b"}
		cmd := exec.Command("git", append(safe, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "all")
	if os.Getuid() == 0 { // the folder is removed by root
		if out, err := exec.Command("chown", "-R", "65534:65534", dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	foreign := "GIT_TEST_ASSUME_DIFFERENT_OWNER=1" // what git sees where root cannot help
	for _, c := range []struct {
		name   string
		before func()
		env    []string
		args   []string
	}{
		// -trimpath lets the cache of the go command serve all folders
		{"another user's", nil, []string{foreign, "GOFLAGS=-trimpath -mod=mod"}, nil},
		{
			"on the command line", nil, []string{foreign}, []string{"GOFLAGS=-trimpath -mod=readonly"},
		},
		{
			"flags of the linker", nil,
			[]string{"GOFLAGS=-trimpath '-ldflags=-s -w' -buildvcs=true", foreign}, nil,
		},
		{
			"no git", func() {
				if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
					t.Fatal(err)
				}
			}, []string{"GOFLAGS=-trimpath"}, nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.before != nil {
				c.before()
			}
			// for which TestSameBytesInEveryForm compiles everything anyway
			env := append(c.env, "GOAMD64=v1")
			stdout, stderr, code := runMake(t, dir, env, append(c.args, "fig11", "PROFILE=smoke")...)
			if code != 0 || stderr != "" || !strings.Contains(stdout, "figures/smoke/fig11.png") {
				t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
			}
		})
	}
}
