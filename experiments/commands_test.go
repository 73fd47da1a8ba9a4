package experiments

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asTyped replaces make for the command lines of the pages. It plans a figure at profile smoke by
// the program in $BIN, in a folder with a reader's files, and shows what other targets would run.
const asTyped = `#!/bin/sh
for a; do
	case $a in
	fig[0-9]) name=fig0${a#fig} ;;
	fig[0-9]*|study-*) name=$a ;;
	PROFILE=*|WORKERS=*) ;;
	ARGS=*) flags=${a#ARGS=} ;;
	*) name=; break ;;
	esac
done
[ -n "$name" ] || exec %s -n -C "$ROOT" "$@"
set -f
exec "$BIN/$name" -profile smoke $flags -plan
`

// The command lines of the pages work as typed if they run make or our own programs. Other lines
// name things that exist.
func TestCommands(t *testing.T) {
	t.Parallel()
	makePath, err := exec.LookPath("make")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, tools := t.TempDir(), t.TempDir()
	text := fmt.Appendf(nil, asTyped, makePath)
	if err := os.WriteFile(filepath.Join(tools, "make"), text, 0o755); err != nil {
		t.Fatal(err)
	}
	// The reader has these files: a spec, data, and the project's files.
	for to, from := range map[string]string{
		"my.toml": "experiments/fig07/spec.toml", "my-data.txt": "data/mixture200.csv", "data": "data",
	} {
		if err := os.Symlink(filepath.Join(root, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	env := append(unmade(), "PATH="+tools+":"+os.Getenv("PATH"), "BIN="+bin, "ROOT="+root)
	figure := regexp.MustCompile(`^make (fig\d|study-)`)
	ours := regexp.MustCompile(`(?:^|[ '"])(?:\./)?((?:scripts|experiments)/[\w./-]+)`)
	count := 0
	for _, line := range allCommands(t) {
		count++
		for _, m := range ours.FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		for _, name := range regexp.MustCompile(`\b(fig\d\d?|study-[a-z-]+)\b`).FindAllString(line, -1) {
			if n := strings.TrimPrefix(name, "fig"); len(n) == 1 {
				name = "fig0" + n
			}
			if built[name] != nil && figure.MatchString(line) {
				program(t, name)
			}
		}
		if !strings.HasPrefix(line, "make") || strings.Contains(line, `kind="images"`) ||
			strings.Contains(line, "fig20") || strings.Contains(line, "golden FIG=20") {
			continue // no images here, and no figure made by make new
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if err != nil || figure.MatchString(line) && !strings.Contains(string(out), " tasks") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if count < 40 {
		t.Errorf("%d command lines", count)
	}
}

// allCommands are the distinct command lines of the pages.
func allCommands(t *testing.T) (list []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, page := range []string{
		"../README.md", "RUNNING.md", "FORMATS.md", "EXTEND.md", "SPEED.md", "NOTES.md",
		"../.github/CONTRIBUTING.md", "../pkg/README.md", "../data/README.md",
	} {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range commands(string(b)) {
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
	// A command line begins with make or go, after variables, or starts one of our programs.
	command = regexp.MustCompile(
		`^([A-Z0-9_]+=\S+ )*((make|go (run|doc|build|test))( |$)|(\.bin|scripts)/\S+ )`)
)

// commands are the command lines of a page: lines of blocks, and code in the text.
func commands(text string) (list []string) {
	add := func(c string) {
		c = strings.TrimSpace(regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(c, " "))
		if command.MatchString(c) {
			list = append(list, c)
		}
	}
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(m[2]) {
			if m[1] == "" || m[1] == "sh" {
				add(line)
			}
		}
	}
	text = fenced.ReplaceAllString(text, "")
	for _, m := range indented.FindAllStringSubmatch(text, -1) {
		add(strings.ReplaceAll(m[1], "\\\n", ""))
	}
	for _, m := range inline.FindAllStringSubmatch(indented.ReplaceAllString(text, ""), -1) {
		add(m[1])
	}
	return list
}
