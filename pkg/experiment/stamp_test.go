package experiment

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run has nothing to do if the last one left the outputs as they are, from the same entries of
// the cache, with the same flags. Whatever else holds, it works.
func TestUnchanged(t *testing.T) {
	project(t)
	entries := func() []string {
		paths, err := filepath.Glob("results/cache/??/*.npz")
		if err != nil || len(paths) != 3 {
			t.Fatalf("%q, %v", paths, err)
		}
		return paths
	}
	change := func(path string) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, append(b[:len(b):len(b)], "x"...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	remove := func(path string) {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		before func()
		args   []string
		rest   bool
	}{
		{"nothing", nil, nil, true},
		{"workers", nil, []string{"-workers", "1", "-cached"}, true},
		{"fresh", nil, []string{"-fresh"}, false},
		{"table", func() { change("results/quick/fig00.csv") }, nil, false},
		{"picture", func() { change("figures/quick/fig00.png") }, nil, false},
		{"no picture", func() { remove("figures/quick/fig00.pdf") }, nil, false},
		{"manifest", func() { change("results/quick/fig00.json") }, nil, false},
		{"entry", func() { change(entries()[1]) }, nil, false},
		{"no entry", func() { remove(entries()[2]) }, nil, false},
		{"stamp", func() {
			paths, err := filepath.Glob("results/cache/stamps/fig00-*")
			if err != nil || len(paths) == 0 {
				t.Fatalf("%q, %v", paths, err)
			}
			for _, p := range paths {
				change(p)
			}
		}, nil, false},
		{"spec", nil, []string{"-spec", "spec.toml"}, false},
		{"set", nil, []string{"-set", "x=[1]"}, false},
		{"profile", nil, []string{"-profile", "smoke"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := program(nil).Run([]string{"-q"}, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, &stderr)
			}
			text := "x = [1, 2, 3] # the same\n[profile.quick]\n"
			if err := os.WriteFile("spec.toml", []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if c.before != nil {
				c.before()
			}
			if code := program(nil).Run(c.args, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, &stderr)
			}
			if rest := strings.Contains(stdout.String(), "\nunchanged: "); rest != c.rest ||
				!rest && !strings.Contains(stdout.String(), "\nwrote ") {
				t.Errorf("got %s", &stdout)
			}
		})
	}
}

// At profile paper, and there alone, -keep stores the results in the project. Then they serve
// without a cache.
func TestKeep(t *testing.T) {
	dir := project(t)
	var stdout, stderr bytes.Buffer
	run := func(args ...string) int {
		stdout.Reset()
		stderr.Reset()
		return program(nil).Run(args, &stdout, &stderr)
	}
	for _, args := range [][]string{{"-keep"}, {"-keep", "-profile", "paper", "-set", "x=[1]"}} {
		if code := run(args...); code != misuse || stderr.String() !=
			"fig00: -keep is for the figure's own spec at profile paper\n" {
			t.Errorf("%q: exit %d: %s", args, code, &stderr)
		}
	}
	if code := run("-keep", "-profile", "paper"); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
	}
	before := tree(t, dir)
	if err := os.RemoveAll("results/cache"); err != nil {
		t.Fatal(err)
	}
	if code := run("-cached"); code != 0 ||
		!strings.Contains(stdout.String(), "fig00, profile paper") {
		t.Fatalf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if now := tree(t, dir); !maps.Equal(before, now) {
		t.Error("files changed")
	}
}
