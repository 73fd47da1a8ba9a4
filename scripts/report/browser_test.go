package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The page in headless Chromium, at the widths of a phone and of a desk, light and dark: no error
// on the console, no request to the network, every picture is shown and its texts are at least 9
// pixels high, nothing is wider than the window, the page shows at most 6,000 words on at most 36
// screens of a desk, its calculator agrees with pkg/exact, and axe-core finds no violation. A page
// that computes points does so, with the bits of the golden tables, and stops.
// BROWSER=1 runs it (make test-page), since npm fetches packages; BROWSER=required fails if
// Chromium or npm is missing. CHROMIUM names another browser to start, and SHOTS a folder for
// screenshots.
func TestBrowser(t *testing.T) {
	wanted := os.Getenv("BROWSER")
	if wanted == "" {
		t.Skip("the page is not opened in a browser; make test-page does that")
	}
	var programs []string
	for _, names := range [][]string{
		{cmp.Or(os.Getenv("CHROMIUM"), "chromium"), "chromium-browser", "google-chrome"}, {"node"},
		{"npm"},
	} {
		path := ""
		for _, name := range names {
			if found, err := exec.LookPath(name); err == nil && path == "" {
				path = found
			}
		}
		switch {
		case path != "":
			programs = append(programs, path)
		case wanted == "required":
			t.Fatalf("%s is missing", names[0])
		default:
			fmt.Fprintf(os.Stderr, "SKIPPED: the page was not opened in a browser: %s is missing\n",
				names[0])
			t.Skip(names[0], "is missing")
		}
	}
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "check.mjs"} {
		text, err := os.ReadFile(filepath.Join("browser", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	writeCalculations(t, dir)
	page, err := filepath.Abs("../../figures/index.html")
	if err != nil {
		t.Fatal(err)
	}
	live := livePage(t, dir)
	args := []string{"check.mjs", programs[0], page}
	if shots := os.Getenv("SHOTS"); shots != "" {
		if shots, err = filepath.Abs(shots); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(shots, 0o777); err != nil {
			t.Fatal(err)
		}
		args = append(args, shots)
	}
	for _, command := range [][]string{
		{programs[2], "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"},
		append([]string{programs[1]}, args...),
		{programs[1], "check.mjs", programs[0], live},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", filepath.Base(command[0]), err, out)
		}
	}
}

// livePage writes a page that computes points into a folder, beside links to the pictures, and
// returns its path.
func livePage(t *testing.T, dir string) string {
	t.Chdir("../..")
	path := filepath.Join(dir, "live.html")
	if out, err := exec.Command("scripts/live/build.sh", dir+"/live.js").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s, ts, err := read()
	if err != nil {
		t.Fatal(err)
	}
	page, err := render(s, ts, "paper", true)
	if err = cmp.Or(err, os.WriteFile(path, page, 0o666)); err != nil {
		t.Fatal(err)
	}
	pictures, _ := filepath.Glob("figures/*.png")
	for _, picture := range pictures {
		target, err := filepath.Abs(picture)
		if err = cmp.Or(err, os.Symlink(target, filepath.Join(dir, filepath.Base(picture)))); err != nil {
			t.Fatal(err)
		}
	}
	return path
}
