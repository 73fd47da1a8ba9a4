package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

const (
	head = "n,epsilon,quantity,value,stderr,status,source\n"
	sim  = "1,2,x,1.5,0.1,ok,simulation\n"
)

// results are the files of a figure.
type results struct {
	csv    string
	colour uint8 // of the picture
	data   string
}

var usual = results{head + sim + "1,2,x,1.25,0,ok,exact\n", 100, "mixture"}

// write writes the table and the manifest to one folder, the picture to another.
func (r results) write(t *testing.T, name, tables, pictures string) {
	t.Helper()
	for _, dir := range []string{tables, pictures} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m := table.Manifest{
		Figure: name, Spec: map[string]any{}, Data: []table.Digest{{Name: r.data}},
	}
	img := image.NewGray(image.Rect(0, 0, 4, 4))
	img.SetGray(1, 1, color.Gray{Y: r.colour})
	err := errors.Join(
		files.WriteBytes(filepath.Join(tables, name+".csv"), []byte(r.csv)),
		files.Write(filepath.Join(tables, name+".json"), m.Write),
		files.Write(filepath.Join(pictures, name+".png"), func(w io.Writer) error {
			return png.Encode(w, img)
		}),
	)
	if err != nil {
		t.Fatal(err)
	}
}

// newProject makes a project with committed results, and programs that come to the new ones.
func newProject(t *testing.T, profile string, committed, computed map[string]results) string {
	t.Helper()
	root := t.TempDir()
	bin := filepath.Join(root, ".bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	program := func(name, body string) {
		text := "#!/bin/sh\n" + body + "\n"
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, r := range committed {
		tables, pictures := filepath.Join(root, "results", profile), filepath.Join(root, "figures")
		switch profile {
		case "smoke":
			tables = filepath.Join(root, "results", "golden", "smoke")
		case "quick":
			pictures = filepath.Join(pictures, profile)
		}
		r.write(t, name, tables, pictures)
	}
	for name, r := range computed {
		made := filepath.Join(root, "made", name)
		r.write(t, name, made, made)
		program(name, fmt.Sprintf(`[ "$1 $2 $3 $4 $6" = "-profile %s -fresh -out -cache" ] || exit 9
[ ! -e "$7/%s" ] || exit 8
echo claims; echo progress >&2; mkdir -p "$5" "$7"; touch "$7/%[2]s"; cp %[3]s/* "$5"`,
			profile, name, made))
	}
	return root
}

func TestReproduce(t *testing.T) {
	with := func(change func(r *results)) results {
		r := usual
		change(&r)
		return r
	}
	moved := with(func(r *results) { r.csv = strings.Replace(r.csv, "1.5,", "1.6,", 1) })
	for _, c := range []struct {
		name                string
		profile             string
		committed, computed results
		golden              error
		code                int
		stdout              string // a regular expression
	}{
		{
			name: "same", profile: "quick", committed: usual, computed: usual,
			stdout: `fig07: the same bytes as \S+/results/quick/fig07\.csv\n(.*\n)*` +
				`\S+/results/quick/fig07\.csv has no counterpart\n` +
				`reproduced: .* profile quick .* fig07, from nothing, in \S+\n$`,
		},
		{
			name: "smoke", profile: "smoke", committed: usual,
			computed: with(func(r *results) { r.colour = 0 }),
			stdout:   `/golden/smoke/fig07\.csv\nreproduced: `,
		},
		{
			name: "rounding", profile: "quick", committed: usual,
			computed: with(func(r *results) {
				r.csv = strings.Replace(r.csv, "1.25,", "1.2500000000001,", 1)
			}),
			stdout: `fig07: as \S+/fig07\.csv, but for the last bits (.*\n)+reproduced: `,
		},
		{
			name: "a point moved", profile: "quick", committed: usual, computed: moved, code: 1,
			stdout: `fig07: the table is not \S+; if that is meant, make fig7 PROFILE=quick\n` +
				`fig07: row 1 \(n=1 .*\): value: want 1\.5, got 1\.6 \(0\.71 standard errors\)\n(.*\n)+` +
				`NOT reproduced: fig07; what was computed in \S+ is in \S+\n$`,
		},
		{
			name: "a picture moved", profile: "paper", committed: usual,
			computed: with(func(r *results) { r.colour = 200 }), code: 1,
			stdout: `fig07: the picture is not \S+/figures/fig07\.png; if (.*\n)+` +
				`NOT reproduced: fig07;`,
		},
		{
			name: "golden numbers moved", profile: "quick", committed: usual, computed: usual,
			golden: errors.New("exit status 1"), code: 1,
			stdout: `golden numbers: exit status 1\n(.*\n)+NOT reproduced: golden numbers;`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := newProject(t, c.profile, map[string]results{"fig07": c.committed},
				map[string]results{"fig07": c.computed})
			t.Setenv("TMPDIR", root)
			var out bytes.Buffer
			golden := func(_ context.Context, names []string, _, _ io.Writer) error {
				if len(names) != 1 || names[0] != "fig07" {
					t.Errorf("golden tests of %q", names)
				}
				return c.golden
			}
			args := []string{"-root", root, "-bin", filepath.Join(root, ".bin"), "-profile", c.profile}
			code := reproduce(append(args, "fig07"), golden, &out, &out)
			if code != c.code || !regexp.MustCompile(c.stdout).MatchString(out.String()) {
				t.Errorf("exit %d\n%s", code, &out)
			}
			left, err := filepath.Glob(filepath.Join(root, "reproduce*"))
			if err != nil || (len(left) > 0) != strings.Contains(out.String(), "NOT reproduced") {
				t.Errorf("left %v, %v", left, err)
			}
		})
	}
}

func noGolden(context.Context, []string, io.Writer, io.Writer) error { return nil }

// A figure that fails does not stop the others.
func TestFailures(t *testing.T) {
	root := newProject(t, "quick",
		map[string]results{"fig01": usual, "fig02": usual, "fig04": usual},
		map[string]results{"fig02": usual, "fig03": usual, "fig04": usual})
	for name, body := range map[string]string{
		"fig01": "exit 2", "report": "exit 1",
	} {
		path := filepath.Join(root, ".bin", name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	paper := filepath.Join(root, "results", "paper")
	results{csv: head + "1,2,x,9.5,0.1,ok,simulation\n"}.write(t, "fig04", paper, paper)
	var out bytes.Buffer
	code := reproduce([]string{"-root", root, "-bin", filepath.Join(root, ".bin"),
		"-out", filepath.Join(root, "out"), "fig01", "fig02", "fig03", "fig04"}, noGolden, &out, &out)
	want := `fig01: exit status 2\n(.*\n)+fig02: the same bytes (.*\n)+` +
		`fig03: there is no committed table \S+/results/quick/fig03\.csv\n(.*\n)+` +
		`NOT reproduced: fig01, fig03, quick against paper; .* is in ` + root + "/out\n$"
	if code != 1 || !regexp.MustCompile(want).MatchString(out.String()) {
		t.Errorf("exit %d\n%s", code, &out)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{nil, 2, "reproduce: expected figures"},
		{[]string{"-h"}, 2, "Usage of verify reproduce:"},
		{[]string{"-foo"}, 2, "flag provided but not defined: -foo"},
		{[]string{"-out", t.TempDir(), "fig01"}, 1, "reproduce: mkdir "},
	} {
		var stdout, stderr bytes.Buffer
		code := reproduce(c.args, noGolden, &stdout, &stderr)
		if code != c.code || !strings.HasPrefix(stderr.String(), c.stderr) || stdout.Len() > 0 {
			t.Errorf("%q: exit %d: %s%s", c.args, code, &stdout, &stderr)
		}
	}
}

// After a signal nothing is decided.
func TestSignal(t *testing.T) {
	root := newProject(t, "quick", map[string]results{"fig01": usual}, nil)
	ready := filepath.Join(root, "ready")
	text := "#!/bin/sh\ntrap 'exit 1' TERM; touch " + ready + "; while :; do sleep 0.05; done\n"
	if err := os.WriteFile(filepath.Join(root, ".bin", "fig01"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			if _, err := os.Stat(ready); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}()
	var out bytes.Buffer
	code := reproduce([]string{"-root", root, "-bin", filepath.Join(root, ".bin"),
		"-out", filepath.Join(root, "out"), "fig01", "fig02"}, noGolden, &out, &out)
	want := `\(1 of 2\)\nnot decided: interrupted after \S+; what was computed is in \S+/out\n$`
	if code != 1 || !regexp.MustCompile(want).MatchString(out.String()) {
		t.Errorf("exit %d\n%s", code, &out)
	}
}
