package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// programs writes shell scripts that stand for the programs of figures, and returns their folder.
// They log how they were called.
func programs(t *testing.T, bodies map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range bodies {
		text := fmt.Sprintf("#!/bin/sh\necho \"%s $*\" >> %s/log\n%s\n", name, dir, body)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Bodies of programs: one that has nothing to compute, one that has, one that fails.
const (
	cached = `sleep 0.1; echo out $1; echo err >&2`
	works  = `[ "$1" != -cached ] || { echo "missing: 9 tasks, 0 cached, $PLAN" >&2; exit 3; }
echo "computed $*"`
	fails = `echo wrong >&2; exit 2`
)

func TestDraw(t *testing.T) {
	plan := func(line string) string { return "echo '" + line + "'" }
	todo := func(plan string) string { return "PLAN='9 to do: 3 steps, about " + plan + "'\n" + works }
	for _, c := range []struct {
		name           string
		bodies         map[string]string
		args           []string
		code           int
		stdout, stderr string
		log            string // the last calls
	}{
		{
			name: "cached", bodies: map[string]string{"fig01": cached, "fig02": cached, "fig03": cached},
			args:   []string{"fig01", "fig02", "fig03", "--", "-q"},
			stdout: strings.Repeat("out -cached\n", 3), stderr: strings.Repeat("err\n", 3),
		},
		{
			name: "where they are", bodies: map[string]string{"fig01": cached, "fig02": cached},
			args: []string{"fig01", "fig02", "--", "-profile", "smoke"},
			stdout: strings.Repeat("out -cached\n", 2) +
				"2 figures in figures/smoke/; their page is figures/smoke/index.html, and that of " +
				"profile paper figures/index.html\n",
			stderr: strings.Repeat("err\n", 2),
		},
		{
			name: "somewhere else", bodies: map[string]string{"fig01": cached},
			args:   []string{"fig01", "--", "-profile", "smoke", "-out=my"},
			stdout: "out -cached\n", stderr: "err\n",
		},
		{
			name: "on the page", bodies: map[string]string{"fig01": cached},
			args:   []string{"fig01", "--", "-profile=paper"},
			stdout: "out -cached\n", stderr: "err\n",
		},
		{
			name: "the short one first",
			bodies: map[string]string{
				"fig01": todo("1h2m3s on 1 worker"), "fig02": cached, "fig03": todo("59m on 1 worker"),
			},
			args:   []string{"-j", "1", "fig01", "fig02", "fig03", "--", "-set", "x=[1, 2]"},
			stdout: "out -cached\ncomputed -set x=[1, 2]\ncomputed -set x=[1, 2]\n", stderr: "err\n",
			log: "fig01 -cached -set x=[1, 2]\nfig02 -cached -set x=[1, 2]\n" +
				"fig03 -cached -set x=[1, 2]\nfig03 -set x=[1, 2]\nfig01 -set x=[1, 2]\n",
		},
		{
			name: "brief ones side by side",
			bodies: map[string]string{
				"fig01": todo("9.0s on 2 workers, the longest task 1.0s"),
				"fig02": todo("9.5s on 2 workers, the longest task 1.0s"),
				"fig03": todo("11s on 2 workers, the longest task 1.0s"),
			},
			args:   []string{"-j", "5", "fig01", "fig02", "fig03"},
			stdout: "computed -workers 2\ncomputed -workers 2\ncomputed \n",
			stderr: "side by side: fig02, fig01\n", log: "fig03 \n",
		},
		{
			name: "brief ones, workers given",
			bodies: map[string]string{
				"fig01": todo("9.0s on 1 worker"), "fig02": todo("8.0s on 1 worker"),
			},
			args:   []string{"-j", "2", "fig01", "fig02", "--", "-workers=1"},
			stdout: strings.Repeat("computed -workers=1\n", 2),
			log:    "fig02 -workers=1\nfig01 -workers=1\n",
		},
		{
			name: "a failure", bodies: map[string]string{"fig01": works, "fig02": fails, "fig03": cached},
			args: []string{"-j", "1", "fig01", "fig02", "fig03"}, code: 2, stderr: "wrong\n",
		},
		{
			name: "a failure of work",
			bodies: map[string]string{
				"fig01": works,
				"fig02": `[ "$1" = -cached ] && exit 3; exit 1`,
				"fig03": works,
			},
			args: []string{"fig01", "fig02", "fig03"}, code: 1, stdout: "computed \n", log: "fig02 \n",
		},
		{
			name: "killed", bodies: map[string]string{"fig01": `kill -9 $$`},
			args: []string{"fig01"}, code: 1, stderr: "figures: fig01: signal: killed\n",
		},
		{
			name: "plan",
			bodies: map[string]string{
				"fig01": plan("fig01: 7 tasks, 7 cached, 0 to do"),
				"fig02": plan("fig02: 1 task, 0 cached, 1 to do: 12 steps, about 1m10s on 2 workers"),
				"fig03": plan("fig03: 5 tasks, 2 cached, 3 to do" +
					": 1e9 steps, about 5.4s on 1 worker"),
			},
			args: []string{"fig01", "fig02", "fig03", "--", "-plan"},
			stdout: "fig01: 7 tasks, 7 cached, 0 to do\n" +
				"fig02: 1 task, 0 cached, 1 to do: 12 steps, about 1m10s on 2 workers\n" +
				"fig03: 5 tasks, 2 cached, 3 to do" +
				": 1e9 steps, about 5.4s on 1 worker\n" +
				"all 3 figures: 13 tasks, 9 cached, 4 to do, about 1m15s\n",
		},
		{
			name:   "one figure",
			bodies: map[string]string{"fig01": plan("fig01: 7 tasks, 7 cached, 0 to do")},
			args:   []string{"fig01", "--", "-plan"}, stdout: "fig01: 7 tasks, 7 cached, 0 to do\n",
		},
		{
			name: "a plan that fails", bodies: map[string]string{"fig01": fails, "fig02": fails},
			args: []string{"fig01", "fig02", "--", "-plan"}, code: 2, stderr: "wrong\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := programs(t, c.bodies)
			var stdout, stderr bytes.Buffer
			code := run(append([]string{"draw", "-bin", dir}, c.args...), &stdout, &stderr)
			log, err := os.ReadFile(filepath.Join(dir, "log"))
			if err != nil {
				t.Fatal(err)
			}
			if code != c.code || stdout.String() != c.stdout || stderr.String() != c.stderr ||
				!strings.HasSuffix(string(log), c.log) {
				t.Errorf("exit %d\n%s\n%s\n%s", code, &stdout, &stderr, log)
			}
		})
	}
	for _, c := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{nil, 2, "draw: expected figures"},
		{[]string{"-j", "0", "fig01"}, 2, "draw: -j: expected "},
		{[]string{"-foo"}, 2, "flag provided but not defined: -foo"},
		{[]string{"-h"}, 0, "usage: figures draw "},
		{[]string{"-bin", t.TempDir(), "fig01"}, 1, "figures: fork/exec "},
	} {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"draw"}, c.args...), &stdout, &stderr)
		if code != c.code || !strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%q: exit %d: %s", c.args, code, &stderr)
		}
	}
}

// A signal reaches what runs, and nothing is started after it.
func TestSignal(t *testing.T) {
	dir := programs(t, map[string]string{
		"fig01": `[ "$1" != -cached ] || exit 3
trap 'echo stopped; exit 1' TERM; touch $(dirname $0)/ready; while :; do sleep 0.05; done`,
		"fig02": works,
	})
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}()
	var stdout, stderr bytes.Buffer
	code := run([]string{"draw", "-bin", dir, "fig01", "fig02"}, &stdout, &stderr)
	if code != 1 || stdout.String() != "stopped\n" || stderr.Len() > 0 {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
}
