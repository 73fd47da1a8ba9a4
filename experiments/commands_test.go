package experiments

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// spared are command lines of the pages that are not run, by their first words, with the reason.
// Those of make are run as make -n.
var spared = []struct{ command, why string }{
	{"make paper", "hours"},
	{"make reproduce", "ten minutes"},
	{"make vouch", "computes results of profile paper, which the copy of the checkout lacks"},
	{"make slurm", "a cluster"},
	{"make test", "runs this test"},
	{"make golden", "runs a test of this package"},
	{"make test-long", "minutes"},
	{"make lint", "loads staticcheck from the network"},
	{"make data", "loads MNIST from the network"},
	{`make fig9 ARGS='-set data.kind="images"`, "the images of MNIST"},
	{"qsub", "a cluster"},
	{"bsub", "a cluster"},
	{"parallel", "other machines"},
}

// asTyped is the make that command lines find. It runs make, but figures and studies are planned
// and not made, at profile smoke; where a line names no figure, two of them.
const asTyped = `#!/bin/sh
case " $* " in *" fig"*|*" stud"*|*" plan "*) set -- "$@" PROFILE=smoke;; esac
case " $* " in
*" FIG="*) ;;
*" figures "*|*" plan "*) set -- "$@" FIG='3 11';;
*" studies "*) set -- "$@" FIG='study-data study-xi-theta';;
esac
case " $* " in *" fig"*|*" stud"*|*" sweep "*) set -- "$@" --eval 'override ARGS += -plan';; esac
exec %s "$@"
`

// Every command line of the pages and of the package comments works as it is typed, in a copy of
// the checkout.
func TestCommands(t *testing.T) {
	t.Parallel()
	makePath, err := exec.LookPath("make")
	if err != nil {
		t.Skip(err)
	}
	dir, tools := checkout(t), t.TempDir()
	text := fmt.Appendf(nil, asTyped, makePath)
	if err := os.WriteFile(filepath.Join(tools, "make"), text, 0o755); err != nil {
		t.Fatal(err)
	}
	// The reader of a line has these: a spec, data, a picture, two folders of tables, a figure.
	for to, from := range map[string]string{
		"my-sweep.toml": "experiments/sweep/example.toml",
		"my.toml":       "experiments/fig07/spec.toml", "my-data.txt": "data/mixture200.csv",
		"any-copy.pdf": "figures/fig07.pdf", "experiments/fig16": "experiments/fig11",
		"OLD/fig03.csv": "results/quick/fig03.csv", "NEW/fig03.csv": "results/quick/fig03.csv",
	} {
		duplicate(t, filepath.Join(dir, from), filepath.Join(dir, to))
	}
	env := []string{"PATH=" + tools + ":" + os.Getenv("PATH"), "GOFLAGS=-trimpath"}
	figure := regexp.MustCompile(`^((fig\d\d|study-[a-z-]+): \d+ tasks?, 0 cached, \d+ to do.*\n)+`)
	drawn := regexp.MustCompile(`^make (fig|stud)`)
	used := make([]bool, len(spared))
	for _, line := range allCommands(t) {
		skipped := false
		for i, s := range spared {
			if strings.HasPrefix(line+" ", s.command+" ") {
				used[i], skipped = true, !strings.HasPrefix(line, "make ")
				line = strings.Replace(line, "make ", "make -n ", 1)
			}
		}
		if skipped {
			continue
		}
		t.Run(line, func(t *testing.T) {
			stdout, stderr, code := shell(t, dir, env, line)
			if code != 0 || drawn.MatchString(line) && !figure.MatchString(stdout) {
				t.Errorf("exit %d: %s%s", code, stdout, stderr)
			}
		})
	}
	for i, s := range spared {
		if !used[i] {
			t.Errorf("%s (%s) is on no page any more", s.command, s.why)
		}
	}
	t.Run("make clean", func(t *testing.T) {
		cache := filepath.Join(dir, "results", "cache")
		duplicate(t, filepath.Join(dir, "data", "mnist79.npz"), filepath.Join(cache, "file"))
		stdout, stderr, code := shell(t, dir, env, "make clean")
		const want = "results/cache: 0 results, 0.0s of computing, 2.7 MB\n" +
			"removing them without a question: there is no terminal\n"
		_, err := os.Stat(cache)
		if stdout != want || code != 0 || !os.IsNotExist(err) {
			t.Errorf("exit %d: %s%s; %v", code, stdout, stderr, err)
		}
	})
}

// allCommands are the command lines of the pages and of the comments of packages, each once.
func allCommands(t *testing.T) (list []string) {
	t.Helper()
	var texts []string
	for _, page := range []string{
		"../README.md", "RUNNING.md", "EXTEND.md", "../.github/CONTRIBUTING.md",
		"../pkg/README.md",
	} {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if len(commands(string(b))) == 0 {
			t.Errorf("%s has no command lines", page)
		}
		texts = append(texts, string(b))
	}
	sources, err := filepath.Glob("../pkg/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range sources {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil,
			parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, f.Doc.Text())
	}
	seen := map[string]bool{}
	for _, text := range texts {
		for _, c := range commands(text) {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	return list
}

var (
	fenced   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	indented = regexp.MustCompile(`(?m)^(?:    |\t)((?:.*\\\n)*.*)$`)
	inline   = regexp.MustCompile("`([^`]+)`")
	breaks   = regexp.MustCompile(`\s*\n\s*`)
	// A command line begins with make, go, export or a path with arguments, after variables, or starts
	// one of our programs elsewhere.
	command = regexp.MustCompile(`^([A-Z0-9_]+=\S+ )*((make|go (run|doc|build|test)|export)( |$)|` +
		`(\.bin|scripts)/\S+ )|[ '/]\.bin/\S+ -`)
)

// commands are the command lines of a page: blocks in fences, lines of indented blocks, and code in
// claims.
func commands(text string) (list []string) {
	add := func(c string) {
		if c = strings.TrimPrefix(strings.TrimSpace(c), "$ "); command.MatchString(c) {
			list = append(list, c)
		}
	}
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		if m[1] == "" {
			add(m[2])
		}
	}
	text = fenced.ReplaceAllString(text, "")
	for _, m := range indented.FindAllStringSubmatch(text, -1) {
		add(m[1])
	}
	text = indented.ReplaceAllString(text, "")
	for _, m := range inline.FindAllStringSubmatch(text, -1) {
		add(breaks.ReplaceAllString(m[1], " "))
	}
	return list
}

// The scanner finds command lines in all three forms, and nothing else.
func TestCommandLines(t *testing.T) {
	const page = "Type `make\n  fig7 ARGS='-set x=1'`, `make`, or `.bin/fig07 -q`; see `.bin/fig07`," +
		"\n`makefile`, `scripts/` and `-q`.\n\n    $ make plan   # first\n    fig03: 9 tasks\n" +
		"    V1=1 go build \\\n        ./x\n\n\tqsub -- /a/.bin/fig04 -share\n\tx := make([]int, 3)\n\n" +
		"```\nexport A=1\nmake b\n```\n\n```go\nmake c\n```\n"
	want := []string{
		"export A=1\nmake b", "make plan   # first", "V1=1 go build \\\n        ./x",
		"qsub -- /a/.bin/fig04 -share", "make fig7 ARGS='-set x=1'", "make", ".bin/fig07 -q",
	}
	if got := commands(page); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
}
