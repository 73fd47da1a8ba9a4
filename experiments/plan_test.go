package experiments

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// -plan prints what there is to do, and writes nothing to disk.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			before := tree(t, dir)
			defer func() {
				if diff := differences(before, tree(t, dir)); len(diff) > 0 {
					t.Errorf("files that were made: %q", diff)
				}
			}()
			args := []string{"-profile", "smoke", "-out", "out", "-cache", "cache"}
			plan, stderr, code := executeIn(t, dir, name, append(args, "-plan")...)
			m := regexp.MustCompile(
				`^` + name +
					`: (\d+) tasks?, 0 cached, (\d+) to do` +
					`(: [0-9.e+]+ steps, about .* on \d+ workers?(, the longest task .*)?)?\n$`,
			).FindStringSubmatch(plan)
			if code != 0 || stderr != "" || m == nil || m[1] != m[2] || (m[3] == "") != (m[1] == "0") {
				t.Fatalf("-plan: exit %d: %s%s", code, plan, stderr)
			}
		})
	}

	// once there are results
	dir := t.TempDir()
	args := append([]string{"-out", "out", "-cache", "cache", "-q"}, fast...)
	if _, stderr, code := executeIn(t, dir, "fig03", args...); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, c := range []struct {
		args []string
		want string // a regular expression
	}{
		{nil, `fig03: 4 tasks, 4 cached, 0 to do\n`},
		{[]string{"-set", "dt=[1e-3, 2e-3]"}, `fig03: 8 tasks, 4 cached, 4 to do: .*\n`},
		{[]string{"-set", "T=2"}, `fig03: 4 tasks, 0 cached, 4 to do: .*\n`},
		{[]string{"-fresh"}, `fig03: 4 tasks, 4 cached, 0 to do\n`},
	} {
		before := tree(t, dir)
		stdout, stderr, code := executeIn(t, dir, "fig03", append(append(args, "-plan"), c.args...)...)
		if code != 0 || stderr != "" || !regexp.MustCompile(`^`+c.want+`$`).MatchString(stdout) {
			t.Errorf("%q: exit %d: %s%s", c.args, code, stdout, stderr)
		}
		if diff := differences(before, tree(t, dir)); len(diff) > 0 {
			t.Errorf("%q: files that changed: %q", c.args, diff)
		}
	}
	if len(tree(t, filepath.Join(dir, "cache"))) < 5 {
		t.Error("the cache is empty")
	}
}

// So they do where the data are images, whose scores a run would keep, and where nothing can be
// kept.
func TestPlanMNIST(t *testing.T) {
	t.Setenv("MNIST_DIR", mnist(t))
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	args := []string{"-profile", "smoke", "-set", `data.kind="images"`,
		"-set", "data.digits=[7,9]", "-set", "data.seed=1", "-out", "out"}
	for _, cache := range []string{"cache", "file/cache"} {
		stdout, stderr, code := executeIn(t, dir, "fig09", append(args, "-cache", cache, "-plan")...)
		if code != 0 || stderr != "" || !strings.HasPrefix(stdout, "fig09") {
			t.Errorf("%s: exit %d: %s%s", cache, code, stdout, stderr)
		}
	}
	if diff := differences(before, tree(t, dir)); len(diff) > 0 {
		t.Errorf("files that were made: %q", diff)
	}
}
