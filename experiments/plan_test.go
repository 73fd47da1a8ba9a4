package experiments

import (
	"regexp"
	"slices"
	"testing"
)

// -plan prints what there is to do, and writes nothing.
func TestPlan(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plan := func(name, want string, more ...string) {
		t.Helper()
		before := tree(t, dir)
		args := append([]string{"-out", "out", "-cache", "cache", "-plan"}, more...)
		stdout, stderr, code := executeIn(t, dir, name, args...)
		if code != 0 || stderr != "" || !regexp.MustCompile("^"+want+"\n$").MatchString(stdout) {
			t.Errorf("%s %q: exit %d: %s%s", name, more, code, stdout, stderr)
		}
		if diff := differences(before, tree(t, dir)); len(diff) > 0 {
			t.Errorf("%s %q: files that changed: %q", name, more, diff)
		}
	}
	for _, name := range handful {
		plan(name, name+`: (\d+) tasks?, 0 cached, \d+ to do: [0-9.e+]+ steps, about .* on \d+ workers?`+
			`(, the longest task .*)?`, "-profile", "smoke")
	}

	// once there are results
	args := append([]string{"-out", "out", "-cache", "cache", "-q"}, fast...)
	if _, stderr, code := executeIn(t, dir, "fig03", args...); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	plan("fig03", `fig03: 4 tasks, 4 cached, 0 to do`, fast...)
	plan("fig03", `fig03: 4 tasks, 4 cached, 0 to do`, slices.Concat(fast, []string{"-fresh"})...)
	for _, more := range [][]string{{"-set", "dt=[1e-3, 2e-3]"}, {"-set", "T=2"}} {
		plan("fig03", `fig03: \d tasks, [04] cached, 4 to do: .*`, slices.Concat(fast, more)...)
	}
}
