package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adl/pkg/figure"
	"adl/pkg/files"
	"adl/pkg/table"
)

// tabulate writes the table and the manifest of a figure, and returns what its pictures say.
func tabulate(t *testing.T, root string, value string, eta float64) figure.Origin {
	t.Helper()
	dir := filepath.Join(root, "results", "quick")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	csv := table.New("x")
	csv.Add(table.Row{"x": value})
	m := table.Manifest{Figure: "fig07", Title: "the error", Profile: "quick",
		Spec: map[string]float64{"eta": eta}, CSV: csv.Digest()}
	if err := files.WriteAll(files.File{Path: filepath.Join(dir, "fig07.csv"), Write: csv.WriteCSV},
		files.File{Path: filepath.Join(dir, "fig07.json"), Write: m.Write}); err != nil {
		t.Fatal(err)
	}
	spec, err := m.SpecDigest()
	if err != nil {
		t.Fatal(err)
	}
	return figure.Origin{Figure: m.Figure, Title: m.Title, Profile: m.Profile,
		Command: "make fig7 PROFILE=quick", Spec: spec, Table: m.CSV}
}

// picture draws a picture of that origin in a format, under any name.
func picture(t *testing.T, o figure.Origin, format string) string {
	t.Helper()
	f := figure.New(1, 1)
	f.DPI, f.Origin = 20, o
	write := map[string]func(io.Writer) error{"png": f.PNG, "pdf": f.PDF, "svg": f.SVG}[format]
	path := filepath.Join(t.TempDir(), "a copy")
	if err := files.Write(path, write); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheck(t *testing.T) {
	root := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-C", root, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git: %v: %s", err, out)
		}
	}
	git("init", "-q")
	old := tabulate(t, root, "1", 1)
	git("add", ".")
	git("commit", "-q", "-m", "one")
	now := tabulate(t, root, "2", 1)
	strange, none := now, now
	strange.Table, strange.Spec = "12ab", "34cd"
	none.Figure = "../../etc"
	text := filepath.Join(root, "text")
	if err := files.WriteBytes(text, []byte("Dear reader")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, out, err string
		code                 int
	}{
		{"a PNG", picture(t, now, "png"), `: Figure 7 at profile quick: the error
  made by  make fig7 PROFILE=quick
  table    results/quick/fig07.csv, as it is now
  spec     results/quick/fig07.json, as it is now
$`, `^$`, 0},
		{"a PDF", picture(t, now, "pdf"), `fig07.json, as it is now\n$`, `^$`, 0},
		{"an SVG", picture(t, now, "svg"), `fig07.json, as it is now\n$`, `^$`, 0},
		{"an old one", picture(t, old, "pdf"),
			`table +an earlier results/quick/fig07.csv, that of commit \w{7,} of \d{4}-\d\d-\d\d
  spec +results/quick/fig07.json, as it is now\n$`, `^$`, 1},
		{"unknown", picture(t, strange, "pdf"), `table +unknown: .* has the SHA-256 12ab
  spec +unknown: .* has the SHA-256 34cd\n$`, `^$`, 1},
		{"of nothing", picture(t, figure.Origin{}, "pdf"), `^$`,
			`^check: \S+/a copy: nothing in it says which figure it is\n$`, 1},
		{"another figure", picture(t, none, "svg"), `^$`,
			`^check: \S+/a copy: it says that .*etc.*\n$`, 1},
		{"a text", text, `^$`, `^check: \S+/text: expected a PNG, PDF or SVG file\n$`, 1},
		{"nothing", filepath.Join(root, "none"), `^$`,
			`^check: \S+/none: no such file or directory\n$`, 1},
		{"no name", "", `^$`, `^check: expected a picture, as in make check FILE=\S+\n$`, 2},
		{"a folder", root, `^$`, `^check: \S+: is a directory\n$`, 1},
	} {
		var stdout, stderr bytes.Buffer
		code := run([]string{"check", "-root", root, c.path}, &stdout, &stderr)
		if code != c.code || !regexp.MustCompile(c.out).MatchString(stdout.String()) ||
			!regexp.MustCompile(c.err).MatchString(stderr.String()) {
			t.Errorf("%s: exit %d, %s%s", c.name, code, &stdout, &stderr)
		}
	}

	// A table that somebody has edited is not the one that the manifest names.
	edited := filepath.Join(root, "results/quick/fig07.csv")
	if err := files.WriteBytes(edited, []byte("x\n3\n")); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run([]string{"check", "-root", root, picture(t, now, "png")}, &stdout, &stderr)
	if code != 1 ||
		!bytes.Contains(stdout.Bytes(), []byte("fig07.csv is another now")) {
		t.Errorf("exit %d, %s%s", code, &stdout, &stderr)
	}
}

func TestKeep(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const a, b, c = "aa000000000000000000000000000000", "bb000000000000000000000000000000",
		"cc000000000000000000000000000000"
	manifest := func(keys ...string) string {
		var tasks []string
		for _, k := range keys {
			tasks = append(tasks, fmt.Sprintf(`{"key": %q}`, k))
		}
		return fmt.Sprintf(`{"figure": "fig01", "tasks": [%s]}`, strings.Join(tasks, ", "))
	}
	check := func(code int, want string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if got := run([]string{"keep", "-dir", dir}, &stdout, &stderr); got != code ||
			!strings.Contains(stdout.String()+stderr.String(), want) {
			t.Errorf("exit %d: %s%s", got, &stdout, &stderr)
		}
	}
	check(0, "tasks: 0 results, 0.0 MB; 0 removed")
	write("fig01.json", manifest(a, b))
	write("tasks/aa/"+a+".npz", "1")
	write("tasks/cc/"+c+".npz", "2")
	check(1, "tasks: 1 results are missing, such as bb000000 of fig01; make paper adds them")
	write("fig02.json", manifest(b))
	write("tasks/bb/"+b+".npz", "3")
	check(0, "tasks: 2 results, 0.0 MB; 0 removed")
	if _, err := os.Stat(filepath.Join(dir, "tasks", "cc", c+".npz")); err == nil {
		t.Error("a result that nothing lists is still there")
	}
	write("fig02.json", "{")
	check(1, "fig02.json")
}
